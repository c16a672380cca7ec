/* SPDX-License-Identifier: MIT */
/* The shortest reference that resolves to a target (the inverse of RFC 3986, 5.2). */
#include "uri/resolve.h"
#include "uri/segments.h"

static const unit_rules relative_as_written = {false, 0, false};

/* A path that refers to the target's: `lead`, `ups` times "../", then its last `tail` pieces. */
typedef struct relative_path {
  bool exists;
  const char *lead;
  size_t ups;
  size_t tail;
  size_t tail_length;
  size_t length;
} relative_path;

static const relative_path relative_none = {.exists = false};

static segments relative_segments(uriel_text path)
{
  const uriel_text no_head = {"", 0};
  return uriel_segments_of(no_head, path, SEGMENTS_RESOLVED, 0);
}

/* The target's path from the root, without dot segments. */
static relative_path relative_rooted(const segments_shape *target)
{
  relative_path p = {true, "", 0, target->count, target->length, target->length};
  if (target->count < 2 || target->first.len > 0)
    return relative_none;
  if (*target->guard) {
    p.lead = target->guard;
    p.length += 2;
  }
  return p;
}

/* The last `tail` pieces of the target, from `ups` folders above the base's. */
static relative_path relative_climb(segments target, size_t ups, size_t tail)
{
  relative_path p = {true, "", ups, tail, 0, 0};
  uriel_text piece = {"", 0};
  for (size_t i = 0; i < tail && uriel_segments_previous(&target, &piece); i++)
    p.tail_length += piece.len + (i > 0);
  p.length = 3 * ups + p.tail_length;
  if (p.tail_length == 0 && tail == 1) {
    /* Only the slash at the end is left: "." and ".." lead there without one. */
    p.lead = ups ? ".." : ".";
    p.ups = ups ? ups - 1 : 0;
    p.tail = 0;
    p.length = ups ? 3 * ups - 1 : 1;
  } else if (ups == 0 && segments_need_lead(piece)) {
    p.lead = "./";
    p.length += 2;
  }
  return p;
}

/* A path that is merged with the base's folder. */
static relative_path relative_merged(const uriel_ref *base, const segments *target,
                                     const segments_shape *shape)
{
  const segments folder = relative_segments(resolve_merge_head(base));
  const size_t folder_count = uriel_segments_measure(folder, relative_as_written).count;
  /* Without the last pieces: the folder's is empty, and the target's is always written. */
  const size_t most = (folder_count < shape->count ? folder_count : shape->count) - 1;
  const size_t common = uriel_segments_common(folder, folder_count, *target, shape->count, most);
  /* A ".." that removes a rootless path's first segment leaves its "/" (5.2.4), so no relative path
   * leads there. */
  if (common == 0 && folder_count > 1)
    return relative_none;
  return relative_climb(*target, folder_count - 1 - common, shape->count - common);
}

static void relative_write_path(writer *w, const relative_path *p, const segments *target)
{
  const bool lead_last = p->tail == 0;
  if (!lead_last)
    write_string(w, p->lead);
  for (size_t i = 0; i < p->ups; i++)
    write_string(w, "../");
  if (lead_last)
    write_string(w, p->lead);
  uriel_segments_write(w, *target, relative_as_written, p->tail, p->tail_length);
}

/* Reports whether a path is the text that resolution gives for the target: its pieces, after "/." if
 * they would read as an authority. */
static bool relative_is_resolved(uriel_text path, const uriel_ref *target, segments parts,
                                 const segments_shape *shape)
{
  const bool guarded = target->host_begin == 0 && *shape->guard;
  const char *const begin = path.ptr + (guarded ? 2 : 0);
  const char *at = path.ptr + path.len;
  uriel_text piece;
  if (path.len != shape->length + (guarded ? 2 : 0) || !bytes_equal(path.ptr, "/.", guarded ? 2 : 0))
    return false;
  while (uriel_segments_previous(&parts, &piece)) {
    at -= piece.len;
    if (!bytes_equal(at, piece.ptr, piece.len) || (at > begin && *--at != '/'))
      return false;
  }
  return true;
}

/* Writes an authority, and the path without dot segments. */
static void relative_write_network(writer *w, const uriel_ref *target)
{
  const segments parts = relative_segments(uriel_path(target));
  const segments_shape shape = uriel_segments_measure(parts, relative_as_written);
  uriel_write_part(w, "//", uriel_authority(target), "");
  uriel_segments_write(w, parts, relative_as_written, shape.count, shape.length);
}

/* For a target with the base's scheme and authority. */
static void relative_write_local(writer *w, const uriel_ref *base, const uriel_ref *target)
{
  const segments parts = relative_segments(uriel_path(target));
  const segments_shape shape = uriel_segments_measure(parts, relative_as_written);
  /* An empty path is read as the base's path. */
  if ((view_defined(uriel_query(target)) || !view_defined(uriel_query(base))) &&
      relative_is_resolved(uriel_path(base), target, parts, &shape)) {
    if (!view_equal(uriel_query(base), uriel_query(target)))
      uriel_write_part(w, "?", uriel_query(target), "");
    return;
  }
  const relative_path rooted = relative_rooted(&shape), merged = relative_merged(base, &parts, &shape);
  /* The shorter path; if both are equally long, the merged one, which stays valid if the whole tree
   * moves. */
  const relative_path *best = rooted.exists ? &rooted : NULL;
  if (merged.exists && (!best || merged.length <= rooted.length))
    best = &merged;
  if (best && (view_defined(uriel_authority(target)) || best->length <= target->path_end)) {
    relative_write_path(w, best, &parts);
  } else if (view_defined(uriel_authority(target))) {
    relative_write_network(w, target);
  } else {
    uriel_write_part(w, "", uriel_scheme(target), ":");
    write_view(w, uriel_path(target));
  }
  uriel_write_part(w, "?", uriel_query(target), "");
}

size_t uriel_relative_3986(const uriel_ref *base, const uriel_ref *target, char *out, size_t capacity)
{
  writer w = writer_to(out, capacity);
  const uriel_text authority = uriel_authority(target);
  const bool same_scheme =
      target->scheme_end != 0 && view_equal(uriel_scheme(base), uriel_scheme(target));
  const bool same_authority = view_equal(uriel_authority(base), authority);
  if (!same_scheme || (!same_authority && !view_defined(authority))) {
    uriel_write_bytes(&w, target->text, target->length);
    return w.len;
  }
  if (same_authority) {
    relative_write_local(&w, base, target);
  } else {
    relative_write_network(&w, target);
    uriel_write_part(&w, "?", uriel_query(target), "");
  }
  uriel_write_part(&w, "#", uriel_fragment(target), "");
  return w.len;
}
