/* SPDX-License-Identifier: MIT */
/* Text of any length, written by functions that tell the length they need as snprintf does. */
#ifndef URIEL_READER_GROWING_H
#define URIEL_READER_GROWING_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "budget.h"
#include "uriel.h"

struct growing {
  char *ptr;
  size_t len;
  size_t capacity;
  bool no_memory;
};

/* Room for `capacity` bytes and one more, so that even an empty text has an address. */
static inline bool growing_reserve(struct growing *text, size_t capacity)
{
  if (text->ptr && capacity < text->capacity)
    return true;
  const size_t wanted = capacity + capacity / 2 + 64;
  char *ptr = budget_retake(text->ptr, wanted);
  text->no_memory = !ptr;
  if (!ptr)
    return false;
  text->ptr = ptr;
  text->capacity = wanted;
  return true;
}

/* After a call that needed `need` bytes: true where there is more room now and it must be made again.
 * Otherwise it fitted, or failed, or `no_memory` is set. */
static inline bool growing_again(struct growing *text, size_t need)
{
  const bool fitted = need == URIEL_FAILED || (text->ptr && need <= text->capacity);
  text->len = need == URIEL_FAILED ? 0 : need;
  return !fitted && growing_reserve(text, need);
}

/* The text and a NUL behind it. False: no memory. */
static inline bool growing_set(struct growing *to, uriel_text from)
{
  if (!growing_reserve(to, from.len))
    return false;
  if (from.len)
    memcpy(to->ptr, from.ptr, from.len);
  to->ptr[from.len] = 0;
  to->len = from.len;
  return true;
}

static inline uriel_text growing_text(const struct growing *text)
{
  return (uriel_text){text->ptr, text->len};
}

static inline void growing_free(struct growing *text)
{
  budget_give(text->ptr);
  *text = (struct growing){0};
}

#endif
