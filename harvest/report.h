/* SPDX-License-Identifier: MIT */
/* The contents of a database as one HTML page, with charts and tables, that loads nothing else. */
#ifndef URIEL_HARVEST_REPORT_H
#define URIEL_HARVEST_REPORT_H

#include <stdbool.h>

struct db;

enum { REPORT_MESSAGE = 4096 + 512 };

/* Writes the page to `path`; "-" is standard output. `database` is the path whose last segment names the
 * database in the page. An existing file is replaced by the whole page or not at all. The same database
 * and files give the same page. Call it after db_finish, once for each `db`. Returns false, with a
 * message, if the database or the file fails. */
bool report_write(struct db *db, const char *database, const char *path, char message[REPORT_MESSAGE]);

/* For a signal handler that ends the process: removes the temporary file of an unfinished page. */
void report_abandon(void);

#endif
