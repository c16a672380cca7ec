/* SPDX-License-Identifier: MIT */
/* The bytes at which references are looked for. */
#ifndef URIEL_FIND_TRIGGER_H
#define URIEL_FIND_TRIGGER_H

#include "find/find.h"

enum { FIND_TRIGGERS = 4 };

/* A search for several bytes at once, each by memchr within a block; a place that was found is kept
 * until it is passed. Blocks grow while nothing is found, so that a text full of one byte is not
 * searched to its end for another at each hit. */
typedef struct find_search {
  const char *at[FIND_TRIGGERS]; /* the next of each, `block` where there is none in it */
  char bytes[FIND_TRIGGERS];
  size_t count;
  const char *block; /* the end of what was searched */
  size_t size;
} find_search;

/* For what the options ask for, from `begin` on. */
find_search uriel_find_search(const uriel_find_options *options, const char *begin);

/* The next trigger at or after `from`, or `end`. */
const char *uriel_find_trigger(find_search *search, const char *from, const char *end);

#endif
