/* SPDX-License-Identifier: MIT */
/* Input records: operands, or records of standard input, which is read in blocks of whole records. A
 * block grows to the longest record. */
#ifndef URIEL_CLI_INPUT_H
#define URIEL_CLI_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buffer.h"
#include "uriel.h"

/* A record longer than this is read to its end, of which the first INPUT_KEPT bytes are kept. */
extern const size_t input_record_max;

enum {
  INPUT_KEPT = 1024,
  INPUT_SLACK = 128 /* so many bytes behind a block can be read, whatever they are */
};

struct input {
  uint64_t number;   /* from 1 */
  uriel_text text;   /* undefined where there is no input at all (`build` from nothing) */
  uriel_text second; /* the other operand of a pair; undefined for records of standard input */
  bool too_long;     /* `text` is the beginning of a record longer than input_record_max */
};

/* Standard input, of which several may read in turn. */
struct input_source {
  char terminator;    /* '\n' or '\0' */
  bool numbered;      /* blocks are told the number of their first record */
  uint64_t number;    /* so many records have been read, where `numbered` */
  uint64_t bytes;     /* read in all */
  struct buffer rest; /* the beginning of a record whose end is not read yet */
  bool end;
};

/* Whole records with their terminators, of which the last of all may have none. */
struct input_block {
  struct buffer buffer; /* its length is what is to be looked at, from `at` on */
  size_t at;            /* where the next record begins */
  uint64_t number;      /* of records before that */
  char terminator;
  bool too_long; /* it is the beginning of one record that is */
};

/* Fills the block with what one read gives, or as many as it takes to have a record; false at the end.
 * Flushes both outputs before each read. `block->number` is left alone unless the source counts. */
bool input_read(struct input_source *source, struct input_block *block);

/* The next record of a block; false at its end. Lines lose one trailing CR, NUL-separated records are
 * exact. Valid until the block is filled again. */
bool input_next(struct input_block *block, struct input *input);

void input_block_free(struct input_block *block);

#endif
