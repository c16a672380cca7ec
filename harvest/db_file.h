/* SPDX-License-Identifier: MIT */
/* The database as a file: whether it is uriel's, and which process may write to it. */
#ifndef URIEL_HARVEST_DB_FILE_H
#define URIEL_HARVEST_DB_FILE_H

#include "db.h"

/* Returns whether the open file is a database of this uriel, or empty; otherwise sets the message. Does
 * not write. */
bool db_file_is_ours_open(int fd, const char *path, char message[DB_MESSAGE]);

/* Returns whether the log of the open database, if it has one, belongs to `path`; otherwise sets the
 * message. SQLite looks for the log by name, and the file may have another name (a hard link). */
bool db_file_has_one_name(int fd, const char *path, char message[DB_MESSAGE]);

/* Whether the database has a log or a journal, which contains part of the data. */
bool db_file_has_log(const char *path);

/* One process at a time writes to a database: until it ends, it holds a lock on the file itself,
 * whatever the name. */
enum db_lock_result {
  DB_LOCK_HELD,    /* by this process */
  DB_LOCK_REFUSED, /* another process holds it; the message names it */
  DB_LOCK_FAILED   /* the message gives the reason */
};

/* Opens the database, or creates an empty file if it does not exist, and takes the lock, which `*fd`
 * holds. While another process holds it, waits as long as `wait` permits. Close `*fd` only after SQLite
 * has closed the database: closing it earlier would release SQLite's own locks. */
enum db_lock_result db_lock_wait(const char *path, const struct db_wait *wait, int *fd,
                                 char message[DB_MESSAGE]);

/* Whether `path` still names the file that `fd` has open. */
bool db_lock_is_of(int fd, const char *path);

/* Whether another process holds the lock. If so, sets `name`: "process 123". */
bool db_lock_holder(const char *path, char name[64]);

#endif
