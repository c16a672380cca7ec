/* SPDX-License-Identifier: MIT */
/* What filter_rows functions are made of: text is copied in steps of 32 bytes, into room that has as
 * much to spare, from blocks of input that have too (INPUT_SLACK). */
#ifndef URIEL_CLI_ROWS_H
#define URIEL_CLI_ROWS_H

#include <string.h>

#include "output.h"
#include "uriel.h"

enum { ROWS_STEP = 32 };

/* A short text of the program's own. */
struct rows_word {
  char text[ROWS_STEP - 1];
  unsigned char len;
};

static inline bool rows_is_reference(const uriel_ref *ref)
{
  return !(ref->flags & URIEL_INVALID);
}

static inline char *rows_copy(char *to, const char *from, size_t len)
{
  for (size_t at = 0; at < len; at += ROWS_STEP)
    memcpy(to + at, from + at, ROWS_STEP);
  return to + len;
}

static inline char *rows_copy_word(char *to, const struct rows_word *word)
{
  memcpy(to, word, ROWS_STEP);
  return to + word->len;
}

/* How many references come before the first text that is none: for those that print nothing. */
size_t rows_pass(void *self, const uriel_ref *refs, size_t count);

/* Prints what `write` makes of each reference, as snprintf does, on a line. It leaves references to
 * convert of which `write` makes more than fits, or nothing (URIEL_FAILED). */
typedef size_t rows_write(const void *self, const uriel_ref *ref, char *out, size_t capacity);
size_t rows_print(const void *self, rows_write *write, const uriel_ref *refs, size_t count);

/* The same of their own text. */
size_t rows_print_same(void *self, const uriel_ref *refs, size_t count);

#endif
