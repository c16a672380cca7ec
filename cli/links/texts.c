/* SPDX-License-Identifier: MIT */
/* Numbers for texts. */
#include "texts.h"

#include <stdlib.h>
#include <string.h>

#include "cli/shared/cli.h"
#include "cli/uriel/find_set.h"

struct texts_block {
  struct texts_block *before;
  size_t len, capacity;
  char data[];
};

enum { TEXTS_FIRST = 1024, TEXTS_BLOCK = 256 * 1024 };

static const char *texts_keep(struct texts *table, uriel_text text)
{
  const uint32_t len = (uint32_t)text.len;
  const size_t size = sizeof len + text.len + 1;
  struct texts_block *block = table->block;
  if (!block || block->capacity - block->len < size) {
    const size_t capacity = size < TEXTS_BLOCK ? TEXTS_BLOCK : size;
    block = malloc(sizeof *block + capacity);
    if (!block)
      die_memory();
    *block = (struct texts_block){.before = table->block, .capacity = capacity};
    table->block = block;
  }
  char *const copy = block->data + block->len + sizeof len;
  memcpy(copy - sizeof len, &len, sizeof len);
  if (text.len)
    memcpy(copy, text.ptr, text.len);
  copy[text.len] = 0;
  block->len += size;
  return copy;
}

static void texts_grow(struct texts *table)
{
  struct texts larger = *table;
  larger.capacity = table->capacity ? table->capacity * 2 : TEXTS_FIRST;
  larger.slots = calloc(larger.capacity, sizeof *larger.slots);
  larger.of = larger.slots && larger.capacity <= UINT32_MAX
                  ? realloc(table->of, larger.capacity / 2 * sizeof *larger.of)
                  : NULL;
  if (!larger.of)
    die_memory();
  if (!table->capacity)
    find_set_seed(larger.key);
  for (size_t i = 0; i < table->capacity; i++) {
    size_t at = table->slots[i].hash & (larger.capacity - 1);
    if (!table->slots[i].text)
      continue;
    while (larger.slots[at].text)
      at = (at + 1) & (larger.capacity - 1);
    larger.slots[at] = table->slots[i];
  }
  free(table->slots);
  *table = larger;
}

static bool texts_same(const char *kept, uriel_text text)
{
  uint32_t len;
  memcpy(&len, kept - sizeof len, sizeof len);
  return len == text.len && memcmp(kept, text.ptr, text.len) == 0;
}

uint32_t texts_number(struct texts *table, uriel_text text, bool *is_new)
{
  if (table->count == table->capacity / 2)
    texts_grow(table);
  const uint32_t hash = (uint32_t)find_set_hash(table->key, text);
  const struct texts_slot *slot;
  size_t at = hash & (table->capacity - 1);
  for (; (slot = &table->slots[at])->text; at = (at + 1) & (table->capacity - 1))
    if (slot->hash == hash && texts_same(slot->text, text)) {
      *is_new = false;
      return slot->number;
    }
  *is_new = true;
  const uint32_t number = (uint32_t)table->count++;
  table->of[number] = (uriel_text){texts_keep(table, text), text.len};
  table->slots[at] = (struct texts_slot){table->of[number].ptr, hash, number};
  return number;
}

void texts_free(struct texts *table)
{
  while (table->block) {
    struct texts_block *const before = table->block->before;
    free(table->block);
    table->block = before;
  }
  free(table->slots);
  free(table->of);
  *table = (struct texts){0};
}
