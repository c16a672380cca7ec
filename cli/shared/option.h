/* SPDX-License-Identifier: MIT */
/* Command-line options from tables: -b VALUE, -bVALUE, --base VALUE, --base=VALUE, -q0; "--" ends them,
 * and they may come after operands. What is wrong ends the program with a message that names the nearest
 * right word, and STATUS_USAGE. */
#ifndef URIEL_CLI_OPTION_H
#define URIEL_CLI_OPTION_H

#include <stdbool.h>
#include <stddef.h>

#include "reader/glob.h"

struct option_spec {
  int id;            /* what option_next returns; positive; 0 ends a table */
  char letter;       /* 'b' for -b, 0 for none */
  const char *name;  /* "base" for --base, NULL for none */
  const char *value; /* what the help calls the option's value, as in --base=URI; NULL: it takes none;
                        "[N]": it may be left out, --wait or --wait=N, and is NULL then */
  const char *help;  /* lines of at most 50 columns, separated by \n */
};

enum { OPTION_TABLES = 5 };

struct option_reader {
  const char *command;                             /* for messages, may be NULL */
  const struct option_spec *tables[OPTION_TABLES]; /* up to the first NULL */
  int argc;
  char **argv;       /* argv[0] is passed over */
  const char *value; /* of the option that option_next returned */
  char name[32];     /* "--base" or "-b": that option as it was written, for messages */
  char **operands;   /* complete when option_next has returned 0; points into argv */
  size_t operand_count;
  size_t file_count; /* how many --file have been given, in the subcommands that count them */
  /* private */
  int at;
  const char *letters;
};

/* An option's id, or 0 when all are read. Set command, tables, argc and argv, all else to 0, first. */
int option_next(struct option_reader *reader);

/* The index of `value` in `words` (ends with NULL); else the usage error that lists them. */
size_t option_word(const struct option_reader *reader, const char *const *words);

/* The value as a number from `low` to `high`, else the usage error. */
unsigned long option_number(const struct option_reader *reader, unsigned long low, unsigned long high);

/* The value as a number of bytes from `low` to `high`, with "k", "M" or "G" after it in units of 1024,
 * 1048576 or 1073741824, else the usage error. */
enum { OPTION_MEMORY_LEAST = 1024 }; /* of --memory: no document is read in less */
size_t option_size(const struct option_reader *reader, size_t low, size_t high);

/* Adds the value to the patterns; the usage error for one that no name is like. */
void option_glob(const struct option_reader *reader, struct glob_list *list);

/* The word most like `wrong`, NULL where none is like it. `words` ends with NULL. */
const char *nearest_word(const char *wrong, const char *const *words);

#endif
