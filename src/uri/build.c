/* SPDX-License-Identifier: MIT */
/* Builds a reference from components, and edits one (RFC 3986, 5.3). Refuses components that 3.2 and
 * 3.3 forbid. */
#include "uri/build.h"
#include "text/text.h"
#include "uri/blame.h"
#include "uri/component.h"
#include "uri/segments.h"

static bool build_error(uriel_error *error, uriel_error_code code, uriel_component component,
                        uriel_text text, size_t at)
{
  if (error)
    *error = (uriel_error){
        .code = code, .component = component, .offset = at, .length = text.len, .blamed = at + 1};
  return false;
}

static bool build_check(uriel_component component, uriel_text text, unsigned changed, uriel_error *error)
{
  size_t at = 0;
  if (!view_defined(text) || !(changed >> component & 1))
    return true;
  const uriel_error_code code = uriel_component_error(component, text, &at);
  return code == URIEL_ERROR_NONE || build_error(error, code, component, text, at);
}

static bool build_check_authority(const uriel_parts *parts, unsigned changed, uriel_error *error)
{
  if (!view_defined(parts->host) && view_defined(parts->userinfo))
    return build_error(error, URIEL_ERROR_HOST_MISSING, URIEL_USERINFO, parts->userinfo, 0);
  if (!view_defined(parts->host) && view_defined(parts->port))
    return build_error(error, URIEL_ERROR_HOST_MISSING, URIEL_PORT, parts->port, 0);
  return build_check(URIEL_USERINFO, parts->userinfo, changed, error) &&
         build_check(URIEL_HOST, parts->host, changed, error) &&
         build_check(URIEL_PORT, parts->port, changed, error);
}

/* 3.3: the paths that are allowed with and without authority and scheme. */
static bool build_check_path(const uriel_parts *parts, uriel_error *error)
{
  const uriel_text path = parts->path;
  if (path.len == 0)
    return true;
  const char *const end = path.ptr + path.len;
  if (view_defined(parts->host))
    return path.ptr[0] == '/' || build_error(error, URIEL_ERROR_PATH_NOT_ABSOLUTE, URIEL_PATH, path, 0);
  if (path.len > 1 && path.ptr[0] == '/' && path.ptr[1] == '/')
    return build_error(error, URIEL_ERROR_PATH_DOUBLE_SLASH, URIEL_PATH, path, 1);
  const char *const segment_end = view_find(path.ptr, end, '/');
  const char *const colon = view_find(path.ptr, segment_end, ':');
  if (!view_defined(parts->scheme) && colon != segment_end)
    return build_error(error, URIEL_ERROR_PATH_COLON, URIEL_PATH, path, (size_t)(colon - path.ptr));
  return true;
}

void uriel_build_write(writer *w, const uriel_parts *parts)
{
  uriel_write_part(w, "", parts->scheme, ":");
  if (view_defined(parts->host)) {
    write_string(w, "//");
    uriel_write_part(w, "", parts->userinfo, "@");
    write_view(w, parts->host);
    uriel_write_part(w, ":", parts->port, "");
  }
  write_view(w, parts->path);
  uriel_write_part(w, "?", parts->query, "");
  uriel_write_part(w, "#", parts->fragment, "");
}

size_t uriel_build_changed(const uriel_parts *parts, unsigned changed, char *out, size_t capacity,
                           uriel_error *error)
{
  writer length = writer_to(NULL, 0), w = writer_to(out, capacity);
  if (error)
    *error = (uriel_error){.code = URIEL_ERROR_NONE};
  if (!build_check(URIEL_SCHEME, parts->scheme, changed, error) ||
      !build_check_authority(parts, changed, error) ||
      !build_check(URIEL_PATH, parts->path, changed, error) || !build_check_path(parts, error) ||
      !build_check(URIEL_QUERY, parts->query, changed, error) ||
      !build_check(URIEL_FRAGMENT, parts->fragment, changed, error)) {
    if (error && parts->scheme.ptr == uriel_parts_of_row)
      *error = (uriel_error){.code = URIEL_ERROR_ROW_INVALID};
    return URIEL_FAILED;
  }
  if (uriel_build_bound(parts) > UINT32_MAX)
    uriel_build_write(&length, parts);
  if (length.len > UINT32_MAX) {
    build_error(error, URIEL_ERROR_TOO_LONG, URIEL_REFERENCE, (uriel_text){NULL, length.len},
                UINT32_MAX);
    return URIEL_FAILED;
  }
  uriel_build_write(&w, parts);
  return w.len;
}

