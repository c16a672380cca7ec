/* SPDX-License-Identifier: MIT */
/* The kernel for AVX2: 32 bytes are classified by two look-ups in tables of 16, one by the lower and one
 * by the upper half of each byte, whose bits are of a class where both have them. */
#include "scan/kernels.h"

#ifdef URIEL_SCAN_X86
#include <immintrin.h>

#include "scan/shape.h"

#define SCAN_AVX2 __attribute__((target("avx2,bmi,bmi2,popcnt")))

/* What a reference of the plainest kind may have, by the upper half of the byte: where a scheme or a
 * host may end (but for "~"), and what it does not have. */
enum {
  AVX2_FRONT_2 = 0x01,
  AVX2_FRONT_3 = 0x02,
  AVX2_FRONT_45 = 0x04,
  AVX2_ODD_2 = 0x08,
  AVX2_ODD_3 = 0x10,
  AVX2_ODD_5 = 0x20,
  AVX2_ODD_6 = 0x40,
  AVX2_ODD_7 = 0x80,
  AVX2_FRONT = AVX2_FRONT_2 | AVX2_FRONT_3 | AVX2_FRONT_45,
  AVX2_ODD = AVX2_ODD_2 | AVX2_ODD_3 | AVX2_ODD_5 | AVX2_ODD_6 | AVX2_ODD_7
};

SCAN_AVX2 SCAN_INLINE __m256i avx2_all(unsigned byte)
{
  return _mm256_set1_epi8((char)byte);
}

SCAN_AVX2 SCAN_INLINE __m256i avx2_load(const char *at)
{
  return _mm256_loadu_si256((const __m256i *)(const void *)at);
}

SCAN_AVX2 SCAN_INLINE __m256i avx2_are(__m256i block, char byte)
{
  return _mm256_cmpeq_epi8(block, _mm256_set1_epi8(byte));
}

SCAN_AVX2 SCAN_INLINE uint64_t avx2_bits(__m256i bytes)
{
  return (uint32_t)_mm256_movemask_epi8(bytes);
}

/* Characters in their order, by the lower half:  0 1 2 3 ... */
SCAN_AVX2 SCAN_INLINE __m256i avx2_classes(__m256i block)
{
  const __m256i low = _mm256_broadcastsi128_si256(
      _mm_setr_epi8(0x4C, 0x05, 0x0C, 0x0C, 0x05, 0x0C, 0x05, 0x05, 0x05, 0x05, 0x07, (char)0xA6,
                    (char)0xB5, (char)0xA6, 0x34, (char)0x87));
  const __m256i high = _mm256_broadcastsi128_si256(
      _mm_setr_epi8(0, 0, 0x09, 0x12, 0x04, 0x24, 0x40, (char)0x80, 0, 0, 0, 0, 0, 0, 0, 0));
  const __m256i upper = _mm256_and_si256(_mm256_srli_epi16(block, 4), avx2_all(0x0F));
  return _mm256_and_si256(_mm256_shuffle_epi8(low, block), _mm256_shuffle_epi8(high, upper));
}

/* Not 0 where a byte is odd; controls and what is not of ASCII are less than a space. */
SCAN_AVX2 SCAN_INLINE __m256i avx2_odd(__m256i block, __m256i classes)
{
  return _mm256_or_si256(_mm256_and_si256(classes, avx2_all(AVX2_ODD)),
                         _mm256_cmpgt_epi8(avx2_all(' '), block));
}

SCAN_AVX2 SCAN_INLINE __m256i avx2_front(__m256i block, __m256i classes)
{
  return _mm256_or_si256(
      avx2_are(block, '~'),
      _mm256_cmpgt_epi8(_mm256_and_si256(classes, avx2_all(AVX2_FRONT)), _mm256_setzero_si256()));
}

/* Not 0 where a byte of `behind` is "." and that of `block` is "/". */
SCAN_AVX2 SCAN_INLINE __m256i avx2_dots(__m256i block, __m256i behind)
{
  return _mm256_and_si256(avx2_are(block, '/'), avx2_are(behind, '.'));
}

/* ---- Blocks of up to 64 bytes ----------------------------------------------------------------- */

/* Two vectors, the second of which begins `shift` bytes behind the first. */
typedef struct avx2_block {
  __m256i first, second;
  uint32_t shift;
} avx2_block;

SCAN_AVX2 SCAN_INLINE __m256i avx2_of_half(__m128i half)
{
  return _mm256_inserti128_si256(avx2_all('z'), half, 0);
}

