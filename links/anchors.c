/* SPDX-License-Identifier: MIT */
/* Anchors and fragments. */
#include "anchors.h"

#include <string.h>
#include <strings.h>

bool anchors_add(struct anchors *anchors, uriel_text name)
{
  bool is_new;
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
  if (!fragment.len || labels_find(&anchors->names, fragment))
    return ANCHORS_FOUND;
  if (!buffer_grow(decoded, fragment.len + 1))
    return ANCHORS_NO_MEMORY;
  decoded->len = uriel_decode(fragment.ptr, fragment.len, 0, decoded->ptr, fragment.len + 1, NULL);
  if (labels_find(&anchors->names, buffer_text(decoded)))
    return ANCHORS_FOUND;
  const bool is_top = anchors->is_html && decoded->len == 3 && strncasecmp(decoded->ptr, "top", 3) == 0;
  return is_top ? ANCHORS_FOUND : ANCHORS_MISSING;
}

void anchors_free(struct anchors *anchors)
{
  labels_free(&anchors->names);
  buffer_free(&anchors->decoded);
}
