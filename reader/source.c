/* SPDX-License-Identifier: MIT */
/* The bytes of a document. */
#include "source.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SOURCE_LEAST = 64 * 1024, SOURCE_KEPT = 1024 * 1024 };

ssize_t source_read_file(void *context, char *data, size_t capacity)
{
  const int *fd = context;
  ssize_t got;
  do
    got = read(*fd, data, capacity);
  while (got < 0 && errno == EINTR);
  return got;
}

void source_start(struct source *source, source_reader *read, void *context)
{
  source->read = read;
  source->context = context;
  source->len = 0;
  source->dropped = 0;
  source->ended = false;
  source->error = 0;
}

static bool source_stop(struct source *source, int error)
{
  source->ended = true;
  source->error = error;
  return error == 0;
}

/* Doubles, so that a document is copied at most twice, and reads on to what it has. */
static bool source_reserve(struct source *source, size_t len)
{
  if (len <= source->capacity)
    return true;
  size_t capacity = source->capacity ? source->capacity : SOURCE_LEAST;
  while (capacity < len)
    capacity *= 2;
  char *data = realloc(source->data, capacity);
  if (!data)
    return source_stop(source, ENOMEM);
  source->data = data;
  source->capacity = capacity;
  return true;
}

bool source_fill(struct source *source, size_t len)
{
  while (source->len < len && !source->ended) {
    /* One byte more than the window holds, so that the end shows at once. */
    if (source->len == source->capacity && !source_reserve(source, source->len + 1))
      return false;
    const ssize_t got =
        source->read(source->context, source->data + source->len, source->capacity - source->len);
    if (got < 0)
      return source_stop(source, errno);
    if (got == 0)
      source->ended = true;
    if (got > 0)
      source->len += (size_t)got;
  }
  return source->error == 0;
}

void source_drop(struct source *source, size_t len)
{
  source->len -= len;
  source->dropped += len;
  memmove(source->data, source->data + len, source->len);
}

uint64_t source_position(const struct source *source)
{
  return source->dropped + source->len;
}

ssize_t source_take(void *context, char *data, size_t capacity)
{
  struct source *source = context;
  if (source->len == 0 && !source_fill(source, 1)) {
    errno = source->error;
    return -1;
  }
  const size_t len = source->len < capacity ? source->len : capacity;
  if (len)
    memcpy(data, source->data, len);
  source_drop(source, len);
  return (ssize_t)len;
}

const char *source_reason(int error)
{
  if (error == EBADMSG)
    return "the compressed data is damaged";
  if (error == E2BIG)
    return "the compressed data grows beyond all measure";
  return strerror(error);
}

void source_shrink(struct source *source)
{
  if (source->capacity > SOURCE_KEPT)
    source_free(source);
}

void source_free(struct source *source)
{
  free(source->data);
  *source = (struct source){0};
}