/* Less than 16 bytes, those that are none "z". */
SCAN_AVX2 SCAN_INLINE avx2_block avx2_few(const char *at, uint32_t left)
{
  uint64_t first = 0x7A7A7A7A7A7A7A7A, second = first;
  uint32_t shift = 0;
  if (left >= 8) {
    shift = left - 8;
    memcpy(&first, at, 8);
    memcpy(&second, at + shift, 8);
  } else if (left >= 4) {
    uint32_t a, b;
    memcpy(&a, at, 4);
    memcpy(&b, at + left - 4, 4);
    shift = left - 4;
    first = 0x7A7A7A7A00000000 | a;
    second = 0x7A7A7A7A00000000 | b;
  } else if (left) {
    /* the first, the one in the middle, the last: of one byte, the same three times */
    const uint32_t middle = left >> 1, last = left - 1;
    first ^= (uint64_t)(unsigned char)(at[middle] ^ 'z') << (8 * middle);
    if (last != middle)
      first ^= (uint64_t)(unsigned char)(at[last] ^ 'z') << (8 * last);
    if (middle)
      first ^= (unsigned char)(at[0] ^ 'z');
  }
  const __m128i rest = _mm_set1_epi8('z');
  return (avx2_block){avx2_of_half(_mm_unpacklo_epi64(_mm_cvtsi64_si128((long long)first), rest)),
                      avx2_of_half(_mm_unpacklo_epi64(_mm_cvtsi64_si128((long long)second), rest)),
                      shift};
}

SCAN_AVX2 SCAN_INLINE avx2_block avx2_block_at(const char *at, uint32_t left)
{
  if (left >= SCAN_BLOCK)
    return (avx2_block){avx2_load(at), avx2_load(at + 32), 32};
  if (left >= 32)
    return (avx2_block){avx2_load(at), avx2_load(at + left - 32), left - 32};
  if (left >= 16)
    return (avx2_block){avx2_of_half(_mm_loadu_si128((const __m128i *)(const void *)at)),
                        avx2_of_half(_mm_loadu_si128((const __m128i *)(const void *)(at + left - 16))),
                        left - 16};
  return avx2_few(at, left);
}

SCAN_AVX2 SCAN_INLINE uint64_t avx2_join(avx2_block b, __m256i first, __m256i second)
{
  return avx2_bits(first) | avx2_bits(second) << b.shift;
}

SCAN_AVX2 SCAN_INLINE uint64_t avx2_block_are(avx2_block b, char byte)
{
  return avx2_join(b, avx2_are(b.first, byte), avx2_are(b.second, byte));
}

/* ---- The full lane ---------------------------------------------------------------------------- */

/* Whether bytes are in [low, high]. */
SCAN_AVX2 SCAN_INLINE __m256i avx2_within(__m256i bytes, char low, char high)
{
  return _mm256_and_si256(_mm256_cmpgt_epi8(bytes, _mm256_set1_epi8((char)(low - 1))),
                          _mm256_cmpgt_epi8(_mm256_set1_epi8((char)(high + 1)), bytes));
}

SCAN_AVX2 SCAN_INLINE __m256i avx2_hex(__m256i block)
{
  const __m256i folded = _mm256_or_si256(block, avx2_all(0x20));
  return _mm256_or_si256(avx2_within(block, '0', '9'), avx2_within(folded, 'a', 'f'));
}

SCAN_AVX2 SCAN_INLINE __m256i avx2_is_odd(__m256i block)
{
  const __m256i odd = avx2_odd(block, avx2_classes(block));
  return _mm256_xor_si256(_mm256_cmpeq_epi8(odd, _mm256_setzero_si256()), avx2_all(0xFF));
}

SCAN_AVX2 SCAN_INLINE scan_masks avx2_masks(const char *at, uint32_t left)
{
  const avx2_block b = avx2_block_at(at, left);
  const uint64_t hash = avx2_block_are(b, '#'), percent = avx2_block_are(b, '%');
  const uint64_t odd = avx2_join(b, avx2_is_odd(b.first), avx2_is_odd(b.second));
  return (scan_masks){.never = odd & ~hash & ~percent,
                      .stop = avx2_block_are(b, '?') | hash,
                      .hash = hash,
                      .slash = avx2_block_are(b, '/'),
                      .dot = avx2_block_are(b, '.'),
                      .percent = percent,
                      .hex = avx2_join(b, avx2_hex(b.first), avx2_hex(b.second))};
}

