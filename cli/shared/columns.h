/* SPDX-License-Identifier: MIT */
/* --columns: the columns of every layout by name, as functions of the vocabulary or keys of --format. */
#ifndef URIEL_CLI_COLUMNS_H
#define URIEL_CLI_COLUMNS_H

#include "render.h"

/* Replaces the schema's columns by hidden columns and the columns of the list. The hidden columns are
 * the first `own` columns, which the subcommand fills in; if `own` is 0, only the input. Ends the
 * program with a usage error for a name that is not a column. Call it once. */
void columns_choose(struct schema *schema, const char *command, uriel_text list, enum render_form form,
                    size_t own);

#endif
