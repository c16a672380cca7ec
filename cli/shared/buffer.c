/* SPDX-License-Identifier: MIT */
/* A growing block of bytes. */
#include "buffer.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "uriel_historic.h"
#include "utf8.h"

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

void buffer_append_escaped(struct buffer *buffer, const char *text, size_t len)
{
  char hex[5];
  for (size_t at = 0; at < len;) {
    uint32_t point;
    const size_t size = utf8_next(text + at, len - at, &point);
    const bool is_safe = utf8_is_safe(point);
    for (size_t i = at; i < at + size && !is_safe; i++) {
      snprintf(hex, sizeof hex, "\\x%02x", (unsigned)(unsigned char)text[i]);
      buffer_append(buffer, hex, strlen(hex));
    }
    if (is_safe)
      buffer_append(buffer, text + at, size);
    at += size;
  }
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

static _Thread_local struct buffer scratch_buffers[SCRATCH_COUNT];

struct buffer *scratch_of(enum scratch which)
{
  return &scratch_buffers[which];
}

void scratch_free(void)
{
  for (int i = 0; i < SCRATCH_COUNT; i++)
    buffer_free(&scratch_buffers[i]);
}
