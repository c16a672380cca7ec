/* SPDX-License-Identifier: MIT */
/* The shortest reference that resolves to a target under a historic generation's own rules.
 * A target's path that resolution can give has no dot segments except leading "..", so a reference to
 * it is some "../", then the end of the target's text. */
#include "historic/generations.h"
#include "historic/resolve.h"

#include "uriel_spec.h"

static const unit_rules relative_written = {false, 0, false};

/* A reference to the target: "./" if `guarded`, `ups` times "../", `dots`, then the target's text from
 * `rest` on, with "/." inserted at `split`. */
typedef struct relative_way {
  bool exists;
  bool guarded;
  size_t ups;
  const char *dots;
  const char *rest;
  const char *split; /* may be NULL */
} relative_way;

static relative_way relative_from(const char *rest)
{
  return (relative_way){.exists = true, .dots = "", .rest = rest};
}

static size_t relative_length(const relative_way *way, const char *end)
{
  return (way->guarded || way->split ? 2u : 0u) + 3 * way->ups + uriel_text_of(way->dots).len +
         (size_t)(end - way->rest);
}

static bool relative_shorter(const relative_way *a, const relative_way *b, const char *end)
{
  return a->exists && (!b->exists || relative_length(a, end) < relative_length(b, end));
}

/* ---- Texts that read differently than meant ------------------------------------------------------ */

static bool relative_is_partial_form(uriel_spec spec)
{
  return spec == URIEL_SPEC_URL_1993 || spec == URIEL_SPEC_URL_1994;
}

/* Reports whether a text at the begin of a path reads as one with a scheme. */
static bool relative_reads_as_scheme(uriel_spec spec, const char *begin, const char *end)
{
  const char *at = begin;
  /* url-1993, Partial form: a colon before any slash. uri-2003, 3.3: no colon in a rel-segment.
   * url-1997, B: no empty scheme. */
  while (at < end && *at != ':' && *at != '/' &&
         (relative_is_partial_form(spec) || (*at != '?' && *at != '#')))
    at++;
  return at < end && *at == ':' && (spec != URIEL_SPEC_URL_1997 || at > begin);
}

/* Reports whether the target's text from `begin` on, which is "//..." or "/...", is a reference. In
 * the first two generations it may not be: partial forms allow fewer paths than addresses. */
static bool relative_is_reference(const uriel_ref *target, const char *begin)
{
  const size_t len = (size_t)(target->text + target->length - begin);
  uriel_ref ref;
  const uriel_spec spec = uriel_spec_of(target);
  return !relative_is_partial_form(spec) ||
         uriel_parse_by(spec == URIEL_SPEC_URL_1993 ? &uriel_reading_1993 : &uriel_reading_1994, &ref,
                        URIEL_PARSE_PARTIAL, begin, len, NULL);
}

/* ---- Merged paths -------------------------------------------------------------------------------- */

/* Returns how many of a folder's pieces no reference can remove: the root, and each ".." without a
 * segment to remove. */
static size_t relative_fixed(segments folder, size_t count)
{
  const size_t root = folder.rooted ? 1 : 0;
  uriel_text piece;
  for (size_t left = count; left > root && uriel_segments_previous(&folder, &piece); left--)
    if (uriel_segment_dots(piece, 0) == SEGMENT_DOT_DOT)
      return left;
  return root;
}

/* Returns the begin of piece `count` of a path; its end if there are fewer pieces. */
static const char *relative_piece(uriel_text path, size_t count)
{
  const char *at = path.ptr;
  const char *const end = at + path.len;
  for (; count > 0 && at < end; count--) {
    at = view_find(at, end, '/');
    at += at < end ? 1 : 0;
  }
  return at;
}

/* Merges the path with the folder, which is not empty, after their first `common` pieces. */
static relative_way relative_via_folder(uriel_text part, const segments_shape *shape, size_t ups,
                                        size_t common, bool elements)
{
  const char *const end = part.ptr + part.len;
  relative_way way = relative_from(common < shape->count ? relative_piece(part, common) : end);
  way.ups = ups;
  /* Refers to the folder itself, if nothing of the path is left to name. In url-1993 an empty path is
   * the base's folder with the slash, and ".." is a folder without it. */
  if (way.rest == end && !(elements && common < shape->count)) {
    way.dots = ups > 0 ? ".." : ".";
    way.ups -= ups > 0;
  }
  return way;
}

