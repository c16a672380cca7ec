/* SPDX-License-Identifier: MIT */
/* Getters and setters of the standard's URL class (6.1). A setter runs the basic URL parser with a state
 * override (4.4) on a record of the URL. */
#include "text/bytes.h"
#include "uri/component.h"
#include "url/url.h"

/* ---- Getters ------------------------------------------------------------------------------------- */

static uriel_text url_part_of(const uriel_ref *url, uint32_t begin, uint32_t end)
{
  return (uriel_text){url->text + begin, end - begin};
}

/* A query or fragment with its delimiter; empty if nothing follows the delimiter. */
static uriel_text url_delimited(const uriel_ref *url, uint32_t begin, uint32_t end)
{
  return url_part_of(url, begin, end - begin > 1 ? end : begin);
}

uriel_text uriel_url_get(const uriel_ref *url, uriel_url_attribute attribute)
{
  if (uriel_spec_of(url) != URIEL_SPEC_WHATWG)
    return view_undefined();
  const bool host = url->host_begin > 0;
  switch (attribute) {
  case URIEL_URL_HREF:
    return url_part_of(url, 0, url->length);
  case URIEL_URL_PROTOCOL:
    return url_part_of(url, 0, url->scheme_end + 1);
  case URIEL_URL_USERNAME:
  case URIEL_URL_PASSWORD: {
    const char *const begin = url->text + url->scheme_end + 3;
    if (url->host_begin <= url->scheme_end + 3)
      return url_part_of(url, url->path_begin, url->path_begin);
    const char *const end = url->text + url->host_begin - 1, *const colon = view_find(begin, end, ':');
    return attribute == URIEL_URL_USERNAME ? view_of(begin, colon)
                                           : view_of(colon < end ? colon + 1 : end, end);
  }
  case URIEL_URL_HOST:
    return url_part_of(url, host ? url->host_begin : url->path_begin, url->path_begin);
  case URIEL_URL_HOSTNAME:
    return url_part_of(url, url->host_begin, url->host_end);
  case URIEL_URL_PORT:
    return host && url->host_end < url->path_begin ? url_part_of(url, url->host_end + 1, url->path_begin)
                                                   : url_part_of(url, url->path_begin, url->path_begin);
  case URIEL_URL_PATHNAME:
    return url_part_of(url, url->path_begin, url->path_end);
  case URIEL_URL_SEARCH:
    return url_delimited(url, url->path_end, url->query_end);
  case URIEL_URL_HASH:
    return url_delimited(url, url->query_end, url->length);
  }
  return view_undefined();
}

/* ---- Setters ------------------------------------------------------------------------------------- */

static bool url_override_scheme(url_parser *p)
{
  url_record *const url = p->url;
  const char *const colon = uriel_url_scheme_end(p);
  if (!colon)
    return false;
  const uriel_text scheme = view_of(p->at, colon);
  const url_special special = uriel_url_special_of(scheme);
  if ((special == URL_NOT_SPECIAL) != (url->special == URL_NOT_SPECIAL))
    return false;
  if (special == URL_FILE && (url_has_credentials(url) || url->port >= 0))
    return false;
  if (url->special == URL_FILE && url->host.text.len == 0 && url->host.form == URL_HOST_SERIALIZED)
    return false;
  url->scheme = scheme;
  url->special = special;
  if (url->port == uriel_url_default_port(special))
    url->port = -1;
  return true;
}

static bool url_override_port(url_parser *p)
{
  const char *end = p->at;
  while (end < p->end && (byte_is(*end, BYTE_DIGIT) || url_byte_is(*end, URL_TAB)))
    end++;
  return uriel_url_trim(p->at, end).len > 0 && uriel_url_parse_port(p, p->at, end);
}

static bool url_override_host(url_parser *p, bool only_name)
{
  url_record *const url = p->url;
  const unsigned ends = url->special != URL_NOT_SPECIAL ? URL_SPECIAL_END : URL_END;
  const char *const end = url_find(p->at, p->end, ends);
  if (url->special == URL_FILE)
    return uriel_url_parse_file_host(p, uriel_url_trim(p->at, end));
  const char *const colon = uriel_url_host_end(p->at, end);
  const uriel_text host = uriel_url_trim(p->at, colon);
  if (host.len == 0 &&
      (colon < end || url->special != URL_NOT_SPECIAL || url_has_credentials(url) || url->port >= 0))
    return false;
  if ((colon < end && only_name) || !uriel_url_parse_host(p, host))
    return false;
  if (colon < end) {
    url_go(p, colon + 1);
    url_override_port(p); /* the host stays if the port is ignored */
  }
  return true;
}

