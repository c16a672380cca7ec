/* SPDX-License-Identifier: MIT */
/* A hash of a text by its blocks. */
#include "text/blocks.h"

static const uint64_t block_odd = 0x9E3779B97F4A7C15u, block_other = 0xD6E8FEB86659FD93u;

/* Both factors of a block's product are keyed, so that without the seed none can be made zero. */
static inline block_keys blocks_keys(uint64_t seed)
{
  const block_keys keys = {word_fold(seed ^ 0xA0761D6478BD642Fu, 0xE7037ED1A0B428DBu),
                           word_fold(seed ^ 0x8EBC6AF09C88C6E3u, 0x589965CC75374CC3u)};
  return keys;
}

/* What a block gives, of which the keys tell the place. */
static inline uint64_t block_mix(block_keys keys, uint64_t low, uint64_t high)
{
  return word_fold(low ^ keys.first, high ^ keys.second);
}

static inline block_keys block_keys_at(block_keys keys, uint64_t index)
{
  keys.first += index * block_odd;
  keys.second += index * block_other;
  return keys;
}

static inline uint64_t blocks_finish(uint64_t sum, block_keys keys, uint64_t len)
{
  return word_fold(sum ^ keys.second ^ 0x1D8E4E27C47D124Fu, keys.first ^ len * block_odd);
}

/* The last block, of 1 to 16 bytes, with zeros behind them. */
static inline uint64_t block_last(block_keys keys, const char *at, size_t n)
{
  uint64_t low = 0, high = 0;
  char bytes[BLOCK_SIZE] = {0};
  memcpy(bytes, at, n);
  low = word_read(bytes);
  high = word_read(bytes + 8);
  return block_mix(keys, low, high);
}

/* The same where the text has 16 bytes up to its end: these are read, and those before the block shifted
 * out. */
static inline uint64_t block_last_of_many(block_keys keys, const char *end, size_t n)
{
  const uint64_t low = word_read(end - 16), high = word_read(end - 8);
  const unsigned out = 8 * (unsigned)(BLOCK_SIZE - n) & 63;
  const uint64_t across = out ? low >> out | high << (64 - out) : low;
  const bool half = n <= 8;
  return block_mix(keys, half ? high >> out : across, half ? 0 : high >> out);
}

uint64_t uriel_blocks_hash(const char *text, size_t len, uint64_t seed)
{
  const block_keys begin = blocks_keys(seed);
  block_keys keys = begin;
  uint64_t sum = 0;
  size_t left = len;
  for (; left > BLOCK_SIZE; left -= BLOCK_SIZE, text += BLOCK_SIZE) {
    sum += block_mix(keys, word_read(text), word_read(text + 8));
    keys.first += block_odd;
    keys.second += block_other;
  }
  if (len >= BLOCK_SIZE)
    sum += block_last_of_many(keys, text + left, left);
  else if (len > 0)
    sum += block_last(keys, text, left);
  return blocks_finish(sum, begin, len);
}

blocks uriel_blocks_begin(uint64_t seed)
{
  const blocks b = {.keys = blocks_keys(seed)};
  return b;
}

static void blocks_add(blocks *b, size_t at, const char *bytes)
{
  b->sum += block_mix(block_keys_at(b->keys, at / BLOCK_SIZE), word_read(bytes), word_read(bytes + 8));
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

/* Bytes of one block. */
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

/* Nothing is missing but what would be behind the end. */
uint64_t uriel_blocks_end(const blocks *b, size_t len)
{
  blocks all = *b;
  for (size_t i = 0; i < b->open_count; i++)
    blocks_add(&all, b->open[i].at, b->open[i].bytes);
  return blocks_finish(all.sum, b->keys, len);
}
