/* SPDX-License-Identifier: MIT */
/* A hash table with linear probing. */
#include "texts.h"

#include <linux/random.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "buffer.h"
#include "uriel_function.h"

/* The texts, each with its NUL. Blocks never move, so neither do texts. */
struct texts_block {
  struct texts_block *before;
  size_t len, capacity;
  char data[];
};

enum {
  TEXTS_SLOTS = 64,           /* the first size */
  TEXTS_EACH = 24,            /* bytes: an element of `of`, and one of a caller's array */
  TEXTS_BLOCK_LEAST = 4096,   /* blocks double, */
  TEXTS_BLOCK_MOST = 1 << 18, /* up to this size */
  TEXTS_TAG = 32              /* where the bits of the hash begin in a slot */
};

uint64_t texts_seed(void)
{
  uint64_t seed;
  struct timespec now = {0, 0};
  /* glibc before 2.25 has no function for it. */
  if (syscall(SYS_getrandom, &seed, sizeof seed, GRND_NONBLOCK) == sizeof seed)
    return seed;
  /* The system has no random numbers yet. */
  clock_gettime(CLOCK_REALTIME, &now);
  return (uint64_t)now.tv_nsec << 32 ^ (uint64_t)now.tv_sec ^ (uint64_t)(uintptr_t)&now;
}

uint64_t texts_hash(const struct texts *table, uriel_text text)
{
  static _Atomic uint64_t of_process;
  uint64_t seed = of_process;
  if (seed == 0) {
    const uint64_t fresh = texts_seed() | 1;
    seed = atomic_compare_exchange_strong(&of_process, &seed, fresh) ? fresh : seed;
  }
  const uint64_t hash = uriel_hash_bytes(text.len > 0 ? text.ptr : "", text.len, seed);
  if (table && table->slot_count > 0)
    __builtin_prefetch(&table->slots[(uint32_t)hash & (table->slot_count - 1)]);
  return hash;
}

/* Returns a copy, or NULL if memory is exhausted. */
static const char *texts_keep(struct texts *table, uriel_text text)
{
  struct texts_block *block = table->block;
  if (!block || block->capacity - block->len <= text.len) {
    const size_t usual = !block                                ? TEXTS_BLOCK_LEAST
                         : block->capacity >= TEXTS_BLOCK_MOST ? TEXTS_BLOCK_MOST
                                                               : 2 * block->capacity;
    const size_t capacity = text.len < usual ? usual : text.len + 1;
    block = budget_take(sizeof *block + capacity);
    if (!block)
      return NULL;
    *block = (struct texts_block){.before = table->block, .capacity = capacity};
    table->block = block;
  }
  char *const copy = block->data + block->len;
  if (text.len > 0)
    memcpy(copy, text.ptr, text.len);
  copy[text.len] = '\0';
  block->len += text.len + 1;
  return copy;
}

/* Makes the table larger: `of` has as many elements as slots may be in use. */
static bool texts_grow(struct texts *table, size_t slot_count)
{
  const uint64_t *const old = table->slots;
  uint64_t *const slots = budget_take_zeros(slot_count, sizeof *slots);
  uriel_text *const of = budget_retake(table->of, slot_count / 4 * 3 * sizeof *of);
  table->of = of ? of : table->of;
  if (!slots || !of) {
    budget_give(slots);
    return false;
  }
  for (size_t i = 0; i < table->slot_count; i++) {
    size_t at = (size_t)(old[i] >> TEXTS_TAG) & (slot_count - 1);
    if (old[i] == 0)
      continue;
    while (slots[at] != 0)
      at = (at + 1) & (slot_count - 1);
    slots[at] = old[i];
  }
  budget_give(table->slots);
  table->slots = slots;
  table->slot_count = slot_count;
  return true;
}

/* Returns the slot of a text, or the free slot for it. */
static uint64_t *texts_slot(const struct texts *table, uriel_text text, uint64_t hash)
{
  const size_t mask = table->slot_count - 1;
  const uint32_t tag = (uint32_t)hash;
  size_t at = tag & mask;
  for (uint64_t slot; (slot = table->slots[at]) != 0; at = (at + 1) & mask) {
    const uriel_text *const found = &table->of[(uint32_t)slot - 1];
    if (slot >> TEXTS_TAG == tag && found->len == text.len &&
        (text.len == 0 || memcmp(found->ptr, text.ptr, text.len) == 0))
      break;
  }
  return &table->slots[at];
}

bool texts_find(const struct texts *table, uriel_text text, uint64_t hash, uint32_t *number)
{
  const uint64_t slot = table->count > 0 ? *texts_slot(table, text, hash) : 0;
  *number = (uint32_t)slot - 1;
  return slot != 0;
}

enum texts_state texts_try(struct texts *table, uriel_text text, uint64_t hash, uint32_t *number)
{
  const bool tight = table->count == table->slot_count / 4 * 3;
  const size_t slot_count = !tight                  ? table->slot_count
                            : table->slot_count > 0 ? 2 * table->slot_count
                                                    : TEXTS_SLOTS;
  const size_t used = table->used + text.len + 1 + TEXTS_EACH;
  const bool full = table->count > 0 &&
                    ((table->memory > 0 && used + slot_count * sizeof *table->slots > table->memory) ||
                     slot_count > UINT32_MAX);
  if (tight && !full && !texts_grow(table, slot_count))
    return TEXTS_NO_MEMORY;
  uint64_t *const slot = texts_slot(table, text, hash);
  if (*slot != 0) {
    *number = (uint32_t)*slot - 1;
    return TEXTS_KNOWN;
  }
  if (full)
    return TEXTS_FULL;
  const char *const copy = texts_keep(table, text);
  if (!copy)
    return TEXTS_NO_MEMORY;
  *number = (uint32_t)table->count++;
  table->of[*number] = (uriel_text){copy, text.len};
  *slot = (uint64_t)(uint32_t)hash << TEXTS_TAG | (*number + 1);
  table->used = used;
  return TEXTS_ADDED;
}

enum texts_state texts_put(struct texts *table, uriel_text text, uint64_t hash, uint32_t *number)
{
  const enum texts_state state = texts_try(table, text, hash, number);
  if (state == TEXTS_NO_MEMORY)
    base_die_memory();
  return state;
}

uint32_t texts_number(struct texts *table, uriel_text text, bool *is_new)
{
  uint32_t number = 0;
  const enum texts_state state = texts_put(table, text, texts_hash(table, text), &number);
  if (state == TEXTS_FULL)
    base_die_memory();
  *is_new = state == TEXTS_ADDED;
  return number;
}

bool texts_add(struct texts *table, uriel_text text)
{
  bool is_new;
  (void)texts_number(table, text, &is_new);
  return is_new;
}

void texts_clear(struct texts *table)
{
  while (table->block) {
    struct texts_block *const before = table->block->before;
    budget_give(table->block);
    table->block = before;
  }
  table->count = table->used = 0;
  if (table->slot_count > 0)
    memset(table->slots, 0, table->slot_count * sizeof *table->slots);
}

void texts_free(struct texts *table)
{
  texts_clear(table);
  budget_give(table->slots);
  budget_give(table->of);
  *table = (struct texts){.memory = table->memory};
}
