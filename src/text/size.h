/* SPDX-License-Identifier: MIT */
/* Lengths that are worked out, not read: where they would wrap, which they can on 32 bits, they stay at
 * the largest, which no buffer has. */
#ifndef URIEL_TEXT_SIZE_H
#define URIEL_TEXT_SIZE_H

#include <stddef.h>
#include <stdint.h>

static inline size_t size_add(size_t a, size_t b)
{
  return a > SIZE_MAX - b ? SIZE_MAX : a + b;
}

static inline size_t size_times(size_t a, size_t b)
{
  return b > 0 && a > SIZE_MAX / b ? SIZE_MAX : a * b;
}

#endif
