/* SPDX-License-Identifier: MIT */
/* What parse, check, resolve, ... have in common: read records, convert each, print them, in order, none
 * lost. */
#ifndef URIEL_CLI_FILTER_H
#define URIEL_CLI_FILTER_H

#include "help.h"
#include "input.h"
#include "option.h"
#include "record.h"

enum { FILTER_OPTION = 100 }; /* a subcommand's own option ids begin here */

enum filter_source {
  SOURCE_OPERANDS, /* each operand, or each record of standard input where there is none */
  SOURCE_PAIR,     /* two operands that are one record, or the records of standard input */
  SOURCE_INPUT,    /* the records of standard input */
  SOURCE_NOTHING   /* one record without any input */
};

struct filter {
  struct help help;
  const struct schema *schema;
  const struct option_spec *options; /* the subcommand's own */
  bool blocks;                       /* offers --long, which is what a terminal gets */

  /* `self` is what filter_run was given. `option` sees the subcommand's own options, `ready` comes after
   * the last and decides where input comes from; both may be NULL. `convert` sees a record whose first
   * value is the input and sets the others, or blames it. */
  void (*option)(void *self, const struct option_reader *reader, int id);
  enum filter_source (*ready)(void *self, const struct option_reader *reader);
  void (*convert)(void *self, const struct input *input, struct record *record);
};

/* Runs the subcommand; returns its exit status. */
int filter_run(const struct filter *filter, void *self, int argc, char **argv);

/* The option that several subcommands have: --spec. */
#define SPEC_OPTION                                                                                     \
  {                                                                                                     \
    SPEC_ID, 0, "spec", "SPEC", "the document to go by: rfc3986, the default\nand so far the only one"  \
  }
enum { SPEC_ID = FILTER_OPTION + 50 };
void spec_option(const struct option_reader *reader);

/* Parses what --base gave. None is a usage error; one that is not a URI, or has no scheme, has its fault
 * printed; both end the program with STATUS_USAGE. */
void base_read(const char *command, const char *text, uriel_ref *base);

#endif
