/* SPDX-License-Identifier: MIT */
/* The basic URL parser of the URL standard (4.4). Each function is one of its states, or few; the
 * comments name them. */
#include "text/bytes.h"
#include "uri/component.h"
#include "url/url.h"

/* ---- Schemes, and records of serialised URLs ----------------------------------------------------- */

static const struct {
  const char *name;
  int32_t port;
} url_specials[] = {
    [URL_NOT_SPECIAL] = {"", -1}, [URL_FTP] = {"ftp", 21},      [URL_FILE] = {"file", -1},
    [URL_HTTP] = {"http", 80},    [URL_HTTPS] = {"https", 443}, [URL_WS] = {"ws", 80},
    [URL_WSS] = {"wss", 443},
};

/* Returns whether the texts are equal except for case and tabs. */
static bool url_is_named(uriel_text text, const char *name)
{
  for (size_t i = 0; i < text.len; i++) {
    if (url_byte_is(text.ptr[i], URL_TAB))
      continue;
    if (!*name || byte_lower(text.ptr[i]) != *name++)
      return false;
  }
  return !*name;
}

url_special uriel_url_special_of(uriel_text scheme)
{
  const url_special exact = url_special_exact(scheme.ptr, scheme.len);
  if (exact != URL_NOT_SPECIAL)
    return exact;
  for (size_t i = URL_FTP; i <= URL_WSS; i++)
    if (url_is_named(scheme, url_specials[i].name))
      return (url_special)i;
  return URL_NOT_SPECIAL;
}

int32_t uriel_url_default_port(url_special special)
{
  return url_specials[special].port;
}

/* The text, or undefined if it is empty. */
static uriel_text url_not_empty(uriel_text text)
{
  return text.len > 0 ? text : view_undefined();
}

static void url_take_authority(url_record *url, const uriel_ref *ref)
{
  const uriel_text port = component_port(ref);
  url->username = (url_part){url_not_empty(uriel_user(ref)), 0};
  url->password = (url_part){url_not_empty(uriel_password(ref)), 0};
  url->host = (url_host){.form = ref->host_begin ? URL_HOST_SERIALIZED : URL_HOST_NULL,
                         .kind = uriel_host_kind_of(ref),
                         .text = component_host(ref)};
  url->port = -1;
  if (view_defined(port))
    url->port = 0;
  for (size_t i = 0; i < port.len; i++)
    url->port = url->port * 10 + (port.ptr[i] - '0');
}

void uriel_url_record_of(url_record *url, const uriel_ref *ref)
{
  url->scheme = component_scheme(ref);
  url->special = uriel_url_special_of(url->scheme);
  url_take_authority(url, ref);
  url->path = (url_path){.opaque = url_is_opaque(ref), .head = component_path(ref)};
  url->query = (url_part){component_query(ref), 0};
  url->fragment = (url_part){component_fragment(ref), 0};
  url->encoder = NULL;
  url->encoder_context = NULL;
}

uriel_text uriel_url_trim(const char *at, const char *end)
{
  while (at < end && url_byte_is(*at, URL_TAB))
    at++;
  while (at < end && url_byte_is(end[-1], URL_TAB))
    end--;
  return view_of(at, end);
}

static bool url_is_slash(const url_parser *p)
{
  return url_c(p) == '/' || url_c(p) == '\\';
}

/* Returns whether "//" begins at p->at. */
static bool url_at_slashes(const url_parser *p)
{
  url_parser second = *p;
  if (url_c(p) != '/')
    return false;
  url_next(&second);
  return url_c(&second) == '/';
}

/* If c is "\", reports it. */
static void url_report_backslash(const url_parser *p)
{
  if (url_c(p) == '\\')
    uriel_url_report(p, URIEL_ERROR_URL_INVALID_REVERSE_SOLIDUS, p->at);
}

/* Reports that not exactly two slashes follow the scheme, up to the byte at p->at. The place is the
 * scheme with ":" and the slashes. */
static void url_report_slashes(url_parser *p)
{
  if (p->component == URIEL_SCHEME && p->at >= p->place.ptr + p->place.len) { /* once: O(n) */
    const char *end = p->at;
    while (end < p->end && (*end == '/' || *end == '\\' || url_byte_is(*end, URL_TAB)))
      end++;
    p->place = view_of(p->place.ptr, end);
  }
  uriel_url_report(p, URIEL_ERROR_URL_SPECIAL_SCHEME_MISSING_FOLLOWING_SOLIDUS, p->at);
}

/* ---- Fragment, query and path -------------------------------------------------------------------- */

/* At the end, or at "#". */
static bool url_fragment_state(url_parser *p)
{
  if (url_c(p) == URL_EOF)
    return true;
  p->url->fragment = (url_part){view_of(p->at + 1, p->end), URL_FRAGMENT};
  uriel_url_place(p, URIEL_FRAGMENT, p->at + 1, p->end);
  uriel_url_report_units(p, p->url->fragment.text, false);
  return true;
}

