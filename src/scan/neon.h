/* SPDX-License-Identifier: MIT */
/* The primitives of quarters.c for NEON, which every 64-bit ARM has. Classifies bytes as avx2.c does. */
#ifndef URIEL_SCAN_NEON_H
#define URIEL_SCAN_NEON_H

#include "scan/kernels.h"

#ifdef URIEL_SCAN_NEON
#include <arm_neon.h>

#include "scan/halves.h"

typedef uint8x16_t quarter;

static const uint8_t neon_low[16] = {HALVES_LOW};
static const uint8_t neon_high[16] = {HALVES_HIGH};
static const uint8_t neon_weights[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};

SCAN_INLINE quarter quarter_load(const char *at)
{
  return vld1q_u8((const uint8_t *)at);
}

SCAN_INLINE quarter quarter_are(quarter bytes, char byte)
{
  return vceqq_u8(bytes, vdupq_n_u8((uint8_t)byte));
}

SCAN_INLINE uint8x16_t neon_classes(uint8x16_t bytes)
{
  const uint8x16_t low = vqtbl1q_u8(vld1q_u8(neon_low), vandq_u8(bytes, vdupq_n_u8(0x0F)));
  return vandq_u8(low, vqtbl1q_u8(vld1q_u8(neon_high), vshrq_n_u8(bytes, 4)));
}

/* As signed numbers, controls and bytes beyond ASCII are less than a space. */
SCAN_INLINE quarter quarter_odd(quarter bytes)
{
  const uint8x16_t others = vcltq_s8(vreinterpretq_s8_u8(bytes), vdupq_n_s8(' '));
  return vorrq_u8(vtstq_u8(neon_classes(bytes), vdupq_n_u8(HALVES_ODD)), others);
}

SCAN_INLINE quarter quarter_front(quarter bytes)
{
  return vorrq_u8(vtstq_u8(neon_classes(bytes), vdupq_n_u8(HALVES_FRONT)), quarter_are(bytes, '~'));
}

SCAN_INLINE quarter quarter_wrong(quarter bytes)
{
  return vbicq_u8(quarter_odd(bytes), quarter_are(bytes, '%'));
}

/* The bytes in [low, high]. */
SCAN_INLINE uint8x16_t neon_within(uint8x16_t bytes, char low, char high)
{
  return vcleq_u8(vsubq_u8(bytes, vdupq_n_u8((uint8_t)low)), vdupq_n_u8((uint8_t)(high - low)));
}

SCAN_INLINE quarter quarter_upper(quarter bytes)
{
  return neon_within(bytes, 'A', 'Z');
}

SCAN_INLINE quarter quarter_hex(quarter bytes)
{
  const uint8x16_t folded = vorrq_u8(bytes, vdupq_n_u8(0x20));
  return vorrq_u8(neon_within(bytes, '0', '9'), neon_within(folded, 'a', 'f'));
}

/* The front has all bytes that a scheme cannot have, and upper-case letters. */
SCAN_INLINE quarter quarter_scheme(quarter bytes)
{
  return vornq_u8(quarter_upper(bytes), quarter_front(bytes));
}

enum { QUARTER_STRICT = true };

SCAN_INLINE quarter quarter_or(quarter a, quarter b)
{
  return vorrq_u8(a, b);
}

SCAN_INLINE quarter quarter_and(quarter a, quarter b)
{
  return vandq_u8(a, b);
}

SCAN_INLINE uint32_t quarter_some(quarter bytes)
{
  return vmaxvq_u8(bytes);
}

SCAN_INLINE uint64_t neon_bits(quarter a, quarter b, quarter c, quarter d)
{
  const uint8x16_t weights = vld1q_u8(neon_weights);
  const uint8x16_t first = vpaddq_u8(vandq_u8(a, weights), vandq_u8(b, weights));
  const uint8x16_t second = vpaddq_u8(vandq_u8(c, weights), vandq_u8(d, weights));
  const uint8x16_t sum = vpaddq_u8(first, second);
  return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(sum, sum)), 0);
}

SCAN_INLINE uint32_t quarter_pair(quarter a, quarter b)
{
  const uint8x16_t none = vdupq_n_u8(0);
  return (uint32_t)neon_bits(a, b, none, none);
}

SCAN_INLINE uint64_t quarter_join(quarter a, quarter b, quarter c, quarter d, uint32_t shift)
{
  const uint64_t bits = neon_bits(a, b, c, d);
  return scan_join(bits & UINT32_MAX, bits >> 32, shift);
}

#endif
#endif
