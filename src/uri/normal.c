/* SPDX-License-Identifier: MIT */
/* A reference's normal form at a rung of the ladder (RFC 3986, 6.2). */
#include "uri/normal.h"

#include "uri/generation.h"
#include "uri/port.h"
#include "uri/schemes.h"

bool uriel_normal_default_port(const normal_form *n)
{
  const scheme_defaults *const scheme = uriel_scheme_defaults(n->scheme);
  uint16_t number;
  return scheme && n->port.len > 0 && port_read(n->port, &number) == n->port.len &&
         number == scheme->port;
}

/* 6.2.3 */
static void normal_by_scheme(normal_form *n)
{
  const scheme_defaults *const scheme = uriel_scheme_defaults(n->scheme);
  if (n->port.len == 0 || uriel_normal_default_port(n))
    n->port = view_undefined();
  /* Where a port is known to be a number. */
  while (scheme && n->port.len > 1 && n->port.ptr[0] == '0')
    n->port = view_of(n->port.ptr + 1, n->port.ptr + n->port.len);
  if (scheme && n->path.len == 0 && view_defined(n->host))
    n->path = uriel_text_of(scheme->path);
}

normal_form uriel_normal_written(const uriel_ref *ref)
{
  const uriel_parts parts = uriel_parts_of(ref);
  return (normal_form){.scheme = parts.scheme,
                       .userinfo = parts.userinfo,
                       .host = parts.host,
                       .port = parts.port,
                       .path = parts.path,
                       .query = parts.query,
                       .fragment = parts.fragment,
                       .mode = SEGMENTS_WRITTEN};
}

normal_form uriel_normal_form(const uriel_ref *ref, uriel_rung rung)
{
  const generation *const g = generation_of(ref);
  if (g && g->normal)
    return g->normal(ref, rung);
  /* What the parse saw none of needs no looking for. */
  const bool percent = (ref->flags & URIEL_HAS_PERCENT) != 0;
  const unsigned decode = percent && rung >= URIEL_RUNG_PERCENT ? BYTE_UNRESERVED : 0;
  const bool fold = percent || (ref->flags & URIEL_HAS_UPPER);
  normal_form n = uriel_normal_written(ref);
  n.scheme_rules = (unit_rules){false, 0, fold};
  n.rules = (unit_rules){percent, decode, false};
  n.host_rules = (unit_rules){percent, decode, fold};
  n.segmented = rung >= URIEL_RUNG_PATH && (ref->flags & (URIEL_HAS_DOT_SEGMENT | URIEL_HAS_PERCENT));
  const bool rootless = n.path.len > 0 && n.path.ptr[0] != '/';
  n.mode = rootless && !view_defined(n.scheme) ? SEGMENTS_RELATIVE : SEGMENTS_RESOLVED;
  if (rung >= URIEL_RUNG_SCHEME)
    normal_by_scheme(&n);
  return n;
}