/* At the end, at "?" or at "#". */
static bool url_query_state(url_parser *p)
{
  url_record *const url = p->url;
  if (url_c(p) != '?')
    return url_fragment_state(p);
  const char *const end = view_find(p->at, p->end, '#');
  url->query.text = view_of(p->at + 1, end);
  url->query.set = url->special == URL_NOT_SPECIAL ? URL_QUERY : URL_SPECIAL_QUERY;
  uriel_url_place(p, URIEL_QUERY, p->at + 1, end);
  uriel_url_report_units(p, url->query.text, false);
  p->at = end;
  return url_fragment_state(p);
}

/* Returns the end of the path: "?", "#" or the end. */
static const char *url_path_end(const url_parser *p)
{
  const char *at = p->at;
  while (at < p->end && *at != '?' && *at != '#')
    at++;
  return at;
}

/* The path state; the buffer already has the text before `unread`. */
static bool url_path_state(url_parser *p, const char *unread)
{
  if (p->verdict)
    return true;
  const char *const end = url_path_end(p);
  p->url->path.tail = view_of(p->at, end);
  uriel_url_path_settle(p->url);
  uriel_url_place(p, URIEL_PATH, p->at, end);
  uriel_url_report_units(p, view_of(unread, end), p->url->special != URL_NOT_SPECIAL);
  p->at = end;
  return url_query_state(p);
}

static bool url_path_start_state(url_parser *p)
{
  if (p->verdict)
    return true;
  if (p->url->special != URL_NOT_SPECIAL) {
    if (p->options)
      uriel_url_place(p, URIEL_PATH, p->at, url_path_end(p));
    url_report_backslash(p);
    if (url_is_slash(p))
      url_next(p);
    return url_path_state(p, p->at);
  }
  if (url_c(p) != '/')
    return url_query_state(p);
  url_next(p);
  return url_path_state(p, p->at);
}

static bool url_opaque_path_state(url_parser *p)
{
  url_path *const path = &p->url->path;
  const char *const end = url_path_end(p);
  const uriel_text text = view_of(p->at, end), trimmed = uriel_url_trim(p->at, end);
  path->opaque = true;
  path->tail = text;
  if (end < p->end && trimmed.len > 0 && trimmed.ptr[trimmed.len - 1] == ' ') {
    path->space = true;
    path->tail = (uriel_text){trimmed.ptr, trimmed.len - 1};
  }
  uriel_url_place(p, URIEL_PATH, p->at, end);
  uriel_url_report_units(p, text, false);
  p->at = end;
  return url_query_state(p);
}

/* ---- Authority ----------------------------------------------------------------------------------- */

bool uriel_url_parse_port(url_parser *p, const char *at, const char *end)
{
  uint32_t port = 0;
  bool digits = false, large = false;
  for (; at < end; at++) {
    if (url_byte_is(*at, URL_TAB))
      continue;
    if (!byte_is(*at, BYTE_DIGIT))
      return uriel_url_fail(p, URIEL_ERROR_URL_PORT_INVALID, at);
    digits = true;
    large |= !digits_add(&port, 10, *at, UINT16_MAX);
  }
  if (large)
    return uriel_url_fail(p, URIEL_ERROR_URL_PORT_OUT_OF_RANGE, p->place.ptr);
  if (digits)
    p->url->port = (int32_t)port == uriel_url_default_port(p->url->special) ? -1 : (int32_t)port;
  return true;
}

const char *uriel_url_host_end(const char *at, const char *end)
{
  bool inside_brackets = false;
  if (view_find(at, end, ':') == end)
    return end;
  for (; at < end && (*at != ':' || inside_brackets); at++)
    inside_brackets = *at == '[' || (*at != ']' && inside_brackets);
  return at;
}

/* The host state and the port state, for the host and port in [p->at, end). */
static bool url_host_state(url_parser *p, const char *end)
{
  const char *const colon = uriel_url_host_end(p->at, end);
  const uriel_text host = uriel_url_trim(p->at, colon);
  uriel_url_place(p, URIEL_HOST, p->at, colon);
  if (host.len == 0 && (colon < end || p->url->special != URL_NOT_SPECIAL))
    return uriel_url_fail(p, URIEL_ERROR_URL_HOST_MISSING, p->at);
  if (!uriel_url_parse_host(p, host))
    return false;
  if (colon < end) {
    uriel_url_place(p, URIEL_PORT, colon + 1, end);
    if (!uriel_url_parse_port(p, colon + 1, end))
      return false;
  }
  p->at = end;
  return url_path_start_state(p);
}

