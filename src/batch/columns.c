/* SPDX-License-Identifier: MIT */
/* Rows to columns: one loop for each column that is wanted, over few enough rows to stay in the cache.
 */
#include "batch/batch.h"
#include "scan/scan.h"
#include "uriel_batch.h"

enum { COLUMNS_ROWS = 128 };

typedef struct columns_block {
  const uriel_ref *refs;
  size_t row;
  size_t count;
} columns_block;

static void columns_begin(uint64_t *out, const char *text, const columns_block *block)
{
  for (size_t i = 0; out && i < block->count; i++)
    out[block->row + i] = (uint64_t)(block->refs[i].text - text);
}

/* A bit for each row that is a reference. */
static inline unsigned columns_valid(const uriel_ref *refs, size_t count)
{
  unsigned bits = 0;
  for (size_t i = 0; i < count; i++)
    bits |= (refs[i].flags & URIEL_INVALID ? 0u : 1u) << i;
  return bits;
}

/* `count` bits of a byte, eight at most, from bit `shift` on. */
static void columns_byte(uint8_t *byte, const uriel_ref *refs, size_t shift, size_t count)
{
  if (count >= 8) {
    *byte = (uint8_t)columns_valid(refs, 8); /* of a number that the compiler knows */
    return;
  }
  const unsigned mask = ((1u << count) - 1) << shift;
  *byte = (uint8_t)((*byte & ~mask) | columns_valid(refs, count) << shift);
}

/* A byte at a time: bit by bit, each would wait for the one before it to be written. */
static void columns_bits(uint8_t *bits, const columns_block *block)
{
  for (size_t i = 0, some; bits && i < block->count; i += some) {
    const size_t shift = (block->row + i) % 8;
    const size_t left = block->count - i;
    some = left < 8 - shift ? left : 8 - shift;
    columns_byte(&bits[(block->row + i) / 8], &block->refs[i], shift, some);
  }
}

static void columns_block_put(const uriel_columns *columns, const columns_block *block)
{
  columns_bits(columns->valid, block);
  columns_begin(columns->begin, columns->text, block);
  const size_t turned = uriel_scan_turn(columns, block->row, block->refs, block->count);
#define COLUMNS_NUMBERS(member)                                                                         \
  for (size_t i = turned; columns->member && i < block->count; i++)                                     \
    columns->member[block->row + i] = block->refs[i].member;
  COLUMNS_NUMBERS(length)
  COLUMNS_NUMBERS(scheme_end)
  COLUMNS_NUMBERS(host_begin)
  COLUMNS_NUMBERS(host_end)
  COLUMNS_NUMBERS(path_begin)
  COLUMNS_NUMBERS(path_end)
  COLUMNS_NUMBERS(query_end)
  COLUMNS_NUMBERS(flags)
#undef COLUMNS_NUMBERS
}

void uriel_columns_put(const uriel_columns *columns, size_t row, const uriel_ref *refs, size_t count)
{
  for (size_t done = 0; done < count; done += COLUMNS_ROWS) {
    const size_t left = count - done;
    const columns_block block = {refs + done, row + done, left < COLUMNS_ROWS ? left : COLUMNS_ROWS};
    columns_block_put(columns, &block);
  }
}
