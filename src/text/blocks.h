/* SPDX-License-Identifier: MIT */
/* A hash of a text by its blocks of 16 bytes: the sum of what each gives in its place. A sum has no
 * order, so that a text which is written from its end has the same hash as one that stands there. */
#ifndef URIEL_TEXT_BLOCKS_H
#define URIEL_TEXT_BLOCKS_H

#include <stdbool.h>

#include "text/word.h"

/* A text of more than BLOCKS_SOME blocks has one of its own every 16 bytes, and one that ends with it.
 */
enum { BLOCK_SIZE = 16, BLOCKS_SOME = 8 };

typedef struct block_keys {
  uint64_t first, second;
} block_keys;

/* Of a text that stands there. The value is the same on every machine. */
uint64_t uriel_blocks_hash(const char *text, size_t len, uint64_t seed);

/* A block of which bytes are still missing. */
typedef struct block_open {
  size_t at; /* where it begins in the text */
  unsigned filled;
  char bytes[BLOCK_SIZE];
} block_open;

/* A block is missing bytes only where a stretch of the text ends. A normal form has five such ends while
 * it is written: that of what is before the path, both of the segments that were written, from the last
 * on, and both of the one before them that is being written. */
enum { BLOCKS_OPEN = 5 };

/* Of a text of more than BLOCKS_SOME blocks that comes in stretches, each byte of it once, in any order
 * that leaves no more blocks open. */
typedef struct blocks {
  block_keys keys;
  uint64_t sum;
  size_t last; /* where the last block begins */
  char gathered[BLOCK_SIZE];
  size_t open_count;
  block_open open[BLOCKS_OPEN];
} blocks;

blocks uriel_blocks_begin(size_t len, uint64_t seed);
void uriel_blocks_put(blocks *b, size_t at, const char *bytes, size_t n);
uint64_t uriel_blocks_end(const blocks *b);

#endif
