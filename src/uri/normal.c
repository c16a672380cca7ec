/* SPDX-License-Identifier: MIT */
/* A reference's normal form at a level of the ladder (RFC 3986, 6.2). */
#include "uri/normal.h"

#include "scan/scan.h"
#include "uri/port.h"

static bool normal_port_is(uriel_text port, uint16_t wanted)
{
  uint16_t number;
  return wanted > 0 && port.len > 0 && port_read(port, &number) == port.len && number == wanted;
}

bool uriel_normal_default_port(const normal_form *n)
{
  return normal_port_is(n->port, uriel_default_port(n->scheme));
}

void uriel_normal_authority(scheme_defaults scheme, uriel_text *port, uriel_text *path)
{
  if (port->len == 0 || normal_port_is(*port, scheme.port))
    *port = view_undefined();
  /* If the port is a number. */
  while (scheme.port > 0 && port->len > 1 && port->ptr[0] == '0')
    *port = view_of(port->ptr + 1, port->ptr + port->len);
  if (path && path->len == 0)
    *path = uriel_text_of(scheme.empty_path ? scheme.empty_path : "/");
}

/* Looks up a scheme only for a port or an empty path, which few references have. */
static void normal_authority(normal_form *n, const scheme_defaults *own)
{
  if (!view_defined(n->host) || (!view_defined(n->port) && n->path.len > 0))
    return;
  const scheme_defaults built_in = {own ? 0 : uriel_default_port(n->scheme), NULL};
  uriel_normal_authority(own ? *own : built_in, &n->port, view_defined(n->scheme) ? &n->path : NULL);
}

/* Reports whether port and path, after an authority, already have the scheme's normal form. */
static bool normal_authority_stands(const uriel_ref *ref, const scheme_defaults *own)
{
  normal_form n = uriel_normal_written(ref);
  const normal_form written = n;
  normal_authority(&n, own);
  return n.port.ptr == written.port.ptr && n.path.ptr == written.path.ptr;
}

/* With only a host as its authority, it changes if that is "localhost" (RFC 8089, 2). */
bool uriel_normal_file_changes(const uriel_ref *ref)
{
  enum { LOCALHOST = sizeof "localhost" - 1 };
  const uint32_t len = ref->host_end - ref->host_begin;
  if (ref->host_begin == 0 || ref->host_end != ref->path_begin)
    return true;
  return len > 0 &&
         ((ref->flags & URIEL_HAS_PERCENT) ||
          (len == LOCALHOST && fold_equal(ref->text + ref->host_begin, "localhost", LOCALHOST)));
}

uint32_t uriel_normal_hints(const uriel_ref *ref, uriel_level level)
{
  const uint32_t hints = level == URIEL_LEVEL_STRING ? 0 : normal_hints(ref, level);
  const uriel_text whole = {ref->text, ref->length};
  /* Case folding must skip the digits of "%XX", and the schemes' own forms are read in units. */
  const bool needs_units = (hints & (URIEL_SPEC_MASK | URIEL_HAS_UPPER)) ||
                           (level >= URIEL_LEVEL_SCHEME && normal_scheme_changes(ref));
  /* RFC 3987 has the forms of RFC 3986, and decodes more. */
  if (uriel_spec_of(ref) == URIEL_SPEC_IRI)
    return hints & ~(uint32_t)URIEL_SPEC_MASK;
  if ((hints & URIEL_HAS_PERCENT) && !needs_units &&
      uriel_triplets_stand(whole, level >= URIEL_LEVEL_PERCENT))
    return hints & ~(uint32_t)URIEL_HAS_PERCENT;
  return hints;
}

bool uriel_normal_stands(const uriel_ref *ref, uriel_level level, uint32_t hints,
                         const scheme_defaults *own)
{
  return hints == 0 && (level < URIEL_LEVEL_SCHEME || normal_scheme_silent(ref) ||
                        (!normal_scheme_changes(ref) && normal_authority_stands(ref, own)));
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
  return (normal_form){.ref = ref,
                       .scheme = component_scheme(ref),
                       .userinfo = component_userinfo(ref),
                       .host = component_host(ref),
                       .port = component_port(ref),
                       .path = component_path(ref),
                       .query = component_query(ref),
                       .fragment = component_fragment(ref),
                       .mode = SEGMENTS_WRITTEN};
}

bool uriel_normal_encodes_dots(uriel_text path)
{
  const char *const end = path.ptr + path.len;
  for (const char *at = view_find(path.ptr, end, '%'); at < end; at = view_find(at + 1, end, '%'))
    if (triplet_at(at, end) && triplet_value(at) == '.')
      return true;
  return false;
}

normal_form uriel_normal_form(const uriel_ref *ref, uriel_level level, uint32_t hints,
                              const scheme_defaults *own)
{
  /* Do not search for characters that the parser did not see. */
  const bool percent = (hints & URIEL_HAS_PERCENT) != 0, upper = (hints & URIEL_HAS_UPPER) != 0;
  const unsigned decoded = uriel_spec_of(ref) == URIEL_SPEC_IRI ? DECODE_IRI : BYTE_UNRESERVED;
  const unsigned decode = percent && level >= URIEL_LEVEL_PERCENT ? decoded : 0;
  normal_form n = uriel_normal_written(ref);
  n.scheme_rules = (unit_rules){false, 0, upper};
  n.rules = (unit_rules){percent, decode, false};
  n.host_rules = (unit_rules){percent, decode, upper || percent};
  n.segmented = level >= URIEL_LEVEL_PATH &&
                ((hints & URIEL_HAS_DOT_SEGMENT) || (percent && uriel_normal_encodes_dots(n.path)));
  const bool rootless = n.path.len > 0 && n.path.ptr[0] != '/';
  n.mode = rootless && !view_defined(n.scheme) ? SEGMENTS_RELATIVE : SEGMENTS_RESOLVED;
  if (level >= URIEL_LEVEL_SCHEME)
    normal_authority(&n, own);
  return n;
}
