/* SPDX-License-Identifier: MIT */
#include "relation.h"

#include "base/unicode.h"

static bool relation_add(struct buffer *out, uriel_text type, const char *before)
{
  return (!out->len || buffer_add(out, " ", 1)) && buffer_add(out, before, strlen(before)) &&
         buffer_add(out, type.ptr, type.len);
}

bool relation_of(uriel_text rel, uriel_text rev, struct buffer *out, uriel_text *relation)
{
  rel = text_trim(rel, ASCII_SPACES);
  rev = text_trim(rev, ASCII_SPACES);
  *relation = (uriel_text){rel.len ? rel.ptr : NULL, rel.len};
  if (!rev.len)
    return true;
  out->len = 0;
  if (rel.len && !relation_add(out, rel, ""))
    return false;
  while (rev.len) {
    size_t len = 0;
    while (len < rev.len && !ascii_space(rev.ptr[len]))
      len++;
    if (!relation_add(out, (uriel_text){rev.ptr, len}, "rev="))
      return false;
    rev = text_trim((uriel_text){rev.ptr + len, rev.len - len}, ASCII_SPACES);
  }
  *relation = buffer_text(out);
  return true;
}
