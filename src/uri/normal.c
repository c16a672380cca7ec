/* SPDX-License-Identifier: MIT */
/* A reference's normal form at a level of the ladder (RFC 3986, 6.2): whether a reference is its own,
 * the form as a view of components, and its text. */
#include "uri/normal.h"

#include "scan/scan.h"

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

void uriel_normal_authority(uriel_text scheme, const scheme_defaults *own, uriel_text *port,
                            uriel_text *path)
{
  /* Look up a scheme only for a port or an empty path, which few references have. */
  if (!port->ptr && path->len > 0)
    return;
  const scheme_defaults defaults = own ? *own : (scheme_defaults){uriel_default_port(scheme), NULL};
  uint16_t number;
  if (port->len == 0 ||
      (defaults.port > 0 && uriel_port_read(*port, &number) == port->len && number == defaults.port))
    *port = (uriel_text){NULL, 0};
  /* If the port is a number. */
  while (defaults.port > 0 && port->len > 1 && port->ptr[0] == '0')
    *port = (uriel_text){port->ptr + 1, port->len - 1};
  if (scheme.ptr && path->len == 0)
    *path = uriel_text_of(defaults.empty_path ? defaults.empty_path : "/");
}

bool uriel_normal_stands(const uriel_ref *ref, uriel_level level, const scheme_defaults *own,
                         uint32_t *hints)
{
  const unsigned spec = (ref->flags & URIEL_SPEC_MASK) >> URIEL_SPEC_SHIFT;
  const uint32_t dots = level >= URIEL_LEVEL_PATH ? URIEL_HAS_DOT_SEGMENT : 0;
  *hints = level == URIEL_LEVEL_STRING ? 0 : ref->flags & (URIEL_HAS_UPPER | URIEL_HAS_PERCENT | dots);
  if (spec == URIEL_SPEC_WHATWG || level == URIEL_LEVEL_STRING)
    return true;
  /* RFC 3987 has the forms of RFC 3986, and decodes more. Case folding must skip the digits of "%XX",
   * and the schemes' own forms are read in units: only without both are triplets read as bytes. */
  if ((spec != URIEL_SPEC_RFC3986 && spec != URIEL_SPEC_IRI) || (*hints & URIEL_HAS_UPPER) ||
      (level >= URIEL_LEVEL_SCHEME && normal_scheme_changes(ref)))
    return false;
  if (spec == URIEL_SPEC_RFC3986 && (*hints & URIEL_HAS_PERCENT) &&
      uriel_triplets_stand((uriel_text){ref->text, ref->length}, level >= URIEL_LEVEL_PERCENT))
    *hints &= ~(uint32_t)URIEL_HAS_PERCENT;
  if (*hints)
    return false;
  if (level < URIEL_LEVEL_SCHEME || ref->host_begin == 0)
    return true;
  const uriel_text written_port = component_port(ref), written_path = component_path(ref);
  uriel_text port = written_port, path = written_path;
  uriel_normal_authority(component_scheme(ref), own, &port, &path);
  return port.ptr == written_port.ptr && path.ptr == written_path.ptr;
}

normal_form uriel_normal_written(const uriel_ref *ref)
{
  const char *const text = ref->text;
  normal_form n = {.ref = ref,
                   .path = {text + ref->path_begin, ref->path_end - ref->path_begin},
                   .mode = SEGMENTS_WRITTEN};
  if (ref->scheme_end)
    n.scheme = (uriel_text){text, ref->scheme_end};
  if (ref->host_begin) {
    const uint32_t authority = ref->scheme_end ? ref->scheme_end + 3 : 2;
    if (ref->host_begin != authority)
      n.userinfo = (uriel_text){text + authority, ref->host_begin - 1 - authority};
    n.host = (uriel_text){text + ref->host_begin, ref->host_end - ref->host_begin};
    if (ref->host_end != ref->path_begin)
      n.port = (uriel_text){text + ref->host_end + 1, ref->path_begin - 1 - ref->host_end};
  }
  if (ref->path_end != ref->query_end)
    n.query = (uriel_text){text + ref->path_end + 1, ref->query_end - 1 - ref->path_end};
  if (ref->query_end != ref->length)
    n.fragment = (uriel_text){text + ref->query_end + 1, ref->length - 1 - ref->query_end};
  return n;
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
  const bool iri = (ref->flags & URIEL_SPEC_MASK) == (uint32_t)URIEL_SPEC_IRI << URIEL_SPEC_SHIFT;
  const unsigned decoded = iri ? DECODE_IRI : BYTE_UNRESERVED;
  const unsigned decode = percent && level >= URIEL_LEVEL_PERCENT ? decoded : 0;
  normal_form n = uriel_normal_written(ref);
  n.scheme_rules = (unit_rules){false, 0, upper};
  n.rules = (unit_rules){percent, decode, false};
  n.query_decode = decode == DECODE_IRI ? DECODE_IRI_QUERY : 0;
  n.host_rules = (unit_rules){percent, decode, upper || percent};
  n.segmented = level >= URIEL_LEVEL_PATH &&
                ((hints & URIEL_HAS_DOT_SEGMENT) || (percent && uriel_normal_encodes_dots(n.path)));
  const bool rootless = n.path.len > 0 && n.path.ptr[0] != '/';
  n.mode = rootless && !n.scheme.ptr ? SEGMENTS_RELATIVE : SEGMENTS_RESOLVED;
  if (level >= URIEL_LEVEL_SCHEME && n.host.ptr)
    uriel_normal_authority(n.scheme, own, &n.port, &n.path);
  return n;
}

