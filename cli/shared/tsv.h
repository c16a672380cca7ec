/* SPDX-License-Identifier: MIT */
/* Tab-separated values as PostgreSQL's COPY reads them: \N is undefined, and \\ \t \n \r are escapes. */
#ifndef URIEL_CLI_TSV_H
#define URIEL_CLI_TSV_H

#include <stddef.h>

#include "output.h"

void tsv_text(struct output *out, const char *text, size_t len); /* undefined where `text` is NULL */

#endif
