/* SPDX-License-Identifier: MIT */
/* What the files of `uriel schemes` share: the columns, and how they are shown to people. */
#ifndef URIEL_CLI_SCHEMES_H
#define URIEL_CLI_SCHEMES_H

#include "uriel_scheme.h"

enum schemes_column {
  SCHEMES_INPUT,
  SCHEMES_VALID,
  SCHEMES_NAME,
  SCHEMES_PORT,
  SCHEMES_TRANSPORT,
  SCHEMES_HIERARCHICAL,
  SCHEMES_STATUS,
  SCHEMES_TITLE,
  SCHEMES_DOCUMENT,
  SCHEMES_EMPTY_HOST,
  SCHEMES_EMPTY_PATH,
  SCHEMES_PARTS,
  SCHEMES_LOCAL,
  SCHEMES_COLUMNS
};

/* Of the columns that no fixed width is enough for. */
struct schemes_widths {
  int name, title;
};

struct schemes_widths schemes_table_widths(void);
void schemes_table_header(const struct schemes_widths *widths);
void schemes_table_row(const struct schemes_widths *widths, const uriel_text *values);

/* A line for each fact. */
void schemes_print_facts(const uriel_scheme_info *info);

#endif
