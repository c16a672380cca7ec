/* SPDX-License-Identifier: MIT */
/* Whose database a file is, by its first bytes. */
#include "db_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "schema.h"

/* SQLite's file format, 1.3.3: the version for reading is 2 while there is a log. */
enum { FILE_VERSION = 19, FILE_LOGGED = 2 };

static uint32_t file_number(const unsigned char *at)
{
  return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/* As much of the file's begin as there is; -1 where it cannot be read. */
static ssize_t file_begin(int fd, unsigned char *header, size_t size)
{
  size_t got = 0;
  while (got < size) {
    const ssize_t more = pread(fd, header + got, size - got, (off_t)got);
    if (more < 0 && errno == EINTR)
      continue;
    if (more <= 0)
      return more < 0 ? -1 : (ssize_t)got;
    got += (size_t)more;
  }
  return (ssize_t)got;
}

/* Looks at the file's header before SQLite does, which could write to a file of another program. */
bool db_file_is_ours_open(int fd, const char *path, char message[DB_MESSAGE])
{
  unsigned char header[100];
  const ssize_t got = file_begin(fd, header, sizeof header);
  if (got < 0)
    snprintf(message, DB_MESSAGE, "%s: %s", path, strerror(errno));
  else if (got > 0 && ((size_t)got < sizeof header || memcmp(header, "SQLite format 3", 16) != 0))
    snprintf(message, DB_MESSAGE, "%s: it is no SQLite database: left as it is", path);
  else if (got > 0 && file_number(header + 68) != SCHEMA_APPLICATION)
    snprintf(message, DB_MESSAGE, "%s: it is a database of another program: left as it is", path);
  else if (got > 0 && file_number(header + 60) > SCHEMA_VERSION)
    snprintf(message, DB_MESSAGE, "%s: it was written by a newer uriel: left as it is", path);
  else if (got > 0 && file_number(header + 60) < SCHEMA_VERSION)
    snprintf(message, DB_MESSAGE,
             "%s: it was written by an older uriel, which knew fewer kinds of documents: left as it is; "
             "name another file, or remove this one, to make it anew",
             path);
  else
    return true;
  return false;
}

bool db_file_is_ours(const char *path, char message[DB_MESSAGE])
{
  const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0) {
    snprintf(message, DB_MESSAGE, "%s: %s", path, strerror(errno));
    return errno == ENOENT;
  }
  const bool ours = db_file_is_ours_open(fd, path, message);
  close(fd);
  return ours;
}

/* The size of a file beside the database; -1: there is none. */
static int64_t file_beside(const char *path, const char *suffix)
{
  char name[DB_MESSAGE];
  struct stat status;
  snprintf(name, sizeof name, "%s%s", path, suffix);
  return stat(name, &status) == 0 ? (int64_t)status.st_size : -1;
}

bool db_file_has_log(const char *path)
{
  return file_beside(path, "-wal") > 0 || file_beside(path, "-journal") > 0;
}

/* A database that a run is writing to, or was killed while it did, says in its header that it has a log.
 */
bool db_file_has_one_name(int fd, const char *path, char message[DB_MESSAGE])
{
  unsigned char header[100] = {0};
  struct stat status;
  if (fstat(fd, &status) != 0 || status.st_nlink <= 1 || file_beside(path, "-wal") >= 0)
    return true;
  const bool logged = file_begin(fd, header, sizeof header) == (ssize_t)sizeof header &&
                      header[FILE_VERSION] == FILE_LOGGED;
  if (logged)
    snprintf(
        message, DB_MESSAGE,
        "%s: it has another name (a hard link), beside which its log may be: use the name that the last "
        "run used, or remove the other name",
        path);
  return !logged;
}
