/* SPDX-License-Identifier: MIT */
/* Copies of texts of the usual lengths of references. */
#ifndef URIEL_TEXT_COPY_H
#define URIEL_TEXT_COPY_H

#include "text/mem.h"

static inline size_t copy_least(size_t a, size_t b)
{
  return a < b ? a : b;
}

static inline void copy_32(char *to, const char *from)
{
  memcpy(to, from, 16);
  memcpy(to + 16, from + 16, 16);
}

/* memcpy branches on the length, and such branches are mispredicted if lengths vary. This has no
 * branch from 32 to 128 bytes: it makes four copies of 32, and moves those past the end back to end
 * with the text. */
static inline void copy_bytes(char *to, const char *from, size_t n)
{
  const size_t last = n - 32;
  if (last > 96) {
    if (n > 0)
      memcpy(to, from, n);
    return;
  }
  const size_t second = copy_least(last, 32), third = copy_least(last, 64);
  copy_32(to, from);
  copy_32(to + second, from + second);
  copy_32(to + third, from + third);
  copy_32(to + last, from + last);
}

#endif
