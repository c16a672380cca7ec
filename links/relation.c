/* SPDX-License-Identifier: MIT */
#include "relation.h"

#include "base/unicode.h"

static bool relation_add(struct buffer *out, uriel_text type, const char *before)
{
  return (!out->len || buffer_add(out, " ", 1)) && buffer_add(out, before, strlen(before)) &&
         buffer_add(out, type.ptr, type.len);
}

bool relation_next(uriel_text *rest, uriel_text *type)
{
  size_t len = 0;
  *rest = text_trim(*rest, ASCII_SPACES);
  if (!rest->len)
    return false;
  while (len < rest->len && !ascii_space(rest->ptr[len]))
    len++;
  *type = (uriel_text){rest->ptr, len};
  rest->ptr += len;
  rest->len -= len;
  return true;
}

bool relation_of(uriel_text rel, uriel_text rev, struct buffer *out, uriel_text *relation)
{
  uriel_text type;
  rel = text_trim(rel, ASCII_SPACES);
  rev = text_trim(rev, ASCII_SPACES);
  *relation = (uriel_text){rel.len ? rel.ptr : NULL, rel.len};
  if (!rev.len)
    return true;
  out->len = 0;
  if (rel.len && !relation_add(out, rel, ""))
    return false;
  while (relation_next(&rev, &type))
    if (!relation_add(out, type, "rev="))
      return false;
  *relation = buffer_text(out);
  return true;
}

bool relation_is_origin(uriel_text relation)
{
  bool is_origin = relation.len > 0;
  uriel_text type;
  while (is_origin && relation_next(&relation, &type))
    is_origin = text_is_word(type, "preconnect") || text_is_word(type, "dns-prefetch");
  return is_origin;
}
