/* SPDX-License-Identifier: MIT */
/* A set of texts: a hash table with linear probing. The hash is keyed (SipHash-1-3), so that no document
 * can choose texts that collide. */
#include "find_set.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "cli/shared/cli.h"

struct find_set_slot {
  const char *text; /* NULL: free */
  uint32_t len;
  uint32_t hash;
};

struct find_set_block {
  struct find_set_block *before;
  size_t len;
  size_t capacity;
  char data[];
};

enum { FIND_SET_FIRST = 1024, FIND_SET_BLOCK = 256 * 1024 };

static uint64_t find_rotate(uint64_t word, unsigned bits)
{
  return word << bits | word >> (64 - bits);
}

static void find_sip_round(uint64_t v[4])
{
  v[0] += v[1];
  v[2] += v[3];
  v[1] = find_rotate(v[1], 13) ^ v[0];
  v[3] = find_rotate(v[3], 16) ^ v[2];
  v[0] = find_rotate(v[0], 32) + v[3];
  v[2] += v[1];
  v[3] = find_rotate(v[3], 21) ^ v[0];
  v[1] = find_rotate(v[1], 17) ^ v[2];
  v[2] = find_rotate(v[2], 32);
}

static void find_sip_word(uint64_t v[4], uint64_t word)
{
  v[3] ^= word;
  find_sip_round(v);
  v[0] ^= word;
}

/* In native byte order: the hash is never stored. */
uint64_t find_set_hash(const uint64_t key[2], uriel_text text)
{
  uint64_t v[4] = {key[0] ^ 0x736f6d6570736575U, key[1] ^ 0x646f72616e646f6dU,
                   key[0] ^ 0x6c7967656e657261U, key[1] ^ 0x7465646279746573U};
  uint64_t word = 0;
  size_t at = 0;
  for (; text.len - at >= sizeof word; at += sizeof word) {
    memcpy(&word, text.ptr + at, sizeof word);
    find_sip_word(v, word);
  }
  word = (uint64_t)text.len << 56;
  for (unsigned shift = 0; at < text.len; at++, shift += 8)
    word |= (uint64_t)(unsigned char)text.ptr[at] << shift;
  find_sip_word(v, word);
  v[2] ^= 0xff;
  for (int i = 0; i < 3; i++)
    find_sip_round(v);
  return v[0] ^ v[1] ^ v[2] ^ v[3];
}

/* Falls back to the clock and an address if the system has no random numbers yet. */
void find_set_seed(uint64_t key[2])
{
  struct timespec now = {0, 0};
  const ssize_t size = (ssize_t)(2 * sizeof *key);
  if (getrandom(key, (size_t)size, GRND_NONBLOCK) == size)
    return;
  clock_gettime(CLOCK_REALTIME, &now);
  key[0] = (uint64_t)now.tv_nsec;
  key[1] = (uint64_t)now.tv_sec ^ (uint64_t)(uintptr_t)&now;
}

/* Returns the slot that holds the text, or the free slot where it belongs. */
static struct find_set_slot *find_set_slot(const struct find_set *set, uriel_text text, uint32_t hash)
{
  size_t at = hash & (set->capacity - 1);
  while (set->slots[at].text && (set->slots[at].hash != hash || set->slots[at].len != text.len ||
                                 (text.len && memcmp(set->slots[at].text, text.ptr, text.len) != 0)))
    at = (at + 1) & (set->capacity - 1);
  return &set->slots[at];
}

static void find_set_grow(struct find_set *set)
{
  struct find_set larger = *set;
  larger.capacity = set->capacity ? set->capacity * 2 : FIND_SET_FIRST;
  larger.slots = calloc(larger.capacity, sizeof *larger.slots);
  if (!larger.slots)
    die_memory();
  if (!set->capacity)
    find_set_seed(larger.key);
  for (size_t i = 0; i < set->capacity; i++) {
    size_t at = set->slots[i].hash & (larger.capacity - 1);
    if (!set->slots[i].text)
      continue;
    while (larger.slots[at].text)
      at = (at + 1) & (larger.capacity - 1);
    larger.slots[at] = set->slots[i];
  }
  free(set->slots);
  *set = larger;
}

static const char *find_set_keep(struct find_set *set, uriel_text text)
{
  struct find_set_block *block = set->block;
  if (!block || block->capacity - block->len < text.len) {
    const size_t capacity = text.len > FIND_SET_BLOCK ? text.len : FIND_SET_BLOCK;
    block = malloc(sizeof *block + capacity);
    if (!block)
      die_memory();
    *block = (struct find_set_block){.before = set->block, .capacity = capacity};
    set->block = block;
  }
  char *const copy = block->data + block->len;
  if (text.len)
    memcpy(copy, text.ptr, text.len);
  block->len += text.len;
  return copy;
}

bool find_set_add(struct find_set *set, uriel_text text)
{
  if (set->count >= set->capacity / 2)
    find_set_grow(set);
  const uint32_t hash = (uint32_t)find_set_hash(set->key, text);
  struct find_set_slot *const slot = find_set_slot(set, text, hash);
  if (slot->text)
    return false;
  *slot = (struct find_set_slot){find_set_keep(set, text), (uint32_t)text.len, hash};
  set->count++;
  return true;
}

void find_set_free(struct find_set *set)
{
  while (set->block) {
    struct find_set_block *const before = set->block->before;
    free(set->block);
    set->block = before;
  }
  free(set->slots);
  *set = (struct find_set){0};
}
