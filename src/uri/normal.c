/* SPDX-License-Identifier: MIT */
/* A reference's normal form at a rung of the ladder (RFC 3986, 6.2). */
#include "uri/normal.h"

#include "uri/generation.h"
#include "uri/port.h"

static bool normal_port_is(const normal_form *n, const uriel_scheme_info *info)
{
  uint16_t number;
  return info && info->port > 0 && n->port.len > 0 && port_read(n->port, &number) == n->port.len &&
         number == info->port;
}

bool uriel_normal_default_port(const normal_form *n)
{
  return normal_port_is(n, uriel_scheme_find(NULL, n->scheme.ptr, n->scheme.len));
}

/* 6.2.3. Few references have a port or an empty path, for which alone a scheme is looked up. */
static void normal_authority(normal_form *n, const uriel_registry *registry)
{
  if (!view_defined(n->host) || (!view_defined(n->port) && n->path.len > 0))
    return;
  const uriel_scheme_info *const info = uriel_scheme_find(registry, n->scheme.ptr, n->scheme.len);
  if (n->port.len == 0 || normal_port_is(n, info))
    n->port = view_undefined();
  /* Where a port is known to be a number. */
  while (info && info->port > 0 && n->port.len > 1 && n->port.ptr[0] == '0')
    n->port = view_of(n->port.ptr + 1, n->port.ptr + n->port.len);
  if (info && info->empty_path && n->path.len == 0)
    n->path = uriel_text_of(info->empty_path);
}

static bool normal_give_plain(pieces *p, uriel_text *piece, unit_rules *rules)
{
  const bool first = p->state == 0;
  p->state = 1;
  *piece = p->text;
  *rules = p->rules;
  return first;
}

pieces uriel_normal_plain(uriel_text text, unit_rules rules)
{
  return (pieces){.next = normal_give_plain, .rules = rules, .text = text};
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

normal_form uriel_normal_form(const uriel_ref *ref, uriel_rung rung, const uriel_registry *registry)
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
  if (rung >= URIEL_RUNG_SCHEME) {
    normal_authority(&n, registry);
    if (view_defined(n.scheme))
      uriel_normal_by_scheme(&n, URIEL_SPEC_RFC3986);
  }
  return n;
}
