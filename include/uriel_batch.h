/* SPDX-License-Identifier: MIT */
/* uriel: many references at once, from lines or from columns of text. See uriel.h for conventions.
 *
 *     uriel_ref rows[256];
 *     size_t from = 0, count;
 *     while ((count = uriel_parse_lines(rows, 256, &from, text, len, true)) > 0)
 *       ...
 *
 * Rows are in the order of their texts, into which they point: the text must outlive them.
 *
 * A row with URIEL_INVALID in its flags is not a reference. Its `text` and `length` are the input: call
 * uriel_parse on them for the error. If the length is 0, the input is longer than 2^32-1 bytes or its
 * offsets are invalid; the empty text itself is a reference.
 *
 * Functions that resolve, normalise, convert, change or plan such a row fail with ROW_INVALID.
 * uriel_build rejects what uriel_parts_of returns for it. It does not equal any reference, not even
 * itself. uriel_hash hashes its text. Other functions see the empty reference. */
#ifndef URIEL_BATCH_H
#define URIEL_BATCH_H

#include "uriel.h"

/* ---- Batches ---------------------------------------------------------------------------------- */

/* Returns the number of lines parsed into `refs`: at most `capacity`, fewer only if the text has no
 * more. Reads from `*from`, which is at most `len`, and moves it past the last line read. Entries of
 * `refs` after the returned ones may change.
 *
 * A line ends at a line feed; a carriage return before it, or at the end of the text, is not part of the
 * line. An empty line is the empty reference. Text after the last line feed is a line only if `whole` is
 * true and it is not empty. Otherwise append more text and call again; bytes before `*from` can be
 * dropped. O(n), plus the length of an unfinished line for each call. */
URIEL_API size_t uriel_parse_lines(uriel_ref *refs, size_t capacity, size_t *from, const char *text,
                                   size_t len, bool whole);

/* Return how many of `count` rows are references, and write `count` rows. Row i is the bytes
 * [offsets[i], offsets[i + 1]) of `text`, as in Arrow, so there are `count` + 1 offsets. Rows whose
 * offsets are out of order or above `len` are invalid. */
URIEL_API size_t uriel_parse_offsets32(uriel_ref *refs, size_t count, const char *text, size_t len,
                                       const uint32_t *offsets);
URIEL_API size_t uriel_parse_offsets64(uriel_ref *refs, size_t count, const char *text, size_t len,
                                       const uint64_t *offsets);

/* Rows as columns. The caller sets each pointer to an array, or to NULL to skip the column. */
typedef struct uriel_columns {
  const char *text; /* `begin` counts from here */
  uint64_t *begin;  /* start of the row's text */
  uint32_t *length; /* this and the others as in uriel_ref */
  uint32_t *scheme_end, *host_begin, *host_end, *path_begin, *path_end, *query_end;
  uint32_t *flags;
  uint8_t *valid; /* a bit for each row, lowest first: 1 if it is a reference */
} uriel_columns;

/* Writes `count` rows to the columns, starting at row `row`. Changes nothing else, including the bits of
 * other rows in `valid`. Fastest with a few hundred rows at a time, which fit the cache. O(count). */
URIEL_API void uriel_columns_put(const uriel_columns *columns, size_t row, const uriel_ref *refs,
                                 size_t count);

/* ---- Instruction sets ------------------------------------------------------------------------- */

typedef enum uriel_cpu {
  URIEL_CPU_PLAIN = 0, /* C only */
  URIEL_CPU_SSE2 = 1,
  URIEL_CPU_AVX2 = 2,
  URIEL_CPU_AVX512 = 3, /* with VBMI */
  URIEL_CPU_NEON = 4,
  URIEL_CPU_SIMD128 = 5 /* WebAssembly */
} uriel_cpu;
URIEL_API const char *uriel_cpu_name(uriel_cpu cpu);

/* Returns the instruction set in use, by default the best one. Results never depend on it. O(1). */
URIEL_API uriel_cpu uriel_cpu_used(void);

/* Returns whether the library can use `cpu`, and makes all threads use it. For tests and benchmarks. */
URIEL_API bool uriel_cpu_force(uriel_cpu cpu);

#endif
