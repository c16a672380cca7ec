/* SPDX-License-Identifier: MIT */
/* The places of the bytes that shape markup, by masks of 64 bytes, in which bit i is byte i. */
#include "scan/kernels.h"

#include "scan/neon.h"
#include "scan/shape.h"
#include "scan/simd128.h"
#include "scan/sse2.h"

typedef uint64_t marks_masker(const char *block);
typedef unsigned marks_counter(uint64_t mask);

/* Writes eight places of a mask; places without a bit are ignored. Volatile, because gcc otherwise
 * gathers them in a vector first, which takes longer. */
SCAN_INLINE uint64_t marks_eight(volatile uint16_t *marks, uint64_t mask, size_t base)
{
  for (unsigned i = 0; i < 8; i++) {
    marks[i] = (uint16_t)(base + word_lowest(mask | (uint64_t)1 << (SCAN_BLOCK - 1)));
    mask &= mask - 1;
  }
  return mask;
}

/* Nearly every block has at most eight marks: they are written without a branch on their number. */
SCAN_INLINE size_t marks_scan(const char *text, size_t len, uint16_t *marks, size_t capacity,
                              size_t *read, marks_masker *masker, marks_counter *counter)
{
  const size_t reach = len < MARKS_REACH ? len : MARKS_REACH;
  size_t at = 0, count = 0;
  for (; reach - at >= SCAN_BLOCK && capacity - count >= MARKS_LEAST; at += SCAN_BLOCK) {
    const uint64_t mask = masker(text + at);
    uint64_t rest = marks_eight(marks + count, mask, at);
    for (size_t more = count + 8; scan_rarely(rest != 0); more += 8)
      rest = marks_eight(marks + more, rest, at);
    count += counter(mask);
  }
  if (capacity - count >= MARKS_LEAST)
    for (; at < reach; at++)
      if (text[at] == '<' || text[at] == '>' || text[at] == '"')
        marks[count++] = (uint16_t)at;
  *read = at;
  return count;
}

/* ---- Plain C ---------------------------------------------------------------------------------- */

/* The highest bit of each byte of the word that is not `byte`; exact. */
SCAN_INLINE uint64_t marks_other(uint64_t word, char byte)
{
  const uint64_t apart = word ^ WORD_OF((unsigned char)byte);
  return (((apart & WORD_OF(0x7F)) + WORD_OF(0x7F)) | apart) & WORD_OF(0x80);
}

/* "<" and ">" differ in one bit. */
static uint64_t marks_mask_plain(const char *block)
{
  uint64_t mask = 0;
  for (size_t i = 0; i < 8; i++) {
    const uint64_t word = word_read(block + 8 * i);
    const uint64_t other = marks_other(word & ~WORD_OF(2), '<') & marks_other(word, '"');
    mask |= ((other ^ WORD_OF(0x80)) >> 7) * 0x0102040810204080u >> 56 << 8 * i;
  }
  return mask;
}

static inline unsigned marks_count(uint64_t mask)
{
  mask -= mask >> 1 & WORD_OF(0x55);
  mask = (mask & WORD_OF(0x33)) + (mask >> 2 & WORD_OF(0x33));
  return (unsigned)(((mask + (mask >> 4)) & WORD_OF(0x0F)) * WORD_OF(1) >> 56);
}

size_t uriel_markup_plain(const char *text, size_t len, uint16_t *marks, size_t capacity, size_t *read)
{
  return marks_scan(text, len, marks, capacity, read, marks_mask_plain, marks_count);
}

/* ---- Vectors ---------------------------------------------------------------------------------- */

#ifdef URIEL_SCAN_QUARTERS
SCAN_INLINE quarter marks_quarter(const char *at)
{
  const quarter bytes = quarter_load(at);
  return quarter_or(quarter_or(quarter_are(bytes, '<'), quarter_are(bytes, '>')),
                    quarter_are(bytes, '"'));
}

SCAN_INLINE uint64_t marks_mask_quarters(const char *block)
{
  return quarter_join(marks_quarter(block), marks_quarter(block + 16), marks_quarter(block + 32),
                      marks_quarter(block + 48), 32);
}

size_t uriel_markup_quarters(const char *text, size_t len, uint16_t *marks, size_t capacity,
                             size_t *read)
{
  return marks_scan(text, len, marks, capacity, read, marks_mask_quarters, marks_count);
}
#endif

#ifdef URIEL_SCAN_X86
#include <immintrin.h>
#define MARKS_AVX2 __attribute__((target("avx2,bmi,bmi2,popcnt")))
#define MARKS_AVX512 __attribute__((target("avx512f,avx512bw,bmi,bmi2,popcnt")))

MARKS_AVX2 SCAN_INLINE unsigned marks_popcnt(uint64_t mask)
{
  return (unsigned)__builtin_popcountll(mask);
}

MARKS_AVX2 SCAN_INLINE uint32_t marks_half(const char *at)
{
  const __m256i bytes = _mm256_loadu_si256((const __m256i *)(const void *)at);
  const __m256i angle =
      _mm256_cmpeq_epi8(_mm256_andnot_si256(_mm256_set1_epi8(2), bytes), _mm256_set1_epi8('<'));
  return (uint32_t)_mm256_movemask_epi8(
      _mm256_or_si256(angle, _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8('"'))));
}

MARKS_AVX2 SCAN_INLINE uint64_t marks_mask_avx2(const char *block)
{
  return marks_half(block) | (uint64_t)marks_half(block + 32) << 32;
}

MARKS_AVX2 size_t uriel_markup_avx2(const char *text, size_t len, uint16_t *marks, size_t capacity,
                                    size_t *read)
{
  return marks_scan(text, len, marks, capacity, read, marks_mask_avx2, marks_popcnt);
}

MARKS_AVX512 SCAN_INLINE uint64_t marks_mask_avx512(const char *block)
{
  const __m512i bytes = _mm512_loadu_si512(block);
  const __m512i folded = _mm512_andnot_si512(_mm512_set1_epi8(2), bytes);
  return _mm512_cmpeq_epi8_mask(folded, _mm512_set1_epi8('<')) |
         _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('"'));
}

MARKS_AVX512 size_t uriel_markup_avx512(const char *text, size_t len, uint16_t *marks, size_t capacity,
                                        size_t *read)
{
  return marks_scan(text, len, marks, capacity, read, marks_mask_avx512, marks_popcnt);
}
#endif

size_t uriel_scan_markup(const char *text, size_t len, uint16_t *marks, size_t capacity, size_t *read)
{
#define MARKS_KERNEL(on, constant, name, has, scan, markup)                                             \
  SCAN_ON_##on([URIEL_CPU_##constant] = uriel_markup_##markup, )
  static uriel_markup_kernel *const kernels[] = {SCAN_KERNELS(MARKS_KERNEL)};
  return kernels[uriel_cpu_used()](text, len, marks, capacity, read);
}
