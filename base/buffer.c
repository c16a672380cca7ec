/* SPDX-License-Identifier: MIT */
/* Buffers that end the program if memory runs out; numbers and escapes. */
#include "buffer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "uriel_spec.h"

static __attribute__((noreturn)) void base_abort(const char *format, ...)
{
  (void)format;
  abort();
}

void (*base_die)(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2))) = base_abort;

void base_die_memory(void)
{
  base_die("out of memory");
}

void *list_grow(void *list, size_t count, size_t *capacity, size_t size)
{
  if (count < *capacity)
    return list;
  const size_t more = *capacity * 2 + 4;
  char *const grown = realloc(list, more * size);
  if (!grown)
    base_die_memory();
  memset(grown + *capacity * size, 0, (more - *capacity) * size);
  *capacity = more;
  return grown;
}

void buffer_reserve(struct buffer *buffer, size_t capacity)
{
  if (!buffer_grow(buffer, capacity))
    base_die_memory();
}

void buffer_append(struct buffer *buffer, const void *data, size_t len)
{
  if (!buffer_add(buffer, data, len))
    base_die_memory();
}

bool buffer_read(struct buffer *buffer, int fd)
{
  enum { PIECE = 65536 };
  ssize_t got = 1;
  while (got > 0 || (got < 0 && (errno == EINTR || errno == EAGAIN))) {
    buffer_reserve(buffer, buffer->len + PIECE);
    got = read(fd, buffer->ptr + buffer->len, PIECE);
    if (got > 0)
      buffer->len += (size_t)got;
  }
  buffer->ptr[buffer->len] = '\0';
  return got == 0;
}

bool buffer_load(struct buffer *buffer, const char *path)
{
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return false;
  const bool good = buffer_read(buffer, fd);
  const int error = errno;
  close(fd);
  errno = error;
  return good;
}

bool buffer_write(struct buffer *buffer, int fd)
{
  for (size_t at = 0; at < buffer->len;) {
    const ssize_t written = write(fd, buffer->ptr + at, buffer->len - at);
    if (written < 0 && errno != EINTR && errno != EAGAIN)
      return false;
    at += written > 0 ? (size_t)written : 0;
  }
  buffer->len = 0;
  return true;
}

uriel_text number_text(char digits[NUMBER_DIGITS], uint64_t number)
{
  size_t at = NUMBER_DIGITS;
  do
    digits[--at] = (char)('0' + number % 10);
  while (number /= 10);
  return (uriel_text){digits + at, NUMBER_DIGITS - at};
}

bool number_read(uriel_text text, uint64_t most, uint64_t *number)
{
  *number = 0;
  for (size_t i = 0; i < text.len; i++) {
    const uint64_t digit = (uint64_t)(unsigned char)text.ptr[i] - '0';
    if (digit > 9 || digit > most || *number > (most - digit) / 10)
      return false;
    *number = 10 * *number + digit;
  }
  return text.len > 0;
}

uriel_text number_significant(uriel_text digits)
{
  while (digits.len > 1 && digits.ptr[0] == '0')
    digits = (uriel_text){digits.ptr + 1, digits.len - 1};
  return digits;
}

bool buffer_short(struct buffer *buffer, size_t need)
{
  const bool again = buffer_again(buffer, need == URIEL_CURRENT_DOCUMENT ? URIEL_FAILED : need);
  if (buffer->no_memory)
    base_die_memory();
  buffer_reserve(buffer, 0);
  return again;
}
