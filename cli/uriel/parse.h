/* SPDX-License-Identifier: MIT */
/* The columns of parse, for other subcommands too. */
#ifndef URIEL_CLI_PARSE_H
#define URIEL_CLI_PARSE_H

#include "cli/shared/suffixes.h"
#include "stage.h"

/* The components. The plain output is only the input. */
extern const struct schema parse_list_schema;

/* After the last option: decides which columns the forms have (--tsv only has columns that --spec can
 * set), and loads the list of suffixes. */
void parse_reads(struct suffixes *suffixes, const struct option_reader *reader, struct lane *lane);

#endif
