/* SPDX-License-Identifier: MIT */
/* The help of a subcommand, on standard output, made from its option tables. */
#ifndef URIEL_CLI_HELP_H
#define URIEL_CLI_HELP_H

#include "option.h"

struct help {
  const char *usage;    /* lines without "uriel ": "parse [OPTION...] [REFERENCE...]" */
  const char *about;    /* paragraphs, lines of at most 78 columns */
  const char *examples; /* lines of at most 76 columns, or NULL */
};

void help_print(const struct help *help, const struct option_spec *const tables[OPTION_TABLES]);

#endif
