/* SPDX-License-Identifier: MIT */
/* Writes the contents of a database as one HTML page with charts and tables. The page loads no other
 * files. */
#ifndef URIEL_HARVEST_REPORT_H
#define URIEL_HARVEST_REPORT_H

#include <stdbool.h>

struct db;

enum { REPORT_MESSAGE = 4096 + 512 };

/* Returns false, with a message, if the database or the file fails. Writes the page to `path`; "-" is
 * standard output. The last segment of `database` names the database in the page. Replaces an existing
 * file by the whole page or not at all. The same database and files give the same page. Call it after
 * db_finish, once for each `db`. */
bool report_write(struct db *db, const char *database, const char *path, char message[REPORT_MESSAGE]);

#endif
