/* SPDX-License-Identifier: MIT */
/* Components of a parsed reference, and the names of the enumerators. */
#include "uri/component.h"

uriel_text uriel_component_get(const uriel_ref *ref, uriel_component component)
{
  switch (component) {
  case URIEL_REFERENCE:
    return component_span(ref, true, 0, ref->length);
  case URIEL_SCHEME:
    return component_scheme(ref);
  case URIEL_AUTHORITY:
    return component_authority(ref);
  case URIEL_USERINFO:
    return component_userinfo(ref);
  case URIEL_HOST:
    return component_host(ref);
  case URIEL_PORT:
    return component_port(ref);
  case URIEL_PATH:
    return component_path(ref);
  case URIEL_QUERY:
    return component_query(ref);
  case URIEL_FRAGMENT:
    return component_fragment(ref);
  }
  return view_undefined();
}

uriel_text uriel_scheme(const uriel_ref *ref)
{
  return component_scheme(ref);
}

uriel_text uriel_authority(const uriel_ref *ref)
{
  return component_authority(ref);
}

uriel_text uriel_userinfo(const uriel_ref *ref)
{
  return component_userinfo(ref);
}

uriel_text uriel_host(const uriel_ref *ref)
{
  return component_host(ref);
}

uriel_text uriel_port(const uriel_ref *ref)
{
  return component_port(ref);
}

uriel_text uriel_path(const uriel_ref *ref)
{
  return component_path(ref);
}

uriel_text uriel_query(const uriel_ref *ref)
{
  return component_query(ref);
}

uriel_text uriel_fragment(const uriel_ref *ref)
{
  return component_fragment(ref);
}

uriel_form uriel_form_of(const uriel_ref *ref)
{
  if (ref->scheme_end == 0)
    return URIEL_FORM_RELATIVE;
  const bool rooted = ref->path_begin < ref->path_end && ref->text[ref->path_begin] == '/';
  return ref->host_begin != 0 || rooted ? URIEL_FORM_ABSOLUTE : URIEL_FORM_OPAQUE;
}

uriel_text uriel_user(const uriel_ref *ref)
{
  uriel_text userinfo = component_userinfo(ref);
  return view_take(&userinfo, ':');
}

uriel_text uriel_password(const uriel_ref *ref)
{
  uriel_text userinfo = component_userinfo(ref);
  view_take(&userinfo, ':');
  return userinfo;
}

uriel_ref uriel_without_fragment(const uriel_ref *ref)
{
  uriel_ref less = *ref;
  const char *const end = ref->text + ref->query_end;
  less.length = ref->query_end;
  if (less.length < ref->length && (ref->flags & URIEL_HAS_PERCENT) &&
      view_find(ref->text, end, '%') == end)
    less.flags &= ~(uint32_t)URIEL_HAS_PERCENT;
  return less;
}

uriel_ref uriel_rebase(const uriel_ref *ref, const char *text)
{
  uriel_ref moved = *ref;
  moved.text = text ? text : "";
  return moved;
}

bool uriel_refuse_row(const uriel_ref *ref, uriel_error *error)
{
  if (!(ref->flags & URIEL_INVALID))
    return false;
  if (error)
    *error = (uriel_error){.code = URIEL_ERROR_ROW_INVALID, .length = ref->length};
  return true;
}

const char uriel_parts_of_row[1] = "";

uriel_parts uriel_parts_of(const uriel_ref *ref)
{
  if (ref->flags & URIEL_INVALID)
    return (uriel_parts){.scheme = uriel_text_of(uriel_parts_of_row)};
  const uriel_parts parts = {
      component_scheme(ref), component_userinfo(ref), component_host(ref),     component_port(ref),
      component_path(ref),   component_query(ref),    component_fragment(ref),
  };
  return parts;
}

/* Callers from other languages pass numbers: a number without a meaning has an empty name. */
const char *uriel_component_name(uriel_component component)
{
  static const char *const names[] = {
      "reference", "scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment",
  };
  return (size_t)component < sizeof names / sizeof *names ? names[component] : "";
}

