/* SPDX-License-Identifier: MIT */
/* From records to output: parse, check, resolve, ... run in one lane, with --jobs in several. */
#ifndef URIEL_CLI_LANE_H
#define URIEL_CLI_LANE_H

#include "cli/shared/input.h"
#include "cli/shared/progress.h"
#include "cli/shared/render.h"
#include "filter.h"

/* The output for invalid records. */
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
  bool quick;                /* lines are parsed together */
  filter_rows *rows;         /* if they are: prints them; NULL: filter->write makes each */
  bool invalid;              /* some record was */
  struct progress *progress; /* NULL if the lane is one of several */
  struct input_block *block; /* that is read; NULL: operands */
  struct buffer written;     /* the last output of filter->write */
  struct record record;
};

/* One record, from its input to the output. */
void lane_record(struct lane *lane, const struct input *input);

/* Prints a record that is complete, and its error. */
void lane_put(struct lane *lane, const struct record *record);

/* All records of the source, which has its files and terminator and all else 0; the second by `jobs`
 * threads, or as many as there can be. `format` is the value of --format, or NULL. */
void lane_run(struct lane *lane, struct input_source *source);
void lane_run_many(struct lane *lane, struct input_source *source, size_t jobs, const char *format);

/* Frees the lane's memory. */
void lane_free(struct lane *lane);

#endif
