/* SPDX-License-Identifier: MIT */
/* One writer for each database: a lock on the file itself, whatever its name, that ends with the
 * process. */
#ifndef URIEL_HARVEST_DB_LOCK_H
#define URIEL_HARVEST_DB_LOCK_H

#include "db.h"

enum db_lock_result {
  DB_LOCK_HELD,    /* by this process */
  DB_LOCK_REFUSED, /* another process holds it; the message names it */
  DB_LOCK_FAILED   /* the message says why */
};

/* Opens the database, makes an empty file if there is none, and takes the lock. `*fd` holds it. Close
 * `*fd` after SQLite has closed the database, not before: that would end SQLite's own locks. */
enum db_lock_result db_lock_take(const char *path, int *fd, char message[DB_MESSAGE]);

/* The same, but tries again while another process holds the lock, as long as `wait` says. */
enum db_lock_result db_lock_wait(const char *path, const struct db_wait *wait, int *fd,
                                 char message[DB_MESSAGE]);

/* Whether `path` is still the file that `fd` has open. */
bool db_lock_is_of(int fd, const char *path);

/* Whether another process holds the lock; then its name: "process 123". */
bool db_lock_holder(const char *path, char name[64]);

#endif
