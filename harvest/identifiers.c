/* SPDX-License-Identifier: MIT */
/* Identifiers whose ids are known: an open hash table of places in a buffer of entries. An entry is the
 * id, the length and the bytes of the normal form. */
#include "identifiers.h"

#include <stdlib.h>
#include <string.h>

#include "uriel_function.h"

/* A search ends after IDENTIFIERS_PROBES slots, so that nobody can make it slow by choosing URIs. */
enum { IDENTIFIERS_FIRST = 1024, IDENTIFIERS_PROBES = 128 };
enum { IDENTIFIERS_HEAD = sizeof(int64_t) + sizeof(uint32_t) };

struct identifiers_slot {
  uint32_t hash;
  uint32_t end; /* of the head of the entry, where its text is; 0: free */
};

uint32_t identifiers_hash(uriel_text normal)
{
  return (uint32_t)uriel_hash_bytes(normal.ptr, normal.len, 0);
}

/* ---- Entries ---------------------------------------------------------------------------------- */

/* Returns the place of the entry's text, or 0 if there is no room. */
static uint32_t identifiers_entry(struct identifiers *table, uriel_text normal, int64_t id)
{
  struct buffer *const entries = &table->entries;
  const size_t slots = table->capacity * sizeof *table->slots;
  const size_t end = entries->len + IDENTIFIERS_HEAD + normal.len;
  if (normal.len >= table->most || end > table->most - slots || end > UINT32_MAX ||
      !buffer_grow(entries, end))
    return 0;
  const uint32_t len = (uint32_t)normal.len;
  char *const entry = entries->ptr + entries->len;
  memcpy(entry, &id, sizeof id);
  memcpy(entry + sizeof id, &len, sizeof len);
  memcpy(entry + IDENTIFIERS_HEAD, normal.ptr, len);
  entries->len = end;
  return (uint32_t)(end - len);
}

/* Returns the id of the entry, or 0 if it is of another normal form. */
static int64_t identifiers_id(const struct identifiers *table, uint32_t at, uriel_text normal)
{
  const char *const text = table->entries.ptr + at;
  int64_t id = 0;
  uint32_t len;
  memcpy(&len, text - sizeof len, sizeof len);
  if (len == normal.len && memcmp(text, normal.ptr, len) == 0)
    memcpy(&id, text - IDENTIFIERS_HEAD, sizeof id);
  return id;
}

/* ---- Slots ------------------------------------------------------------------------------------ */

/* Returns a free slot near the place of the hash, or NULL if all are in use. */
static struct identifiers_slot *identifiers_free(struct identifiers_slot *slots, size_t capacity,
                                                 uint32_t hash)
{
  for (size_t i = 0; i < IDENTIFIERS_PROBES; i++) {
    struct identifiers_slot *const slot = &slots[(hash + i) & (capacity - 1)];
    if (!slot->end)
      return slot;
  }
  return NULL;
}

static bool identifiers_move(const struct identifiers *table, struct identifiers_slot *slots,
                             size_t capacity)
{
  for (size_t i = 0; i < table->capacity; i++) {
    const struct identifiers_slot *const from = &table->slots[i];
    struct identifiers_slot *const to = from->end ? identifiers_free(slots, capacity, from->hash) : NULL;
    if (to)
      *to = *from;
    else if (from->end)
      return false;
  }
  return true;
}

static bool identifiers_grow(struct identifiers *table)
{
  const size_t capacity = table->capacity ? table->capacity * 2 : IDENTIFIERS_FIRST;
  if (capacity > (table->most - table->entries.len) / sizeof *table->slots)
    return false;
  struct identifiers_slot *const slots = calloc(capacity, sizeof *slots);
  if (!slots || !identifiers_move(table, slots, capacity)) {
    free(slots);
    return false;
  }
  free(table->slots);
  table->slots = slots;
  table->capacity = capacity;
  return true;
}

/* ---- The table -------------------------------------------------------------------------------- */

int64_t identifiers_find(const struct identifiers *table, uint32_t hash, uriel_text normal)
{
  for (size_t i = 0; table->capacity && i < IDENTIFIERS_PROBES; i++) {
    const struct identifiers_slot *const slot = &table->slots[(hash + i) & (table->capacity - 1)];
    if (!slot->end)
      return 0;
    const int64_t id = slot->hash == hash ? identifiers_id(table, slot->end, normal) : 0;
    if (id)
      return id;
  }
  return 0;
}

bool identifiers_add(struct identifiers *table, uint32_t hash, uriel_text normal, int64_t id)
{
  if (table->count >= table->capacity / 2 && !identifiers_grow(table))
    return false;
  struct identifiers_slot *const slot = identifiers_free(table->slots, table->capacity, hash);
  const uint32_t end = slot ? identifiers_entry(table, normal, id) : 0;
  if (!end)
    return false;
  *slot = (struct identifiers_slot){hash, end};
  table->count++;
  return true;
}

void identifiers_clear(struct identifiers *table)
{
  free(table->slots);
  buffer_free(&table->entries);
  *table = (struct identifiers){.most = table->most};
}
