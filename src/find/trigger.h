/* SPDX-License-Identifier: MIT */
/* The bytes at which references are looked for. */
#ifndef URIEL_FIND_TRIGGER_H
#define URIEL_FIND_TRIGGER_H

#include "find/find.h"

/* A search for all of them at once: the block of text that was looked at last, and of its marks those
 * that were not passed. */
typedef struct find_search {
  const find_text *text;
  const char *block, *next;
  uint64_t marks;
  bool all; /* not for colons alone */
} find_search;

/* From the text's floor on. */
find_search uriel_find_search(const find_text *t);

/* The next trigger, or the text's end. Marks that cannot be of a reference are left out. */
const char *uriel_find_trigger(find_search *search);

#endif
