/* SPDX-License-Identifier: MIT */
/* Input records: operands, or records of standard input or of files, which are read in blocks of whole
 * records. A block grows to the longest record. */
#ifndef URIEL_CLI_INPUT_H
#define URIEL_CLI_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/buffer.h"
#include "option.h"
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
  bool passes_empty; /* an empty text is no reference: the record is passed on as an empty one */
};

/* Files, read in order, by several threads in turn. Each file begins a record. */
struct input_source {
  char terminator;          /* '\n' or '\0' */
  const char *const *files; /* "-" is standard input */
  size_t file_count;        /* 0: standard input */
  bool numbered;            /* set the number of each block's first record */
  uint64_t bytes;           /* read in all */
  /* private */
  size_t most;        /* bytes of a read */
  size_t opened;      /* so many files have been */
  int fd;             /* of the last of them, */
  const char *name;   /* its name; NULL for standard input, */
  bool open;          /* while it is read, */
  bool end;           /* and whether it is read to its end */
  uint64_t number;    /* so many of its records have been read, and */
  uint64_t earlier;   /* so many of the files before, where `numbered` */
  struct buffer rest; /* the beginning of a record whose end is not read yet */
};

/* Whole records with their terminators; the last record of all may lack it. */
struct input_block {
  struct buffer buffer; /* its length is the end of the unread records, which begin at `at` */
  size_t at;            /* where the next record begins */
  uint64_t number;      /* of records before that in its file */
  uint64_t earlier;     /* of records in the files before */
  const char *name;     /* the file that it is of; NULL: standard input */
  char terminator;
  bool too_long; /* it is the beginning of one record that is */
};

/* Fills the block with what one read gives, or as many as it takes to have a record; false after the
 * last file. Flushes both outputs before each read. If the source does not count, `block->number` counts
 * on from the block before. */
bool input_read(struct input_source *source, struct input_block *block);

/* The next record of a block; false at its end. Lines lose one trailing CR, NUL-separated records are
 * exact. Valid until the block is filled again. */
bool input_next(struct input_block *block, struct input *input);

void input_source_free(struct input_source *source);

/* Whether standard input is known to hold data: a file that is not at its end, or a pipe or socket that
 * has some already. Reads nothing, waits for nothing. */
bool input_is_waiting(void);

/* --file: files whose lines are the inputs, in place of operands. */
struct files {
  struct buffer names; /* of const char *, in their order; "-" is standard input */
};

#define FILES_OPTION_HELP                                                                               \
  "read lines of FILE as those of standard input,\nwhich is \"-\"; can be given several times"
#define FILES_OPTION_HELP_PATHS                                                                         \
  "read lines of FILE (\"-\": standard input), each a\npath, in place of operands"

/* An option_call: adds the option's value. */
option_call files_add;

const char *const *files_names(const struct files *files);

/* Operands beside files, and standard input twice, are usage errors; `operands`: these are files, too.
 */
void files_refuse(const struct files *files, const struct option_reader *reader, bool operands);

/* Calls `visit` for each record that is not empty; one that is too long, or cannot be read, ends the
 * program. "-" comes as "./-": there is no standard input in a list. */
typedef void files_visit(void *context, const char *path);
void files_each_path(const struct files *files, char terminator, files_visit *visit, void *context);

/* Calls `visit` for each operand, for the records of --file, or for "-" if there are neither. */
void files_each(const struct files *files, const struct option_reader *reader, char terminator,
                files_visit *visit, void *context);

/* If the operand is not a file and looks like a URI, prints a note that names uriel parse. */
void files_note_reference(const char *command, const char *operand);

void files_free(struct files *files);

#endif
