/* SPDX-License-Identifier: MIT */
/* The first record of each key, of lists of any length: exact, in bounded memory, in the order of their
 * numbers.
 *
 * Keys are in a set while memory lasts, and it is known at once whether a key is new. After that,
 * records whose keys are not in the set go to one of several temporary files, by the hash of the key. At
 * the end, each file is treated in the same way, and the new records of all are merged. */
#ifndef URIEL_BASE_UNIQUE_H
#define URIEL_BASE_UNIQUE_H

#include "sorter.h"
#include "texts.h"

enum { UNIQUE_PARTS = 32 };

/* Zero-initialise, and set `set.memory`. */
struct unique {
  struct texts set;
  /* private */
  bool full; /* the set is */
  bool merging;
  unsigned depth; /* of the file whose records are added; 0: of the input */
  struct spill_file parts[UNIQUE_PARTS];
  struct buffer work; /* struct unique_part: files that are not treated yet */
  struct runs found;
};

enum unique_state { UNIQUE_NEW, UNIQUE_KNOWN, UNIQUE_LATER };

/* Returns whether the record is the first of its key, which has that hash
 * (texts_hash of `set`). LATER: unique_next will
 * return the record if it is; all later records are KNOWN or LATER. Numbers must grow; records of number
 * 0, which come first, are never returned. */
enum unique_state unique_add(struct unique *unique, const struct spill_record *record, uint64_t hash);

/* Returns the next new record among the records that were LATER, or false after the last. No record can
 * be added afterwards. The record is valid until the next call. */
bool unique_next(struct unique *unique, struct spill_record *record);

#endif
