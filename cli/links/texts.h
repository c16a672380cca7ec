/* SPDX-License-Identifier: MIT */
/* Numbers for texts: a hash table that keeps each distinct text once. */
#ifndef URIEL_CLI_LINKS_TEXTS_H
#define URIEL_CLI_LINKS_TEXTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "uriel.h"

struct texts_slot {
  const char *text; /* its length is in the 4 bytes before it; NULL: free */
  uint32_t hash, number;
};

/* A text takes its length, 21 bytes, and 32 to 64 of the table. Zero-initialise. */
struct texts {
  uriel_text *of; /* by number */
  struct texts_slot *slots;
  size_t count;
  size_t capacity; /* of `slots`: a power of two, or 0; `of` has half as many */
  struct texts_block *block;
  uint64_t key[2];
};

/* Returns the number of the text, of at most UINT32_MAX bytes, from 0 in the order of their first
 * appearance, and whether it is new. Keeps a copy, which a NUL follows. Exits with STATUS_IO if memory
 * runs out. */
uint32_t texts_number(struct texts *table, uriel_text text, bool *is_new);

void texts_free(struct texts *table);

#endif
