/* SPDX-License-Identifier: MIT */
/* Writes normal forms (RFC 3986, 6.2.2 and 6.2.3). */
#include "uri/normal.h"

const char *uriel_normal_guard(const normal_form *n, const segments_shape *path)
{
  if (n->mode == SEGMENTS_RELATIVE)
    return segments_need_lead(path->first) ? "./" : "";
  return segments_read_as_authority(path) && !view_defined(n->host) ? "/." : "";
}

/* Writes the first two segments in the scheme's form, then the rest. */
static void normalize_own_path(writer *w, const normal_form *n)
{
  const segments s = normal_segments(n);
  const segments_shape shape = uriel_segments_measure(s, n->rules);
  const uriel_text heads[2] = {shape.first, shape.second};
  writer written = writer_to(NULL, 0);
  write_string(w, uriel_normal_guard(n, &shape));
  size_t given = 0;
  for (; given < 2 && given < shape.count; given++) {
    uriel_write_units(&written, heads[given], n->rules);
    uriel_pieces_write(w, normal_segment(n, &shape, given, heads[given]));
    if (given + 1 < shape.count) {
      write_byte(w, '/');
      write_byte(&written, '/');
    }
  }
  uriel_segments_write(w, s, n->rules, shape.count - given, shape.length - written.len);
}

static void normalize_path(writer *w, const normal_form *n)
{
  if (normal_has_own_path(n)) {
    normalize_own_path(w, n);
    return;
  }
  if (!n->segmented || n->path.len == 0) {
    uriel_write_units(w, n->path, n->rules);
    return;
  }
  const segments s = normal_segments(n);
  const segments_shape shape = uriel_segments_measure(s, n->rules);
  write_string(w, uriel_normal_guard(n, &shape));
  uriel_segments_write(w, s, n->rules, shape.count, shape.length);
}

/* Copies the part before the path, and query and fragment, in one piece each if the form does not
 * change them. */
void uriel_normal_write(writer *w, const normal_form *n)
{
  const uriel_ref *const ref = n->ref;
  const uriel_text query = component_query(ref);
  const bool keep = unit_rules_keep(n->rules);
  if (keep && unit_rules_keep(n->scheme_rules) && ref->host_begin > 0 &&
      n->host.ptr == ref->text + ref->host_begin) {
    uriel_write_bytes(w, ref->text, ref->host_begin);
  } else {
    uriel_write_normal_part(w, "", n->scheme, n->scheme_rules, ":");
    if (view_defined(n->host)) {
      write_string(w, "//");
      uriel_write_normal_part(w, "", n->userinfo, n->rules, "@");
    }
  }
  uriel_write_normal_part(w, "", n->host, n->host_rules, "");
  uriel_write_normal_part(w, ":", n->port, n->rules, "");
  normalize_path(w, n);
  if (keep && !n->own && n->query.ptr == query.ptr && n->query.len == query.len) {
    uriel_write_bytes(w, ref->text + ref->path_end, ref->length - ref->path_end);
    return;
  }
  if (n->own && n->own->query && view_defined(n->query)) {
    write_byte(w, '?');
    uriel_pieces_write(w, normal_query(n));
  } else {
    uriel_write_normal_part(w, "?", n->query, normal_query_rules(n), "");
  }
  uriel_write_normal_part(w, "#", n->fragment, n->rules, "");
}
