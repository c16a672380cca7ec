/* SPDX-License-Identifier: MIT */
/* The additions to the program's variant for tests: system calls that fail as the environment selects,
 * by the linker's --wrap, and a limit of records that a test can reach.
 *
 *   URIEL_FAIL=CALL:N[:KIND]  the Nth call of malloc, calloc, realloc, read, write, pread
 *                             or pthread_create fails, or of fcntl that locks (lock)
 *                             KIND: error (the default: ENOMEM, EIO, ENOSPC), intr, again; hang: this
 *                             never returns; stop: this and all after it succeed, but the process is
 *                             stopped before each
 *   URIEL_PIECE=N             read and write move at most N bytes at a time */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/shared/input.h"
#include "reader/search.h"

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
ssize_t __real_read(int fd, void *out, size_t len);
ssize_t __real_write(int fd, const void *data, size_t len);
ssize_t __real_pread(int fd, void *out, size_t len, off_t at);
int __real_fcntl(int fd, int command, ...);
int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
                          void *context);

void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
ssize_t __wrap_read(int fd, void *out, size_t len);
ssize_t __wrap_write(int fd, const void *data, size_t len);
ssize_t __wrap_pread(int fd, void *out, size_t len, off_t at);
int __wrap_fcntl(int fd, int command, ...);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
                          void *context);

/* Calls fail between the start of main and exit, so not in the bookkeeping of a coverage build, before
 * and after. */
static atomic_bool faulty_active;

static void faulty_stop(void)
{
  faulty_active = false;
}

__attribute__((constructor)) static void faulty_start(void)
{
  input_record_max = 100000;
  search_part_own = 1500;
  search_part_beyond = 600;
  faulty_active = atexit(faulty_stop) == 0;
}

/* Counts the calls of `name`; whether this is the one that fails. */
static bool faulty_now(const char *name, int *error)
{
  static atomic_ulong calls;
  const char *const plan = getenv("URIEL_FAIL");
  const size_t len = strlen(name);
  if (!faulty_active || !plan || strncmp(plan, name, len) != 0 || plan[len] != ':')
    return false;
  char *rest;
  const unsigned long call = atomic_fetch_add(&calls, 1) + 1;
  const unsigned long planned = strtoul(plan + len + 1, &rest, 10);
  if (strcmp(rest, ":stop") == 0) {
    if (call >= planned)
      (void)raise(SIGSTOP);
    return false;
  }
  if (call != planned)
    return false;
  while (strcmp(rest, ":hang") == 0)
    sleep(1);
  if (strcmp(rest, ":intr") == 0)
    *error = EINTR;
  else if (strcmp(rest, ":again") == 0)
    *error = EAGAIN;
  errno = *error;
  return true;
}

static size_t faulty_piece(size_t len)
{
  const char *const piece = getenv("URIEL_PIECE");
  const size_t most = piece ? strtoul(piece, NULL, 10) : len;
  return most < len ? most : len;
}

void *__wrap_malloc(size_t size)
{
  int error = ENOMEM;
  return faulty_now("malloc", &error) ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
  int error = ENOMEM;
  return faulty_now("calloc", &error) ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
  int error = ENOMEM;
  return faulty_now("realloc", &error) ? NULL : __real_realloc(old, size);
}

ssize_t __wrap_read(int fd, void *out, size_t len)
{
  int error = EIO;
  return faulty_now("read", &error) ? -1 : __real_read(fd, out, faulty_piece(len));
}

ssize_t __wrap_write(int fd, const void *data, size_t len)
{
  int error = ENOSPC;
  return faulty_now("write", &error) ? -1 : __real_write(fd, data, faulty_piece(len));
}

ssize_t __wrap_pread(int fd, void *out, size_t len, off_t at)
{
  int error = EIO;
  return faulty_now("pread", &error) ? -1 : __real_pread(fd, out, faulty_piece(len), at);
}

/* A number or a pointer, depending on the command: only commands that the program uses. */
int __wrap_fcntl(int fd, int command, ...)
{
  va_list arguments;
  va_start(arguments, command);
  int error = ENOLCK, result = -1;
  switch (command) {
  case F_DUPFD:
  case F_DUPFD_CLOEXEC:
  case F_SETFD:
  case F_SETFL:
    result = __real_fcntl(fd, command, va_arg(arguments, int));
    break;
  case F_GETFD:
  case F_GETFL:
    result = __real_fcntl(fd, command);
    break;
  default:
    if (command != F_OFD_SETLK || !faulty_now("lock", &error))
      result = __real_fcntl(fd, command, va_arg(arguments, void *));
  }
  va_end(arguments);
  return result;
}

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
                          void *context)
{
  int error = EAGAIN;
  return faulty_now("pthread_create", &error)
             ? error
             : __real_pthread_create(thread, attributes, start, context);
}
