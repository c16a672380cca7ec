/* SPDX-License-Identifier: MIT */
/* The fast path of uriel_parse: decides common and simple references, and leaves the rest to the
 * grammar. */
#ifndef URIEL_SCAN_SCAN_H
#define URIEL_SCAN_SCAN_H

#include "uriel_batch.h"

/* Returns true if `text` is a URI-reference, and fills `ref` as the grammar would. False only means
 * that the grammar has to decide. */
typedef bool uriel_scan_kernel(uriel_ref *ref, const char *text, uint32_t len);

/* The best kernel of this machine, or the one set by uriel_cpu_force. */
uriel_scan_kernel uriel_scan;

/* The same for texts without "'", which the URL standard encodes in some queries; false for any other.
 */
uriel_scan_kernel uriel_scan_unquoted;

/* Makes a row of a text. Returns whether it is a reference. */
typedef bool uriel_row_reader(uriel_ref *ref, const char *text, size_t len);

/* Reads up to `capacity` lines from *at on, whose line feeds are before `end`, into `refs`. Returns
 * how many, and moves *at past the last one. A carriage return before a line feed belongs to the
 * line's end. Passes lines that need more than the fast path to `otherwise`. Returns 0 if the kernel
 * leaves all lines to the caller. */
typedef size_t uriel_lines_kernel(uriel_ref *refs, size_t capacity, const char **at, const char *end,
                                  uriel_row_reader *otherwise);

uriel_lines_kernel uriel_scan_lines;

/* Writes the numbers of rows to their columns, the first to row `row`. Returns how many of `count`
 * rows it wrote; 0 if a column is missing, or without a kernel. */
size_t uriel_scan_turn(const uriel_columns *columns, size_t row, const uriel_ref *refs, size_t count);

/* Reports whether each "%XX" of the text is in upper case and, with `decoded`, none stands for an
 * unreserved character. */
bool uriel_triplets_stand(uriel_text text, bool decoded);

/* ---- Marks at which references may begin: colons, "@", "." and "//" ------------------------------- */

/* The number of bytes in a block, one bit each. */
enum { MARK_BLOCK = 64 };

/* Returns the first block, at `at` or a multiple of 64 bytes after it, that has a mark, with a bit for
 * each mark, the lowest for the first byte; or `end` and no bits. Reads nothing before `at` or from
 * `end` on, and assumes bytes there that make a mark. A colon is a mark unless a blank follows.
 * With `all`, these are marks too: "@", a "/" before another one, and a "." before a byte of "0" or
 * greater. */
const char *uriel_scan_marks(const char *at, const char *end, bool all, uint64_t *marks);

#endif
