/* SPDX-License-Identifier: MIT */
/* What a reference resolves to. */
#include "resolution.h"

#include <string.h>

bool resolution_has_current(uriel_spec spec)
{
  return spec == URIEL_SPEC_URL_1997 || spec == URIEL_SPEC_URI_2003;
}

enum resolution resolution_of(const uriel_ref *base, const uriel_ref *reference, unsigned options,
                              struct buffer *target, uriel_error *error)
{
  size_t need;
  do
    need = uriel_resolve(base, reference, options, target->ptr, target->capacity, error);
  while (buffer_short(target, need));
  if (need == URIEL_CURRENT_DOCUMENT)
    return RESOLVED_CURRENT_DOCUMENT;
  return need == URIEL_FAILED ? RESOLVED_NOT : RESOLVED_TARGET;
}

uriel_text resolution_current(const uriel_ref *reference, struct buffer *out)
{
  static const char words[] = "(current document)";
  const uriel_text fragment = uriel_fragment(reference);
  out->len = 0;
  buffer_append(out, words, strlen(words));
  if (fragment.ptr) {
    buffer_append(out, "#", 1);
    buffer_append(out, fragment.ptr, fragment.len);
  }
  return (uriel_text){out->ptr, out->len};
}

/* Where in the base's path, as far as a reference is merged with it (to its last "/"), a ".." leads
 * above the root by itself; the path's length where none does. */
static size_t resolution_above_root(uriel_text path)
{
  size_t depth = 0;
  size_t begin = 1; /* of the segment, behind the "/" */
  for (size_t at = 1; at < path.len; at++) {
    if (path.ptr[at] != '/')
      continue;
    const size_t len = at - begin;
    const bool dots = len > 0 && len <= 2 && memcmp(path.ptr + begin, "..", len) == 0;
    if (!dots)
      depth++;
    else if (len == 2 && depth-- == 0)
      return begin;
    begin = at + 1;
  }
  return path.len;
}

/* The library tells of the place in the reference; where the base is to blame, nothing there is. */
static bool resolution_blame_base(uriel_error *error, const uriel_ref *base)
{
  const uriel_text path = uriel_path(base);
  const size_t above = resolution_above_root(path);
  if (error->code != URIEL_ERROR_DOTS_ABOVE_ROOT)
    return true;
  if (above == path.len)
    return false;
  error->begin = base->path_begin;
  error->length = path.len;
  error->offset = error->begin + above;
  return true;
}

void resolution_blame(struct record *record, const uriel_error *error, const uriel_ref *base,
                      uriel_text text)
{
  uriel_error told = *error;
  const bool by_base = resolution_blame_base(&told, base);
  record_blame(record, &told, by_base ? (uriel_text){base->text, base->length} : text);
  record->error.in = by_base ? "base" : NULL;
  record->error.what =
      error->code == URIEL_ERROR_DOTS_ABOVE_ROOT ? "cannot be resolved" : "not a base URI";
}
