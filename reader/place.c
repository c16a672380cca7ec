/* SPDX-License-Identifier: MIT */
/* A place in a document. */
#include "place.h"

#include <string.h>

const struct place place_start = {0, 1, 1};

void place_advance(struct place *place, const char *text, size_t len)
{
  enum { PLACE_BLOCK = 128 };
  const char *const feed = len ? memrchr(text, '\n', len) : NULL;
  const size_t lines = feed ? (size_t)(feed - text) + 1 : 0; /* bytes of whole lines */
  place->offset += len;
  place->column = feed ? 1 + len - lines : place->column + len;
  /* Counts line feeds in blocks whose count fits a byte: compilers vectorise this, and lines are too
   * short for memchr to be faster. */
  for (size_t at = 0; at < lines; at += PLACE_BLOCK) {
    const size_t end = lines - at < PLACE_BLOCK ? lines - at : PLACE_BLOCK;
    unsigned char some = 0;
    for (size_t i = 0; i < end; i++)
      some = (unsigned char)(some + (text[at + i] == '\n'));
    place->line += some;
  }
}

struct place place_behind(const struct place *begin, const struct place *rest)
{
  return (struct place){.offset = begin->offset + rest->offset,
                        .line = begin->line + rest->line - 1,
                        .column = rest->line > 1 ? rest->column : begin->column + rest->column - 1};
}
