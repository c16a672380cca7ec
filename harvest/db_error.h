/* SPDX-License-Identifier: MIT */
/* Why the database failed, in words for people. */
#ifndef URIEL_HARVEST_DB_ERROR_H
#define URIEL_HARVEST_DB_ERROR_H

#include <sqlite3.h>
#include <stdbool.h>

#include "db.h"

#define DB_ERROR_FOREIGN                                                                                \
  "its rows contradict each other: another program changed it; restore a copy, or remove it and run "   \
  "again"

/* Writes "PATH: REASON" about the last failure of `handle`, which may be NULL for lack of memory. */
void db_error(sqlite3 *handle, const char *path, char message[DB_MESSAGE]);

/* Whether it failed because the database is not as a run left it, so that the next run would fail, too.
 */
bool db_error_is_lasting(sqlite3 *handle);

/* Whether it failed because nothing can be written where the database is. */
bool db_error_is_of_place(sqlite3 *handle);

#endif
