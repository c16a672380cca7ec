/* SPDX-License-Identifier: MIT */
/* Checks of an array that is handed over: Arrow's rules, and the contents of its cells. */
#ifndef URIEL_TEST_ARROW_CHECK_H
#define URIEL_TEST_ARROW_CHECK_H

#include "uriel_arrow.h"

typedef struct cell {
  bool null;
  uriel_text text; /* of text columns */
  uint64_t number; /* of the others */
} cell;

/* Ends the program with a message if the array does not conform to its schema and the specification. */
void check_array(const struct ArrowSchema *schema, const struct ArrowArray *array);

/* Row `at` of the struct's column of that name; ends the program if it is missing. */
cell cell_of(const struct ArrowSchema *schema, const struct ArrowArray *array, const char *name,
             int64_t at);

/* The same for a result of uriel_arrow_call, and a row of it as test/vectors/functions.tsv has it. */
void check_result(const struct ArrowSchema *schema, const struct ArrowArray *array);
uriel_text result_of(const struct ArrowSchema *schema, const struct ArrowArray *array, int64_t at);

/* Returns the index of a column, or -1. */
int64_t column_of(const struct ArrowSchema *schema, const char *name);

#endif
