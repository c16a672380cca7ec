/* SPDX-License-Identifier: MIT */
/* Reference resolution (RFC 3986, 5.2) and recomposition (5.3). */
#include "text/apart.h"
#include "text/bytes.h"
#include "text/copy.h"
#include "uri/component.h"
#include "uri/generation.h"
#include "uri/merge.h"
#include "uri/segments.h"

/* The target's path: `head` then `tail`, less dot segments where `remove_dots`. */
typedef struct resolve_target {
  uriel_text scheme, authority, head, tail, query;
  bool remove_dots;
} resolve_target;

static const unit_rules resolve_as_written = {false, 0, false};

uriel_text uriel_merge_head(const uriel_ref *base)
{
  const uriel_text path = component_path(base);
  if (path.len == 0 && base->host_begin != 0)
    return uriel_text_of("/");
  const char *end = path.ptr + path.len;
  while (end > path.ptr && end[-1] != '/')
    end--;
  return view_of(path.ptr, end);
}

static bool resolve_same_scheme(uriel_text a, uriel_text b)
{
  const unit_rules folded = {false, 0, true};
  return uriel_units_equal(a, folded, b, folded);
}

/* 5.2.2 */
static resolve_target resolve_transform(const uriel_ref *base, const uriel_ref *reference,
                                        unsigned options)
{
  resolve_target t = {component_scheme(reference), component_authority(reference), {"", 0},
                      component_path(reference),   component_query(reference),     true};
  const bool scheme = view_defined(t.scheme) && !((options & URIEL_RESOLVE_LENIENT) &&
                                                  resolve_same_scheme(t.scheme, component_scheme(base)));
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
    t.head = uriel_merge_head(base);
  }
  return t;
}

static void resolve_write_path(writer *w, const resolve_target *t)
{
  const segments s = uriel_segments_of(t->head, t->tail, SEGMENTS_RESOLVED, 0);
  const segments_shape shape = uriel_segments_measure(s, resolve_as_written);
  if (!view_defined(t->authority) && segments_read_as_authority(&shape))
    write_string(w, "/.");
  uriel_segments_write(w, s, resolve_as_written, shape.count, shape.length);
}

/* 5.2.1 */
static bool resolve_base_is_absolute(const uriel_ref *base, const uriel_ref *reference,
                                     uriel_error *error)
{
  if (error)
    *error = (uriel_error){.code = base->scheme_end ? URIEL_ERROR_NONE : URIEL_ERROR_BASE_NOT_ABSOLUTE,
                           .length = base->scheme_end ? 0 : base->length,
                           .spec = uriel_spec_of(reference)};
  return base->scheme_end != 0;
}

/* How much of the base's text stands before the reference's, where the target is no more than these two
 * (5.2.2): nothing of either has to go, and nothing to come between. Otherwise: */
static const size_t resolve_apart = (size_t)-1;

static size_t resolve_prefix(const uriel_ref *base, const uriel_ref *reference)
{
  if (reference->flags & (URIEL_SPEC_MASK | URIEL_HAS_DOT_SEGMENT | URIEL_INVALID))
    return resolve_apart;
  if (reference->scheme_end != 0)
    return 0;
  if (reference->host_begin != 0)
    return (size_t)base->scheme_end + 1;
  if (reference->path_begin == reference->path_end)
    return reference->path_end != reference->query_end ? base->path_end : base->query_end;
  if (reference->text[0] == '/')
    return base->path_begin;
  if (base->path_begin == base->path_end || (base->flags & URIEL_HAS_DOT_SEGMENT))
    return resolve_apart;
  const uriel_text head = uriel_merge_head(base);
  return base->path_begin + head.len;
}

static APART size_t resolve_closely(const uriel_ref *base, const uriel_ref *reference, unsigned options,
                                    char *out, size_t capacity, uriel_error *error)
{
  writer w = writer_to(out, capacity);
  const generation *const g = generation_of(reference);
  if (uriel_refuse_row(base, error) || uriel_refuse_row(reference, error) ||
      !resolve_base_is_absolute(base, reference, error))
    return URIEL_FAILED;
  if (g && g->resolve)
    return g->resolve(base, reference, options, out, capacity, error);
  const resolve_target t = resolve_transform(base, reference, options);
  uriel_write_part(&w, "", t.scheme, ":");
  uriel_write_part(&w, "//", t.authority, "");
  const uint32_t flags = reference->flags | (t.head.len > 0 ? base->flags : 0);
  if (t.remove_dots && (flags & URIEL_HAS_DOT_SEGMENT)) {
    resolve_write_path(&w, &t);
  } else {
    write_view(&w, t.head);
    write_view(&w, t.tail);
  }
  uriel_write_part(&w, "?", t.query, "");
  uriel_write_part(&w, "#", component_fragment(reference), "");
  return w.len;
}

size_t uriel_resolve(const uriel_ref *base, const uriel_ref *reference, unsigned options, char *out,
                     size_t capacity, uriel_error *error)
{
  const bool plain = base->scheme_end != 0 && !(options & URIEL_RESOLVE_LENIENT);
  const size_t prefix = plain ? resolve_prefix(base, reference) : resolve_apart;
  if (prefix == resolve_apart || capacity < prefix || capacity - prefix < reference->length)
    return resolve_closely(base, reference, options, out, capacity, error);
  if (error)
    *error = (uriel_error){.code = URIEL_ERROR_NONE, .spec = URIEL_SPEC_RFC3986};
  if (prefix > 0)
    copy_bytes(out, base->text, prefix);
  copy_bytes(out + prefix, reference->text, reference->length);
  return prefix + reference->length;
}
