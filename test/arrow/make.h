/* SPDX-License-Identifier: MIT */
/* Arrays of texts as other libraries hand them over, every buffer a heap block of its exact size. Counts
 * the arrays that are not yet released. */
#ifndef URIEL_TEST_ARROW_MAKE_H
#define URIEL_TEST_ARROW_MAKE_H

#include "uriel_arrow.h"

typedef struct text_list {
  uriel_text *rows; /* undefined: a null */
  size_t count;
} text_list;

typedef struct array_shape {
  const char *format; /* "u", "z", "U", "Z", "vu", "vz"; of numbers in texts "c", "C", ... "L" */
  size_t lead;        /* first rows, which the array's offset skips */
  bool nested;        /* in a struct whose offset skips two more rows, */
  bool nulls_outside; /* and which has the nulls */
  /* Around the texts or numbers: the format of a dictionary's indices, or "+l" or "+L" for lists, whose
   * elements each end with "\x1e" in a row; NULL: the column is plain. */
  const char *outer;
} array_shape;

/* The column of a struct is called "texts", one beside it "beside". */
void make_schema(struct ArrowSchema *schema, const array_shape *shape);
void make_array(struct ArrowArray *array, const array_shape *shape, const text_list *texts);

/* The number of arrays, schemas and streams that are not yet released. */
extern long make_living;

/* A stream that gives `count` arrays of the texts, and fails at number `fail_at` with EIO; no failure if
 * that is at least `count`. */
void make_stream(struct ArrowArrayStream *stream, const array_shape *shape, const text_list *texts,
                 size_t count, size_t fail_at);

#endif
