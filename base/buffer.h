/* SPDX-License-Identifier: MIT */
/* A growing byte buffer, for functions that return the length they need, as snprintf does; numbers and
 * escapes as text. Memory is charged to the thread's share of the budget, if it has one. */
#ifndef URIEL_BASE_BUFFER_H
#define URIEL_BASE_BUFFER_H

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

/* A typed array in a buffer: its elements, and their number. Append an element with its size. */
#define ARRAY_OF(type, buffer) ((type *)(void *)(buffer).ptr)
#define ARRAY_COUNT(type, buffer) ((buffer).len / sizeof(type))

/* ---- Functions that return false if memory runs out -------------------------------------------- */

/* Reserves `capacity` bytes in total and one more, so that even empty content has an address. */
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

/* Appends bytes, or an element of an array. */
static inline bool buffer_add(struct buffer *buffer, const void *data, size_t len)
{
  if (len > SIZE_MAX - buffer->len || !buffer_grow(buffer, buffer->len + len))
    return false;
  if (len)
    memcpy(buffer->ptr + buffer->len, data, len);
  buffer->len += len;
  return true;
}

/* Copies the text and a NUL after it. */
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

/* Returns true if there is more space now and the function must be called again. `need` is the result
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

/* Sets the length to the result of a function that wrote within `capacity`; 0 for URIEL_FAILED. Returns
 * whether it is greater. */
static inline bool buffer_wrote(struct buffer *buffer, size_t len)
{
  buffer->len = len == URIEL_FAILED ? 0 : len;
  return buffer->len > 0;
}

static inline uriel_text buffer_text(const struct buffer *buffer)
{
  return (uriel_text){buffer->ptr, buffer->len};
}

/* The same; undefined if it is empty. */
static inline uriel_text buffer_defined(const struct buffer *buffer)
{
  return (uriel_text){buffer->len ? buffer->ptr : NULL, buffer->len};
}

static inline void buffer_free(struct buffer *buffer)
{
  budget_give(buffer->ptr);
  *buffer = (struct buffer){0};
}

/* ---- Functions that end the program ------------------------------------------------------------ */

/* Called if memory runs out, or if a temporary file fails, in a function that cannot return that. It
 * prints the message and does not return. A program sets it first; until then it aborts. */
extern void (*base_die)(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

_Noreturn void base_die_memory(void); /* "out of memory" */

/* Returns the list with space for one element more than `count`; new elements are zero. */
void *list_grow(void *list, size_t count, size_t *capacity, size_t size);

/* Reserves `capacity` bytes in all. */
void buffer_reserve(struct buffer *buffer, size_t capacity);
void buffer_append(struct buffer *buffer, const void *data, size_t len);

/* Replaces the content. */
static inline void buffer_put(struct buffer *buffer, const void *data, size_t len)
{
  buffer->len = 0;
  buffer_append(buffer, data, len);
}

/* buffer_again. URIEL_CURRENT_DOCUMENT is also a result of length 0, and `ptr` is never NULL
 * afterwards. */
bool buffer_short(struct buffer *buffer, size_t need);

/* Append the whole file, and a NUL that is not part of the length. Return false, with errno set, if it
 * cannot be read. */
bool buffer_load(struct buffer *buffer, const char *path);
bool buffer_read(struct buffer *buffer, int fd);

/* Writes all to the file, and empties the buffer. Returns false, with errno set, if that fails. */
bool buffer_write(struct buffer *buffer, int fd);

/* ---- Numbers ----------------------------------------------------------------------------------- */

/* A number in decimal; it lies in `digits`. */
enum { NUMBER_DIGITS = 20 };
uriel_text number_text(char digits[NUMBER_DIGITS], uint64_t number);

/* Returns whether all of the text is a number in decimal of at most `most`, and sets it. */
bool number_read(uriel_text text, uint64_t most, uint64_t *number);

/* Returns the digits without leading zeros. */
uriel_text number_significant(uriel_text digits);

#endif
