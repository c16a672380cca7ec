/* SPDX-License-Identifier: MIT */
/* A set of names. */
#include "labels.h"

static uint64_t labels_hash(const struct labels *labels, uriel_text name)
{
  uint64_t hash = labels->seed;
  for (size_t i = 0; i < name.len; i++)
    hash = (hash ^ (unsigned char)name.ptr[i]) * 1099511628211U;
  return hash ^ hash >> 32;
}

/* Returns the slot of a name, or the free slot for it. */
static struct label *labels_slot(const struct labels *labels, uriel_text name, uint64_t hash)
{
  size_t at = hash & (labels->capacity - 1);
  for (; labels->slots[at].is_taken; at = (at + 1) & (labels->capacity - 1)) {
    const struct label *const label = &labels->slots[at];
    if (label->hash == hash && label->len == name.len &&
        memcmp(labels->kept.ptr + label->at, name.ptr, name.len) == 0)
      break;
  }
  return &labels->slots[at];
}

static bool labels_grow(struct labels *labels)
{
  struct labels larger = *labels;
  if (labels->count < labels->capacity / 2)
    return true;
  larger.capacity = labels->capacity ? labels->capacity * 2 : 64;
  larger.slots = budget_take_zeros(larger.capacity, sizeof *larger.slots);
  if (!larger.slots)
    return false;
  if (!labels->capacity)
    larger.seed = (uint64_t)(uintptr_t)larger.slots * 14695981039346656037U;
  for (size_t i = 0; i < labels->capacity; i++) {
    size_t at = labels->slots[i].hash & (larger.capacity - 1);
    while (labels->slots[i].is_taken && larger.slots[at].is_taken)
      at = (at + 1) & (larger.capacity - 1);
    if (labels->slots[i].is_taken)
      larger.slots[at] = labels->slots[i];
  }
  budget_give(labels->slots);
  *labels = larger;
  return true;
}

struct label *labels_find(const struct labels *labels, uriel_text name)
{
  if (!labels->count)
    return NULL;
  struct label *const label = labels_slot(labels, name, labels_hash(labels, name));
  return label->is_taken ? label : NULL;
}

struct label *labels_add(struct labels *labels, uriel_text name, bool *is_new)
{
  struct buffer *const kept = &labels->kept;
  if (!labels_grow(labels) || !buffer_grow(kept, kept->len + name.len))
    return NULL;
  const uint64_t hash = labels_hash(labels, name);
  struct label *const label = labels_slot(labels, name, hash);
  *is_new = !label->is_taken;
  if (!*is_new)
    return label;
  *label = (struct label){.hash = hash, .at = kept->len, .len = name.len, .is_taken = true};
  if (name.len)
    memcpy(kept->ptr + kept->len, name.ptr, name.len);
  kept->len += name.len;
  labels->count++;
  return label;
}

void labels_free(struct labels *labels)
{
  buffer_free(&labels->kept);
  budget_give(labels->slots);
  *labels = (struct labels){.count = 0};
}
