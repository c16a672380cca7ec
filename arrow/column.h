/* SPDX-License-Identifier: MIT */
/* One output column while it grows. */
#ifndef URIEL_ARROW_COLUMN_H
#define URIEL_ARROW_COLUMN_H

#include <string.h>

#include "input.h"
#include "kinds.h"
#include "uriel_function.h"

enum { ARROW_BLOCK = 256, ARROW_WINDOW_SHIFT = 31 }; /* rows at a time; see views.c */

typedef struct arrow_column {
  arrow_format format;
  int64_t length; /* rows so far */
  int64_t rows;   /* for which there is memory */
  int64_t nulls;
  uint8_t *valid;
  void *values; /* offsets, views or numbers, one for each row; of offsets one more */
  char *text;   /* what the offsets cut */
  size_t used;
  size_t capacity;
} arrow_column;

/* Some rows, a block of them at most. */
typedef struct arrow_rows {
  const arrow_input *input;
  int64_t first; /* a multiple of ARROW_BLOCK */
  const uriel_ref *refs;
  size_t count;
  const int64_t *values; /* of a dictionary: the rows' places in it; else NULL */
} arrow_rows;

/* A component of each row; an empty text where it is undefined. */
typedef struct arrow_spans {
  const char *text[ARROW_BLOCK];
  uint32_t len[ARROW_BLOCK];
  size_t sum; /* of all lengths */
  bool defined[ARROW_BLOCK];
} arrow_spans;

/* Allocates a column for `rows` rows. Close every column that was opened, also after a failure. */
int uriel_arrow_column_open(arrow_column *column, arrow_format format, int64_t rows, const char **why);
void uriel_arrow_column_close(arrow_column *column);

/* Append a block of rows, for which there is memory. */
int uriel_arrow_column_put(arrow_column *column, const arrow_kind *kind, const arrow_rows *rows,
                           const char **why);
int uriel_arrow_column_put_spans(arrow_column *column, const arrow_spans *spans, const arrow_rows *rows,
                                 const char **why);

/* Appends a row; of a list, `count` is where it ends in the child. The text can be in the memory that
 * uriel_arrow_column_room returned last. */
int uriel_arrow_column_add(arrow_column *column, const uriel_value *value, const char **why);

/* Sets the value of a row of bools, 64-bit integers or copied texts. */
void uriel_arrow_column_get(const arrow_column *column, int64_t row, uriel_value *value);

/* Returns the memory where the next text begins, and sets its size, at least `size`. Returns NULL
 * without memory. */
char *uriel_arrow_column_room(arrow_column *column, size_t *size);

/* Opens `texts` with the texts of the column that differ, sorted. Sets the place of each row
 * among them; -1 if it is null. */
int uriel_arrow_column_distinct(arrow_column *texts, const arrow_column *column, int64_t *places,
                                const char **why);

void uriel_arrow_spans(arrow_spans *spans, const arrow_rows *rows, uriel_component component);

/* The views of a block of rows. */
int uriel_arrow_views_put(arrow_view *views, const arrow_spans *spans, const arrow_rows *rows,
                          const char **why);

/* Copies `len` bytes, or `step` bytes if these can be read before `limit`: a copy of constant length is
 * faster. `out` has at least `step` bytes. */
static inline void arrow_copy(char *out, const char *text, uint32_t len, const char *limit, size_t step)
{
  if (len > step || (size_t)(limit - text) < step)
    memcpy(out, text, len);
  else
    memcpy(out, text, step);
}

/* Returns the limit of reads from a row's text of `len` bytes. */
static inline const char *arrow_limit(const arrow_input *input, const char *text, uint32_t len)
{
  return input->values.layout == ARROW_VIEWS ? text + len : input->text + input->text_len;
}

#endif
