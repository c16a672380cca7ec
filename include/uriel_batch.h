/* SPDX-License-Identifier: MIT */
/* uriel: batches of references, from lines and from columns of text. See uriel.h for conventions. */
#ifndef URIEL_BATCH_H
#define URIEL_BATCH_H

#include "uriel.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Batches ---------------------------------------------------------------------------------- */

/* Many references at once: lines of a text, or rows of a column of text, into an array of uriel_ref.
 *
 *     uriel_ref rows[256];
 *     size_t from = 0, count;
 *     while ((count = uriel_parse_lines(rows, 256, text, len, true, &from)) > 0)
 *       ...
 *
 * Each text has its row, in order, also one that is no reference: that row's flags have URIEL_INVALID,
 * its `text` and `length` are as given, so that uriel_parse can be asked for the error, and every
 * component of it is undefined but the path, which is empty. A row with URIEL_INVALID whose length is 0
 * has no text, for the empty text is a reference: it is longer than 2^32-1 bytes, or offsets do not tell
 * where it is. Rows point into the text, which must outlive them.
 *
 * A row with URIEL_INVALID is not a reference. Functions that resolve, normalise, change or plan one
 * fail with the error ROW_INVALID, or return URIEL_FAILED if they have no error; uriel_build refuses
 * what uriel_parts_of returns for such a row. uriel_equal, uriel_compare and uriel_urn_equal find it
 * equal to nothing, not even to itself. uriel_hash hashes its text. uriel_component_get, uriel_form_of,
 * uriel_own_parts and uriel_warning_describe see a reference whose components are all undefined, except
 * the empty path. uriel_columns_put writes the row as it is. */

/* Parses the lines of `text` from `*from` on, which is at most `len`, into `refs`, `capacity` of them at
 * most; returns how many (what `refs` holds behind those may change). Moves `*from` behind the last line
 * that was read. A line ends at a line feed, and a carriage return before that is not part of it, nor is
 * one at the end of a text. What is behind the last line feed is a line where the text ends there for
 * good (`whole`) and it is not empty; otherwise it is left for a call with more text behind it: what is
 * before `*from` can be dropped. Fewer lines than `capacity` are returned only where no more are there.
 * An empty line is the empty reference. O(n), but that of an unfinished line each call looks at all. */
URIEL_API size_t uriel_parse_lines(uriel_ref *refs, size_t capacity, const char *text, size_t len,
                                   bool whole, size_t *from);

/* Parses the rows of a column of text: row i is the bytes [offsets[i], offsets[i + 1]) of `text`, so
 * that there are `count` + 1 offsets, as Arrow has them; `count` rows are written. Returns how many are
 * references. Of a row whose offsets are out of order or beyond `len`, nothing is read. O(n) in the rows
 * and their bytes. */
URIEL_API size_t uriel_parse_offsets32(uriel_ref *refs, size_t count, const char *text, size_t len,
                                       const uint32_t *offsets);
URIEL_API size_t uriel_parse_offsets64(uriel_ref *refs, size_t count, const char *text, size_t len,
                                       const uint64_t *offsets);

/* The same as columns, each an array of the caller's: NULL for those that are not wanted. */
typedef struct uriel_columns {
  const char *text; /* that `begin` counts from */
  uint64_t *begin;  /* where the row's text begins */
  uint32_t *length; /* and so on, as in uriel_ref */
  uint32_t *scheme_end;
  uint32_t *host_begin;
  uint32_t *host_end;
  uint32_t *path_begin;
  uint32_t *path_end;
  uint32_t *query_end;
  uint32_t *flags;
  uint8_t *valid; /* a bit for each row, the lowest first: it is a reference */
} uriel_columns;

/* Writes `count` rows to the columns, the first to row `row` of each. Nothing else of them is touched,
 * not even of the bytes of `valid` that have bits of other rows. Quick where the rows are still in the
 * cache: some hundred at a time. O(count). */
URIEL_API void uriel_columns_put(const uriel_columns *columns, size_t row, const uriel_ref *refs,
                                 size_t count);

#ifdef __cplusplus
}
#endif

#endif