static relative_way relative_merge(const uriel_ref *target, uriel_text folder_text)
{
  const bool elements = relative_is_partial_form(uriel_spec_of(target));
  const segments_mode mode = elements ? SEGMENTS_ELEMENTS : SEGMENTS_EXCESS;
  /* The part to merge: the target's path, in url-1997 (5.2, step 6) with its query. */
  const bool query = uriel_spec_of(target) == URIEL_SPEC_URL_1997;
  const uriel_text part =
      historic_part(target, target->path_begin, query ? target->query_end : target->path_end);
  const uriel_text none = {"", 0};
  const segments path = uriel_segments_of(none, part, mode, 0);
  const segments_shape shape = uriel_segments_measure(path, relative_written);
  if (shape.length != part.len)
    return (relative_way){.exists = false}; /* resolution never gives such a path */
  if (folder_text.len == 0) {
    relative_way way = relative_from(part.ptr);
    way.dots = part.len == 0 && !elements ? "." : "";
    return way;
  }
  const segments folder = uriel_segments_of(none, folder_text, mode, 0);
  const size_t count = uriel_segments_measure(folder, relative_written).count;
  /* The folder's last piece, after its last slash, is empty. The path's last piece is always named,
   * except for elements, where ".." leaves no slash. */
  const size_t own = shape.count - (elements ? 0 : 1);
  const size_t most = count - 1 < own ? count - 1 : own;
  const size_t common = uriel_segments_common(folder, count, path, shape.count, most);
  if (common < relative_fixed(folder, count))
    return (relative_way){.exists = false};
  return relative_via_folder(part, &shape, count - 1 - common, common, elements);
}

/* Puts "./" before text that would be misread; "../" prevents that too. */
static void relative_guard(relative_way *way, const uriel_ref *target, bool folder)
{
  const char *const end = target->text + target->length;
  const uriel_spec spec = uriel_spec_of(target);
  const bool slash = way->dots[0] == 0 && way->rest < end && *way->rest == '/';
  if (way->ups > 0 || !(slash || relative_reads_as_scheme(spec, way->rest, end)))
    return;
  if (folder || !relative_is_partial_form(spec)) {
    way->guarded = true;
    return;
  }
  /* url-1993 removes a "." only after a slash. So without a folder, "/." goes between the path and the
   * colon after it. */
  const char *const path_end = target->text + target->path_end;
  way->exists =
      way->rest < path_end && *way->rest != '/' && view_find(way->rest, path_end, ':') == path_end;
  way->split = path_end;
}

/* ---- The kinds of references --------------------------------------------------------------------- */

static relative_way relative_path_reference(const uriel_ref *base, const uriel_ref *target)
{
  const bool standing = uriel_spec_of(target) == URIEL_SPEC_URI_2003;
  const uriel_text folder = standing ? uriel_folder_2003(base) : uriel_historic_folder(base);
  const char *const end = target->text + target->length;
  const uriel_text path = uriel_path(target);
  relative_way absolute = relative_from(path.ptr);
  absolute.exists = path.ptr < end && *path.ptr == '/' && (end - path.ptr < 2 || path.ptr[1] != '/') &&
                    relative_is_reference(target, path.ptr);
  /* uri-2003, 5.2: an empty path with a query is the base's path. */
  if (standing && target->path_end < target->query_end && view_equal(uriel_path(base), path))
    return relative_from(target->text + target->path_end);
  relative_way merged = relative_merge(target, folder);
  if (merged.exists)
    relative_guard(&merged, target, folder.len > 0);
  if (path.len > 0 && path.ptr[0] == '/' && !relative_is_reference(target, path.ptr))
    merged.exists = false;
  return relative_shorter(&absolute, &merged, end) ? absolute : merged;
}

static relative_way relative_best(const uriel_ref *base, const uriel_ref *target)
{
  const uriel_spec spec = uriel_spec_of(target);
  const relative_way whole = relative_from(target->text);
  if (target->scheme_end == 0)
    return whole;
  /* url-1997, 3; uri-2003, 4.2: the current document. */
  if (!relative_is_partial_form(spec) && base->query_end == target->query_end &&
      bytes_equal(base->text, target->text, target->query_end))
    return relative_from(target->text + target->query_end);
  if (!view_equal(uriel_scheme(base), uriel_scheme(target)) ||
      (spec == URIEL_SPEC_URI_2003 && (uriel_is_opaque_2003(base) || uriel_is_opaque_2003(target))))
    return whole;
  const char *const authority = target->text + target->scheme_end + 1;
  const bool network = target->host_begin != 0 && relative_is_reference(target, authority);
  relative_way best = network ? relative_from(authority) : whole;
  if (view_equal(uriel_authority(base), uriel_authority(target))) {
    const relative_way path = relative_path_reference(base, target);
    if (path.exists && !relative_shorter(&best, &path, target->text + target->length))
      best = path;
  }
  return best;
}

size_t uriel_relative_historic(const uriel_ref *base, const uriel_ref *target, char *out,
                               size_t capacity)
{
  writer w = writer_to(out, capacity);
  const relative_way way = relative_best(base, target);
  if (way.guarded)
    write_string(&w, "./");
  for (size_t i = 0; i < way.ups; i++)
    write_string(&w, "../");
  write_string(&w, way.dots);
  if (way.split)
    write_view(&w, view_of(way.rest, way.split));
  if (way.split)
    write_string(&w, "/.");
  write_view(&w, view_of(way.split ? way.split : way.rest, target->text + target->length));
  return w.len;
}
