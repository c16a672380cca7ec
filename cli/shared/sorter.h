/* SPDX-License-Identifier: MIT */
/* Sorts lists larger than memory. */
#ifndef URIEL_CLI_SORTER_H
#define URIEL_CLI_SORTER_H

#include "spill.h"

/* Sorts records by key, then by number. Zero-initialise, and set `memory`. */
struct sorter {
  size_t memory;
  /* private */
  struct buffer records;
  struct buffer index; /* struct sorter_entry */
  struct runs runs;
  size_t at; /* of the index */
  bool sorted;
};

void sorter_add(struct sorter *sorter, const struct spill_record *record);

/* Returns the next record in order, or false after the last. No record can be added afterwards. The
 * record is valid until the next call. */
bool sorter_next(struct sorter *sorter, struct spill_record *record);

void sorter_free(struct sorter *sorter);

#endif
