/* SPDX-License-Identifier: MIT */
/* Input records: operands, or records of standard input, one at a time in a buffer that grows to the
 * longest. */
#ifndef URIEL_CLI_INPUT_H
#define URIEL_CLI_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buffer.h"
#include "uriel.h"

/* A record longer than this is read to its end, of which the first INPUT_KEPT bytes are kept. */
extern const size_t input_record_max;
enum { INPUT_KEPT = 1024 };

struct input {
  uint64_t number;   /* from 1 */
  uriel_text text;   /* undefined where there is no input at all (`build` from nothing) */
  uriel_text second; /* the other operand of a pair; undefined for records of standard input */
  bool too_long;     /* `text` is the beginning of a record longer than input_record_max */
};

struct input_reader {
  char terminator; /* '\n' or '\0' */
  struct buffer buffer;
  size_t at;      /* where the next record begins */
  size_t scanned; /* up to where no terminator was found */
  uint64_t number;
  uint64_t bytes; /* read in all */
  bool end;
};

/* The next record of standard input, valid until the call after; false at the end. Lines lose one
 * trailing CR, NUL-separated records are exact. Flushes both outputs before each read. */
bool input_next(struct input_reader *reader, struct input *input);

void input_free(struct input_reader *reader);

#endif
