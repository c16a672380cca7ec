/* SPDX-License-Identifier: MIT */
/* Whose database a file is, by its first bytes. */
#include "db_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "schema.h"

static uint32_t file_number(const unsigned char *at)
{
  return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/* As much of the file's begin as there is; -1 where it cannot be read. */
static ssize_t file_begin(int fd, unsigned char *header, size_t size)
{
  size_t got = 0;
  while (fd >= 0 && got < size) {
    const ssize_t more = read(fd, header + got, size - got);
    if (more < 0 && errno == EINTR)
      continue;
    if (more <= 0)
      return more < 0 ? -1 : (ssize_t)got;
    got += (size_t)more;
  }
  return fd < 0 ? -1 : (ssize_t)got;
}

/* Looks at the file's header before SQLite does, which could write to a file of another program. */
bool db_file_is_ours(const char *path, char message[DB_MESSAGE])
{
  unsigned char header[100];
  const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0 && errno == ENOENT)
    return true;
  const ssize_t got = file_begin(fd, header, sizeof header);
  const int error = errno;
  if (fd >= 0)
    close(fd);
  if (got < 0)
    snprintf(message, DB_MESSAGE, "%s: %s", path, strerror(error));
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
