/* SPDX-License-Identifier: MIT */
/* Broken references: the view `broken`, which the summary, the list and the report use, and its table
 * `missing` of files that do not exist (doc/database.md). */
#ifndef URIEL_HARVEST_BROKEN_H
#define URIEL_HARVEST_BROKEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct db;

/* Returns false if the database or memory (`*no_memory`) fails. Calls db_finish, looks for the files
 * that identifiers name, and records the missing ones; so many threads read files for their anchors. */
bool broken_record(struct db *db, size_t threads, bool *no_memory);

/* The same in temporary tables, for a read-only database; `broken` then means the temporary view. For
 * files in a folder that no longer exists, keeps the result of the last run. */
bool broken_look(struct db *db, size_t threads, bool *no_memory);

#endif
