/* SPDX-License-Identifier: MIT */
/* Describes why the database failed. SQLite's own messages are not shown: they name tables and
 * constraints, and suggest no remedy. */
#include "db_private.h"

#include <stdio.h>
#include <string.h>

#define DB_ERROR_WRITE                                                                                  \
  "it cannot be written: a file has reached the limit on its size (ulimit -f), or the disk fails"

static const struct {
  int code;
  const char *reason;
} db_error_reasons[] = {
    {SQLITE_IOERR_WRITE, DB_ERROR_WRITE},
    {SQLITE_IOERR_SHMSIZE, DB_ERROR_WRITE},
    {SQLITE_BUSY, "another program is writing to it: try again when it has finished"},
    {SQLITE_LOCKED, "another program is writing to it: try again when it has finished"},
    {SQLITE_NOMEM, "out of memory"},
    {SQLITE_PERM, "permission to write to it is denied"},
    {SQLITE_AUTH, "permission to write to it is denied"},
    {SQLITE_READONLY,
     "it cannot be written, or not in its folder, where its log has to be: permit that, or copy it, "
     "together with its -wal and -journal files, to where it can be written"},
    {SQLITE_CANTOPEN, "it, or its log beside it, cannot be opened or made: check the permissions of the "
                      "file and of its folder"},
    {SQLITE_IOERR, "an error while reading or writing it"},
    {SQLITE_FULL, "the disk is full, or the file has reached its size limit"},
    {SQLITE_CORRUPT, "it is damaged: restore a copy, or remove it and run again"},
    {SQLITE_NOTADB, "it is damaged: restore a copy, or remove it and run again"},
    {SQLITE_CONSTRAINT, DB_ERROR_FOREIGN},
    {SQLITE_MISMATCH, DB_ERROR_FOREIGN},
    {SQLITE_SCHEMA, "another program changed its tables: restore a copy, or remove it and run again"},
    {SQLITE_ERROR,
     "its tables are not as uriel creates them: another program changed them; restore a copy, "
     "or remove it and run again"},
    {SQLITE_TOOBIG, "a text is too big for a database"},
    {SQLITE_NOLFS, "it is larger than the file system allows"},
    {SQLITE_PROTOCOL, "the locks of its file system do not work: put it on another one"},
    {SQLITE_INTERRUPT, "interrupted"},
};

static const char *db_error_reason(int code)
{
  for (size_t i = 0; i < sizeof db_error_reasons / sizeof *db_error_reasons; i++)
    if (db_error_reasons[i].code == code || db_error_reasons[i].code == (code & 0xff))
      return db_error_reasons[i].reason;
  return NULL;
}

/* Whether to add the operating system's reason. */
static bool db_error_is_of_system(int code)
{
  return (code & 0xff) == SQLITE_IOERR || (code & 0xff) == SQLITE_FULL ||
         (code & 0xff) == SQLITE_CANTOPEN;
}

void db_error(sqlite3 *handle, const char *path, char message[DB_MESSAGE])
{
  const int code = handle ? sqlite3_extended_errcode(handle) : SQLITE_NOMEM;
  const int error = handle ? sqlite3_system_errno(handle) : 0;
  const char *const reason = db_error_reason(code);
  if (!reason)
    snprintf(message, DB_MESSAGE, "%s: the database failed with SQLite's result code %d", path, code);
  else if (error && db_error_is_of_system(code))
    snprintf(message, DB_MESSAGE, "%s: %s (%s)", path, reason, strerror(error));
  else
    snprintf(message, DB_MESSAGE, "%s: %s", path, reason);
}

bool db_error_is_lasting(sqlite3 *handle)
{
  switch (sqlite3_errcode(handle) & 0xff) {
  case SQLITE_CORRUPT:
  case SQLITE_NOTADB:
  case SQLITE_CONSTRAINT:
  case SQLITE_MISMATCH:
  case SQLITE_SCHEMA:
  case SQLITE_ERROR:
    return true;
  default:
    return false;
  }
}

bool db_error_is_of_place(sqlite3 *handle)
{
  const int code = sqlite3_errcode(handle) & 0xff;
  return code == SQLITE_READONLY || code == SQLITE_CANTOPEN || code == SQLITE_PERM;
}
