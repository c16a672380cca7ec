/* SPDX-License-Identifier: MIT */
/* The kernel for AVX2. Two look-ups in tables of 16, by the lower and the upper half of each byte,
 * classify 32 bytes: a byte is in a class if both results have its bit. */
#include "scan/kernels.h"

#ifdef URIEL_SCAN_X86
#include <immintrin.h>

#include "scan/halves.h"

#define SCAN_AVX2 __attribute__((target("avx2,bmi,bmi2,popcnt")))

/* The vectors that each text needs. avx2_constant reads them from memory; otherwise gcc makes each
 * from a number, with three instructions. */
#define AVX2_4(a) a, a, a, a
#define AVX2_32(a) AVX2_4(AVX2_4(a)), AVX2_4(AVX2_4(a))
enum {
  AVX2_DOT,
  AVX2_SLASH,
  AVX2_QUESTION,
  AVX2_SPACE,
  AVX2_HALF,
  AVX2_FRONTS,
  AVX2_SIGN,
  AVX2_LOW,
  AVX2_HIGH
};

static _Alignas(32) const unsigned char avx2_constants[][SCAN_HALF] = {
    [AVX2_DOT] = {AVX2_32('.')},
    [AVX2_SLASH] = {AVX2_32('/')},
    [AVX2_QUESTION] = {AVX2_32('?')},
    [AVX2_SPACE] = {AVX2_32(' ')},
    [AVX2_HALF] = {AVX2_32(0x0F)},
    [AVX2_FRONTS] = {AVX2_32(HALVES_FRONT)},
    [AVX2_SIGN] = {AVX2_32(0x80 - HALVES_ODD_2)},
    [AVX2_LOW] = {HALVES_LOW, HALVES_LOW},
    [AVX2_HIGH] = {HALVES_HIGH, HALVES_HIGH},
};

SCAN_AVX2 SCAN_INLINE __m256i avx2_constant(unsigned which)
{
  return _mm256_load_si256((const __m256i *)scan_hidden(avx2_constants) + which);
}

SCAN_AVX2 SCAN_INLINE __m256i avx2_load(const char *at)
{
  return _mm256_loadu_si256((const __m256i *)(const void *)at);
}

SCAN_AVX2 SCAN_INLINE __m256i avx2_are(__m256i block, char byte)
{
  return _mm256_cmpeq_epi8(block, _mm256_set1_epi8(byte));
}

SCAN_AVX2 SCAN_INLINE __m256i avx2_same(__m256i block, unsigned which)
{
  return _mm256_cmpeq_epi8(block, avx2_constant(which));
}

SCAN_AVX2 SCAN_INLINE uint32_t avx2_bits(__m256i bytes)
{
  return (uint32_t)_mm256_movemask_epi8(bytes);
}

SCAN_AVX2 SCAN_INLINE __m256i avx2_classes(__m256i block)
{
  const __m256i upper = _mm256_and_si256(_mm256_srli_epi16(block, 4), avx2_constant(AVX2_HALF));
  return _mm256_and_si256(_mm256_shuffle_epi8(avx2_constant(AVX2_LOW), block),
                          _mm256_shuffle_epi8(avx2_constant(AVX2_HIGH), upper));
}

/* The highest bit of each odd byte: numbers without HALVES_ODD stay below 0x80. As signed numbers,
 * controls and bytes beyond ASCII are less than a space. */
SCAN_AVX2 SCAN_INLINE __m256i avx2_odd(__m256i block)
{
  return _mm256_or_si256(_mm256_adds_epu8(avx2_classes(block), avx2_constant(AVX2_SIGN)),
                         _mm256_cmpgt_epi8(avx2_constant(AVX2_SPACE), block));
}

SCAN_AVX2 SCAN_INLINE __m256i avx2_front(__m256i block)
{
  const __m256i classes = _mm256_and_si256(avx2_classes(block), avx2_constant(AVX2_FRONTS));
  return _mm256_or_si256(avx2_are(block, '~'), _mm256_cmpgt_epi8(classes, _mm256_setzero_si256()));
}

/* Each "." after a "/". */
SCAN_AVX2 SCAN_INLINE __m256i avx2_dots(const char *at, uint32_t back)
{
  return _mm256_and_si256(avx2_same(avx2_load(at - back), AVX2_SLASH),
                          avx2_same(avx2_load(at - back + 1), AVX2_DOT));
}

/* The bytes in [low, high]. */
SCAN_AVX2 SCAN_INLINE __m256i avx2_within(__m256i bytes, char low, char high)
{
  return _mm256_and_si256(_mm256_cmpgt_epi8(bytes, _mm256_set1_epi8((char)(low - 1))),
                          _mm256_cmpgt_epi8(_mm256_set1_epi8((char)(high + 1)), bytes));
}

SCAN_AVX2 SCAN_INLINE uint64_t avx2_join(__m256i first, __m256i second, uint32_t shift)
{
  return scan_join(avx2_bits(first), avx2_bits(second), shift);
}

