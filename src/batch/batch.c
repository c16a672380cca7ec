/* SPDX-License-Identifier: MIT */
/* Batches: references from the lines of a text and from offsets into it, and rows turned into columns.
 */
#include "scan/scan.h"
#include "text/text.h"
#include "uriel.h"
#include "uriel_batch.h"

/* The row of a text that is not a reference: an empty path at its end, which every accessor can read.
 * Pass length 0 for a text too long for a row. */
static inline void batch_mark(uriel_ref *ref, const char *text, size_t len)
{
  const uint32_t end = len <= UINT32_MAX ? (uint32_t)len : 0;
  *ref = (uriel_ref){.text = text,
                     .length = end,
                     .path_begin = end,
                     .path_end = end,
                     .query_end = end,
                     .flags = URIEL_INVALID};
}

/* Parses one row; `text` is not NULL. Returns whether it is a reference. */
static inline bool batch_row(uriel_ref *ref, const char *text, size_t len)
{
  if (uriel_parse(ref, text, len, NULL))
    return true;
  batch_mark(ref, text, len);
  return false;
}

/* ---- Lines ---------------------------------------------------------------------------------------- */

size_t uriel_parse_lines(uriel_ref *refs, size_t capacity, size_t *from, const char *text, size_t len,
                         bool whole)
{
  if (*from >= len)
    return 0;
  const char *at = text + *from;
  const char *const end = text + len;
  size_t count = 0;
  while (at < end && count < capacity) {
    count += uriel_scan_lines(refs + count, capacity - count, &at, end, batch_row);
    if (at == end || count == capacity)
      break;
    /* a line that no kernel read, and that may continue after `end` */
    const char *const feed = view_find(at, end, '\n');
    if (feed == end && !whole)
      break;
    const bool carriage = feed > at && feed[-1] == '\r';
    batch_row(&refs[count++], at, (size_t)(feed - at) - carriage);
    at = feed + (feed < end);
  }
  *from = (size_t)(at - text);
  return count;
}

/* ---- Offsets -------------------------------------------------------------------------------------- */

static bool offsets_row(uriel_ref *ref, uriel_text text, uint64_t begin, uint64_t end)
{
  if (begin <= end && end <= text.len)
    return batch_row(ref, text.ptr + begin, (size_t)(end - begin));
  batch_mark(ref, text.ptr, 0);
  return false;
}

/* With NULL as text, no offset is valid, not even 0. */
static uriel_text offsets_text(const char *text, size_t len)
{
  const uriel_text given = {text ? text : "", text ? len : 0};
  return given;
}

/* Offsets of either width; inlined into one loop for each. */
static inline size_t offsets_rows(uriel_ref *refs, size_t count, uriel_text text, const uint32_t *narrow,
                                  const uint64_t *wide)
{
  size_t valid = 0;
  for (size_t row = 0; row < count; row++)
    valid += narrow ? offsets_row(&refs[row], text, narrow[row], narrow[row + 1])
                    : /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): one of the two is given */
                 offsets_row(&refs[row], text, wide[row], wide[row + 1]);
  return valid;
}

size_t uriel_parse_offsets32(uriel_ref *refs, size_t count, const char *text, size_t len,
                             const uint32_t *offsets)
{
  return offsets_rows(refs, count, offsets_text(text, len), offsets, NULL);
}

size_t uriel_parse_offsets64(uriel_ref *refs, size_t count, const char *text, size_t len,
                             const uint64_t *offsets)
{
  return offsets_rows(refs, count, offsets_text(text, len), NULL, offsets);
}

/* ---- Columns -------------------------------------------------------------------------------------- */

enum { COLUMNS_ROWS = 128 };

typedef struct columns_block {
  const uriel_ref *refs;
  size_t row;
  size_t count;
} columns_block;

/* One bit for each valid row. */
static inline unsigned columns_valid(const uriel_ref *refs, size_t count)
{
  unsigned bits = 0;
  for (size_t i = 0; i < count; i++)
    bits |= (refs[i].flags & URIEL_INVALID ? 0u : 1u) << i;
  return bits;
}

/* Writes `count` bits of a byte, eight at most, from bit `shift` on. */
static void columns_byte(uint8_t *byte, const uriel_ref *refs, size_t shift, size_t count)
{
  if (count >= 8) {
    *byte = (uint8_t)columns_valid(refs, 8); /* a constant count, for the compiler */
    return;
  }
  const unsigned mask = ((1u << count) - 1) << shift;
  *byte = (uint8_t)((*byte & ~mask) | columns_valid(refs, count) << shift);
}

/* Writes whole bytes: single bits would each wait for the one before. */
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
  for (size_t i = 0; columns->begin && i < block->count; i++)
    columns->begin[block->row + i] = (uint64_t)(block->refs[i].text - columns->text);
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
