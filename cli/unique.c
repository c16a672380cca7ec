/* SPDX-License-Identifier: MIT */
/* Which texts have been seen: open addressing over texts that stand one behind the other. */
#include "unique.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "cli.h"

enum { UNIQUE_FIRST = 1024 };

/* Texts come from documents that anybody wrote: a seed that nobody knows keeps them from falling into
 * one chain. Without a source of randomness the set is still right. */
static void unique_start(struct unique *unique)
{
  if (getrandom(&unique->seed, sizeof unique->seed, GRND_NONBLOCK) < 0)
    unique->seed = (uintptr_t)unique;
}

static uriel_text unique_text(const struct unique *unique, size_t slot)
{
  size_t len;
  const char *const at = unique->texts.ptr + slot - 1;
  memcpy(&len, at, sizeof len);
  return (uriel_text){at + sizeof len, len};
}

/* The slot that holds `text`, or the free one where it belongs. */
static size_t unique_find(const struct unique *unique, uriel_text text)
{
  uriel_ref ref;
  uint64_t hash = unique->seed;
  if (uriel_parse(&ref, text.ptr, text.len, NULL))
    hash = uriel_hash(&ref, URIEL_RUNG_STRING, unique->seed);
  for (size_t at = hash & (unique->capacity - 1);; at = (at + 1) & (unique->capacity - 1)) {
    if (!unique->slots[at])
      return at;
    const uriel_text other = unique_text(unique, unique->slots[at]);
    if (other.len == text.len && memcmp(other.ptr, text.ptr, text.len) == 0)
      return at;
  }
}

static void unique_grow(struct unique *unique)
{
  const struct unique old = *unique;
  unique->capacity = old.capacity ? old.capacity * 2 : UNIQUE_FIRST;
  unique->slots = calloc(unique->capacity, sizeof *unique->slots);
  if (!unique->slots)
    die_memory();
  for (size_t i = 0; i < old.capacity; i++)
    if (old.slots[i])
      unique->slots[unique_find(unique, unique_text(unique, old.slots[i]))] = old.slots[i];
  free(old.slots);
}

bool unique_add(struct unique *unique, uriel_text text)
{
  if (unique->capacity == 0)
    unique_start(unique);
  if (unique->count >= unique->capacity / 2)
    unique_grow(unique);
  const size_t at = unique_find(unique, text);
  if (unique->slots[at])
    return false;
  unique->slots[at] = unique->texts.len + 1;
  unique->count++;
  buffer_append(&unique->texts, (const char *)&text.len, sizeof text.len);
  buffer_append(&unique->texts, text.ptr, text.len);
  return true;
}

void unique_free(struct unique *unique)
{
  free(unique->slots);
  buffer_free(&unique->texts);
  *unique = (struct unique){0};
}
