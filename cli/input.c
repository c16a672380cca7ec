/* SPDX-License-Identifier: MIT */
/* Records of standard input. */
#include "input.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "output.h"

enum { INPUT_BLOCK = 262144 };

/* Waits where the descriptor is non-blocking, as one shared with another process may be. */
static void input_wait(void)
{
  struct pollfd wait = {.fd = STDIN_FILENO, .events = POLLIN};
  if (poll(&wait, 1, -1) < 0 && errno != EINTR)
    die(STATUS_IO, "cannot read standard input: %s", strerror(errno));
}

/* One read at the buffer's end; 0 is the end of input. */
static size_t input_read(struct input_reader *reader)
{
  struct buffer *const buffer = &reader->buffer;
  output_flush_both();
  for (;;) {
    const ssize_t got = read(STDIN_FILENO, buffer->ptr + buffer->len, buffer->capacity - buffer->len);
    if (got >= 0)
      return (size_t)got;
    if (errno == EAGAIN || errno == EWOULDBLOCK)
      input_wait();
    else if (errno != EINTR)
      die(STATUS_IO, "cannot read standard input: %s", strerror(errno));
  }
}

/* Makes room behind the record that is being read: first by moving it to the front. */
static void input_room(struct input_reader *reader)
{
  struct buffer *const buffer = &reader->buffer;
  if (reader->at > 0) {
    buffer->len -= reader->at;
    memmove(buffer->ptr, buffer->ptr + reader->at, buffer->len);
    reader->scanned -= reader->at;
    reader->at = 0;
  }
  if (buffer->capacity < INPUT_BLOCK)
    buffer_reserve(buffer, INPUT_BLOCK);
  if (buffer->len == buffer->capacity)
    buffer_reserve(buffer, buffer->capacity + 1);
}

/* More of the input into the buffer; false at its end. */
static bool input_fill(struct input_reader *reader)
{
  if (reader->end)
    return false;
  input_room(reader);
  const size_t got = input_read(reader);
  reader->buffer.len += got;
  reader->bytes += got;
  reader->end = got == 0;
  return !reader->end;
}

/* Finds the end of the record at reader->at; false where the buffer does not hold it. */
static bool input_find(struct input_reader *reader, size_t *end)
{
  const struct buffer *const buffer = &reader->buffer;
  const size_t len = buffer->len - reader->scanned;
  const char *const from = len ? buffer->ptr + reader->scanned : NULL;
  const char *const found = len ? memchr(from, reader->terminator, len) : NULL;
  reader->scanned = found ? (size_t)(found - buffer->ptr) : buffer->len;
  *end = reader->scanned;
  return found != NULL;
}

/* How much of a record that is too long is kept. */
static size_t input_kept(void)
{
  return INPUT_KEPT < input_record_max ? INPUT_KEPT : input_record_max;
}

/* Reads on to the end of a record that is too long, keeping its beginning alone. */
static size_t input_skip(struct input_reader *reader)
{
  size_t end;
  do {
    reader->buffer.len = reader->scanned = end = reader->at + input_kept();
    if (!input_fill(reader))
      break;
  } while (!input_find(reader, &end));
  return end;
}

static uriel_text input_without_cr(const struct input_reader *reader, uriel_text text)
{
  if (reader->terminator == '\n' && text.len > 0 && text.ptr[text.len - 1] == '\r')
    text.len--;
  return text;
}

/* Hands out the record up to `end`, of which `len` bytes are kept, and steps over it. */
static void input_give(struct input_reader *reader, size_t end, size_t len, struct input *input)
{
  *input = (struct input){0};
  input->number = ++reader->number;
  input->text = (uriel_text){reader->buffer.ptr + reader->at, len};
  reader->at = end < reader->buffer.len ? end + 1 : end;
  reader->scanned = reader->at;
}

/* Reads until the buffer holds the end of the record at reader->at, or its limit, or the input ends.
 * Sets `end`; returns whether a terminator stands there. */
static bool input_seek(struct input_reader *reader, size_t *end)
{
  while (!input_find(reader, end)) {
    if (*end - reader->at > input_record_max + 1)
      return false;
    if (!input_fill(reader)) {
      *end = reader->buffer.len; /* what is there may have moved */
      return false;
    }
  }
  return true;
}

bool input_next(struct input_reader *reader, struct input *input)
{
  size_t end;
  const bool found = input_seek(reader, &end);
  if (!found && reader->at == reader->buffer.len)
    return false;
  size_t len = end - reader->at;
  if (len > 0)
    len = input_without_cr(reader, (uriel_text){reader->buffer.ptr + reader->at, len}).len;
  if (len <= input_record_max) {
    input_give(reader, end, len, input);
    return true;
  }
  if (!found)
    end = input_skip(reader);
  input_give(reader, end, input_kept(), input);
  input->too_long = true;
  return true;
}

void input_free(struct input_reader *reader)
{
  buffer_free(&reader->buffer);
}
