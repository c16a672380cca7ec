/* SPDX-License-Identifier: MIT */
/* Copies of texts as long as references are. */
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

/* memcpy, which branches on the length, of which the processor can foretell nothing where each text has
 * another. From 32 to 128 bytes nothing branches here: four copies of 32, of which the later ones begin
 * no later than lets them end with the text. */
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