/* ---- Writing (6.2.2 and 6.2.3) -------------------------------------------------------------------- */

pieces uriel_normal_plain(uriel_text text, unit_rules rules)
{
  return (pieces){.next = uriel_pieces_whole, .rules = rules, .text = text};
}

/* Copies the part before the path, and query and fragment, in one piece each if the form does not
 * change them. */
void uriel_normal_write(writer *w, const normal_form *n)
{
  const uriel_ref *const ref = n->ref;
  const bool keep = !n->rules.triplets && !n->rules.fold;
  if (keep && !n->scheme_rules.triplets && !n->scheme_rules.fold && ref->host_begin > 0 &&
      n->host.ptr == ref->text + ref->host_begin) {
    uriel_write_bytes(w, ref->text, ref->host_begin);
  } else {
    uriel_write_normal_part(w, "", n->scheme, n->scheme_rules, ":");
    if (n->host.ptr) {
      uriel_write_bytes(w, "//", 2);
      uriel_write_normal_part(w, "", n->userinfo, n->rules, "@");
    }
  }
  uriel_write_normal_part(w, "", n->host, n->host_rules, "");
  uriel_write_normal_part(w, ":", n->port, n->rules, "");
  const bool own = n->own && n->own->segment;
  if (!own && (!n->segmented || n->path.len == 0)) {
    uriel_write_units(w, n->path, n->rules);
  } else {
    /* By segments: the first two in the scheme's form, if it has one. */
    const segments s = uriel_segments_of((uriel_text){"", 0}, n->path, n->mode, n->rules.decode);
    const segments_shape shape = uriel_segments_measure(s, n->rules);
    writer written = {NULL, 0, 0, NULL};
    size_t given = 0;
    for (const char *guard = n->host.ptr ? "" : shape.guard; *guard; guard++)
      write_byte(w, *guard);
    for (; own && given < 2 && given < shape.count; given++) {
      const uriel_text head = given == 0 ? shape.first : shape.second;
      uriel_write_units(&written, head, n->rules);
      uriel_pieces_write(w, normal_segment(n, &shape, given, head));
      if (given + 1 < shape.count) {
        write_byte(w, '/');
        write_byte(&written, '/');
      }
    }
    uriel_segments_write(w, s, n->rules, shape.count - given, shape.length - written.len);
  }
  /* Only schemes with a form of their own change the query otherwise. */
  if (keep && !n->own) {
    uriel_write_bytes(w, ref->text + ref->path_end, ref->length - ref->path_end);
    return;
  }
  if (n->own && n->own->query && n->query.ptr) {
    write_byte(w, '?');
    uriel_pieces_write(w, normal_query(n));
  } else {
    const unit_rules rules = {n->rules.triplets, n->rules.decode | n->query_decode, n->rules.fold};
    uriel_write_normal_part(w, "?", n->query, rules, "");
  }
  uriel_write_normal_part(w, "#", n->fragment, n->rules, "");
}

/* "urn:isan:" and 24 digits grow most, by 7 hyphens and 2 check characters (src/urn/numbers.c). Others
 * grow less: an ISBN by 3 digits, a file URI by "//", an empty path by "/", "." by the "/" that keeps
 * it from being empty. */
size_t uriel_normalize_bound(const uriel_ref *ref)
{
  enum { ISAN_GROWTH = 9 };
  return size_bound(ref->length, ISAN_GROWTH);
}
