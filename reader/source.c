/* SPDX-License-Identifier: MIT */
/* The bytes of a document. */
#include "source.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "base/budget.h"

enum { SOURCE_LEAST = 64 * 1024, SOURCE_KEPT = 1024 * 1024 };

ssize_t source_read_file(void *context, char *data, size_t capacity)
{
  const int *const fd = context;
  struct pollfd wait = {.fd = *fd, .events = POLLIN};
  for (;;) {
    const ssize_t got = read(*fd, data, capacity);
    if (got >= 0)
      return got;
    if (errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK)
      return -1;
    if (errno != EINTR && poll(&wait, 1, -1) < 0 && errno != EINTR)
      return -1;
  }
}

ssize_t source_read_memory(void *context, char *data, size_t capacity)
{
  struct source_memory *memory = context;
  const size_t len = memory->len < capacity ? memory->len : capacity;
  if (len)
    memcpy(data, memory->ptr, len);
  memory->ptr += len;
  memory->len -= len;
  return (ssize_t)len;
}

void source_start(struct source *source, source_reader *read, void *context)
{
  source->read = read;
  source->context = context;
  source->data = source->block;
  source->len = 0;
  source->dropped = 0;
  source->ended = false;
  source->error = 0;
}

/* Treats damaged data as the end, so that the data before it can be used. */
static bool source_damaged(const struct source *source)
{
  return source->error == EBADMSG || source->error == E2BIG || source->error == EOVERFLOW;
}

static bool source_stop(struct source *source, int error)
{
  source->ended = true;
  source->error = error;
  return source_damaged(source);
}

static size_t source_room(const struct source *source)
{
  return source->block ? (size_t)(source->block + source->capacity - source->data) - source->len : 0;
}

/* Doubles the capacity, so that a document is copied at most twice. */
static bool source_grow(struct source *source)
{
  const size_t capacity = source->capacity ? source->capacity * 2 : SOURCE_LEAST;
  if (source->len && source->data != source->block)
    memmove(source->block, source->data, source->len);
  source->data = source->block;
  char *block = capacity > source->capacity ? budget_retake(source->block, capacity) : NULL;
  if (!block)
    return source_stop(source, budget_exceeded() ? EFBIG : ENOMEM);
  source->block = source->data = block;
  source->capacity = capacity;
  return true;
}

/* Makes space for one byte. Moves the window to the start of the block if at least as many bytes were
 * dropped as it contains, so that moving costs at most one byte per dropped byte. */
static bool source_reserve(struct source *source)
{
  if (source_room(source) > 0)
    return true;
  if (!source->block || source->data == source->block ||
      (size_t)(source->data - source->block) < source->len)
    return source_grow(source);
  memmove(source->block, source->data, source->len);
  source->data = source->block;
  return true;
}

bool source_fill(struct source *source, size_t len)
{
  while (source->len < len && !source->ended) {
    /* One byte more than needed, to detect the end at once. */
    if (!source_reserve(source))
      return false;
    const ssize_t got = source->read(source->context, source->data + source->len, source_room(source));
    if (got < 0)
      return source_stop(source, errno);
    if (got == 0)
      source->ended = true;
    if (got > 0)
      source->len += (size_t)got;
  }
  return source->error == 0 || source_damaged(source);
}

void source_drop(struct source *source, size_t len)
{
  source->len -= len;
  source->dropped += len;
  if (len)
    source->data += len;
}

void source_skip(struct source *source, uint64_t *left)
{
  while (*left && source_fill(source, 1) && source->len) {
    const size_t len = *left < source->len ? (size_t)*left : source->len;
    source_drop(source, len);
    *left -= len;
  }
}

void source_skip_any(struct source *source, const char *bytes, size_t count)
{
  size_t at = 1;
  while (at && source_fill(source, 1) && source->len) {
    for (at = 0; at < source->len && memchr(bytes, source->data[at], count);)
      at++;
    source_drop(source, at);
  }
}

bool source_skip_line(struct source *source)
{
  bool ended = false;
  while (!ended && source_fill(source, 1) && source->len) {
    const char *const feed = memchr(source->data, '\n', source->len);
    source_drop(source, feed ? (size_t)(feed - source->data) + 1 : source->len);
    ended = feed;
  }
  return ended;
}

ssize_t source_end(const struct source *source)
{
  errno = source->error;
  return source->error ? -1 : 0;
}

uint64_t source_position(const struct source *source)
{
  return source->dropped + source->len;
}

ssize_t source_take(void *context, char *data, size_t capacity)
{
  struct source *source = context;
  source_fill(source, 1);
  if (source->len == 0)
    return source_end(source);
  const size_t len = source->len < capacity ? source->len : capacity;
  if (len)
    memcpy(data, source->data, len);
  source_drop(source, len);
  return (ssize_t)len;
}

const char *source_reason(int error)
{
  if (error == EBADMSG)
    return "the compressed data is damaged or cut off";
  if (error == EOVERFLOW)
    return "its Zstandard window or dictionary is larger than 128 MiB: decompress it first, with zstd "
           "-d --long=31";
  if (error == E2BIG)
    return "the compressed data grows beyond all measure";
  if (error == EFBIG)
    return "it takes more memory than the budget has (see --memory)";
  return strerror(error);
}

void source_shrink(struct source *source)
{
  if (source->capacity > SOURCE_KEPT)
    source_free(source);
}

void source_free(struct source *source)
{
  budget_give(source->block);
  *source = (struct source){0};
}
