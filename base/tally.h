/* SPDX-License-Identifier: MIT */
/* How often each value occurs, in lists larger than memory: exact. Full tables go to a temporary file
 * (sorter.h), and are added up at the end. */
#ifndef URIEL_BASE_TALLY_H
#define URIEL_BASE_TALLY_H

#include "sorter.h"
#include "texts.h"

struct tally_entry {
  uint64_t count;
  uint64_t mark; /* the caller's; 0 at first */
};

/* Zero-initialise, and set `memory`. */
struct tally {
  size_t memory;       /* of the table, and of each sorter */
  struct texts values; /* of the table, by number */
  uint64_t spills;     /* how often the table was emptied: numbers of values before mean nothing */
  /* private */
  struct buffer entries; /* struct tally_entry: of each value, by its number */
  struct sorter spilled; /* values of full tables, whose text is the count */
  struct sorter ranked;  /* all values, in the order of tally_next */
  struct buffer value;
};

/* Sets the number of a value, which is added with the count 0 if it is new. Returns false if the table
 * is full; `forced`: it then has space for the value. */
bool tally_find(struct tally *tally, uriel_text value, bool forced, uint32_t *number);

static inline struct tally_entry *tally_of(const struct tally *tally, uint32_t number)
{
  return (struct tally_entry *)(void *)tally->entries.ptr + number;
}

/* Empties the table. */
void tally_spill(struct tally *tally);

/* Counts a value. Returns its number. */
uint32_t tally_add(struct tally *tally, uriel_text value);

/* Returns the next value and its count, the largest count first, equal counts in the order of the
 * values; or false after the last. No value can be counted afterwards. The value is valid until the next
 * call. */
bool tally_next(struct tally *tally, uriel_text *value, uint64_t *count);

#endif
