/* SPDX-License-Identifier: MIT */
/* The hash table: keeps each distinct text once and numbers the texts, in bounded memory if a
 * limit is set. What a caller counts or knows of a text, it keeps in an array by number. */
#ifndef URIEL_BASE_TEXTS_H
#define URIEL_BASE_TEXTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "uriel.h"

/* A slot has 0, or a number plus 1 in its lower half and 32 bits of the hash in its upper half. A text
 * takes its length, 1 byte, 16 to 32 of `of`, and 11 to 21 of the slots. Zero-initialise. */
struct texts {
  size_t memory;  /* bytes that all may take together; one text always fits; 0: no limit */
  uriel_text *of; /* by number, until texts_clear */
  size_t count;
  /* private */
  uint64_t *slots;
  size_t slot_count; /* a power of two, or 0 */
  struct texts_block *block;
  size_t used; /* by the texts, with the arrays of callers */
};

/* Returns a random number. */
uint64_t texts_seed(void);

/* Returns the hash of a text, which depends on a random seed of the process: no document can choose
 * texts that collide. Fetches the text's slot of a table, which may be NULL, into the cache, so call it
 * some texts ahead if there are many. */
uint64_t texts_hash(const struct texts *table, uriel_text text);

/* Returns whether the table has a text with that hash, and sets its number. */
bool texts_find(const struct texts *table, uriel_text text, uint64_t hash, uint32_t *number);

enum texts_state { TEXTS_KNOWN, TEXTS_ADDED, TEXTS_FULL, TEXTS_NO_MEMORY };

/* Adds a text, of at most UINT32_MAX bytes, with that hash: keeps a copy, which a NUL follows. Sets
 * `*number`, which is from 0 in the order of first appearance, unless the text is new and the table is
 * full, or memory runs out: `try` returns that, `put` calls base_die. */
enum texts_state texts_try(struct texts *table, uriel_text text, uint64_t hash, uint32_t *number);
enum texts_state texts_put(struct texts *table, uriel_text text, uint64_t hash, uint32_t *number);

/* The same without a limit of memory. Returns the number, and whether the text is new. */
uint32_t texts_number(struct texts *table, uriel_text text, bool *is_new);

/* The same. Returns whether the text is new. */
bool texts_add(struct texts *table, uriel_text text);

/* Removes all texts. */
void texts_clear(struct texts *table);

void texts_free(struct texts *table);

#endif
