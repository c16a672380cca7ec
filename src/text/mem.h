/* SPDX-License-Identifier: MIT */
/* Memory: the five functions of the C library that the core calls, declared if there is no <string.h>;
 * fast copies; arithmetic on lengths. */
#ifndef URIEL_TEXT_MEM_H
#define URIEL_TEXT_MEM_H

#include <stddef.h>
#include <stdint.h>

#if __STDC_HOSTED__
#include <string.h>
#else
void *memcpy(void *restrict to, const void *restrict from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int byte, size_t n);
int memcmp(const void *a, const void *b, size_t n);
void *memchr(const void *text, int byte, size_t n);
#ifdef __GNUC__
/* Without this, freestanding compilers call a function even for eight bytes. */
#define memcpy(to, from, n) __builtin_memcpy(to, from, n)
#define memmove(to, from, n) __builtin_memmove(to, from, n)
#define memset(to, byte, n) __builtin_memset(to, byte, n)
#define memcmp(a, b, n) __builtin_memcmp(a, b, n)
#define memchr(text, byte, n) __builtin_memchr(text, byte, n)
#endif
#endif

/* APART keeps a slow path out of the fast function, which then saves no registers for it. */
#if defined(__GNUC__)
#define APART __attribute__((noinline))
#else
#define APART
#endif

/* Sums and products of lengths saturate: on overflow, as on 32 bits, they are SIZE_MAX, which is larger
 * than any buffer. */
static inline size_t size_add(size_t a, size_t b)
{
  return a > SIZE_MAX - b ? SIZE_MAX : a + b;
}

static inline size_t size_times(size_t a, size_t b)
{
  return b > 0 && a > SIZE_MAX / b ? SIZE_MAX : a * b;
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
  const size_t second = last < 32 ? last : 32, third = last < 64 ? last : 64;
  copy_32(to, from);
  copy_32(to + second, from + second);
  copy_32(to + third, from + third);
  copy_32(to + last, from + last);
}

#endif