const char *uriel_form_name(uriel_form form)
{
  static const char *const names[] = {"", "absolute", "relative", "opaque"};
  return (size_t)form < sizeof names / sizeof *names ? names[form] : "";
}

const char *uriel_host_kind_name(uriel_host_kind kind)
{
  static const char *const names[] = {"none", "name", "ipv4", "ipv6", "ipvfuture"};
  return (size_t)kind < sizeof names / sizeof *names ? names[kind] : "";
}

const char *uriel_level_name(uriel_level level)
{
  static const char *const names[] = {"string", "case", "percent", "path", "scheme", "different"};
  return (size_t)level < sizeof names / sizeof *names ? names[level] : "";
}

const char *uriel_version(void)
{
  return URIEL_VERSION;
}

/* ---- Segments of a path --------------------------------------------------------------------------- */

bool uriel_segment_next(uriel_text *rest, uriel_text *segment)
{
  if (rest->len == 0)
    return false;
  const char *const end = rest->ptr + rest->len;
  const char *const begin = rest->ptr[0] == '/' ? rest->ptr + 1 : rest->ptr;
  const char *const slash = view_find(begin, end, '/');
  *segment = view_of(begin, slash);
  *rest = view_of(slash, end);
  return true;
}

/* ---- Splitting (RFC 3986, Appendix B) ------------------------------------------------------------- */

/* Returns the first byte in [at, end) that is one of `delimiters`, or `end`. */
static const char *split_until(const char *at, const char *end, const char *delimiters)
{
  for (; at < end; at++)
    for (const char *d = delimiters; *d; d++)
      if (*at == *d)
        return at;
  return end;
}

/* Returns the end of the host that begins at `host`. */
static const char *split_host_end(const char *host, const char *end)
{
  if (host < end && *host == '[') {
    const char *const bracket = view_find(host, end, ']');
    if (bracket == end)
      return end;
    host = bracket;
  }
  return view_find(host, end, ':');
}

void uriel_split_host(uriel_text text, uriel_parts *parts)
{
  const char *const end = text.ptr + text.len;
  const char *const host_end = split_host_end(text.ptr, end);
  parts->host = view_of(text.ptr, host_end);
  parts->port = host_end == end ? view_undefined() : view_of(host_end + 1, end);
}

void uriel_split_authority(uriel_text authority, uriel_parts *parts)
{
  const char *const end = authority.ptr + authority.len;
  const char *const at_sign = view_find(authority.ptr, end, '@');
  const char *const host = at_sign == end ? authority.ptr : at_sign + 1;
  parts->userinfo = at_sign == end ? view_undefined() : view_of(authority.ptr, at_sign);
  uriel_split_host(view_of(host, end), parts);
}

void uriel_split(uriel_ref *ref, const char *text, uint32_t len)
{
  const char *at = text;
  const char *const end = text + len;
  *ref = (uriel_ref){.text = text, .length = len};
  const char *const colon = split_until(at, end, ":/?#");
  if (colon > text && colon < end && *colon == ':') {
    ref->scheme_end = (uint32_t)(colon - text);
    at = colon + 1;
  }
  if (end - at >= 2 && at[0] == '/' && at[1] == '/') {
    const uriel_text authority = view_of(at + 2, split_until(at + 2, end, "/?#"));
    uriel_parts parts;
    uriel_split_authority(authority, &parts);
    ref->host_begin = (uint32_t)(parts.host.ptr - text);
    ref->host_end = (uint32_t)(parts.host.ptr + parts.host.len - text);
    at = authority.ptr + authority.len;
  }
  ref->path_begin = (uint32_t)(at - text);
  at = split_until(at, end, "?#");
  ref->path_end = (uint32_t)(at - text);
  if (at < end && *at == '?')
    at = view_find(at, end, '#');
  ref->query_end = (uint32_t)(at - text);
}
