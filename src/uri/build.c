/* SPDX-License-Identifier: MIT */
/* Building a reference from components, and editing one (RFC 3986, 5.3), with what 3.2 and 3.3 forbid
 * refused. */
#include "text/percent.h"
#include "uri/blame.h"
#include "uri/split.h"

static bool build_fault(uriel_fault *fault, uriel_fault_code code, uriel_component component,
                        uriel_text text, size_t at)
{
  if (fault)
    *fault = (uriel_fault){.code = code, .component = component, .offset = at, .length = text.len};
  return false;
}

static bool build_check(uriel_component component, uriel_text text, uriel_fault *fault)
{
  size_t at = 0;
  if (!view_defined(text))
    return true;
  const uriel_fault_code code = uriel_component_fault(component, text, &at);
  return code == URIEL_FAULT_NONE || build_fault(fault, code, component, text, at);
}

static bool build_check_authority(const uriel_parts *parts, uriel_fault *fault)
{
  if (!view_defined(parts->host) && view_defined(parts->userinfo))
    return build_fault(fault, URIEL_FAULT_HOST_MISSING, URIEL_USERINFO, parts->userinfo, 0);
  if (!view_defined(parts->host) && view_defined(parts->port))
    return build_fault(fault, URIEL_FAULT_HOST_MISSING, URIEL_PORT, parts->port, 0);
  return build_check(URIEL_USERINFO, parts->userinfo, fault) &&
         build_check(URIEL_HOST, parts->host, fault) && build_check(URIEL_PORT, parts->port, fault);
}

/* 3.3: which paths go with and without an authority and a scheme. */
static bool build_check_path(const uriel_parts *parts, uriel_fault *fault)
{
  const uriel_text path = parts->path;
  if (path.len == 0)
    return true;
  const char *const end = path.ptr + path.len;
  if (view_defined(parts->host))
    return path.ptr[0] == '/' || build_fault(fault, URIEL_FAULT_PATH_NOT_ABSOLUTE, URIEL_PATH, path, 0);
  if (path.len > 1 && path.ptr[0] == '/' && path.ptr[1] == '/')
    return build_fault(fault, URIEL_FAULT_PATH_DOUBLE_SLASH, URIEL_PATH, path, 1);
  const char *const segment_end = view_find(path.ptr, end, '/');
  const char *const colon = view_find(path.ptr, segment_end, ':');
  if (!view_defined(parts->scheme) && colon != segment_end)
    return build_fault(fault, URIEL_FAULT_PATH_COLON, URIEL_PATH, path, (size_t)(colon - path.ptr));
  return true;
}

static bool build_check_parts(const uriel_parts *parts, uriel_fault *fault)
{
  return build_check(URIEL_SCHEME, parts->scheme, fault) && build_check_authority(parts, fault) &&
         build_check(URIEL_PATH, parts->path, fault) && build_check_path(parts, fault) &&
         build_check(URIEL_QUERY, parts->query, fault) &&
         build_check(URIEL_FRAGMENT, parts->fragment, fault);
}

static void build_write(writer *w, const uriel_parts *parts)
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

size_t uriel_build(const uriel_parts *parts, char *out, size_t capacity, uriel_fault *fault)
{
  writer length = writer_to(NULL, 0), w = writer_to(out, capacity);
  if (fault)
    *fault = (uriel_fault){.code = URIEL_FAULT_NONE};
  if (!build_check_parts(parts, fault))
    return URIEL_FAILED;
  build_write(&length, parts);
  if (length.len > UINT32_MAX) {
    if (fault)
      *fault = (uriel_fault){.code = URIEL_FAULT_TOO_LONG, .offset = UINT32_MAX, .length = length.len};
    return URIEL_FAILED;
  }
  build_write(&w, parts);
  return w.len;
}

static void build_set_authority(uriel_parts *parts, uriel_text value)
{
  parts->userinfo = parts->host = parts->port = value;
  if (view_defined(value))
    uriel_split_authority(value, parts);
}

size_t uriel_component_set(const uriel_ref *ref, uriel_component component, uriel_text value, char *out,
                           size_t capacity, uriel_fault *fault)
{
  uriel_parts parts = uriel_parts_of(ref);
  uriel_ref whole;
  switch (component) {
  case URIEL_SCHEME:
    parts.scheme = value;
    break;
  case URIEL_AUTHORITY:
    build_set_authority(&parts, value);
    break;
  case URIEL_USERINFO:
    parts.userinfo = value;
    break;
  case URIEL_HOST:
    parts.host = value;
    break;
  case URIEL_PORT:
    parts.port = value;
    break;
  case URIEL_PATH:
    parts.path = value;
    break;
  case URIEL_QUERY:
    parts.query = value;
    break;
  case URIEL_FRAGMENT:
    parts.fragment = value;
    break;
  case URIEL_REFERENCE:
    if (!uriel_parse(&whole, value.ptr, value.len, fault))
      return URIEL_FAILED;
    parts = uriel_parts_of(&whole);
    break;
  }
  return uriel_build(&parts, out, capacity, fault);
}
