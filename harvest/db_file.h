/* SPDX-License-Identifier: MIT */
/* The database as a file: whose it is, and which process may write to it. */
#ifndef URIEL_HARVEST_DB_FILE_H
#define URIEL_HARVEST_DB_FILE_H

#include "db.h"

/* Whether the open file is a database of this uriel, or empty; otherwise sets the message. Only reads.
 */
bool db_file_is_ours_open(int fd, const char *path, char message[DB_MESSAGE]);

/* Whether the log of the database that `fd` has open, if there is a log, belongs to `path`: SQLite looks
 * for it by name, and the file may have another name (a hard link). Otherwise sets the message. */
bool db_file_has_one_name(int fd, const char *path, char message[DB_MESSAGE]);

/* Whether the database has a log or a journal, which contains a part of it. */
bool db_file_has_log(const char *path);

/* One process writes to a database: it holds a lock on the file itself, under any name, until it ends.
 */
enum db_lock_result {
  DB_LOCK_HELD,    /* by this process */
  DB_LOCK_REFUSED, /* another process holds it; the message names it */
  DB_LOCK_FAILED   /* the message says why */
};

/* Opens the database, makes an empty file if there is none, and takes the lock. `*fd` holds it. While
 * another process holds it, waits as long as `wait` says. Close `*fd` after SQLite has closed the
 * database, not before: that would release SQLite's own locks. */
enum db_lock_result db_lock_wait(const char *path, const struct db_wait *wait, int *fd,
                                 char message[DB_MESSAGE]);

/* Whether `path` is still the file that `fd` has open. */
bool db_lock_is_of(int fd, const char *path);

/* Whether another process holds the lock. If so, sets `name`: "process 123". */
bool db_lock_holder(const char *path, char name[64]);

#endif
