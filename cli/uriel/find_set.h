/* SPDX-License-Identifier: MIT */
/* A set of texts, for --unique. It grows with what is put into it, and with nothing else. */
#ifndef URIEL_CLI_FIND_SET_H
#define URIEL_CLI_FIND_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "uriel.h"

struct find_set_slot;
struct find_set_block;

/* All zero: empty. */
struct find_set {
  struct find_set_slot *slots;
  size_t capacity; /* a power of two, or 0 */
  size_t count;
  struct find_set_block *block; /* where texts are kept; the last one first */
  uint64_t key[2];
};

/* Whether the text is new; it is copied. It has at most UINT32_MAX bytes. Out of memory is a message and
 * STATUS_IO. */
bool find_set_add(struct find_set *set, uriel_text text);

void find_set_free(struct find_set *set);

#endif
