/* SPDX-License-Identifier: MIT */
/* A place in a document: offset in bytes from 0, line and column from 1. Columns count bytes. */
#ifndef URIEL_READER_PLACE_H
#define URIEL_READER_PLACE_H

#include <stddef.h>
#include <stdint.h>

struct place {
  uint64_t offset;
  uint64_t line;
  uint64_t column;
};

extern const struct place place_start; /* {0, 1, 1} */

/* Moves the place by `len` bytes. A line ends with its line feed. */
void place_advance(struct place *place, const char *text, size_t len);

/* Converts `rest`, a place in a part that begins at `begin`, to a place in the whole document. */
struct place place_behind(const struct place *begin, const struct place *rest);

#endif
