/* SPDX-License-Identifier: MIT */
/* Splits any text into components, valid or not (RFC 3986, Appendix B). */
#include "uri/split.h"

#include "text/text.h"

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
