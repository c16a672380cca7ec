/* SPDX-License-Identifier: MIT */
/* A growing byte buffer, for functions that return the length they need, as snprintf does. Memory is
 * charged to the thread's share of the budget, if it has one. */
#ifndef URIEL_READER_BUFFER_H
#define URIEL_READER_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "budget.h"
#include "uriel.h"

/* Zero-initialise. */
struct buffer {
  char *ptr;
  size_t len;
  size_t capacity;
  bool no_memory; /* the last growth failed; the content stays */
};

/* Returns false if memory runs out. Makes room for `capacity` bytes in total and one more, so that
 * even empty content has an address. */
static inline bool buffer_grow(struct buffer *buffer, size_t capacity)
{
  if (buffer->ptr && capacity < buffer->capacity)
    return true;
  const size_t wanted = capacity + capacity / 2 + 64;
  char *ptr = capacity < SIZE_MAX / 2 ? budget_retake(buffer->ptr, wanted) : NULL;
  buffer->no_memory = !ptr;
  if (!ptr)
    return false;
  buffer->ptr = ptr;
  buffer->capacity = wanted;
  return true;
}

/* Returns true if there is more room now and the function must be called again. `need` is the result
 * of a function that was given `ptr` and `capacity`. Otherwise sets `len` (0 for URIEL_FAILED), or
 * `no_memory`. */
static inline bool buffer_again(struct buffer *buffer, size_t need)
{
  const bool fitted = need == URIEL_FAILED || (buffer->ptr && need <= buffer->capacity);
  if (fitted) {
    buffer->len = need == URIEL_FAILED ? 0 : need;
    buffer->no_memory = false;
  }
  return !fitted && buffer_grow(buffer, need);
}

/* Returns false if memory runs out. Copies the text and a NUL after it. */
static inline bool buffer_set(struct buffer *to, uriel_text from)
{
  if (!buffer_grow(to, from.len))
    return false;
  if (from.len)
    memcpy(to->ptr, from.ptr, from.len);
  to->ptr[from.len] = 0;
  to->len = from.len;
  return true;
}

static inline uriel_text buffer_text(const struct buffer *buffer)
{
  return (uriel_text){buffer->ptr, buffer->len};
}

static inline void buffer_free(struct buffer *buffer)
{
  budget_give(buffer->ptr);
  *buffer = (struct buffer){0};
}

#endif
