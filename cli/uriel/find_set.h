/* SPDX-License-Identifier: MIT */
/* A set of texts, for --unique. */
#ifndef URIEL_CLI_FIND_SET_H
#define URIEL_CLI_FIND_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "uriel.h"

struct find_set_slot;
struct find_set_block;

/* Zero-initialise for an empty set. */
struct find_set {
  struct find_set_slot *slots;
  size_t capacity; /* a power of two, or 0 */
  size_t count;
  struct find_set_block *block; /* copies of the texts; the newest block first */
  uint64_t key[2];
};

/* Adds a copy of the text, of at most UINT32_MAX bytes. Returns whether it is new. Exits with STATUS_IO
 * if memory runs out. */
bool find_set_add(struct find_set *set, uriel_text text);

void find_set_free(struct find_set *set);

/* Makes a random key, and returns the hash of a text with it: for other tables of texts that documents
 * choose. */
void find_set_seed(uint64_t key[2]);
uint64_t find_set_hash(const uint64_t key[2], uriel_text text);

#endif