static bool url_authority_state(url_parser *p)
{
  const unsigned ends = p->url->special != URL_NOT_SPECIAL ? URL_SPECIAL_END : URL_END;
  const char *const end = url_find(p->at, p->end, ends);
  const char *last = NULL;
  for (const char *at = p->at; (at = view_find(at, end, '@')) < end; at++)
    last = at;
  if (!last)
    return url_host_state(p, end);
  uriel_url_place(p, URIEL_USERINFO, p->at, last);
  for (const char *at = p->at; p->options && (at = view_find(at, end, '@')) < end; at++)
    uriel_url_report(p, URIEL_ERROR_URL_INVALID_CREDENTIALS, at);
  const char *const colon = view_find(p->at, last, ':');
  const uriel_text password = colon < last ? uriel_url_trim(colon + 1, last) : view_undefined();
  p->url->username = (url_part){url_not_empty(uriel_url_trim(p->at, colon)), URL_USERINFO};
  p->url->password = (url_part){url_not_empty(password), URL_USERINFO};
  url_go(p, last + 1);
  if (p->at >= end) {
    uriel_url_place(p, URIEL_HOST, end, end);
    return uriel_url_fail(p, URIEL_ERROR_URL_HOST_MISSING, end);
  }
  return url_host_state(p, end);
}

static bool url_special_authority_ignore_slashes_state(url_parser *p)
{
  for (; url_is_slash(p); url_next(p))
    url_report_slashes(p);
  return url_authority_state(p);
}

static bool url_special_authority_slashes_state(url_parser *p)
{
  if (url_at_slashes(p)) {
    url_next(p);
    url_next(p);
  } else {
    url_report_slashes(p);
  }
  return url_special_authority_ignore_slashes_state(p);
}

/* ---- Files --------------------------------------------------------------------------------------- */

static bool url_base_is_file(const url_parser *p)
{
  return p->base && uriel_url_special_of(component_scheme(p->base)) == URL_FILE;
}

/* Takes what the base has before its query, and its query if the reference is empty, "?..." or "#...".
 * Returns whether it is. */
static bool url_take_base(url_parser *p)
{
  const int c = url_c(p);
  url_take_authority(p->url, p->base);
  p->url->path = (url_path){.opaque = url_is_opaque(p->base), .head = component_path(p->base)};
  if (c != '?' && c != '#' && c != URL_EOF)
    return false;
  p->url->query = (url_part){component_query(p->base), 0};
  return true;
}

static bool url_file_host_state(url_parser *p)
{
  const char *const end = url_find(p->at, p->end, URL_SPECIAL_END);
  const uriel_text buffer = uriel_url_trim(p->at, end);
  char letter;
  uriel_url_place(p, URIEL_HOST, p->at, end);
  if (uriel_url_is_drive(buffer, &letter)) {
    uriel_url_report(p, URIEL_ERROR_URL_FILE_INVALID_WINDOWS_DRIVE_LETTER_HOST, p->at);
    return url_path_state(p, end);
  }
  if (buffer.len > 0 && !uriel_url_parse_file_host(p, buffer))
    return false;
  p->at = end;
  return url_path_start_state(p);
}

static void url_empty_host(url_record *url)
{
  url->host = (url_host){.form = URL_HOST_SERIALIZED, .kind = URIEL_HOST_NAME, .text = {"", 0}};
}

bool uriel_url_parse_file_host(url_parser *p, uriel_text input)
{
  if (input.len > 0 && !uriel_url_parse_host(p, input))
    return false;
  if (input.len == 0 ||
      (p->url->host.form == URL_HOST_DOMAIN && url_is_named(p->url->host.text, "localhost")))
    url_empty_host(p->url);
  return true;
}

static bool url_file_slash_state(url_parser *p)
{
  if (url_is_slash(p)) {
    url_report_backslash(p);
    url_next(p);
    return url_file_host_state(p);
  }
  if (url_base_is_file(p)) {
    const uriel_text path = component_path(p->base);
    const char *const end = path.ptr + path.len;
    url_take_authority(p->url, p->base);
    if (!uriel_url_starts_with_drive(p->at, p->end) && path.len > 0) {
      const uriel_text first = view_of(path.ptr, view_find(path.ptr + 1, end, '/'));
      if (uriel_url_path_drive(first))
        p->url->path.head = first;
    }
  }
  return url_path_state(p, p->at);
}

