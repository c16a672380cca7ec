/* SPDX-License-Identifier: MIT */
/* Finds the marks of a text, a block at a time. memchr would also stop at colons before blanks, and
 * marks are so frequent that its calls cost more than the search. */
#include "scan/scan.h"

#include "scan/kernels.h"

/* Reports whether the byte at `at` is a mark; `all`: other marks than colons too. */
static bool mark_is_one(const char *at, const char *end, bool all)
{
  const bool last = end - at == 1;
  switch (*at) {
  case ':':
    return last || at[1] != ' ';
  case '.':
    return all && (last || (unsigned char)at[1] >= '0');
  case '/':
    return all && (last || at[1] == '/');
  default:
    return all && *at == '@';
  }
}

/* Up to 64 bytes, one by one. */
static uint64_t mark_bytes(const char *at, const char *end, bool all)
{
  const char *const stop = end - at < MARK_BLOCK ? end : at + MARK_BLOCK;
  uint64_t marks = 0;
  for (const char *byte = at; byte < stop; byte++)
    marks |= (uint64_t)mark_is_one(byte, end, all) << (byte - at);
  return marks;
}

/* GCC's header of intrinsics needs a C library. */
#if defined __SSE2__ && __STDC_HOSTED__
#include <emmintrin.h>

enum { MARK_VECTOR = 16 };

static __m128i mark_load(const char *at)
{
  return _mm_loadu_si128((const __m128i *)(const void *)at);
}

static __m128i mark_equal(__m128i bytes, char byte)
{
  return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(byte));
}

/* 16 bytes; reads a 17th. */
static uint64_t mark_colons(const char *at)
{
  const __m128i colons =
      _mm_andnot_si128(mark_equal(mark_load(at + 1), ' '), mark_equal(mark_load(at), ':'));
  return (uint64_t)(unsigned)_mm_movemask_epi8(colons);
}

static uint64_t mark_all(const char *at)
{
  const __m128i here = mark_load(at), next = mark_load(at + 1);
  const __m128i colons = _mm_andnot_si128(mark_equal(next, ' '), mark_equal(here, ':'));
  const __m128i slashes = _mm_and_si128(mark_equal(next, '/'), mark_equal(here, '/'));
  const __m128i word = _mm_cmpeq_epi8(_mm_max_epu8(next, _mm_set1_epi8('0')), next);
  const __m128i dots = _mm_and_si128(word, mark_equal(here, '.'));
  const __m128i marks =
      _mm_or_si128(_mm_or_si128(colons, slashes), _mm_or_si128(dots, mark_equal(here, '@')));
  return (uint64_t)(unsigned)_mm_movemask_epi8(marks);
}

static inline uint64_t mark_block(const char *at, const char *end, bool all)
{
  uint64_t marks = 0;
  (void)end;
  for (unsigned i = 0; i < MARK_BLOCK; i += MARK_VECTOR)
    marks |= (all ? mark_all(at + i) : mark_colons(at + i)) << i;
  return marks;
}
#else
/* Not 0 if one of eight bytes is `byte`. */
static uint64_t mark_has(uint64_t word, char byte)
{
  const uint64_t ones = UINT64_MAX / 0xFF;
  const uint64_t other = word ^ ones * (unsigned char)byte;
  return (other - ones) & ~other & ones * 0x80;
}

static inline uint64_t mark_block(const char *at, const char *end, bool all)
{
  uint64_t word = 0, marks = 0;
  for (unsigned i = 0; i < MARK_BLOCK; i += sizeof word) {
    memcpy(&word, at + i, sizeof word);
    uint64_t has = mark_has(word, ':');
    if (all)
      has |= mark_has(word, '.') | mark_has(word, '/') | mark_has(word, '@');
    for (unsigned byte = 0; has && byte < sizeof word; byte++)
      marks |= (uint64_t)mark_is_one(at + i + byte, end, all) << (i + byte);
  }
  return marks;
}
#endif

static inline const char *mark_first(const char *at, const char *end, bool all, uint64_t *marks)
{
  for (; end - at > MARK_BLOCK; at += MARK_BLOCK) {
    *marks = mark_block(at, end, all);
    if (*marks)
      return at;
  }
  *marks = mark_bytes(at, end, all);
  return *marks ? at : end;
}

#ifdef URIEL_SCAN_X86
#include <immintrin.h>

/* As above, 64 bytes at a time. */
__attribute__((target("avx512bw"))) static const char *mark_first_512(const char *at, const char *end,
                                                                      bool all, uint64_t *marks)
{
  const __m512i zero = _mm512_set1_epi8('0');
  for (; end - at > MARK_BLOCK; at += MARK_BLOCK) {
    const __m512i here = _mm512_loadu_si512(at), next = _mm512_loadu_si512(at + 1);
    const __mmask64 colons = _mm512_cmpeq_epi8_mask(here, _mm512_set1_epi8(':'));
    uint64_t found = _mm512_mask_cmpneq_epi8_mask(colons, next, _mm512_set1_epi8(' '));
    if (all) {
      const __mmask64 slashes = _mm512_cmpeq_epi8_mask(here, _mm512_set1_epi8('/'));
      const __mmask64 dots = _mm512_cmpeq_epi8_mask(here, _mm512_set1_epi8('.'));
      found |= _mm512_cmpeq_epi8_mask(here, _mm512_set1_epi8('@'));
      found |= _mm512_mask_cmpeq_epi8_mask(slashes, next, _mm512_set1_epi8('/'));
      found |= _mm512_mask_cmpge_epu8_mask(dots, next, zero);
    }
    if (found) {
      *marks = found;
      return at;
    }
  }
  return mark_first(at, end, all, marks);
}

static bool mark_wide(void)
{
  return uriel_cpu_used() == URIEL_CPU_AVX512;
}
#else
static const char *mark_first_512(const char *at, const char *end, bool all, uint64_t *marks)
{
  return mark_first(at, end, all, marks);
}

static bool mark_wide(void)
{
  return false;
}
#endif

const char *uriel_scan_colons(const char *at, const char *end, uint64_t *marks)
{
  return mark_wide() ? mark_first_512(at, end, false, marks) : mark_first(at, end, false, marks);
}

const char *uriel_scan_marks(const char *at, const char *end, uint64_t *marks)
{
  return mark_wide() ? mark_first_512(at, end, true, marks) : mark_first(at, end, true, marks);
}
