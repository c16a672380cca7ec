/* SPDX-License-Identifier: MIT */
/* The targets of HTTP requests (RFC 9112, 3.2 and 3.3). */
#include "text/bytes.h"
#include "uri/blame.h"
#include "uri/component.h"
#include "uriel_http.h"

/* A target that is being read. */
typedef struct http_reading {
  uriel_text text;
  uriel_http_target *target;
  uriel_error *error;
} http_reading;

static bool http_is(uriel_text text, const char *wanted)
{
  return view_equal(text, uriel_text_of(wanted));
}

/* `at` is an offset into the part that is at fault. */
static bool http_fails(const http_reading *r, uriel_error_code code, uriel_component component,
                       uriel_text part, size_t at)
{
  *r->target = (uriel_http_target){0};
  error_store(r->error, error_at(code, component, r->text.ptr, part, part.ptr + at));
  return false;
}

/* Whether a component, if it is defined, keeps its own rule. */
static bool http_component(const http_reading *r, uriel_component component, uriel_text part)
{
  size_t at = 0;
  if (!view_defined(part))
    return true;
  const uriel_error_code code = uriel_component_error(component, part, &at);
  return code == URIEL_ERROR_NONE || http_fails(r, code, component, part, at);
}

/* absolute-path [ "?" query ] (3.2.1) */
static bool http_origin(const http_reading *r)
{
  uriel_parts *const parts = &r->target->parts;
  const char *const end = r->text.ptr + r->text.len;
  const char *const mark = view_find(r->text.ptr, end, '?');
  r->target->form = URIEL_HTTP_ORIGIN;
  parts->path = view_of(r->text.ptr, mark);
  parts->query = mark == end ? view_undefined() : view_of(mark + 1, end);
  return http_component(r, URIEL_PATH, parts->path) && http_component(r, URIEL_QUERY, parts->query);
}

/* RFC 9110, 4.2.1 and 4.2.2: an http URI with an empty host is invalid. */
static bool http_lacks_host(const uriel_ref *ref)
{
  const uriel_text scheme = component_scheme(ref);
  const bool secured = scheme.len == 5 && byte_lower(scheme.ptr[4]) == 's';
  if ((scheme.len != 4 && !secured) || component_host(ref).len > 0)
    return false;
  for (size_t i = 0; i < 4; i++)
    if (byte_lower(scheme.ptr[i]) != "http"[i])
      return false;
  return true;
}

/* absolute-URI (3.2.2) has no fragment: "#" is a character that is not allowed. */
static bool http_absolute(const http_reading *r)
{
  const uriel_text text = r->text;
  const char *const end = text.ptr + text.len, *const hash = view_find(text.ptr, end, '#');
  size_t scheme = 0; /* the length of the bytes that could be a scheme */
  uriel_ref ref;
  while (scheme < text.len && byte_is(text.ptr[scheme], scheme > 0 ? BYTE_SCHEME : BYTE_ALPHA))
    scheme++;
  if (scheme == 0 || scheme == text.len || text.ptr[scheme] != ':')
    return http_fails(r, URIEL_ERROR_TARGET_FORM, URIEL_REFERENCE, text, scheme);
  if (!uriel_parse(&ref, text.ptr, (size_t)(hash - text.ptr), r->error))
    return false;
  if (hash < end) {
    const bool query = ref.path_end != ref.query_end;
    const char *const begin = text.ptr + (query ? ref.path_end + 1 : ref.path_begin);
    return http_fails(r, query ? URIEL_ERROR_QUERY_CHARACTER : URIEL_ERROR_PATH_CHARACTER,
                      query ? URIEL_QUERY : URIEL_PATH, view_of(begin, end), (size_t)(hash - begin));
  }
  if (http_lacks_host(&ref)) {
    const char *const host = text.ptr + (ref.host_begin ? ref.host_begin : ref.path_begin);
    return http_fails(r, URIEL_ERROR_HOST_EMPTY, URIEL_HOST, view_of(host, host), 0);
  }
  *r->target = (uriel_http_target){URIEL_HTTP_ABSOLUTE, uriel_parts_of(&ref)};
  return true;
}

/* uri-host ":" port (3.2.3). Neither may be empty, and the port may not exceed 65535 (RFC 9110,
 * 9.3.6). */
static bool http_authority(const http_reading *r)
{
  uriel_parts *const parts = &r->target->parts;
  uint16_t number;
  uriel_error port;
  r->target->form = URIEL_HTTP_AUTHORITY;
  uriel_split_host(r->text, parts);
  parts->path = view_of(r->text.ptr, r->text.ptr);
  if (!http_component(r, URIEL_HOST, parts->host))
    return false;
  if (!view_defined(parts->port))
    return http_fails(r, URIEL_ERROR_TARGET_FORM, URIEL_REFERENCE, r->text, r->text.len);
  if (parts->host.len == 0)
    return http_fails(r, URIEL_ERROR_HOST_EMPTY, URIEL_HOST, parts->host, 0);
  if (uriel_port_parse(&number, parts->port.ptr, parts->port.len, &port))
    return true;
  return http_fails(r, port.code == URIEL_ERROR_NONE ? URIEL_ERROR_PORT_EMPTY : port.code, URIEL_PORT,
                    parts->port, port.offset);
}

bool uriel_http_target_parse(uriel_http_target *target, const char *method, size_t method_len,
                             const char *text, size_t len, uriel_error *error)
{
  const http_reading r = {{len ? text : "", len}, target, error};
  const uriel_text name = {method, method_len};
  *target = (uriel_http_target){0};
  error_store(error, (uriel_error){.code = URIEL_ERROR_NONE});
  if (http_is(name, "CONNECT"))
    return http_authority(&r);
  if (len > 0 && text[0] == '/')
    return http_origin(&r);
  if (!http_is(r.text, "*") || !http_is(name, "OPTIONS"))
    return http_absolute(&r);
  *target = (uriel_http_target){URIEL_HTTP_ASTERISK, {.path = view_of(r.text.ptr, r.text.ptr)}};
  return true;
}

size_t uriel_http_target_uri(const uriel_http_target *target, uriel_text scheme, uriel_text host,
                             char *out, size_t capacity, uriel_error *error)
{
  uriel_parts parts = target->parts;
  if (target->form == 0) {
    error_store(error, (uriel_error){.code = URIEL_ERROR_ARGUMENT, .part = "target"});
    return URIEL_FAILED;
  }
  if (target->form != URIEL_HTTP_ABSOLUTE) {
    parts.scheme = view_defined(scheme) ? scheme : uriel_text_of("");
    if (target->form != URIEL_HTTP_AUTHORITY && view_defined(host))
      uriel_split_host(host, &parts);
    if (parts.host.len == 0) {
      error_store(error, (uriel_error){.code = URIEL_ERROR_HOST_EMPTY, .component = URIEL_HOST});
      return URIEL_FAILED;
    }
  }
  return uriel_build(&parts, out, capacity, error);
}
