/* SPDX-License-Identifier: MIT */
/* Arithmetic on lengths that saturates: where a sum would wrap, as on 32 bits, it is SIZE_MAX, which
 * no buffer has. */
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
