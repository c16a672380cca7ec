/* SPDX-License-Identifier: MIT */
/* What a database holds as one page for a browser: numbers, pictures and tables, and nothing from
 * elsewhere. */
#ifndef URIEL_HARVEST_REPORT_H
#define URIEL_HARVEST_REPORT_H

#include <stdbool.h>

struct db;

enum { REPORT_MESSAGE = 4096 + 512 };

/* Writes the page to `path`, "-" for standard output. `database` is the database's name in the page. A
 * file that is there is exchanged whole or not at all. The same database and files give the same page.
 * False, with a message, where the database or the file fails. After db_finish. */
bool report_write(struct db *db, const char *database, const char *path, char message[REPORT_MESSAGE]);

/* For a signal handler that ends the process: what was written of a page beside its place is removed. */
void report_abandon(void);

#endif
