/* SPDX-License-Identifier: MIT */
/* The quick way to print components. */
#ifndef URIEL_CLI_PARSE_ROWS_H
#define URIEL_CLI_PARSE_ROWS_H

#include "filter.h"

/* As struct filter has it. */
filter_rows *parse_rows(enum render_form form, bool quiet);

#endif
