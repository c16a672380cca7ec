/* SPDX-License-Identifier: MIT */
/* Reference resolution (RFC 3986, 5.2) and recomposition (5.3). */
#include "uri/resolve.h"
#include "text/bytes.h"
#include "uri/component.h"
#include "uri/segments.h"

/* The target's path: `head` then `tail`, without dot segments if `remove_dots`. */
typedef struct resolve_target {
  uriel_text scheme, authority, head, tail, query;
  bool remove_dots;
} resolve_target;

static const unit_rules resolve_as_written = {false, 0, false};

/* 5.2.2 */
static resolve_target resolve_transform(const uriel_ref *base, const uriel_ref *reference,
                                        unsigned options)
{
  resolve_target t = {component_scheme(reference), component_authority(reference), {"", 0},
                      component_path(reference),   component_query(reference),     true};
  const unit_rules folded = {false, 0, true};
  const bool same = (options & URIEL_RESOLVE_LENIENT) &&
                    uriel_units_equal(t.scheme, folded, component_scheme(base), folded);
  const bool scheme = view_defined(t.scheme) && !same;
  if (!scheme)
    t.scheme = component_scheme(base);
  if (scheme || view_defined(t.authority))
    return t;
  t.authority = component_authority(base);
  if (t.tail.len == 0) {
    t.tail = component_path(base);
    t.remove_dots = false;
    if (!view_defined(t.query))
      t.query = component_query(base);
  } else if (t.tail.ptr[0] != '/') {
    t.head = resolve_merge_head(base);
  }
  return t;
}

/* Returns whether a segment of the path starts with ".". */
static bool resolve_has_dot_start(uriel_text path)
{
  const char *const end = path.ptr + path.len;
  for (const char *at = path.ptr; at < end; at = view_find(at, end, '/') + 1)
    if (*at == '.')
      return true;
  return false;
}

/* Returns the text up to the slash before the last segment of a rooted path that ends in "/". */
static uriel_text resolve_parent(uriel_text head)
{
  if (head.len > 1)
    head.len--;
  while (head.ptr[head.len - 1] != '/')
    head.len--;
  return head;
}

/* Fast path: removes the dot segments at the start of the reference's path, and the segments of the
 * base's path that they remove. Returns false, with `t` unchanged, if others may have to be removed. */
static bool resolve_climb(resolve_target *t, const uriel_ref *base)
{
  uriel_text head = t->head, tail = t->tail;
  if (head.len == 0 || head.ptr[0] != '/' || (base->flags & URIEL_HAS_DOT_SEGMENT))
    return false;
  while (tail.len > 1 && tail.ptr[0] == '.') {
    const bool up = tail.len > 2 && tail.ptr[1] == '.';
    if (tail.ptr[1 + up] != '/')
      return false;
    tail = view_of(tail.ptr + 2 + up, tail.ptr + tail.len);
    if (up)
      head = resolve_parent(head);
  }
  const bool doubled = head.len > 1 ? head.ptr[1] == '/' : tail.len > 0 && tail.ptr[0] == '/';
  if ((!view_defined(t->authority) && doubled) || resolve_has_dot_start(tail))
    return false;
  t->head = head;
  t->tail = tail;
  return true;
}

static void resolve_write_path(writer *w, const resolve_target *t)
{
  const segments s = uriel_segments_of(t->head, t->tail, SEGMENTS_RESOLVED, 0);
  const segments_shape shape = uriel_segments_measure(s, resolve_as_written);
  if (!view_defined(t->authority) && segments_read_as_authority(&shape))
    write_string(w, "/.");
  uriel_segments_write(w, s, resolve_as_written, shape.count, shape.length);
}

size_t uriel_resolve_3986(const uriel_ref *base, const uriel_ref *reference, unsigned options, char *out,
                          size_t capacity)
{
  writer w = writer_to(out, capacity);
  resolve_target t = resolve_transform(base, reference, options);
  uriel_write_part(&w, "", t.scheme, ":");
  uriel_write_part(&w, "//", t.authority, "");
  const uint32_t flags = reference->flags | (t.head.len > 0 ? base->flags : 0);
  if (t.remove_dots && (flags & URIEL_HAS_DOT_SEGMENT) && !resolve_climb(&t, base)) {
    resolve_write_path(&w, &t);
  } else {
    write_view(&w, t.head);
    write_view(&w, t.tail);
  }
  uriel_write_part(&w, "?", t.query, "");
  uriel_write_part(&w, "#", component_fragment(reference), "");
  return w.len;
}
