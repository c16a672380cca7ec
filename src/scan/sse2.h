/* SPDX-License-Identifier: MIT */
/* The primitives of quarters.c for SSE2, which every x86-64 has. It has no table look-up, so comparisons
 * with the ends of ranges tell sets of bytes apart. */
#ifndef URIEL_SCAN_SSE2_H
#define URIEL_SCAN_SSE2_H

#include "scan/kernels.h"

#ifdef URIEL_SCAN_X86
#include <emmintrin.h>

#include "scan/halves.h"

typedef __m128i quarter;

/* The vectors that each text needs, as in avx2.c. */
#define SSE2_4(a) a, a, a, a
#define SSE2_16(a) SSE2_4(SSE2_4(a))
enum {
  SSE2_DOT,
  SSE2_SLASH,
  SSE2_COLON,
  SSE2_QUESTION,
  SSE2_AMPERSAND,
  SSE2_UNDERLINE,
  SSE2_BACKQUOTE,
  SSE2_GREATER,
  SSE2_2,
  SSE2_20,
  SSE2_Z,
  SSE2_z,
  SSE2_BRACKET
};

static _Alignas(16) const unsigned char sse2_constants[][16] = {
    [SSE2_DOT] = {SSE2_16('.')},       [SSE2_SLASH] = {SSE2_16('/')},
    [SSE2_COLON] = {SSE2_16(':')},     [SSE2_QUESTION] = {SSE2_16('?')},
    [SSE2_AMPERSAND] = {SSE2_16('&')}, [SSE2_UNDERLINE] = {SSE2_16('_')},
    [SSE2_BACKQUOTE] = {SSE2_16('`')}, [SSE2_GREATER] = {SSE2_16('>')},
    [SSE2_2] = {SSE2_16(0x02)},        [SSE2_20] = {SSE2_16(0x20)},
    [SSE2_Z] = {SSE2_16('Z')},         [SSE2_z] = {SSE2_16('z')},
    [SSE2_BRACKET] = {SSE2_16('[')},
};

SCAN_INLINE __m128i sse2_constant(unsigned which)
{
  return _mm_load_si128((const __m128i *)scan_hidden(sse2_constants) + which);
}

SCAN_INLINE quarter quarter_load(const char *at)
{
  return _mm_loadu_si128((const __m128i *)(const void *)at);
}

SCAN_INLINE __m128i sse2_same(__m128i bytes, unsigned which)
{
  return _mm_cmpeq_epi8(bytes, sse2_constant(which));
}

/* Bytes that no component has, "%" and "#", and the rare "!", "$" and "~", which lie next to them. As
 * signed numbers, bytes beyond ASCII are less than "&". */
SCAN_INLINE quarter quarter_odd(quarter bytes)
{
  const __m128i folded = _mm_or_si128(bytes, sse2_constant(SSE2_20));
  const __m128i high =
      _mm_andnot_si128(sse2_same(bytes, SSE2_UNDERLINE), _mm_cmpgt_epi8(folded, sse2_constant(SSE2_z)));
  const __m128i angle = sse2_same(_mm_or_si128(bytes, sse2_constant(SSE2_2)), SSE2_GREATER);
  const __m128i low = _mm_cmpgt_epi8(sse2_constant(SSE2_AMPERSAND), bytes);
  return _mm_or_si128(_mm_or_si128(high, angle), _mm_or_si128(low, sse2_same(bytes, SSE2_BACKQUOTE)));
}

/* ":", "/", "?", "@" and the upper-case letters. */
SCAN_INLINE quarter quarter_front(quarter bytes)
{
  const __m128i within = _mm_and_si128(_mm_cmpgt_epi8(bytes, sse2_constant(SSE2_GREATER)),
                                       _mm_cmpgt_epi8(sse2_constant(SSE2_BRACKET), bytes));
  return _mm_or_si128(within, _mm_or_si128(sse2_same(bytes, SSE2_COLON), sse2_same(bytes, SSE2_SLASH)));
}

/* quarter_odd without the valid bytes. */
SCAN_INLINE quarter quarter_wrong(quarter bytes)
{
  const __m128i dollar = _mm_cmpeq_epi8(_mm_or_si128(bytes, _mm_set1_epi8(1)), _mm_set1_epi8('%'));
  const __m128i others =
      _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('!')), _mm_cmpeq_epi8(bytes, _mm_set1_epi8('~')));
  return _mm_andnot_si128(_mm_or_si128(dollar, others), quarter_odd(bytes));
}

/* The bytes in [low, high]. */
SCAN_INLINE __m128i sse2_within(__m128i bytes, char low, char high)
{
  return _mm_and_si128(_mm_cmpgt_epi8(bytes, _mm_set1_epi8((char)(low - 1))),
                       _mm_cmpgt_epi8(_mm_set1_epi8((char)(high + 1)), bytes));
}

SCAN_INLINE quarter quarter_upper(quarter bytes)
{
  return sse2_within(bytes, 'A', 'Z');
}

SCAN_INLINE quarter quarter_scheme(quarter bytes)
{
  const __m128i folded = _mm_or_si128(bytes, sse2_constant(SSE2_20));
  const __m128i alphanum = _mm_or_si128(sse2_within(bytes, '0', '9'), sse2_within(folded, 'a', 'z'));
  const __m128i others =
      _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('+')), sse2_within(bytes, '-', '.'));
  return _mm_or_si128(alphanum, others);
}

SCAN_INLINE quarter quarter_hex(quarter bytes)
{
  const __m128i folded = _mm_or_si128(bytes, sse2_constant(SSE2_20));
  return _mm_or_si128(sse2_within(bytes, '0', '9'), sse2_within(folded, 'a', 'f'));
}

enum { QUARTER_STRICT = false };

/* These three bytes are needed by the fast lane. */
SCAN_INLINE quarter quarter_are(quarter bytes, char byte)
{
  switch (byte) {
  case '?':
    return sse2_same(bytes, SSE2_QUESTION);
  case '/':
    return sse2_same(bytes, SSE2_SLASH);
  case '.':
    return sse2_same(bytes, SSE2_DOT);
  default:
    return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(byte));
  }
}

SCAN_INLINE quarter quarter_or(quarter a, quarter b)
{
  return _mm_or_si128(a, b);
}

SCAN_INLINE quarter quarter_and(quarter a, quarter b)
{
  return _mm_and_si128(a, b);
}

SCAN_INLINE uint32_t quarter_some(quarter bytes)
{
  return (uint32_t)_mm_movemask_epi8(bytes);
}

SCAN_INLINE uint32_t quarter_pair(quarter a, quarter b)
{
  return quarter_some(a) | quarter_some(b) << 16;
}

SCAN_INLINE uint64_t quarter_join(quarter a, quarter b, quarter c, quarter d, uint32_t shift)
{
  return scan_join(quarter_pair(a, b), quarter_pair(c, d), shift);
}

#endif
#endif
