/* SPDX-License-Identifier: MIT */
/* The primitives of quarters.c for SSE2, which every x86-64 has. */
#ifndef URIEL_SCAN_SSE2_H
#define URIEL_SCAN_SSE2_H

#include "scan/kernels.h"

#ifdef URIEL_SCAN_X86
#include <emmintrin.h>

#include "scan/halves.h"

typedef __m128i quarter;

/* The vectors that each text needs are read from memory, as in avx2.c. */
#define SSE2_4(a) a, a, a, a
#define SSE2_16(a)                                                                                      \
  {                                                                                                     \
    SSE2_4(a), SSE2_4(a), SSE2_4(a), SSE2_4(a)                                                          \
  }
static _Alignas(16) const char sse2_constants[][16] = {
    SSE2_16('.'), SSE2_16('/'), SSE2_16(':'),  SSE2_16('?'),  SSE2_16('&'), SSE2_16('_'),
    SSE2_16('`'), SSE2_16('>'), SSE2_16(0x02), SSE2_16(0x20), SSE2_16('z'), SSE2_16('['),
};

/* The place of a byte in the table, or -1. */
SCAN_INLINE int sse2_place(char byte)
{
  return byte == '.'    ? 0
         : byte == '/'  ? 1
         : byte == ':'  ? 2
         : byte == '?'  ? 3
         : byte == '&'  ? 4
         : byte == '_'  ? 5
         : byte == '`'  ? 6
         : byte == '>'  ? 7
         : byte == 0x02 ? 8
         : byte == 0x20 ? 9
         : byte == 'z'  ? 10
         : byte == '['  ? 11
                        : -1;
}

SCAN_INLINE quarter quarter_all(char byte)
{
  const int place = sse2_place(byte);
  return place < 0 ? _mm_set1_epi8(byte)
                   : _mm_load_si128((const __m128i *)scan_hidden(sse2_constants) + place);
}

SCAN_INLINE quarter quarter_load(const char *at)
{
  return _mm_loadu_si128((const __m128i *)(const void *)at);
}

SCAN_INLINE quarter quarter_are(quarter bytes, char byte)
{
  return _mm_cmpeq_epi8(bytes, quarter_all(byte));
}

SCAN_INLINE quarter quarter_above(quarter a, quarter b)
{
  return _mm_cmpgt_epi8(a, b);
}

SCAN_INLINE quarter quarter_or(quarter a, quarter b)
{
  return _mm_or_si128(a, b);
}

SCAN_INLINE quarter quarter_and(quarter a, quarter b)
{
  return _mm_and_si128(a, b);
}

SCAN_INLINE quarter quarter_except(quarter a, quarter b)
{
  return _mm_andnot_si128(b, a);
}

SCAN_INLINE uint32_t quarter_bits(quarter bytes)
{
  return (uint32_t)_mm_movemask_epi8(bytes);
}

#include "scan/ranges.h"

#endif
#endif