/* A query or a fragment: the empty value makes it null, and one delimiter before it is skipped. */
static void url_set_delimited(const url_parser *p, url_part *part, char delimiter, unsigned set)
{
  const bool given = p->at < p->end;
  *part = (url_part){given ? view_of(p->at + (*p->at == delimiter), p->end) : view_undefined(), set};
}

/* Changes the record. Returns false if the standard does not change the URL; then the record must not
 * be used. */
static bool url_set(url_parser *p, uriel_url_attribute attribute)
{
  url_record *const url = p->url;
  const uriel_text value = view_of(p->at, p->end);
  const bool special = url->special != URL_NOT_SPECIAL;
  /* "Cannot have a username/password/port" (4.2). */
  const bool no_server =
      url->host.form == URL_HOST_NULL || url->host.text.len == 0 || url->special == URL_FILE;
  const url_part credential = {value.len ? value : view_undefined(), URL_USERINFO | URL_KEEP_TABS};
  if (attribute != URIEL_URL_SEARCH && attribute != URIEL_URL_HASH)
    url_go(p, p->at);
  switch (attribute) {
  case URIEL_URL_PROTOCOL:
    return url_override_scheme(p);
  case URIEL_URL_USERNAME:
    url->username = credential;
    return !no_server;
  case URIEL_URL_PASSWORD:
    url->password = credential;
    return !no_server;
  case URIEL_URL_HOST:
  case URIEL_URL_HOSTNAME:
    return !url->path.opaque && url_override_host(p, attribute == URIEL_URL_HOSTNAME);
  case URIEL_URL_PORT:
    url->port = value.len ? url->port : -1;
    return !no_server && (value.len == 0 || url_override_port(p));
  case URIEL_URL_PATHNAME:
    if (url->path.opaque)
      return false;
    url->path = (url_path){.head = {"", 0}};
    if (url_c(p) == URL_EOF && !special && url->host.form != URL_HOST_NULL)
      return true;
    if (url_c(p) == '/' || (special && url_c(p) == '\\'))
      url_next(p);
    url->path.tail = view_of(p->at, p->end);
    uriel_url_path_settle(url);
    return true;
  case URIEL_URL_SEARCH:
    url_set_delimited(p, &url->query, '?', special ? URL_SPECIAL_QUERY : URL_QUERY);
    return true;
  case URIEL_URL_HASH:
    url_set_delimited(p, &url->fragment, '#', URL_FRAGMENT);
    return true;
  case URIEL_URL_HREF:
    break;
  }
  return false;
}

/* Writes a URL unchanged. */
static size_t url_copy(uriel_ref *ref, const uriel_ref *url, char *out, size_t capacity)
{
  writer w = writer_to(out, capacity);
  uriel_write_bytes(&w, url->text, url->length);
  if (w.len <= capacity)
    *ref = uriel_rebase(url, out);
  return w.len;
}

/* With a report, the parser writes nothing after the result and nothing on failure. */
static size_t url_set_href(uriel_ref *ref, uriel_text value, char *out, size_t capacity)
{
  uriel_ref parsed;
  uriel_error error;
  uriel_url_options options = {.errors = &error, .error_capacity = 1};
  const size_t len = uriel_url_parse(&parsed, NULL, value.ptr, value.len, &options, out, capacity);
  if (len == URIEL_FAILED || parsed.text == value.ptr)
    return len == URIEL_FAILED ? len : url_copy(ref, &parsed, out, capacity);
  if (len <= capacity)
    *ref = parsed;
  return len;
}

size_t uriel_url_set(uriel_ref *ref, const uriel_ref *url, uriel_url_attribute attribute,
                     const char *value, size_t len, char *out, size_t capacity)
{
  const uriel_text text = {len ? value : "", len};
  bool took;
  if (uriel_spec_of(url) != URIEL_SPEC_WHATWG)
    return URIEL_FAILED;
  return attribute == URIEL_URL_HREF ? url_set_href(ref, text, out, capacity)
                                     : uriel_url_change(ref, url, attribute, text, &took, out, capacity);
}

size_t uriel_url_change(uriel_ref *ref, const uriel_ref *url, uriel_url_attribute attribute,
                        uriel_text value, bool *took, char *out, size_t capacity)
{
  const char *const begin = value.len ? value.ptr : "";
  url_record record;
  uriel_url_record_of(&record, url);
  url_parser p = {.url = &record, .at = begin, .end = begin + value.len, .text = begin};
  *took = url_set(&p, attribute);
  if (!*took)
    return url_copy(ref, url, out, capacity);
  url_sink s = uriel_url_sink(view_undefined(), out, capacity);
  uriel_ref written;
  if (!uriel_url_put_record(&s, &record, &written))
    return URIEL_FAILED;
  if (s.w.len <= capacity) {
    *ref = written;
    ref->text = out;
    uriel_url_hint(ref);
  }
  return s.w.len;
}
