/* SPDX-License-Identifier: MIT */
/* Records with the columns of parse, for other subcommands too. */
#ifndef URIEL_CLI_PARSE_H
#define URIEL_CLI_PARSE_H

#include "cli/shared/record.h"
#include "cli/shared/suffixes.h"

struct input;

struct parse {
  struct schema schema;
  struct suffixes suffixes;
  uriel_own_part own[URIEL_OWN_PARTS_MAX];
  struct buffer host;
};

/* The columns. The plain output is only the input. */
void parse_init_list(struct parse *self);

/* After the last option: decides which columns --tsv has, and loads the list of suffixes. */
void parse_reads(struct parse *self, const char *command, const struct reading *reading);

/* A stage's functions, for a struct parse. */
void parse_convert(void *context, const struct input *input, struct record *record);
void parse_begin(void *copy);
void parse_end(void *copy);

#endif
