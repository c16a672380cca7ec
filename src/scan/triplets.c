/* SPDX-License-Identifier: MIT */
/* Reports whether the "%XX" of a text have their normal form (RFC 3986, 6.2.2). */
#include "scan/scan.h"
#include "scan/wide.h"
#include "text/text.h"

/* The normal form changes a triplet if the sets of its two digits have a common bit: two look-ups and no
 * branch. Bits 0 to 5: the first digit is 2 to 7, and the second digit makes an unreserved character of
 * it (2.3). Bits 6 and 7: the second or the first digit is in lower case. */
static _Alignas(64) const uint8_t triplet_first[256] = {
    ['0'] = 0x40, 0x40, 0x41, 0x42, 0x44, 0x48, 0x50, 0x60, 0x40, 0x40, /* to "9" */
    ['A'] = 0x40, 0x40, 0x40, 0x40, 0x40, 0x40,                         /* to "F" */
    ['a'] = 0x80, 0x80, 0x80, 0x80, 0x80, 0x80,                         /* to "f" */
};
static _Alignas(64) const uint8_t triplet_second[256] = {
    ['0'] = 0xAA, 0xBE, 0xBE, 0xBE, 0xBE, 0xBE, 0xBE, 0xBE, 0xBE, 0xBE, /* to "9" */
    ['A'] = 0xBC, 0x94, 0x94, 0x95, 0xB5, 0x9C,                         /* to "F" */
    ['a'] = 0xC0, 0xC0, 0xC0, 0xC0, 0xC0, 0xC0,                         /* to "f" */
};

/* The common bits of the "%" at `at`, which two more bytes follow; 0 if it begins no triplet. */
static inline unsigned triplet_changes(const char *at)
{
  return triplet_first[(unsigned char)at[1]] & triplet_second[(unsigned char)at[2]];
}

static unsigned triplets_wide(const char *at, size_t len)
{
  const char *const end = at + len;
  unsigned changes = 0;
  if (len < WIDE + 2) {
    for (at = view_find(at, end, '%'); end - at > 2; at = view_find(at + 1, end, '%'))
      changes |= triplet_changes(at);
    return changes;
  }
  /* The last block ends two bytes before the end, and overlaps the one before it. */
  for (size_t from = 0, last = len - WIDE - 2; from < len - 2; from += WIDE) {
    const char *const block = at + (from < last ? from : last);
    for (uint64_t found = wide_are(block, '%'); found; found &= found - 1)
      changes |= triplet_changes(block + word_lowest(found));
  }
  return changes;
}

#ifdef URIEL_SCAN_X86
#include <immintrin.h>
#define TRIPLETS_AVX2 __attribute__((target("avx2")))

/* Looks up the bytes from `from` to `from` + 15; 0 for all others. */
TRIPLETS_AVX2 SCAN_INLINE __m256i triplets_row(const uint8_t *table, __m256i bytes, unsigned char from)
{
  const __m128i row = _mm_load_si128((const __m128i *)(const void *)(table + from));
  const __m256i index =
      _mm256_adds_epu8(_mm256_xor_si256(bytes, _mm256_set1_epi8((char)from)), _mm256_set1_epi8(0x70));
  return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(row), index);
}

TRIPLETS_AVX2 SCAN_INLINE __m256i triplets_look(const uint8_t *table, const char *at)
{
  const __m256i bytes = _mm256_loadu_si256((const __m256i *)(const void *)at);
  return _mm256_or_si256(
      triplets_row(table, bytes, '0'),
      _mm256_or_si256(triplets_row(table, bytes, '@'), triplets_row(table, bytes, '`')));
}

TRIPLETS_AVX2 static bool triplets_avx2(uriel_text text, unsigned matter)
{
  enum { HALF = 32 };
  __m256i changes = _mm256_setzero_si256();
  for (size_t from = 0, last = text.len - HALF - 2; from < text.len - 2; from += HALF) {
    const char *const block = text.ptr + (from < last ? from : last);
    const __m256i bytes = _mm256_loadu_si256((const __m256i *)(const void *)block);
    const __m256i both = _mm256_and_si256(triplets_look(triplet_first, block + 1),
                                          triplets_look(triplet_second, block + 2));
    changes = _mm256_or_si256(changes,
                              _mm256_and_si256(both, _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8('%'))));
  }
  return _mm256_testz_si256(changes, _mm256_set1_epi8((char)matter));
}

#define TRIPLETS_AVX512 __attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi,bmi2")))

/* Looks up 64 bytes in a table of 128; bytes beyond ASCII give 0. */
TRIPLETS_AVX512 SCAN_INLINE __m512i triplets_look_512(const uint8_t *table, __m512i bytes)
{
  return _mm512_maskz_permutex2var_epi8(~_mm512_movepi8_mask(bytes), _mm512_load_si512(table), bytes,
                                        _mm512_load_si512(table + WIDE));
}

TRIPLETS_AVX512 static bool triplets_avx512(uriel_text text, unsigned matter)
{
  uint64_t changes = 0;
  for (size_t from = 0; from + 2 < text.len; from += WIDE) {
    const char *const block = text.ptr + from;
    const size_t left = text.len - 2 - from;
    const __mmask64 some = _bzhi_u64(~(uint64_t)0, left < WIDE ? (uint32_t)left : WIDE);
    const __m512i percent = _mm512_set1_epi8('%');
    const __m512i both =
        _mm512_and_si512(triplets_look_512(triplet_first, _mm512_maskz_loadu_epi8(some, block + 1)),
                         triplets_look_512(triplet_second, _mm512_maskz_loadu_epi8(some, block + 2)));
    changes |= _mm512_cmpeq_epi8_mask(_mm512_maskz_loadu_epi8(some, block), percent) &
               _mm512_test_epi8_mask(both, _mm512_set1_epi8((char)matter));
  }
  return !changes;
}
#endif

bool uriel_triplets_stand(uriel_text text, bool decoded)
{
  const unsigned matter = decoded ? 0xFF : 0xC0;
#ifdef URIEL_SCAN_X86
  const uriel_cpu cpu = uriel_cpu_used();
  if (cpu == URIEL_CPU_AVX512)
    return triplets_avx512(text, matter);
  if (cpu == URIEL_CPU_AVX2 && text.len >= 34)
    return triplets_avx2(text, matter);
#endif
  return !(triplets_wide(text.ptr, text.len) & matter);
}