SCAN_AVX2 SCAN_INLINE scan_half_look avx2_look(const char *at, uint32_t shift, uint32_t back)
{
  const __m256i a = avx2_load(at), b = avx2_load(at + shift);
  const __m256i odd = _mm256_or_si256(avx2_odd(a), avx2_odd(b));
  const __m256i dots = _mm256_or_si256(avx2_dots(at, back), avx2_dots(at + shift, 1));
  return (scan_half_look){.question =
                              avx2_join(avx2_same(a, AVX2_QUESTION), avx2_same(b, AVX2_QUESTION), shift),
                          .odd = avx2_bits(_mm256_or_si256(odd, dots))};
}

SCAN_AVX2 SCAN_INLINE uint32_t avx2_half_front(const char *at)
{
  return avx2_bits(avx2_front(avx2_load(at)));
}

SCAN_AVX2 SCAN_INLINE uint64_t avx2_both(const char *at, uint32_t shift, char byte)
{
  return avx2_join(avx2_are(avx2_load(at), byte), avx2_are(avx2_load(at + shift), byte), shift);
}

SCAN_AVX2 SCAN_INLINE scan_half_masks avx2_masks(const char *at, uint32_t shift, uint32_t back)
{
  const __m256i a = avx2_load(at), b = avx2_load(at + shift);
  const __m256i dots = _mm256_or_si256(avx2_dots(at, back), avx2_dots(at + shift, 1));
  return (scan_half_masks){.never = avx2_join(avx2_odd(a), avx2_odd(b), shift),
                           .hash = avx2_both(at, shift, '#'),
                           .question = avx2_both(at, shift, '?'),
                           .percent = avx2_both(at, shift, '%'),
                           .dots = avx2_bits(dots)};
}

SCAN_AVX2 SCAN_INLINE scan_head avx2_head(const char *at, uint32_t shift)
{
  const __m256i a = avx2_load(at), b = avx2_load(at + shift);
  const uint64_t upper = avx2_join(avx2_within(a, 'A', 'Z'), avx2_within(b, 'A', 'Z'), shift);
  const uint64_t front = avx2_join(avx2_front(a), avx2_front(b), shift);
  return (scan_head){.colon = avx2_both(at, shift, ':'),
                     .at = avx2_both(at, shift, '@'),
                     .upper = upper,
                     .not_scheme = front & ~upper};
}

SCAN_AVX2 SCAN_INLINE __m256i avx2_digits(const char *at)
{
  const __m256i block = avx2_load(at);
  const __m256i letters = avx2_within(_mm256_or_si256(block, _mm256_set1_epi8(0x20)), 'a', 'f');
  return _mm256_or_si256(avx2_within(block, '0', '9'), letters);
}

SCAN_AVX2 SCAN_INLINE uint64_t avx2_hex(const char *at, uint32_t shift)
{
  return avx2_join(avx2_digits(at), avx2_digits(at + shift), shift);
}

SCAN_AVX2 SCAN_INLINE uint64_t avx2_slashes(const char *at, uint32_t shift)
{
  return avx2_both(at, shift, '/');
}

SCAN_AVX2 SCAN_INLINE __m256i avx2_wrong(__m256i block)
{
  return _mm256_andnot_si256(avx2_are(block, '%'), avx2_odd(block));
}

SCAN_AVX2 SCAN_INLINE scan_half_rare avx2_rare(const char *at, uint32_t shift, uint32_t back)
{
  const __m256i wrong = _mm256_or_si256(avx2_wrong(avx2_load(at)), avx2_wrong(avx2_load(at + shift)));
  const __m256i dots = _mm256_or_si256(avx2_dots(at, back), avx2_dots(at + shift, 1));
  return (scan_half_rare){.percent = avx2_both(at, shift, '%'),
                          .hex = avx2_hex(at, shift),
                          .wrong = avx2_bits(_mm256_or_si256(wrong, dots))};
}

SCAN_AVX2 SCAN_INLINE uint32_t avx2_quotes(const char *at, uint32_t shift)
{
  return avx2_bits(
      _mm256_or_si256(avx2_are(avx2_load(at), '\''), avx2_are(avx2_load(at + shift), '\'')));
}

#define AVX2_KERNEL                                                                                     \
  .look = avx2_look, .rare = avx2_rare, .front = avx2_half_front, .strict = true, .masks = avx2_masks,  \
  .head = avx2_head, .hex = avx2_hex, .slashes = avx2_slashes
static const scan_kernel avx2_kernel = {AVX2_KERNEL};
static const scan_kernel avx2_unquoted = {AVX2_KERNEL, .quotes = avx2_quotes};

SCAN_AVX2 SCAN_INLINE uint64_t avx2_feeds(const char *block)
{
  return scan_join(avx2_bits(avx2_are(avx2_load(block), '\n')),
                   avx2_bits(avx2_are(avx2_load(block + SCAN_HALF), '\n')), SCAN_HALF);
}

SCAN_FUNCTIONS(SCAN_AVX2, avx2, scan_fast_halves, scan_full_halves, &avx2_kernel, &avx2_kernel,
               &avx2_unquoted, &avx2_unquoted)
#endif
