/* SPDX-License-Identifier: MIT */
/* The fast path of uriel_parse: decides what is common and plain, and leaves the rest to the grammar. */
#ifndef URIEL_SCAN_SCAN_H
#define URIEL_SCAN_SCAN_H

#include "uriel_batch.h"

/* Whether `text` was found to be a URI-reference, with `ref` filled as the grammar would. False means
 * nothing but that the grammar has to decide. */
typedef bool uriel_scan_kernel(uriel_ref *ref, const char *text, uint32_t len);

/* In plain C, which every kernel may fall back on. */
uriel_scan_kernel uriel_scan_plain;

/* The best that this machine has, and what uriel_cpu_force has set. */
uriel_scan_kernel uriel_scan;

/* Makes a row of a text; returns whether it is a reference. */
typedef bool uriel_row_reader(uriel_ref *ref, const char *text, size_t len);

/* Reads the lines from *at on whose line feeds are before `end`, into `refs`, up to `capacity` of them,
 * and returns how many; moves *at behind the last. A carriage return before a line feed is of the line's
 * end. What needs more than the fast path is given to `otherwise`. 0 where the kernel leaves it all to
 * the caller. */
typedef size_t uriel_lines_kernel(uriel_ref *refs, size_t capacity, const char **at, const char *end,
                                  uriel_row_reader *otherwise);

uriel_lines_kernel uriel_scan_lines;

/* Writes the numbers of the first of `count` rows to their columns, the first to row `row`, and returns
 * of how many; 0 where a column is not wanted, or no vectors make that quick. */
size_t uriel_scan_turn(const uriel_columns *columns, size_t row, const uriel_ref *refs, size_t count);

#endif
