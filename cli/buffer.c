/* SPDX-License-Identifier: MIT */
/* A growing block of bytes. */
#include "buffer.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "uriel.h"

enum { BUFFER_FIRST = 256 };

void buffer_reserve(struct buffer *buffer, size_t capacity)
{
  if (capacity <= buffer->capacity)
    return;
  size_t wanted = buffer->capacity < BUFFER_FIRST ? BUFFER_FIRST : buffer->capacity;
  while (wanted < capacity)
    wanted = wanted > SIZE_MAX / 2 ? capacity : wanted * 2;
  char *const grown = realloc(buffer->ptr, wanted);
  if (!grown)
    die_memory();
  buffer->ptr = grown;
  buffer->capacity = wanted;
}

void buffer_append(struct buffer *buffer, const char *data, size_t len)
{
  if (len > SIZE_MAX - buffer->len)
    die_memory();
  buffer_reserve(buffer, buffer->len + len);
  if (len)
    memcpy(buffer->ptr + buffer->len, data, len);
  buffer->len += len;
}

void buffer_free(struct buffer *buffer)
{
  free(buffer->ptr);
  *buffer = (struct buffer){0};
}

bool buffer_short(struct buffer *buffer, size_t need)
{
  const bool written = need != URIEL_FAILED && need != URIEL_CURRENT_DOCUMENT;
  if (written && need > buffer->capacity) {
    buffer_reserve(buffer, need);
    return true;
  }
  buffer_reserve(buffer, 1); /* so that an empty result is defined: its ptr is not NULL */
  buffer->len = written ? need : 0;
  return false;
}
