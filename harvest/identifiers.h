/* SPDX-License-Identifier: MIT */
/* Identifiers whose ids are known: a hash table of limited memory, which is searched before
 * the database's index. */
#ifndef URIEL_HARVEST_IDENTIFIERS_H
#define URIEL_HARVEST_IDENTIFIERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "uriel.h"

struct identifiers_slot;

/* Zero-initialise, then set `most`. */
struct identifiers {
  size_t most; /* bytes that it may take */
  /* private */
  struct identifiers_slot *slots;
  size_t capacity, count; /* of slots */
  struct buffer entries;
};

/* Returns the hash of a normal form. */
uint32_t identifiers_hash(uriel_text normal);

/* Returns the id of a normal form, or 0 if the table does not have it. */
int64_t identifiers_find(const struct identifiers *table, uint32_t hash, uriel_text normal);

/* Adds a normal form that the table does not have. Returns false, without adding it, if there is no
 * room: the memory is used up, or too many have similar hashes. */
bool identifiers_add(struct identifiers *table, uint32_t hash, uriel_text normal, int64_t id);

/* Empties the table, and frees its memory. */
void identifiers_clear(struct identifiers *table);

#endif
