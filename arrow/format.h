/* SPDX-License-Identifier: MIT */
/* The formats of the arrays that are made, and errors. */
#ifndef URIEL_ARROW_FORMAT_H
#define URIEL_ARROW_FORMAT_H

#include <errno.h>

#include "uriel_arrow.h"

typedef enum arrow_format {
  ARROW_UTF8,       /* 32-bit offsets */
  ARROW_LARGE_UTF8, /* 64-bit offsets */
  ARROW_UTF8_VIEW,
  ARROW_INT8,
  ARROW_UINT8,
  ARROW_INT16,
  ARROW_UINT16,
  ARROW_INT32,
  ARROW_UINT32,
  ARROW_INT64,
  ARROW_UINT64,
  ARROW_BOOL,
  ARROW_LIST /* 32-bit offsets of elements, in its child */
} arrow_format;

/* The name of the format in a schema, and the bytes of a row's value, offset or view; 0: a bit. */
typedef struct arrow_format_info {
  const char *name;
  size_t width;
} arrow_format_info;
extern const arrow_format_info uriel_arrow_formats[];

/* Sets the message and returns the number, for `return`. */
static inline int arrow_fail(const char **why, int error, const char *message)
{
  if (why)
    *why = message;
  return error;
}

static inline int arrow_no_memory(const char **why)
{
  return arrow_fail(why, ENOMEM, "out of memory");
}

#endif
