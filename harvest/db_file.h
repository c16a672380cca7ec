/* SPDX-License-Identifier: MIT */
/* Whose database a file is. */
#ifndef URIEL_HARVEST_DB_FILE_H
#define URIEL_HARVEST_DB_FILE_H

#include "db.h"

/* Whether the file is a database of this uriel, empty, or not there; a message where it is not. It is
 * read, not written. */
bool db_file_is_ours(const char *path, char message[DB_MESSAGE]);

#endif