size_t uriel_build(const uriel_parts *parts, char *out, size_t capacity, uriel_error *error)
{
  return uriel_build_changed(parts, ~0u, out, capacity, error);
}

size_t uriel_build_tail(const uriel_ref *ref, uriel_component component, uriel_text value, char *out,
                        size_t capacity, uriel_error *error)
{
  const bool query = component == URIEL_QUERY;
  const size_t begin = query ? ref->path_end : ref->query_end;
  const size_t rest = ref->length - (query ? ref->query_end : ref->length);
  const size_t len = size_add(begin + rest, view_defined(value) ? size_add(value.len, 1) : 0);
  writer w = writer_to(out, capacity);
  if (error)
    *error = (uriel_error){.code = URIEL_ERROR_NONE};
  if (!build_check(component, value, ~0u, error))
    return URIEL_FAILED;
  if (len > UINT32_MAX) {
    build_error(error, URIEL_ERROR_TOO_LONG, URIEL_REFERENCE, (uriel_text){NULL, len}, UINT32_MAX);
    return URIEL_FAILED;
  }
  uriel_write_bytes(&w, ref->text, begin);
  uriel_write_part(&w, query ? "?" : "#", value, "");
  uriel_write_bytes(&w, ref->text + ref->length - rest, rest);
  return w.len;
}

size_t uriel_segment_append(const uriel_ref *ref, const char *segment, size_t len, char *out,
                            size_t capacity, uriel_error *error)
{
  const uriel_spec spec = uriel_spec_of(ref);
  const uriel_text text = {len ? segment : "", len};
  const char *const end = ref->text + ref->path_end;
  const bool path = ref->path_end > ref->path_begin;
  const bool slash = path ? end[-1] != '/' : ref->host_begin > 0;
  const bool begins = !path && ref->host_begin == 0 && ref->scheme_end == 0;
  encode_set set = {BYTE_SEGMENT, begins ? ":" : "", "", 0};
  writer length = writer_to(NULL, 0), w = writer_to(out, capacity);
  uriel_error found = {.code = URIEL_ERROR_NONE};
  if (uriel_refuse_row(ref, error))
    return URIEL_FAILED;
  uriel_write_encoded(&length, text, &set, URIEL_ENCODE_PERCENT);
  if (spec != URIEL_SPEC_RFC3986 && spec != URIEL_SPEC_IRI && spec != URIEL_SPEC_WHATWG)
    found = (uriel_error){.code = URIEL_ERROR_ARGUMENT, .length = ref->length, .part = "ref"};
  else if (uriel_segment_dots(text, 0) != SEGMENT_PLAIN)
    found = (uriel_error){.code = URIEL_ERROR_SEGMENT_DOTS, .component = URIEL_PATH, .length = text.len};
  else if (length.len > (size_t)UINT32_MAX - ref->length - slash)
    found = (uriel_error){.code = URIEL_ERROR_TOO_LONG, .offset = UINT32_MAX};
  found.spec = spec;
  if (error)
    *error = found;
  if (found.code != URIEL_ERROR_NONE)
    return URIEL_FAILED;
  write_view(&w, view_of(ref->text, end));
  write_string(&w, slash ? "/" : "");
  uriel_write_encoded(&w, text, &set, URIEL_ENCODE_PERCENT);
  write_view(&w, view_of(end, ref->text + ref->length));
  return w.len;
}

size_t uriel_build_bound(const uriel_parts *parts)
{
  enum {
    DELIMITERS = sizeof "URL:"
                        "://@:?#" -
                 1
  };
  const uriel_text texts[] = {parts->scheme, parts->userinfo, parts->host,    parts->port,
                              parts->path,   parts->query,    parts->fragment};
  size_t sum = DELIMITERS;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    sum = size_bound(sum, texts[i].len);
  return sum;
}
