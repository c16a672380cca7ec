/* SPDX-License-Identifier: MIT */
/* Sorting of texts in place. */
#ifndef URIEL_TEXT_SORT_H
#define URIEL_TEXT_SORT_H

#include "uriel.h"

/* Reports whether `a` comes before `b`. */
typedef bool sort_before(uriel_text a, uriel_text b, unsigned options);

/* Heapsort: O(n log n) comparisons, and no memory. */
void uriel_sort_texts(uriel_text *texts, size_t count, sort_before *before, unsigned options);

#endif
