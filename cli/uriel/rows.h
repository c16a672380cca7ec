/* SPDX-License-Identifier: MIT */
/* What filter_rows functions are made of: text is copied in steps of 32 bytes, into room that has as
 * much to spare, from blocks of input that have too (INPUT_SLACK). */
#ifndef URIEL_CLI_ROWS_H
#define URIEL_CLI_ROWS_H

#include <string.h>

#include "cli/shared/output.h"
#include "uriel.h"

/* In each form of output, whose words are constants then. */
#define ROWS_INLINE static inline __attribute__((always_inline))

enum { ROWS_STEP = 32, ROWS_WORD = 32, ROWS_SPARE = 128 };

/* A short text of the program's own. */
struct rows_word {
  char text[ROWS_WORD - 1];
  unsigned char len;
};

/* Whether the text is a reference by itself: an empty line is one only where that was asked for, and
 * then it is left to convert too. */
static inline bool rows_is_reference(const uriel_ref *ref)
{
  return !(ref->flags & URIEL_INVALID) && ref->length > 0;
}

/* The usual length is copied at once, whatever there is of it: how often a loop runs is hard to foresee.
 */
ROWS_INLINE char *rows_copy_by(char *to, const char *from, size_t len, size_t usual)
{
  memcpy(to, from, usual);
  for (size_t at = usual; at < len; at += ROWS_STEP)
    memcpy(to + at, from + at, ROWS_STEP);
  return to + len;
}

/* Most words are known to the compiler, and so is how much of them is to be copied. */
ROWS_INLINE char *rows_copy_word(char *to, const struct rows_word *word)
{
  if (word->len <= 8)
    memcpy(to, word, 8);
  else if (word->len <= 16)
    memcpy(to, word, 16);
  else
    memcpy(to, word, ROWS_WORD);
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
