/* SPDX-License-Identifier: MIT */
/* Getters and setters of the standard's URL class (6.1). */
#include "uri/component.h"
#include "url/url.h"

/* ---- Getters ------------------------------------------------------------------------------------- */

static uriel_text url_part_of(const uriel_ref *url, uint32_t begin, uint32_t end)
{
  return (uriel_text){url->text + begin, end - begin};
}

/* The username, or the password; empty if the URL has none. */
static uriel_text url_credential(const uriel_ref *url, bool password)
{
  const char *const begin = url->text + url->scheme_end + 3;
  if (url->host_begin <= url->scheme_end + 3)
    return url_part_of(url, url->path_begin, url->path_begin);
  const char *const end = url->text + url->host_begin - 1, *const colon = view_find(begin, end, ':');
  return !password ? view_of(begin, colon) : view_of(colon < end ? colon + 1 : end, end);
}

/* A query or fragment with its delimiter; empty if that is all there is. */
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
  case URIEL_URL_PASSWORD:
    return url_credential(url, attribute == URIEL_URL_PASSWORD);
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

/* "Cannot have a username/password/port" (4.2). */
static bool url_has_no_server(const url_record *url)
{
  return url->host.form == URL_HOST_NULL || url->host.text.len == 0 || url->special == URL_FILE;
}

static void url_set_credential(url_part *part, uriel_text value)
{
  *part = (url_part){value.len ? value : view_undefined(), URL_USERINFO | URL_KEEP_TABS};
}

static bool url_set_pathname(url_parser *p)
{
  p->url->path = (url_path){.head = {"", 0}};
  return uriel_url_parse_override(p, URL_STATE_PATH_START);
}

/* A query or a fragment: the empty value makes it null, and one delimiter before it is skipped. */
static bool url_set_delimited(url_parser *p, url_part *part, char delimiter, url_state state)
{
  part->text = view_undefined();
  if (p->at == p->end)
    return true;
  if (*p->at == delimiter)
    p->at++;
  return uriel_url_parse_override(p, state);
}

/* Changes the record. Returns false if the standard leaves the URL as it is. */
static bool url_set(url_parser *p, uriel_url_attribute attribute)
{
  url_record *const url = p->url;
  const uriel_text value = view_of(p->at, p->end);
  switch (attribute) {
  case URIEL_URL_PROTOCOL:
    return uriel_url_parse_override(p, URL_STATE_SCHEME_START);
  case URIEL_URL_USERNAME:
    url_set_credential(&url->username, value);
    return !url_has_no_server(url);
  case URIEL_URL_PASSWORD:
    url_set_credential(&url->password, value);
    return !url_has_no_server(url);
  case URIEL_URL_HOST:
    return !url->path.opaque && uriel_url_parse_override(p, URL_STATE_HOST);
  case URIEL_URL_HOSTNAME:
    return !url->path.opaque && uriel_url_parse_override(p, URL_STATE_HOSTNAME);
  case URIEL_URL_PORT:
    url->port = value.len ? url->port : -1;
    return !url_has_no_server(url) && (value.len == 0 || uriel_url_parse_override(p, URL_STATE_PORT));
  case URIEL_URL_PATHNAME:
    return !url->path.opaque && url_set_pathname(p);
  case URIEL_URL_SEARCH:
    return url_set_delimited(p, &url->query, '?', URL_STATE_QUERY);
  case URIEL_URL_HASH:
    return url_set_delimited(p, &url->fragment, '#', URL_STATE_FRAGMENT);
  case URIEL_URL_HREF:
    break;
  }
  return false;
}

/* Writes a URL as it is. */
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
  if (uriel_spec_of(url) != URIEL_SPEC_WHATWG)
    return URIEL_FAILED;
  if (attribute == URIEL_URL_HREF)
    return url_set_href(ref, text, out, capacity);
  url_record record;
  uriel_url_record_of(&record, url);
  url_parser p = {.url = &record, .at = text.ptr, .end = text.ptr + len, .text = text.ptr};
  if (!url_set(&p, attribute))
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

size_t uriel_url_set_bound(const uriel_ref *url, size_t len)
{
  return uriel_url_parse_bound(url, len);
}
