/* SPDX-License-Identifier: MIT */
/* The texts of an array that goes in, block by block as references. */
#ifndef URIEL_ARROW_INPUT_H
#define URIEL_ARROW_INPUT_H

#include "source.h"

/* A row of an array of views. It contains up to 12 bytes; longer texts are in a buffer. */
typedef struct arrow_view {
  int32_t length;
  char prefix[4]; /* and so do these of a longer one */
  int32_t buffer;
  int32_t offset;
} arrow_view;
enum { ARROW_VIEW_INSIDE = 12 };

/* A bit for each row, from bit `first` on; NULL: all are set. */
typedef struct arrow_bits {
  const uint8_t *bytes;
  int64_t first;
} arrow_bits;

typedef struct arrow_input {
  arrow_values values;
  int64_t length;
  arrow_bits valid[2]; /* of the texts, and of the struct around them */
  const char *text;    /* of the layouts with offsets: all texts, */
  size_t text_len;
  const void *rows; /* and where row 0 has its offset, or its view */
  /* Of views: the buffers that they lead into. */
  const void *const *buffers;
  const int64_t *buffer_lens;
  int64_t buffer_count;
} arrow_input;

/* Checks the members of an array, which must have at least `buffers` buffers. The number of rows is then
 * small enough to be multiplied by 64. */
int uriel_arrow_input_check(const struct ArrowArray *array, int64_t buffers, const char **why);

/* Opens the values of an array, and the indices or the offsets around them if it is not plain. */
int uriel_arrow_input_open(arrow_input *input, arrow_input *outer, const arrow_source *source,
                           const struct ArrowArray *array, const char **why);

/* Checks that each index is below `count`, and sets its bit in `used`, which can be NULL. */
int uriel_arrow_input_indices(const arrow_input *indices, int64_t count, uint8_t *used,
                              const char **why);

bool uriel_arrow_input_is_null(const arrow_input *input, int64_t row);

/* Returns the integer of a row that is not null; an unsigned one above INT64_MAX as a negative one. */
int64_t uriel_arrow_input_number(const arrow_input *input, int64_t row);

/* The references of rows [row, row + count), as uriel_parse_offsets64 has them; a null row is
 * URIEL_INVALID and has `text` NULL. */
void uriel_arrow_input_read(const arrow_input *input, int64_t row, uriel_ref *refs, size_t count);

/* The text of a row; undefined if it is null, or if its offsets or its view cannot be read. */
uriel_text uriel_arrow_input_text(const arrow_input *input, int64_t row);

#endif
