/* SPDX-License-Identifier: MIT */
/* The database as a file: whether it is uriel's, and which process may write to it. */
#include "db_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "schema.h"

/* ---- Detecting uriel's files by the first bytes ----------------------------------------------- */

/* SQLite's file format, 1.3.3: the version for reading is 2 while there is a log. */
enum { FILE_VERSION = 19, FILE_LOGGED = 2 };

static uint32_t file_number(const unsigned char *at)
{
  return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/* Reads as much of the file's start as exists. Returns -1 if it cannot be read. */
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

/* Checks the file's header before SQLite opens it, because SQLite could write to a file of another
 * program. */
bool db_file_is_ours_open(int fd, const char *path, char message[DB_MESSAGE])
{
  unsigned char header[100];
  const ssize_t got = file_begin(fd, header, sizeof header);
  if (got < 0)
    snprintf(message, DB_MESSAGE, "%s: %s", path, strerror(errno));
  else if (got > 0 && ((size_t)got < sizeof header || memcmp(header, "SQLite format 3", 16) != 0))
    snprintf(message, DB_MESSAGE, "%s: it is not an SQLite database: left as it is", path);
  else if (got > 0 && file_number(header + 68) != SCHEMA_APPLICATION)
    snprintf(message, DB_MESSAGE, "%s: it is a database of another program: left as it is", path);
  else if (got > 0 && file_number(header + 60) > SCHEMA_VERSION)
    snprintf(message, DB_MESSAGE, "%s: it was written by a newer uriel: left as it is", path);
  else if (got > 0 && file_number(header + 60) < SCHEMA_OLDEST)
    snprintf(message, DB_MESSAGE,
             "%s: it was written by an older uriel, which knew fewer kinds of documents, and is left "
             "unchanged; name another file, or remove this one to create it again",
             path);
  else
    return true;
  return false;
}

/* Also returns true if the file does not exist. */
static bool file_is_ours(const char *path, char message[DB_MESSAGE])
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

/* Returns the size of a file next to the database, or -1 if it does not exist. */
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

/* The header indicates a log while a run writes to the database, and after a run was killed. */
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

/* ---- One writer ------------------------------------------------------------------------------- */

/* Locks two bytes of the file that SQLite never locks and that need not exist. The first is the
 * lock; the position of the second is the process id of the holder. Both locks belong to the open
 * file description: SQLite, whose locks belong to the process, cannot release them; only the last
 * close of the description does. */

/* SQLite locks 512 bytes starting at 0x40000000. A 32-bit off_t can represent these. */
enum { LOCK_OWNER = SCHEMA_APPLICATION, LOCK_NAMES = LOCK_OWNER + 1, LOCK_MOST_PROCESSES = 1 << 22 };

/* A byte of the -shm file that each connection to the database locks (SQLite, os_unix.c, UNIX_SHM_DMS).
 */
enum { LOCK_SHARED_MEMORY = 128 };

enum { LOCK_MODE = 0644, LOCK_TRIES = 20, LOCK_PAUSE_MS = 25, LOCK_MILLION = 1000000 };

static struct flock lock_of(short type, off_t byte)
{
  return (struct flock){.l_type = type, .l_whence = SEEK_SET, .l_start = byte, .l_len = 1};
}

static enum db_lock_result lock_fail(char message[DB_MESSAGE], const char *path, int error)
{
  snprintf(message, DB_MESSAGE, "%s: %s", path, strerror(error));
  return DB_LOCK_FAILED;
}

static enum db_lock_result lock_unsupported(char message[DB_MESSAGE], const char *path, int error)
{
  snprintf(
      message, DB_MESSAGE,
      "%s: the file cannot be locked (%s), so two runs could write to it at once: put the database on "
      "a file system that has locks",
      path, strerror(error));
  return DB_LOCK_FAILED;
}

bool db_lock_is_of(int fd, const char *path)
{
  struct stat ours, there;
  return fstat(fd, &ours) == 0 && stat(path, &there) == 0 && ours.st_dev == there.st_dev &&
         ours.st_ino == there.st_ino;
}

/* ---- The holder ------------------------------------------------------------------------------- */

/* A process locks the byte for its process id shortly after the lock itself. */
static void lock_name(int fd, char name[64])
{
  static const struct timespec pause = {0, LOCK_MILLION};
  snprintf(name, 64, "another process");
  for (int i = 0; i < LOCK_TRIES; i++) {
    struct flock lock = lock_of(F_WRLCK, LOCK_NAMES);
    lock.l_len = LOCK_MOST_PROCESSES;
    if (fcntl(fd, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK) {
      snprintf(name, 64, "process %lld", (long long)(lock.l_start - LOCK_NAMES));
      return;
    }
    (void)nanosleep(&pause, NULL);
  }
}

bool db_lock_holder(const char *path, char name[64])
{
  struct flock lock = lock_of(F_WRLCK, LOCK_OWNER);
  const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  const bool held = fd >= 0 && fcntl(fd, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
  if (held)
    lock_name(fd, name);
  if (fd >= 0)
    close(fd);
  return held;
}

static enum db_lock_result lock_refuse(const char *path, const char *name, const char *what,
                                       char message[DB_MESSAGE])
{
  snprintf(
      message, DB_MESSAGE,
      "%s: %s %s; try again when it has finished, wait for it with --wait, or name another database",
      path, name, what);
  return DB_LOCK_REFUSED;
}

/* Whether a run still writes to a removed database of this name: SQLite would mix the shared memory of
 * both. */
static enum db_lock_result lock_remains(int fd, const char *path, char message[DB_MESSAGE])
{
  char name[DB_MESSAGE], process[64];
  struct stat status;
  struct flock lock = lock_of(F_WRLCK, LOCK_SHARED_MEMORY);
  enum db_lock_result result = DB_LOCK_HELD;
  snprintf(name, sizeof name, "%s-shm", path);
  const int shared = fstat(fd, &status) == 0 && status.st_size == 0
                         ? open(name, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW)
                         : -1;
  if (shared < 0)
    return result;
  if (fcntl(shared, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK) {
    snprintf(process, sizeof process, "process %ld", (long)lock.l_pid);
    result = lock_refuse(path, process, "uses a database that had this name and was removed", message);
  }
  close(shared);
  return result;
}

/* ---- Taking the lock -------------------------------------------------------------------------- */

static enum db_lock_result lock_held(int fd, const char *path, int error, char message[DB_MESSAGE])
{
  char name[64];
  if (error != EAGAIN && error != EACCES)
    return lock_unsupported(message, path, error);
  lock_name(fd, name);
  return lock_refuse(path, name, "is writing to it", message);
}

static enum db_lock_result lock_open_file(int fd, const char *path, char message[DB_MESSAGE])
{
  struct flock lock = lock_of(F_WRLCK, LOCK_OWNER);
  struct stat status;
  if (fstat(fd, &status) != 0)
    return lock_fail(message, path, errno);
  if (!S_ISREG(status.st_mode)) {
    snprintf(message, DB_MESSAGE, "%s: it is not a regular file, so it cannot hold a database", path);
    return DB_LOCK_FAILED;
  }
  if (fcntl(fd, F_OFD_SETLK, &lock) != 0)
    return lock_held(fd, path, errno, message);
  lock = lock_of(F_WRLCK, LOCK_NAMES + (off_t)getpid() % LOCK_MOST_PROCESSES);
  (void)fcntl(fd, F_OFD_SETLK, &lock);
  /* Another process may have written to it since the first check. */
  if (!db_file_is_ours_open(fd, path, message) || !db_file_has_one_name(fd, path, message))
    return DB_LOCK_FAILED;
  return lock_remains(fd, path, message);
}

static enum db_lock_result lock_take(const char *path, int *fd, char message[DB_MESSAGE])
{
  if (!file_is_ours(path, message))
    return DB_LOCK_FAILED;
  for (;;) {
    *fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, LOCK_MODE);
    if (*fd < 0)
      return lock_fail(message, path, errno);
    const enum db_lock_result result = lock_open_file(*fd, path, message);
    if (result == DB_LOCK_HELD && db_lock_is_of(*fd, path))
      return result;
    close(*fd);
    *fd = -1;
    /* The locked file was removed or replaced in the meantime: lock the new file. */
    if (result != DB_LOCK_HELD)
      return result;
  }
}

static int64_t lock_clock(void)
{
  struct timespec now = {0, 0};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / LOCK_MILLION;
}

enum db_lock_result db_lock_wait(const char *path, const struct db_wait *wait, int *fd,
                                 char message[DB_MESSAGE])
{
  static const struct timespec pause = {0, (long)LOCK_PAUSE_MS * LOCK_MILLION};
  const int64_t begin = lock_clock();
  char why[DB_MESSAGE];
  bool said = false;
  for (;;) {
    const enum db_lock_result result = lock_take(path, fd, message);
    if (result != DB_LOCK_REFUSED || (wait->stop && atomic_load(wait->stop) != 0))
      return result;
    if (wait->milliseconds >= 0 && lock_clock() - begin >= wait->milliseconds)
      return result;
    /* Reports the reason without the advice that follows it. */
    const char *const end = strrchr(message, ';');
    snprintf(why, sizeof why, "%.*s", (int)(end ? end - message : 0), message);
    if (!said && wait->waiting)
      wait->waiting(wait->context, why);
    said = true;
    (void)nanosleep(&pause, NULL);
  }
}
