/* SPDX-License-Identifier: MIT */
/* Broken references: the view `broken`, which the summary, the list and the report share, and the table
 * of files that are not there, which it rests on (doc/database.md). */
#ifndef URIEL_HARVEST_BROKEN_H
#define URIEL_HARVEST_BROKEN_H

#include <stdbool.h>
#include <stdint.h>

struct db;

/* Looks for the files that identifiers name, and writes into the database which are not there. After
 * db_finish. False if the database or memory (`*no_memory`) fails. */
bool broken_record(struct db *db, bool *no_memory);

/* The same in temporary tables, which `broken` means from then on: for a database that is only read.
 * What was below a folder that is gone is as the last run found it. */
bool broken_look(struct db *db, bool *no_memory);

/* How many references are broken. */
bool broken_count(struct db *db, uint64_t *count);

#endif
