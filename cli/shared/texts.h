/* SPDX-License-Identifier: MIT */
/* Numbers for texts, or a set of texts: a hash table that keeps each distinct text once. */
#ifndef URIEL_CLI_TEXTS_H
#define URIEL_CLI_TEXTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "uriel.h"

struct texts_slot {
  const char *text; /* its length is in the 4 bytes before it; NULL: free */
  uint32_t hash, number;
};

/* A text takes its length, 5 bytes, and 32 to 64 of the table; 16 to 32 more if it is no set.
 * Zero-initialise. */
struct texts {
  uriel_text *of; /* by number; NULL in a set */
  struct texts_slot *slots;
  size_t count;
  size_t capacity; /* of `slots`: a power of two, or 0; `of` has half as many */
  struct texts_block *block;
  bool is_set;
  uint64_t key[2];
};

/* Returns the number of the text, of at most UINT32_MAX bytes, from 0 in the order of their first
 * appearance, and whether it is new. Keeps a copy, which a NUL follows. Exits with STATUS_IO if memory
 * runs out. */
uint32_t texts_number(struct texts *table, uriel_text text, bool *is_new);

/* Returns whether the text is new. The table is a set: no function that returns numbers can be used. */
bool texts_add(struct texts *table, uriel_text text);

void texts_free(struct texts *table);

/* Makes a random key, and returns the hash of a text with it: for other tables of texts that documents
 * choose. */
void texts_seed(uint64_t key[2]);
uint64_t texts_hash(const uint64_t key[2], uriel_text text);

#endif
