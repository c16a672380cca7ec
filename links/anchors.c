/* SPDX-License-Identifier: MIT */
/* Anchors and fragments. */
#include "anchors.h"

#include <string.h>
#include <strings.h>

void anchors_start(struct anchors *anchors, unsigned flags)
{
  anchors->are_known = flags & KIND_ANCHORS;
  anchors->is_html = flags & KIND_PAGE;
  anchors->has_lines = flags & KIND_LINES;
  anchors->has_rows = flags & KIND_ROWS;
  anchors->extent.is_other = true;
}

static void anchors_extend(struct anchors *anchors, uriel_text name)
{
  static const struct extent most = {
      .lines = UINT64_MAX, .characters = UINT64_MAX, .rows = UINT64_MAX, .columns = UINT64_MAX};
  struct extent *const extent = &anchors->extent;
  struct fragment fragment = fragment_of(name, anchors->has_rows);
  struct fragment_selection selection;
  if (fragment_next(&fragment, &most, &selection) != FRAGMENT_SELECTION)
    return;
  if (fragment.scheme == FRAGMENT_CELLS) {
    extent->rows = selection.range.end;
    extent->columns = selection.columns.end;
  } else if (fragment.scheme == FRAGMENT_LINES) {
    extent->lines = selection.range.end;
  } else {
    extent->characters = selection.range.end;
    extent->is_other = false;
  }
}

bool anchors_add(struct anchors *anchors, uriel_text name)
{
  bool is_new;
  if (anchors->has_lines || anchors->has_rows) {
    anchors_extend(anchors, name);
    return true;
  }
  return labels_add(&anchors->names, name, &is_new);
}

uriel_text anchors_fragment(uriel_text uri)
{
  const char *const hash = uri.len ? memchr(uri.ptr, '#', uri.len) : NULL;
  if (!hash)
    return (uriel_text){uri.ptr + uri.len, 0};
  uriel_text fragment = {hash + 1, (size_t)(uri.ptr + uri.len - hash) - 1};
  const char *const directive = fragment.len > 2 ? memmem(fragment.ptr, fragment.len, ":~:", 3) : NULL;
  if (directive)
    fragment.len = (size_t)(directive - fragment.ptr);
  return fragment;
}

enum anchors_answer anchors_ask(struct anchors *anchors, uriel_text fragment)
{
  struct buffer *const decoded = &anchors->decoded;
  if (!anchors->are_known ||
      (!anchors->is_html && fragment.len && memchr(fragment.ptr, '(', fragment.len)))
    return ANCHORS_UNKNOWN;
  const bool has_extent = anchors->has_lines || anchors->has_rows;
  if (!fragment.len || (!has_extent && labels_find(&anchors->names, fragment)))
    return ANCHORS_FOUND;
  if (!buffer_grow(decoded, fragment.len + 1))
    return ANCHORS_NO_MEMORY;
  decoded->len = uriel_decode(fragment.ptr, fragment.len, 0, decoded->ptr, fragment.len + 1, NULL);
  if (has_extent) {
    const enum fragment_answer answer =
        fragment_ask(buffer_text(decoded), anchors->has_rows, &anchors->extent);
    return answer == FRAGMENT_FOUND     ? ANCHORS_FOUND
           : answer == FRAGMENT_MISSING ? ANCHORS_MISSING
                                        : ANCHORS_UNKNOWN;
  }
  if (labels_find(&anchors->names, buffer_text(decoded)))
    return ANCHORS_FOUND;
  const bool is_top = anchors->is_html && decoded->len == 3 && strncasecmp(decoded->ptr, "top", 3) == 0;
  return is_top ? ANCHORS_FOUND : ANCHORS_MISSING;
}

size_t anchors_size(const struct anchors *anchors)
{
  return anchors->names.names.used + anchors->names.of.capacity;
}

void anchors_free(struct anchors *anchors)
{
  labels_free(&anchors->names);
  buffer_free(&anchors->decoded);
}
