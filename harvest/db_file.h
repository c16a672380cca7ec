/* SPDX-License-Identifier: MIT */
/* Whose database a file is. */
#ifndef URIEL_HARVEST_DB_FILE_H
#define URIEL_HARVEST_DB_FILE_H

#include "db.h"

/* Whether the file is a database of this uriel, empty, or not there; a message where it is not. It is
 * read, not written. */
bool db_file_is_ours(const char *path, char message[DB_MESSAGE]);

/* The same of a file that is open. */
bool db_file_is_ours_open(int fd, const char *path, char message[DB_MESSAGE]);

/* Whether the log of the database that `fd` has open, if there is one, is beside `path`: SQLite looks
 * for it by name, and the file may have another name (a hard link). A message if not. */
bool db_file_has_one_name(int fd, const char *path, char message[DB_MESSAGE]);

/* Whether there is a log or a journal beside the database, which holds a part of it. */
bool db_file_has_log(const char *path);

#endif
