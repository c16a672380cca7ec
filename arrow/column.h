/* SPDX-License-Identifier: MIT */
/* One column of what is made, while it grows. */
#ifndef URIEL_ARROW_COLUMN_H
#define URIEL_ARROW_COLUMN_H

#include "input.h"

enum { ARROW_BLOCK = 256, ARROW_WINDOW_SHIFT = 31 }; /* rows at a time; see views.c */

typedef struct arrow_column {
  const arrow_kind *kind;
  uint8_t *valid;
  int64_t nulls;
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
} arrow_rows;

/* Room for `length` rows. What is open is closed, also after a failure. */
int uriel_arrow_column_open(arrow_column *column, const arrow_kind *kind, const arrow_request *request,
                            int64_t length, const char **why);
void uriel_arrow_column_close(arrow_column *column);

int uriel_arrow_column_put(arrow_column *column, const arrow_request *request, const arrow_rows *rows,
                           const char **why);

/* The component of each row, undefined where the row is no reference; returns how long they are in all.
 */
size_t uriel_arrow_spans(uriel_text *spans, const arrow_rows *rows, uriel_component component);

/* The views of a block of rows. */
int uriel_arrow_views_put(arrow_view *views, const uriel_text *spans, const arrow_rows *rows,
                          const char **why);

#endif
