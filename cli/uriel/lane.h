/* SPDX-License-Identifier: MIT */
/* What one thread needs to turn records into output: parse, check, resolve, ... run in one lane, with
 * --jobs in several. */
#ifndef URIEL_CLI_LANE_H
#define URIEL_CLI_LANE_H

#include "cli/shared/input.h"
#include "cli/shared/progress.h"
#include "cli/shared/render.h"
#include "filter.h"

/* What becomes of invalid records. */
enum lane_invalid {
  INVALID_EMPTY, /* an empty record */
  INVALID_DROP,  /* none */
  INVALID_KEEP,  /* the input */
  INVALID_STOP   /* the program ends */
};

struct lane {
  const struct filter *filter;
  void *self; /* the subcommand's, in other lanes a copy of it */
  struct reading reading;
  struct render render;
  bool quiet;
  bool silent;
  enum lane_invalid on_invalid;
  bool reads_empty;          /* an empty line is the empty reference */
  filter_rows *rows;         /* NULL: each record by itself */
  bool invalid;              /* some record was */
  struct progress *progress; /* NULL where other lanes are beside it */
  struct input_block block;
  struct record record;
};

/* One record, from its input to the output. */
void lane_record(struct lane *lane, const struct input *input);

/* Prints a record that is complete, and its error. */
void lane_put(struct lane *lane, const struct record *record);

/* All records of lane->block. */
void lane_block(struct lane *lane);

/* All records of the source, which has its files and terminator and all else 0, by `jobs` threads, or as
 * many as there can be. `format` is what --format was given, or NULL. */
void lanes_run(struct lane *lane, struct progress *progress, const struct input_source *source,
               size_t jobs, const char *format);

#endif
