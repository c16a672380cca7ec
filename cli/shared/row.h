/* SPDX-License-Identifier: MIT */
/* The fast path of the renderer, for the columns of uriel parse. */
#ifndef URIEL_CLI_ROW_H
#define URIEL_CLI_ROW_H

#include "render.h"

/* Once, before the first row. */
void row_start(void);

/* Prints the components of a reference by RFC 3986, whose text has INPUT_SLACK readable bytes after it,
 * as render_record does in that form: RENDER_PLAIN, RENDER_TSV or RENDER_JSON. Returns false and prints
 * nothing if that needs a record. */
bool row_put(enum render_form form, const uriel_ref *ref);

#endif
