/* SPDX-License-Identifier: MIT */
/* Reads the bytes of a file until the run must stop. */
#include "bytes.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

/* A stop does not interrupt a file of which at most this much was read: finishing it is cheaper than
 * reading it again. */
enum { BYTES_SHORT = 1024 * 1024 };

static bool bytes_are_over(const struct bytes *bytes)
{
  const bool is_long = bytes->is_stream || bytes->count > BYTES_SHORT;
  return (bytes->closed && atomic_load(bytes->closed)) ||
         (is_long && bytes->stop && atomic_load(bytes->stop) != 0);
}

static ssize_t bytes_cancel(struct bytes *bytes)
{
  *bytes->cancelled = true;
  errno = ECANCELED;
  return -1;
}

/* Unblocks signals only during ppoll, so that none arrives between the check and the wait. */
static void bytes_wait(const struct bytes *bytes)
{
  struct pollfd wanted = {.fd = bytes->fd, .events = POLLIN};
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  if (!bytes_are_over(bytes))
    ppoll(&wanted, 1, NULL, &before);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

ssize_t bytes_read(void *context, char *data, size_t capacity)
{
  struct bytes *bytes = context;
  for (;;) {
    if (bytes->is_stream)
      bytes_wait(bytes);
    if (bytes_are_over(bytes))
      return bytes_cancel(bytes);
    const ssize_t got = read(bytes->fd, data, capacity);
    if (got >= 0)
      bytes->count += (uint64_t)got;
    const bool again = errno == EINTR || (bytes->is_stream && errno == EAGAIN);
    if (got >= 0 || !again)
      return got;
  }
}

ssize_t bytes_read_at(void *context, char *data, size_t capacity, uint64_t offset)
{
  struct bytes *const bytes = context;
  ssize_t got;
  if (bytes_are_over(bytes))
    return bytes_cancel(bytes);
  do
    got = pread(bytes->fd, data, capacity, (off_t)offset);
  while (got < 0 && errno == EINTR);
  return got;
}