SCAN_AVX2 SCAN_INLINE scan_head avx2_head(const char *at, uint32_t left)
{
  const avx2_block b = avx2_block_at(at, left);
  const __m256i first = avx2_front(b.first, avx2_classes(b.first));
  const __m256i second = avx2_front(b.second, avx2_classes(b.second));
  const uint64_t upper = avx2_join(b, avx2_within(b.first, 'A', 'Z'), avx2_within(b.second, 'A', 'Z'));
  return (scan_head){.colon = avx2_block_are(b, ':'),
                     .at = avx2_block_are(b, '@'),
                     .upper = upper,
                     .not_scheme = (avx2_join(b, first, second) & ~upper) | avx2_block_are(b, '%')};
}

SCAN_AVX2 static __attribute__((noinline)) bool avx2_full(uriel_ref *ref, const char *text, uint32_t len)
{
  return scan_full(ref, text, len, avx2_masks, avx2_head) || uriel_scan_plain(ref, text, len);
}

/* ---- The fast lane ---------------------------------------------------------------------------- */

typedef struct avx2_fast {
  uint64_t front, question;
  __m256i odd;
} avx2_fast;

/* The first 33 to 64 bytes. */
SCAN_AVX2 SCAN_INLINE avx2_fast avx2_fast_first(const char *text, uint32_t len)
{
  const uint32_t shift = len < SCAN_BLOCK ? len - 32 : 32;
  const __m256i first = avx2_load(text), second = avx2_load(text + shift);
  const __m256i first_classes = avx2_classes(first), second_classes = avx2_classes(second);
  const __m256i odd = _mm256_or_si256(avx2_odd(first, first_classes), avx2_odd(second, second_classes));
  const __m256i dots = _mm256_or_si256(avx2_dots(first, avx2_load(text + 1)),
                                       avx2_dots(avx2_load(text + shift - 1), second));
  return (avx2_fast){avx2_bits(avx2_front(first, first_classes)) |
                         avx2_bits(avx2_front(second, second_classes)) << shift,
                     avx2_bits(avx2_are(first, '?')) | avx2_bits(avx2_are(second, '?')) << shift,
                     _mm256_or_si256(odd, dots)};
}

SCAN_AVX2 SCAN_INLINE avx2_fast avx2_fast_next(const char *at)
{
  const __m256i first = avx2_load(at), second = avx2_load(at + 32);
  const __m256i odd =
      _mm256_or_si256(avx2_odd(first, avx2_classes(first)), avx2_odd(second, avx2_classes(second)));
  const __m256i dots =
      _mm256_or_si256(avx2_dots(avx2_load(at - 1), first), avx2_dots(avx2_load(at + 31), second));
  return (avx2_fast){0, avx2_bits(avx2_are(first, '?')) | avx2_bits(avx2_are(second, '?')) << 32,
                     _mm256_or_si256(odd, dots)};
}

SCAN_AVX2 SCAN_INLINE bool avx2_scan(uriel_ref *ref, const char *text, uint32_t len)
{
  if (scan_rarely(len <= 32))
    return avx2_full(ref, text, len);
  const avx2_fast first = avx2_fast_first(text, len);
  uint32_t path_end = scan_earlier(len, first.question, 0);
  __m256i odd = first.odd;
  for (uint32_t base = SCAN_BLOCK; base < len; base += SCAN_BLOCK) {
    const uint32_t at = base < len - SCAN_BLOCK ? base : len - SCAN_BLOCK;
    const avx2_fast next = avx2_fast_next(text + at);
    path_end = scan_earlier(path_end, next.question, at);
    odd = _mm256_or_si256(odd, next.odd);
  }
  if (scan_rarely(!_mm256_testz_si256(odd, odd)) ||
      !scan_fast_front(ref, text, len, first.front | ~scan_low(len)))
    return avx2_full(ref, text, len);
  ref->path_end = path_end;
  ref->query_end = len;
  return true;
}

SCAN_AVX2 bool uriel_scan_avx2(uriel_ref *ref, const char *text, uint32_t len)
{
  return avx2_scan(ref, text, len);
}

SCAN_AVX2 SCAN_INLINE uint64_t avx2_feeds(const char *block)
{
  return avx2_bits(avx2_are(avx2_load(block), '\n')) | avx2_bits(avx2_are(avx2_load(block + 32), '\n'))
                                                           << 32;
}

SCAN_AVX2 size_t uriel_lines_avx2(uriel_ref *refs, size_t capacity, const char **at, const char *end,
                                  uriel_row_reader *otherwise)
{
  return scan_lines(refs, capacity, at, end, otherwise, avx2_feeds, avx2_scan);
}
#endif
