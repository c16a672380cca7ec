/* SPDX-License-Identifier: MIT */
/* Records of standard input and of files, read in blocks of whole records. A block grows to the longest
 * record. If a file cannot be read, base_die ends the program. */
#ifndef URIEL_READER_RECORDS_H
#define URIEL_READER_RECORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "uriel.h"

/* Of a longer record only the first INPUT_KEPT bytes are kept. */
extern size_t input_record_max; /* UINT32_MAX; smaller in a test program */

enum {
  INPUT_KEPT = 1024,
  INPUT_SLACK = 128 /* this many bytes after a block are readable */
};

struct input {
  uint64_t number;   /* from 1 */
  uriel_text text;   /* undefined if there is no input (`build` without operands) */
  uriel_text second; /* the other operand of a pair; undefined for records of standard input */
  bool too_long;     /* `text` is the beginning of a record longer than input_record_max */
  bool passes_empty; /* an empty text is not a reference: pass the record on, empty */
};

/* Files, read in order, by several threads in turn. Each file begins a record. */
struct input_source {
  char terminator;                                   /* '\n' or '\0' */
  const char *const *files;                          /* "-" is standard input */
  size_t file_count;                                 /* 0: standard input */
  bool numbered;                                     /* set the number of each block's first record */
  void (*before)(const struct input_source *source); /* a read, which may block; may be NULL */
  uint64_t bytes;                                    /* read in all */
  int fd;                                            /* of the current file */
  const char *name;                                  /* of the current file; NULL for standard input */
  /* private */
  size_t most;        /* bytes of a read */
  size_t opened;      /* how many files have been opened */
  bool open;          /* the last of them is open */
  bool end;           /* the last of them was read to its end */
  uint64_t number;    /* how many of its records were read */
  uint64_t earlier;   /* how many records of the files before it, if `numbered` */
  struct buffer rest; /* the beginning of a record whose end is not read yet */
};

/* Whole records with their terminators; the last record of all may lack it. */
struct input_block {
  struct buffer buffer; /* its length is the end of the unread records, which begin at `at` */
  size_t at;            /* where the next record begins */
  uint64_t number;      /* how many records precede that one in its file */
  uint64_t earlier;     /* how many records the files before it have */
  const char *name;     /* of its file; NULL: standard input */
  char terminator;
  bool too_long; /* it is the beginning of a record that is too long */
};

/* Fills the block from one read, or from more reads until it contains a record. Returns false after the
 * last file. Calls input_source.before() before each read. If the source does not number its records,
 * `block->number` continues from the previous block. */
bool input_read(struct input_source *source, struct input_block *block);

/* Gets the next record of a block. Returns false at its end. Lines lose one trailing CR, NUL-separated
 * records are exact. Valid until the block is filled again. */
bool input_next(struct input_block *block, struct input *input);

void input_source_free(struct input_source *source);

#endif
