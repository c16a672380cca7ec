/* SPDX-License-Identifier: MIT */
/* A place in a document. */
#include "place.h"

#include <string.h>

void place_advance(struct place *place, const char *text, size_t len)
{
  const char *const end = text + len;
  const char *feed;
  place->offset += len;
  while (text < end && (feed = memchr(text, '\n', (size_t)(end - text)))) {
    place->line++;
    place->column = 1;
    text = feed + 1;
  }
  place->column += (uint64_t)(end - text);
}