static bool url_file_state(url_parser *p)
{
  p->url->special = URL_FILE;
  p->url->scheme = (uriel_text){"file", 4};
  url_empty_host(p->url);
  if (url_is_slash(p)) {
    url_report_backslash(p);
    url_next(p);
    return url_file_slash_state(p);
  }
  if (!url_base_is_file(p))
    return url_path_state(p, p->at);
  if (url_take_base(p))
    return url_query_state(p);
  if (!uriel_url_starts_with_drive(p->at, p->end)) {
    p->url->path.head = uriel_url_shorten(p->url->path.head, URL_FILE);
  } else {
    uriel_url_place(p, URIEL_PATH, p->at, url_path_end(p));
    uriel_url_report(p, URIEL_ERROR_URL_FILE_INVALID_WINDOWS_DRIVE_LETTER, p->at);
    p->url->path.head = (uriel_text){"", 0};
  }
  return url_path_state(p, p->at);
}

/* ---- Relative references ------------------------------------------------------------------------- */

static bool url_relative_slash_state(url_parser *p)
{
  const bool special = p->url->special != URL_NOT_SPECIAL;
  if (special && url_is_slash(p)) {
    url_report_backslash(p);
    url_next(p);
    return url_special_authority_ignore_slashes_state(p);
  }
  if (url_c(p) == '/') {
    url_next(p);
    return url_authority_state(p);
  }
  url_take_authority(p->url, p->base);
  return url_path_state(p, p->at);
}

static bool url_relative_state(url_parser *p)
{
  url_record *const url = p->url;
  url->scheme = component_scheme(p->base);
  url->special = uriel_url_special_of(url->scheme);
  if (url_c(p) == '/' || (url->special != URL_NOT_SPECIAL && url_c(p) == '\\')) {
    url_report_backslash(p);
    url_next(p);
    return url_relative_slash_state(p);
  }
  if (url_take_base(p))
    return url_query_state(p);
  url->path.head = uriel_url_shorten(url->path.head, url->special);
  return url_path_state(p, p->at);
}

static bool url_no_scheme_state(url_parser *p)
{
  if (!p->base || (url_is_opaque(p->base) && url_c(p) != '#'))
    return uriel_url_fail(p, URIEL_ERROR_URL_MISSING_SCHEME_NON_RELATIVE_URL, p->at);
  if (url_base_is_file(p))
    return url_file_state(p);
  return url_relative_state(p);
}

/* ---- Schemes ------------------------------------------------------------------------------------- */

const char *uriel_url_scheme_end(const url_parser *p)
{
  const char *at = p->at;
  if (at == p->end || !byte_is(*at, BYTE_ALPHA))
    return NULL;
  while (at < p->end && (byte_is(*at, BYTE_SCHEME) || url_byte_is(*at, URL_TAB)))
    at++;
  return at == p->end || *at == ':' ? at : NULL;
}

void uriel_url_strip(url_parser *p)
{
  const char *begin = p->at, *end = p->end;
  while (begin < end && (unsigned char)*begin <= ' ')
    begin++;
  while (begin < end && (unsigned char)end[-1] <= ' ')
    end--;
  if (begin > p->at || end < p->end)
    uriel_url_report(p, URIEL_ERROR_URL_INVALID_URL_UNIT, begin > p->at ? p->at : end);
  p->at = begin;
  p->end = end;
}

bool uriel_url_parse_record(url_parser *p)
{
  static const url_part undefined = {{NULL, 0}, 0};
  url_record *const url = p->url; /* `domain` is not cleared */
  url->scheme = view_undefined();
  url->special = URL_NOT_SPECIAL;
  url->username = url->password = url->query = url->fragment = undefined;
  url->host = (url_host){.form = URL_HOST_NULL};
  url->port = -1;
  url->path = (url_path){.head = {"", 0}};
  url->encoder = NULL;
  url->encoder_context = NULL;
  uriel_url_place(p, URIEL_REFERENCE, p->at, p->end);
  uriel_url_strip(p);
  if (p->options) {
    const char *const tab = url_find(p->at, p->end, URL_TAB);
    if (tab < p->end)
      uriel_url_report(p, URIEL_ERROR_URL_INVALID_URL_UNIT, tab);
  }
  const char *const colon = uriel_url_scheme_end(p);
  if (!colon || colon == p->end)
    return url_no_scheme_state(p);
  url->scheme = view_of(p->at, colon);
  url->special = uriel_url_special_of(url->scheme);
  uriel_url_place(p, URIEL_SCHEME, p->at, colon);
  url_go(p, colon + 1);
  if (url->special == URL_FILE) {
    if (!url_at_slashes(p))
      url_report_slashes(p);
    return url_file_state(p);
  }
  if (url->special != URL_NOT_SPECIAL) {
    if (!p->base || uriel_url_special_of(component_scheme(p->base)) != url->special || url_at_slashes(p))
      return url_special_authority_slashes_state(p);
    url_report_slashes(p);
    return url_relative_state(p);
  }
  if (url_c(p) != '/')
    return url_opaque_path_state(p);
  url_next(p);
  if (url_c(p) != '/')
    return url_path_state(p, p->at);
  url_next(p);
  return url_authority_state(p);
}
