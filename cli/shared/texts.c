/* SPDX-License-Identifier: MIT */
/* A hash table with linear probing. The hash is keyed (SipHash-1-3), so that no document can choose
 * texts that collide. */
#include "texts.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "cli.h"

struct texts_block {
  struct texts_block *before;
  size_t len, capacity;
  char data[];
};

enum { TEXTS_FIRST = 1024, TEXTS_BLOCK = 256 * 1024 };

/* ---- The hash --------------------------------------------------------------------------------- */

static uint64_t texts_rotate(uint64_t word, unsigned bits)
{
  return word << bits | word >> (64 - bits);
}

static void texts_sip_round(uint64_t v[4])
{
  v[0] += v[1];
  v[2] += v[3];
  v[1] = texts_rotate(v[1], 13) ^ v[0];
  v[3] = texts_rotate(v[3], 16) ^ v[2];
  v[0] = texts_rotate(v[0], 32) + v[3];
  v[2] += v[1];
  v[3] = texts_rotate(v[3], 21) ^ v[0];
  v[1] = texts_rotate(v[1], 17) ^ v[2];
  v[2] = texts_rotate(v[2], 32);
}

static void texts_sip_word(uint64_t v[4], uint64_t word)
{
  v[3] ^= word;
  texts_sip_round(v);
  v[0] ^= word;
}

/* In native byte order: the hash is never stored. */
uint64_t texts_hash(const uint64_t key[2], uriel_text text)
{
  uint64_t v[4] = {key[0] ^ 0x736f6d6570736575U, key[1] ^ 0x646f72616e646f6dU,
                   key[0] ^ 0x6c7967656e657261U, key[1] ^ 0x7465646279746573U};
  uint64_t word = 0;
  size_t at = 0;
  for (; text.len - at >= sizeof word; at += sizeof word) {
    memcpy(&word, text.ptr + at, sizeof word);
    texts_sip_word(v, word);
  }
  word = (uint64_t)text.len << 56;
  for (unsigned shift = 0; at < text.len; at++, shift += 8)
    word |= (uint64_t)(unsigned char)text.ptr[at] << shift;
  texts_sip_word(v, word);
  v[2] ^= 0xff;
  for (int i = 0; i < 3; i++)
    texts_sip_round(v);
  return v[0] ^ v[1] ^ v[2] ^ v[3];
}

/* Falls back to the clock and an address if the system has no random numbers yet. */
void texts_seed(uint64_t key[2])
{
  struct timespec now = {0, 0};
  const ssize_t size = (ssize_t)(2 * sizeof *key);
  if (getrandom(key, (size_t)size, GRND_NONBLOCK) == size)
    return;
  clock_gettime(CLOCK_REALTIME, &now);
  key[0] = (uint64_t)now.tv_nsec;
  key[1] = (uint64_t)now.tv_sec ^ (uint64_t)(uintptr_t)&now;
}

/* ---- The table -------------------------------------------------------------------------------- */

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
  struct texts_slot *const old = table->slots;
  const size_t count = table->capacity;
  table->capacity = count ? count * 2 : TEXTS_FIRST;
  table->slots = calloc(table->capacity, sizeof *table->slots);
  if (!table->slots || table->capacity > UINT32_MAX)
    die_memory();
  if (!table->is_set && !(table->of = realloc(table->of, table->capacity / 2 * sizeof *table->of)))
    die_memory();
  if (!count)
    texts_seed(table->key);
  for (size_t i = 0; i < count; i++) {
    size_t at = old[i].hash & (table->capacity - 1);
    if (!old[i].text)
      continue;
    while (table->slots[at].text)
      at = (at + 1) & (table->capacity - 1);
    table->slots[at] = old[i];
  }
  free(old);
}

static bool texts_same(const char *kept, uriel_text text)
{
  uint32_t len;
  memcpy(&len, kept - sizeof len, sizeof len);
  return len == text.len && (len == 0 || memcmp(kept, text.ptr, len) == 0);
}

uint32_t texts_number(struct texts *table, uriel_text text, bool *is_new)
{
  if (table->count == table->capacity / 2)
    texts_grow(table);
  const uint32_t hash = (uint32_t)texts_hash(table->key, text);
  const struct texts_slot *slot;
  size_t at = hash & (table->capacity - 1);
  for (; (slot = &table->slots[at])->text; at = (at + 1) & (table->capacity - 1))
    if (slot->hash == hash && texts_same(slot->text, text)) {
      *is_new = false;
      return slot->number;
    }
  *is_new = true;
  const uint32_t number = (uint32_t)table->count++;
  const char *const kept = texts_keep(table, text);
  if (!table->is_set)
    table->of[number] = (uriel_text){kept, text.len};
  table->slots[at] = (struct texts_slot){kept, hash, number};
  return number;
}

bool texts_add(struct texts *table, uriel_text text)
{
  bool is_new;
  table->is_set = true;
  (void)texts_number(table, text, &is_new);
  return is_new;
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
