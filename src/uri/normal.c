/* SPDX-License-Identifier: MIT */
/* A reference's normal form at a rung of the ladder (RFC 3986, 6.2). */
#include "uri/normal.h"

#include "uri/generation.h"
#include "uri/schemes.h"

static bool normal_is_default_port(uriel_text port, uint16_t number)
{
  uint32_t value = 0;
  for (size_t i = 0; i < port.len; i++) {
    value = value * 10 + (uint32_t)(port.ptr[i] - '0');
    if (value > UINT16_MAX)
      return false;
  }
  return value == number;
}

static uriel_text normal_port(uriel_text port, const scheme_defaults *scheme)
{
  if (port.len == 0)
    return view_undefined();
  if (!scheme)
    return port;
  if (normal_is_default_port(port, scheme->port))
    return view_undefined();
  while (port.len > 1 && port.ptr[0] == '0') {
    port.ptr++;
    port.len--;
  }
  return port;
}

/* 6.2.3 */
static void normal_by_scheme(normal_form *n)
{
  const scheme_defaults *const scheme = uriel_scheme_defaults(n->scheme);
  n->port = normal_port(n->port, scheme);
  if (scheme && n->path.len == 0 && view_defined(n->host))
    n->path = uriel_text_of(scheme->path);
}

normal_form uriel_normal_form(const uriel_ref *ref, uriel_rung rung)
{
  const generation *const g = generation_of(ref);
  if (g)
    return g->normal(ref, rung);
  const uriel_parts parts = uriel_parts_of(ref);
  /* What the parse saw none of needs no looking for. */
  const bool percent = (ref->flags & URIEL_HAS_PERCENT) != 0;
  const bool decode = percent && rung >= URIEL_RUNG_PERCENT;
  const bool fold = percent || (ref->flags & URIEL_HAS_UPPER);
  normal_form n = {
      .scheme = parts.scheme,
      .userinfo = parts.userinfo,
      .host = parts.host,
      .port = parts.port,
      .path = parts.path,
      .query = parts.query,
      .fragment = parts.fragment,
      .scheme_rules = {false, false, fold},
      .rules = {percent, decode, false},
      .host_rules = {percent, decode, fold},
  };
  n.segmented = rung >= URIEL_RUNG_PATH && (ref->flags & (URIEL_HAS_DOT_SEGMENT | URIEL_HAS_PERCENT));
  const bool rootless = n.path.len > 0 && n.path.ptr[0] != '/';
  n.mode = rootless && !view_defined(n.scheme) ? SEGMENTS_RELATIVE : SEGMENTS_RESOLVED;
  if (rung >= URIEL_RUNG_SCHEME)
    normal_by_scheme(&n);
  return n;
}
