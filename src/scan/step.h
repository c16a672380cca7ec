/* SPDX-License-Identifier: MIT */
/* The first bytes of a kind in a step of a few bytes, for readers that look at many short pieces:
 * inlined, with the vectors that every processor of the architecture has, otherwise with words of 8
 * bytes. A step gives a mask in which STEP_BITS bits stand for each byte, the first one lowest. */
#ifndef URIEL_SCAN_STEP_H
#define URIEL_SCAN_STEP_H

#include "scan/wide.h"

#define STEP_INLINE static inline __attribute__((always_inline))

#if defined URIEL_SCAN_X86
#include <emmintrin.h>
enum { STEP = 16, STEP_SHIFT = 0 };
typedef __m128i step_block;

STEP_INLINE step_block step_load(const char *at)
{
  step_block block;
  memcpy(&block, at, sizeof block);
  return block;
}

STEP_INLINE step_block step_are(step_block block, char byte)
{
  return _mm_cmpeq_epi8(block, _mm_set1_epi8(byte));
}

/* The bytes up to `byte`. */
STEP_INLINE step_block step_upto(step_block block, char byte)
{
  return _mm_cmpeq_epi8(_mm_min_epu8(block, _mm_set1_epi8(byte)), block);
}

/* The bytes from `first` to `last`. */
STEP_INLINE step_block step_within(step_block block, char first, char last)
{
  const step_block above = _mm_sub_epi8(block, _mm_set1_epi8(first));
  return _mm_cmpeq_epi8(_mm_min_epu8(above, _mm_set1_epi8((char)(last - first))), above);
}

/* With the bit of lower case in every byte. */
STEP_INLINE step_block step_fold(step_block block)
{
  return _mm_or_si128(block, _mm_set1_epi8(0x20));
}

STEP_INLINE step_block step_or(step_block a, step_block b)
{
  return _mm_or_si128(a, b);
}

STEP_INLINE step_block step_and(step_block a, step_block b)
{
  return _mm_and_si128(a, b);
}

STEP_INLINE step_block step_except(step_block a, step_block b)
{
  return _mm_andnot_si128(b, a);
}

STEP_INLINE uint64_t step_mask(step_block block)
{
  return (unsigned)_mm_movemask_epi8(block);
}
#else
enum { STEP = 8, STEP_SHIFT = 3 };
typedef uint64_t step_block; /* of a result: the highest bit of each byte */

STEP_INLINE step_block step_load(const char *at)
{
  return word_read(at);
}

/* Exact in every byte. */
STEP_INLINE step_block step_are(step_block block, char byte)
{
  const uint64_t apart = block ^ WORD_OF((unsigned char)byte), low = WORD_OF(0x7F);
  return ~(((apart & low) + low) | apart | low);
}

/* The bytes up to `byte`, which is of US-ASCII. */
STEP_INLINE step_block step_upto(step_block block, char byte)
{
  const uint64_t low = WORD_OF(0x7F);
  return ~(((block & low) + WORD_OF(0x7F - (unsigned char)byte)) | block | low);
}

/* The bytes from `first`, which is not 0, to `last`, of US-ASCII. */
STEP_INLINE step_block step_within(step_block block, char first, char last)
{
  return step_upto(block, last) & ~step_upto(block, (char)(first - 1));
}

STEP_INLINE step_block step_fold(step_block block)
{
  return block | WORD_OF(0x20);
}

STEP_INLINE step_block step_or(step_block a, step_block b)
{
  return a | b;
}

STEP_INLINE step_block step_and(step_block a, step_block b)
{
  return a & b;
}

STEP_INLINE step_block step_except(step_block a, step_block b)
{
  return a & ~b;
}

STEP_INLINE uint64_t step_mask(step_block block)
{
  return block;
}
#endif

/* One bit for each byte, the first one lowest. */
STEP_INLINE uint64_t step_bits(step_block block)
{
  const uint64_t mask = step_mask(block);
  return STEP_SHIFT ? (mask >> 7) * 0x0102040810204080u >> 56 : mask;
}

/* The place of the first byte of a mask other than 0. */
STEP_INLINE unsigned step_first(uint64_t mask)
{
  return word_lowest(mask) >> STEP_SHIFT;
}

/* The bits below the lowest one. */
STEP_INLINE uint64_t step_before(uint64_t mask)
{
  return (mask & (0 - mask)) - 1;
}

#endif
