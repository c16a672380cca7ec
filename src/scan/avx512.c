/* SPDX-License-Identifier: MIT */
/* The kernel for AVX-512 with VBMI. One look-up in a table of 128 classifies 64 bytes. */
#include "scan/kernels.h"

#ifdef URIEL_SCAN_X86
#include <immintrin.h>

#include "scan/shape.h"

#define SCAN_AVX512 __attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi,bmi,bmi2,popcnt")))

/* A bit for each byte of the block that belongs to the text. */
SCAN_AVX512 SCAN_INLINE __mmask64 avx512_mask(uint32_t left)
{
  return _bzhi_u64(~(uint64_t)0, left < SCAN_BLOCK ? left : SCAN_BLOCK);
}

/* The block, padded with "z", which is in no class. Masked bytes are not read. */
SCAN_AVX512 SCAN_INLINE __m512i avx512_load(const char *at, __mmask64 mask)
{
  return _mm512_mask_loadu_epi8(_mm512_set1_epi8('z'), mask, at);
}

/* The class of each byte; bytes beyond ASCII get any class. */
SCAN_AVX512 SCAN_INLINE __m512i avx512_classes(__m512i block)
{
  const __m512i low = _mm512_load_si512(uriel_scan_bytes);
  const __m512i high = _mm512_load_si512(uriel_scan_bytes + SCAN_BLOCK);
  return _mm512_permutex2var_epi8(low, block, high);
}

SCAN_AVX512 SCAN_INLINE __mmask64 avx512_are(__m512i block, char byte)
{
  return _mm512_cmpeq_epi8_mask(block, _mm512_set1_epi8(byte));
}

SCAN_AVX512 SCAN_INLINE __mmask64 avx512_have(__m512i classes, unsigned wanted)
{
  return _mm512_test_epi8_mask(classes, _mm512_set1_epi8((char)wanted));
}

/* Compares with "." under the mask of the slashes, shifted by one. */
SCAN_AVX512 SCAN_INLINE scan_look avx512_look(const char *at, uint32_t left)
{
  const __m512i block = avx512_load(at, avx512_mask(left));
  const __m512i classes = avx512_classes(block);
  const __mmask64 behind = _kshiftli_mask64(avx512_are(block, '/'), 1);
  const __mmask64 dots = _mm512_mask_cmpeq_epi8_mask(behind, block, _mm512_set1_epi8('.'));
  const __mmask64 odd = _mm512_movepi8_mask(_mm512_or_si512(block, classes));
  return (scan_look){.front = avx512_have(classes, SCAN_FRONT),
                     .question = avx512_are(block, '?'),
                     .odd = !_kortestz_mask64_u8(odd, dots)};
}

SCAN_AVX512 SCAN_INLINE scan_masks avx512_masks(const char *at, uint32_t left)
{
  const __m512i block = avx512_load(at, avx512_mask(left));
  const __m512i classes = avx512_classes(block);
  return (scan_masks){.never = avx512_have(classes, SCAN_NEVER) | _mm512_movepi8_mask(block),
                      .stop = avx512_have(classes, SCAN_STOP),
                      .hash = avx512_are(block, '#'),
                      .slash = avx512_are(block, '/'),
                      .dot = avx512_are(block, '.'),
                      .percent = avx512_are(block, '%'),
                      .hex = avx512_have(classes, SCAN_HEX)};
}

SCAN_AVX512 SCAN_INLINE scan_head avx512_head(const char *at, uint32_t left)
{
  const __m512i block = avx512_load(at, avx512_mask(left));
  const __m512i classes = avx512_classes(block);
  return (scan_head){.colon = avx512_are(block, ':'),
                     .at = avx512_are(block, '@'),
                     .upper = avx512_have(classes, SCAN_UPPER),
                     .not_scheme = avx512_have(classes, SCAN_NOT_SCHEME)};
}

/* Without "'". */
SCAN_AVX512 SCAN_INLINE scan_look avx512_unquoted_look(const char *at, uint32_t left)
{
  scan_look look = avx512_look(at, left);
  look.odd |= avx512_are(avx512_load(at, avx512_mask(left)), '\'') != 0;
  return look;
}

SCAN_AVX512 SCAN_INLINE scan_masks avx512_unquoted_masks(const char *at, uint32_t left)
{
  scan_masks masks = avx512_masks(at, left);
  masks.never |= avx512_are(avx512_load(at, avx512_mask(left)), '\'');
  return masks;
}

SCAN_AVX512 SCAN_INLINE uint64_t avx512_feeds(const char *block)
{
  return avx512_are(_mm512_loadu_si512(block), '\n');
}

#define AVX512_FULL avx512_masks, avx512_head
#define AVX512_UNQUOTED avx512_unquoted_masks, avx512_head
SCAN_FUNCTIONS(SCAN_AVX512, avx512, scan_fast, scan_full, avx512_look, AVX512_FULL, avx512_unquoted_look,
               AVX512_UNQUOTED)
#endif
