/* SPDX-License-Identifier: MIT */
/* A place in a document. */
#include "place.h"

#include <string.h>

/* Counts line feeds, in blocks whose count fits a byte: compilers vectorise this, and lines are too
 * short for memchr to be faster. */
static uint64_t place_lines(const char *text, size_t len)
{
  enum { PLACE_BLOCK = 128 };
  uint64_t lines = 0;
  for (size_t at = 0; at < len; at += PLACE_BLOCK) {
    const size_t end = len - at < PLACE_BLOCK ? len - at : PLACE_BLOCK;
    unsigned char some = 0;
    for (size_t i = 0; i < end; i++)
      some = (unsigned char)(some + (text[at + i] == '\n'));
    lines += some;
  }
  return lines;
}

void place_advance(struct place *place, const char *text, size_t len)
{
  const char *const feed = len ? memrchr(text, '\n', len) : NULL;
  place->offset += len;
  if (feed) {
    place->line += place_lines(text, (size_t)(feed - text) + 1);
    place->column = 1 + len - (size_t)(feed + 1 - text);
  } else {
    place->column += len;
  }
}

struct place place_behind(const struct place *begin, const struct place *rest)
{
  return (struct place){.offset = begin->offset + rest->offset,
                        .line = begin->line + rest->line - 1,
                        .column = rest->line > 1 ? rest->column : begin->column + rest->column - 1};
}
