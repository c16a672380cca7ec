/* SPDX-License-Identifier: MIT */
/* Steps of the library: basic blocks, which it reports since tools/check-linear compiles it with
 * -fsanitize-coverage=trace-pc, and STEP bytes in a function of the C library, which the linker
 * redirects to these. */
#include "steps.h"

#include <stdint.h>
#include <string.h>

enum { STEP = 16 };

size_t linear_steps;

void linear_block(void) __asm__("__sanitizer_cov_trace_pc");
void linear_block(void)
{
  linear_steps++;
}

#define REAL(name) __asm__("__real_" name)
#define WRAP(name) __asm__("__wrap_" name)
void *linear_real_memcpy(void *to, const void *from, size_t len) REAL("memcpy");
void *linear_real_memmove(void *to, const void *from, size_t len) REAL("memmove");
void *linear_real_memset(void *to, int byte, size_t len) REAL("memset");
void *linear_real_memchr(const void *in, int byte, size_t len) REAL("memchr");
void *linear_memcpy(void *to, const void *from, size_t len) WRAP("memcpy");
void *linear_memmove(void *to, const void *from, size_t len) WRAP("memmove");
void *linear_memset(void *to, int byte, size_t len) WRAP("memset");
void *linear_memchr(const void *in, int byte, size_t len) WRAP("memchr");
int linear_memcmp(const void *a, const void *b, size_t len) WRAP("memcmp");

void *linear_memcpy(void *to, const void *from, size_t len)
{
  linear_steps += len / STEP;
  return linear_real_memcpy(to, from, len);
}

void *linear_memmove(void *to, const void *from, size_t len)
{
  linear_steps += len / STEP;
  return linear_real_memmove(to, from, len);
}

void *linear_memset(void *to, int byte, size_t len)
{
  linear_steps += len / STEP;
  return linear_real_memset(to, byte, len);
}

void *linear_memchr(const void *in, int byte, size_t len)
{
  void *const found = linear_real_memchr(in, byte, len);
  linear_steps += (found ? (size_t)((const char *)found - (const char *)in) : len) / STEP;
  return found;
}

int linear_memcmp(const void *a, const void *b, size_t len)
{
  const unsigned char *const x = a, *const y = b;
  size_t same = 0;
  while (same < len && x[same] == y[same])
    same++;
  linear_steps += same / STEP;
  return same == len ? 0 : x[same] - y[same];
}
