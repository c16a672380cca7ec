/* SPDX-License-Identifier: MIT */
/* A hash table with linear probing over texts that lie one after another. */
#include "set.h"

#include <stdlib.h>
#include <string.h>

#include "cli/shared/cli.h"
#include "cli/shared/texts.h"
#include "uriel_batch.h"

struct set_head {
  uint64_t count;
  uint32_t len;
};

enum {
  SET_HEAD = 12,  /* of struct set_head, without its padding */
  SET_PLACE = 40, /* bits of a slot; the others are those of the hash */
  SET_SLOTS = 64
};

static const uint64_t set_places = ((uint64_t)1 << SET_PLACE) - 1;

uint64_t set_seed(void)
{
  uint64_t key[2];
  texts_seed(key);
  return key[0] ^ key[1];
}

uint64_t set_hash(const struct set *set, uriel_text text)
{
  const uriel_ref row = {.text = text.len > 0 ? text.ptr : "",
                         .length = (uint32_t)text.len,
                         .flags = URIEL_INVALID}; /* of such a row, the text is hashed */
  return uriel_hash(&row, URIEL_LEVEL_STRING, set->seed);
}

void set_fetch(const struct set *set, uint64_t hash)
{
  if (set->slot_count > 0)
    __builtin_prefetch(&set->slots[hash & (set->slot_count - 1)]);
}

static struct set_head set_head_at(const struct set *set, size_t place)
{
  struct set_head head;
  memcpy(&head, set->texts.ptr + place, SET_HEAD);
  return head;
}

/* The slot of the text, or the empty one for it. */
static uint64_t *set_slot(const struct set *set, uriel_text text, uint64_t hash)
{
  const size_t mask = set->slot_count - 1;
  const uint64_t tag = hash & ~set_places;
  for (size_t i = (size_t)hash & mask;; i = (i + 1) & mask) {
    uint64_t *const slot = &set->slots[i];
    if (*slot == 0)
      return slot;
    if ((*slot & ~set_places) != tag)
      continue;
    const size_t place = (size_t)(*slot & set_places) - 1;
    if (set_head_at(set, place).len == text.len &&
        memcmp(set->texts.ptr + place + SET_HEAD, text.ptr, text.len) == 0)
      return slot;
  }
}

/* Puts each text in its slot of a table of that size. */
static void set_resize(struct set *set, size_t slot_count)
{
  enum { SET_AHEAD = 32 };
  uint64_t hashes[SET_AHEAD];
  size_t places[SET_AHEAD];
  size_t ahead = 0;
  size_t place = 0;
  uriel_text text;
  uint64_t count;
  free(set->slots);
  set->slots = calloc(slot_count, sizeof *set->slots);
  if (!set->slots)
    die_memory();
  set->slot_count = slot_count;
  const size_t mask = slot_count - 1;
  do {
    for (ahead = 0; ahead < SET_AHEAD; ahead++) {
      places[ahead] = place + 1;
      if (!set_next(set, &place, &text, &count))
        break;
      hashes[ahead] = set_hash(set, text);
      set_fetch(set, hashes[ahead]);
    }
    for (size_t i = 0; i < ahead; i++) {
      size_t at = (size_t)hashes[i] & mask;
      while (set->slots[at] != 0)
        at = (at + 1) & mask;
      set->slots[at] = (hashes[i] & ~set_places) | places[i];
    }
  } while (ahead == SET_AHEAD);
}

/* Makes room for one more text. Returns false if there is not enough memory. */
static bool set_grow(struct set *set, size_t len)
{
  const bool tight = set->count + 1 > set->slot_count / 4 * 3;
  const size_t slots = tight ? set->slot_count ? 2 * set->slot_count : SET_SLOTS : set->slot_count;
  const size_t end = set->texts.len + SET_HEAD + len;
  if (set->count > 0 && (end + slots * sizeof *set->slots > set->memory || end >= set_places))
    return false;
  if (tight)
    set_resize(set, slots);
  return true;
}

enum set_state set_add(struct set *set, uriel_text text, uint64_t hash, size_t *place)
{
  const bool fits = set_grow(set, text.len);
  uint64_t *const slot = set_slot(set, text, hash);
  const bool known = *slot != 0;
  const size_t at = known ? (size_t)(*slot & set_places) - 1 : set->texts.len;
  if (place)
    *place = at;
  if (known || !fits)
    return known ? SET_KNOWN : SET_FULL;
  const struct set_head head = {.len = (uint32_t)text.len};
  buffer_append(&set->texts, (const char *)&head, SET_HEAD);
  buffer_append(&set->texts, text.ptr, text.len);
  *slot = (hash & ~set_places) | (at + 1);
  set->count++;
  return SET_ADDED;
}

void set_increase(struct set *set, size_t place, uint64_t by)
{
  uint64_t count;
  memcpy(&count, set->texts.ptr + place, sizeof count);
  count += by;
  memcpy(set->texts.ptr + place, &count, sizeof count);
}

bool set_next(const struct set *set, size_t *place, uriel_text *text, uint64_t *count)
{
  if (*place == set->texts.len)
    return false;
  const struct set_head head = set_head_at(set, *place);
  *text = (uriel_text){set->texts.ptr + *place + SET_HEAD, head.len};
  *count = head.count;
  *place += SET_HEAD + head.len;
  return true;
}

void set_clear(struct set *set)
{
  set->texts.len = 0;
  set->count = 0;
  if (set->slot_count > 0)
    memset(set->slots, 0, set->slot_count * sizeof *set->slots);
}

void set_free(struct set *set)
{
  buffer_free(&set->texts);
  free(set->slots);
  set->slots = NULL;
  set->slot_count = set->count = 0;
}
