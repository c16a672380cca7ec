/* SPDX-License-Identifier: MIT */
/* Writes a page from a template: text with tags that query the database.
 *
 *   {{#SELECT ...}} BODY {{/}}       BODY for each row; ":name" in the query is a column of a row around
 * it
 *   {{?column}} BODY {{:}} ELSE {{/}}  BODY if the column is neither NULL nor empty, otherwise ELSE, if
 * given
 *   {{column}}      the value, escaped, at most 240 characters of it
 *   {{column 30}}   at most 30 characters
 *   {{column number}}, short, bytes  1,234,567; 1.2M; 1.2 MB
 *   {{column reference}}             without its password
 *   {{column without prefix}}        without the value of the column `prefix` at its front
 *   {{column raw}}                   unchanged
 *   {{=name}} BODY {{/}}, {{>name}}  defines a part; inserts it, with the rows around the insertion
 *   {{! comment }}
 *
 * White space at the start of a line is not written, nor a line break after any tag other than a value.
 */
#ifndef URIEL_HARVEST_REPORT_TEMPLATE_H
#define URIEL_HARVEST_REPORT_TEMPLATE_H

#include <stdbool.h>

#include "base/file_out.h"

struct db;
struct db_row;

/* Returns false if the database fails, or, with EINVAL in `out->error`, if a tag is wrong. `values` is
 * the outermost row. */
bool report_template(struct db *db, struct file_out *out, const char *template,
                     const struct db_row *values);

#endif
