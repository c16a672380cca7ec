/* SPDX-License-Identifier: MIT */
/* Reads the files of test/vectors: comment lines, a line of column names, then one case a line, its
 * fields separated by tabs and escaped (\t \n \\ \xNN, \N for undefined). */
#ifndef URIEL_TEST_VECTORS_H
#define URIEL_TEST_VECTORS_H

#include "uriel.h"

enum { VECTOR_COLUMNS = 16 };

/* One case. `errors` counts its errors; all cases of a file share the counter. */
typedef struct vector_case {
  const char *file;
  size_t line;
  size_t columns;
  const char *const *names;
  uriel_text fields[VECTOR_COLUMNS]; /* each in a heap block of its exact size */
  size_t *errors;
} vector_case;

/* Runs `check` for each case of the file of that name. Fails the running cmocka test if a case had
 * errors or the file has fewer than `least` cases. */
typedef void vector_check(const vector_case *given);
void vectors_run(const char *name, size_t least, vector_check *check);

/* A field by its column's name; ends the program if the column does not exist. */
uriel_text vector_field(const vector_case *given, const char *column);
/* Returns a field that is a number, or URIEL_FAILED if it is undefined. */
size_t vector_number(const vector_case *given, const char *column);

/* Returns the place to encode for, from the column "for"; ends the program if it is unknown. */
uriel_encode_for encode_for_given(const vector_case *given);

/* Returns whether this build reads the documents of a row of functions.tsv: the named ones; all for
 * lineage(). */
bool vector_is_built(const vector_case *given);

/* Compare, print differences with the case's place, and count them. */
void expect_text(const vector_case *given, const char *what, uriel_text expected, uriel_text got);
void expect_name(const vector_case *given, const char *what, uriel_text expected, const char *got);
void expect_number(const vector_case *given, const char *what, size_t expected, size_t got);
void expect_true(const vector_case *given, const char *what, bool got);

#endif
