/* SPDX-License-Identifier: MIT */
/* The fast path of the renderer, for the columns of uriel parse. */
#ifndef URIEL_CLI_ROW_H
#define URIEL_CLI_ROW_H

#include "render.h"

/* The columns of uriel parse that rows have. A schema with more of them needs records. */
enum { ROW_COLUMNS = 17 };

/* Once, before the first row. */
void row_start(void);

/* Prints the components of references by RFC 3986, whose texts have INPUT_SLACK readable bytes after
 * them, as render_record does in that form: RENDER_PLAIN, RENDER_TSV or RENDER_JSON. Returns how many:
 * it stops at the first one that needs a record. */
size_t row_put(enum render_form form, const uriel_ref *refs, size_t count);

#endif
