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

/* Fast path: returns how much of the base's text comes before the reference's, less its first `*skip`
 * bytes, if the target is only these two joined because dot segments are only at the start of the
 * reference's path; 0 if it may be another. */
static size_t resolve_climb(const uriel_ref *base, const uriel_ref *reference, size_t *skip)
{
  const char *const path = base->text + base->path_begin;
  size_t head = base->path_end - base->path_begin;
  uriel_text tail = component_path(reference);
  if (reference->scheme_end || reference->host_begin || tail.len == 0 || tail.ptr[0] != '.' ||
      head == 0 || path[0] != '/' || (base->flags & URIEL_HAS_DOT_SEGMENT))
    return 0;
  while (path[head - 1] != '/')
    head--;
  while (tail.len > 1 && tail.ptr[0] == '.') {
    const bool up = tail.len > 2 && tail.ptr[1] == '.';
    if (tail.ptr[1 + up] != '/')
      return 0;
    tail.ptr += 2 + up;
    tail.len -= 2 + (size_t)up;
    head -= up && head > 1;
    while (path[head - 1] != '/') /* to the slash before the last segment */
      head--;
  }
  /* Whether another segment starts with ".". Compilers vectorise this. */
  unsigned char dots = tail.len > 0 && tail.ptr[0] == '.';
  for (size_t i = 1; i < tail.len; i++)
    dots |= (unsigned char)((tail.ptr[i - 1] == '/') & (tail.ptr[i] == '.'));
  /* Without an authority, a path cannot begin with "//"; a URL of the WHATWG has "/." before it. */
  const bool doubled = head > 1 ? path[1] == '/' : tail.len > 0 && tail.ptr[0] == '/';
  const bool whole = base->host_begin || (!doubled && base->path_begin == base->scheme_end + 1);
  if (!whole || dots)
    return 0;
  *skip = (size_t)(tail.ptr - reference->text);
  return base->path_begin + head;
}

size_t uriel_resolve_3986(const uriel_ref *base, const uriel_ref *reference, unsigned options, char *out,
                          size_t capacity)
{
  size_t skip;
  const size_t prefix =
      reference->flags & URIEL_HAS_DOT_SEGMENT ? resolve_climb(base, reference, &skip) : 0;
  if (prefix > 0 && prefix <= capacity && reference->length - skip <= capacity - prefix) {
    copy_bytes(out, base->text, prefix);
    copy_bytes(out + prefix, reference->text + skip, reference->length - skip);
    return prefix + reference->length - skip;
  }
  writer w = writer_to(out, capacity);
  const resolve_target t = resolve_transform(base, reference, options);
  uriel_write_part(&w, "", t.scheme, ":");
  uriel_write_part(&w, "//", t.authority, "");
  const uint32_t flags = reference->flags | (t.head.len > 0 ? base->flags : 0);
  if (t.remove_dots && (flags & URIEL_HAS_DOT_SEGMENT)) {
    const segments s = uriel_segments_of(t.head, t.tail, SEGMENTS_RESOLVED, 0);
    const segments_shape shape = uriel_segments_measure(s, resolve_as_written);
    if (!view_defined(t.authority))
      write_string(&w, shape.guard);
    uriel_segments_write(&w, s, resolve_as_written, shape.count, shape.length);
  } else {
    write_view(&w, t.head);
    write_view(&w, t.tail);
  }
  uriel_write_part(&w, "?", t.query, "");
  uriel_write_part(&w, "#", component_fragment(reference), "");
  return w.len;
}

/* 5.2.3 inserts a "/" between an authority without a path and a relative path. A "/." guard (3.3) adds
 * nothing: it replaces two bytes of dot segments. */
size_t uriel_resolve_bound(const uriel_ref *base, const uriel_ref *reference)
{
  return size_bound(size_bound(base->length, reference->length), 1);
}
