/* SPDX-License-Identifier: MIT */
/* A hash of a text by its blocks. */
#include "text/blocks.h"

/* The first key advances by this from block to block. */
static const uint64_t block_step = 0x9E3779B97F4A7C15u;

/* Both factors of a block's product are keyed, so that a factor of zero cannot be chosen without the
 * seed. */
static inline block_keys blocks_keys(uint64_t seed)
{
  const block_keys keys = {word_fold(seed ^ 0xA0761D6478BD642Fu, 0xE7037ED1A0B428DBu),
                           word_fold(seed ^ 0x8EBC6AF09C88C6E3u, 0x589965CC75374CC3u)};
  return keys;
}

static inline uint64_t blocks_finish(uint64_t sum, block_keys keys, uint64_t len)
{
  return word_fold(sum ^ keys.second ^ 0x1D8E4E27C47D124Fu, keys.first ^ len * block_step);
}

/* The contribution of a block; the keys depend on its place. */
static inline uint64_t block_at(block_keys keys, const char *at)
{
  return word_fold(word_read(at) ^ keys.first, word_read(at + 8) ^ keys.second);
}

/* Less than a block, padded with zeros; or more than BLOCKS_SOME, of which the last ends with the text.
 */
static APART uint64_t blocks_other(block_keys keys, const char *text, size_t len)
{
  char bytes[BLOCK_SIZE] = {0};
  const size_t last = len - BLOCK_SIZE;
  uint64_t sum = 0;
  if (len < BLOCK_SIZE) {
    if (len > 0)
      memcpy(bytes, text, len);
    return block_at(keys, bytes);
  }
  for (size_t at = 0; at < last; at += BLOCK_SIZE, keys.first += block_step)
    sum += block_at(keys, text + at);
  return sum + block_at(keys, text + last);
}

uint64_t uriel_blocks_hash(const char *text, size_t len, uint64_t seed)
{
  const block_keys keys = blocks_keys(seed);
  const size_t last = len - BLOCK_SIZE;
  block_keys step = keys;
  uint64_t sum = 0;
  if (last > (size_t)(BLOCKS_SOME - 1) * BLOCK_SIZE)
    return blocks_finish(blocks_other(keys, text, len), keys, len);
  /* Up to eight blocks, as in most references: always adds eight, and moves those past the end back to
   * end with the text, so that nothing branches on the length. */
  for (size_t at = 0; at < (size_t)BLOCKS_SOME * BLOCK_SIZE; at += BLOCK_SIZE, step.first += block_step)
    sum += block_at(step, text + (at < last ? at : last));
  return blocks_finish(sum, keys, len);
}

blocks uriel_blocks_begin(size_t len, uint64_t seed)
{
  const blocks b = {.keys = blocks_keys(seed), .last = len - BLOCK_SIZE};
  return b;
}

/* Adds a block before the last one, which is gathered separately. */
static void blocks_add(blocks *b, size_t at, const char *bytes)
{
  block_keys keys = b->keys;
  keys.first += at / BLOCK_SIZE * block_step;
  if (at < b->last)
    b->sum += block_at(keys, bytes);
}

/* The open block that begins at `at`, opened if it is not. */
static block_open *blocks_open(blocks *b, size_t at)
{
  size_t i = 0;
  while (i < b->open_count && b->open[i].at != at)
    i++;
  if (i == b->open_count) {
    b->open[i] = (block_open){.at = at};
    b->open_count++;
  }
  return &b->open[i];
}

/* Adds bytes of one block. */
static void blocks_fill(blocks *b, size_t at, const char *bytes, size_t n)
{
  const size_t within = at % BLOCK_SIZE;
  block_open *const open = blocks_open(b, at - within);
  memcpy(open->bytes + within, bytes, n);
  open->filled += (unsigned)n;
  if (open->filled < BLOCK_SIZE)
    return;
  blocks_add(b, open->at, open->bytes);
  *open = b->open[--b->open_count];
}

void uriel_blocks_put(blocks *b, size_t at, const char *bytes, size_t n)
{
  if (at + n > b->last) { /* bytes of the last block */
    const size_t before = at < b->last ? b->last - at : 0;
    memcpy(b->gathered + (at + before - b->last), bytes + before, n - before);
  }
  while (n > 0) {
    const size_t room = BLOCK_SIZE - at % BLOCK_SIZE;
    const size_t taken = n < room ? n : room;
    if (taken == BLOCK_SIZE)
      blocks_add(b, at, bytes);
    else
      blocks_fill(b, at, bytes, taken);
    at += taken;
    bytes += taken;
    n -= taken;
  }
}

uint64_t uriel_blocks_end(const blocks *b)
{
  const size_t len = b->last + BLOCK_SIZE;
  block_keys keys = b->keys;
  keys.first += (len - 1) / BLOCK_SIZE * block_step;
  return blocks_finish(b->sum + block_at(keys, b->gathered), b->keys, len);
}
