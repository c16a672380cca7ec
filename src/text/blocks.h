/* SPDX-License-Identifier: MIT */
/* A hash of a text by its blocks of 16 bytes: the sum of their contributions. A sum has no order, so
 * that a text written from its end has the same hash as a text in memory. */
#ifndef URIEL_TEXT_BLOCKS_H
#define URIEL_TEXT_BLOCKS_H

#include <stdbool.h>

#include "text/bytes.h"

/* A text of more than BLOCKS_SOME blocks has a block every 16 bytes, and one that ends with the text. */
enum { BLOCK_SIZE = 16, BLOCKS_SOME = 8 };

typedef struct block_keys {
  uint64_t first, second;
} block_keys;

/* Hashes a text in memory. The value is the same on every machine. */
uint64_t uriel_blocks_hash(const char *text, size_t len, uint64_t seed);

/* A block with missing bytes. */
typedef struct block_open {
  size_t at; /* its place in the text */
  unsigned filled;
  char bytes[BLOCK_SIZE];
} block_open;

/* A block is incomplete only at the end of a stretch of written text. A normal form has five such ends
 * while it is written: the end of the text before the path, both ends of the finished segments
 * (written from the last to the first), and both ends of the current segment. */
enum { BLOCKS_OPEN = 5 };

/* Hashes a text of more than BLOCKS_SOME blocks that comes in stretches, each byte once, in any order
 * that leaves no more blocks open. */
typedef struct blocks {
  block_keys keys;
  uint64_t sum;
  size_t last; /* the place of the last block */
  char gathered[BLOCK_SIZE];
  size_t open_count;
  block_open open[BLOCKS_OPEN];
} blocks;

blocks uriel_blocks_begin(size_t len, uint64_t seed);
void uriel_blocks_put(blocks *b, size_t at, const char *bytes, size_t n);
uint64_t uriel_blocks_end(const blocks *b);

#endif
