/* SPDX-License-Identifier: MIT */
/* What one thread needs to turn records into output: parse, check, resolve, ... run in one lane, with
 * --jobs in several. */
#ifndef URIEL_CLI_LANE_H
#define URIEL_CLI_LANE_H

#include "filter.h"
#include "input.h"
#include "progress.h"
#include "render.h"

struct lane {
  const struct filter *filter;
  void *self; /* the subcommand's, in other lanes a copy of it */
  struct reading reading;
  struct render render;
  bool quiet;
  bool silent;
  filter_rows *rows;         /* NULL: each record by itself */
  bool invalid;              /* some record was */
  struct progress *progress; /* NULL where other lanes are beside it */
  struct input_block block;
  struct record record;
};

/* One record, from its input to the output. */
void lane_record(struct lane *lane, const struct input *input);

/* Prints a record that is complete, and its fault. */
void lane_put(struct lane *lane, const struct record *record);

/* All records of lane->block. */
void lane_block(struct lane *lane);

/* All records of standard input, by `jobs` threads, or as many as there can be. `format` is what
 * --format was given, or NULL. */
void lanes_run(struct lane *lane, struct progress *progress, char terminator, size_t jobs,
               const char *format);

#endif
