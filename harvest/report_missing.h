/* SPDX-License-Identifier: MIT */
/* Relative references that lead into what was harvested, to what is not there. */
#ifndef URIEL_HARVEST_REPORT_MISSING_H
#define URIEL_HARVEST_REPORT_MISSING_H

#include <stdbool.h>
#include <stdint.h>

struct db;

/* Makes the table temp.missing and counts the references to what is in it. False where the database or
 * memory fails (`*no_memory`). */
bool report_missing(struct db *db, uint64_t *broken, bool *no_memory);

/* Behind the columns of a query, after report_missing: the relative references that lead into what was
 * harvested, to what is not there, which is temp.missing(id, url), `id` that of the identifier. */
#define REPORT_BROKEN_FROM                                                                              \
  " FROM temp.missing JOIN reference ON identifier_id = missing.id"                                     \
  " WHERE form = 'relative' AND NOT identifies AND names_part IS NULL "

#endif
