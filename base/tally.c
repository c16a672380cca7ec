/* SPDX-License-Identifier: MIT */
#include "tally.h"

#include <string.h>

enum { RANK_BYTES = 8 };

bool tally_find(struct tally *tally, uriel_text value, bool forced, uint32_t *number)
{
  const struct tally_entry fresh = {0, 0};
  const uint64_t hash = texts_hash(&tally->values, value);
  tally->values.memory = forced ? 0 : tally->memory;
  const enum texts_state state = texts_put(&tally->values, value, hash, number);
  if (state == TEXTS_ADDED)
    buffer_append(&tally->entries, (const char *)&fresh, sizeof fresh);
  return state != TEXTS_FULL;
}

void tally_spill(struct tally *tally)
{
  tally->spilled.memory = tally->memory;
  for (uint32_t i = 0; i < tally->values.count; i++) {
    const struct spill_record record = {
        0, tally->values.of[i], {(const char *)&tally_of(tally, i)->count, sizeof(uint64_t)}};
    sorter_add(&tally->spilled, &record);
  }
  texts_clear(&tally->values);
  tally->entries.len = 0;
  tally->spills++;
}

uint32_t tally_add(struct tally *tally, uriel_text value)
{
  uint32_t number;
  if (!tally_find(tally, value, false, &number)) {
    tally_spill(tally);
    (void)tally_find(tally, value, false, &number);
  }
  tally_of(tally, number)->count++;
  return number;
}

/* Adds a value with its count; the key of a larger count is smaller. */
static void tally_rank(struct tally *tally, uriel_text value, uint64_t count)
{
  struct buffer *const key = &tally->value;
  char bytes[RANK_BYTES];
  for (size_t i = 0; i < sizeof bytes; i++)
    bytes[i] = (char)(unsigned char)(~count >> (56 - 8 * i));
  buffer_put(key, bytes, sizeof bytes);
  buffer_append(key, value.ptr, value.len);
  const struct spill_record record = {count, buffer_text(key), {"", 0}};
  sorter_add(&tally->ranked, &record);
}

/* Adds up the counts of equal values of several tables. */
static void tally_merge(struct tally *tally)
{
  struct spill_record record;
  struct buffer value = {0};
  uint64_t sum = 0;
  while (sorter_next(&tally->spilled, &record)) {
    uint64_t count;
    memcpy(&count, record.text.ptr, sizeof count);
    if (sum == 0 || value.len != record.key.len || memcmp(value.ptr, record.key.ptr, value.len) != 0) {
      if (sum > 0)
        tally_rank(tally, buffer_text(&value), sum);
      sum = 0;
      buffer_put(&value, record.key.ptr, record.key.len);
    }
    sum += count;
  }
  if (sum > 0)
    tally_rank(tally, buffer_text(&value), sum);
  buffer_free(&value);
}

bool tally_next(struct tally *tally, uriel_text *value, uint64_t *count)
{
  struct spill_record next;
  if (!tally->ranked.sorted) {
    tally->ranked.memory = tally->memory;
    if (tally->spills) {
      tally_spill(tally);
      texts_free(&tally->values);
      tally_merge(tally);
      sorter_free(&tally->spilled);
      tally->spilled = (struct sorter){0};
    }
    for (uint32_t i = 0; i < tally->values.count; i++)
      tally_rank(tally, tally->values.of[i], tally_of(tally, i)->count);
    texts_free(&tally->values);
  }
  if (!sorter_next(&tally->ranked, &next))
    return false;
  *value = (uriel_text){next.key.ptr + RANK_BYTES, next.key.len - RANK_BYTES};
  *count = next.number;
  return true;
}
