/* SPDX-License-Identifier: MIT */
/* The primitives of quarters.c for WebAssembly's vectors, if the module is compiled for them
 * (-msimd128). As in sse2.c, comparisons tell sets of bytes apart: engines on x86 translate a comparison
 * to one instruction, a table look-up to three. */
#ifndef URIEL_SCAN_SIMD128_H
#define URIEL_SCAN_SIMD128_H

#include "scan/kernels.h"

#ifdef URIEL_SCAN_SIMD128
#include <wasm_simd128.h>

#include "scan/halves.h"

typedef v128_t quarter;

SCAN_INLINE quarter quarter_load(const char *at)
{
  return wasm_v128_load(at);
}

SCAN_INLINE quarter quarter_are(quarter bytes, char byte)
{
  return wasm_i8x16_eq(bytes, wasm_i8x16_splat(byte));
}

SCAN_INLINE v128_t simd128_folded(v128_t bytes)
{
  return wasm_v128_or(bytes, wasm_i8x16_splat(0x20));
}

/* The bytes in [low, high]. */
SCAN_INLINE v128_t simd128_within(v128_t bytes, char low, char high)
{
  return wasm_v128_and(wasm_i8x16_ge(bytes, wasm_i8x16_splat(low)),
                       wasm_i8x16_le(bytes, wasm_i8x16_splat(high)));
}

/* Bytes that no component has, "%" and "#", and the rare "!", "$" and "~", which lie next to them. As
 * signed numbers, bytes beyond ASCII are less than "&". */
SCAN_INLINE quarter quarter_odd(quarter bytes)
{
  const v128_t above = wasm_i8x16_gt(simd128_folded(bytes), wasm_i8x16_splat('z'));
  const v128_t high = wasm_v128_andnot(above, quarter_are(bytes, '_'));
  const v128_t angle = quarter_are(wasm_v128_or(bytes, wasm_i8x16_splat(0x02)), '>');
  const v128_t low = wasm_i8x16_lt(bytes, wasm_i8x16_splat('&'));
  return wasm_v128_or(wasm_v128_or(high, angle), wasm_v128_or(low, quarter_are(bytes, '`')));
}

/* ":", "/", "?", "@" and the upper-case letters. */
SCAN_INLINE quarter quarter_front(quarter bytes)
{
  return wasm_v128_or(simd128_within(bytes, '?', 'Z'),
                      wasm_v128_or(quarter_are(bytes, ':'), quarter_are(bytes, '/')));
}

/* quarter_odd without the valid bytes. */
SCAN_INLINE quarter quarter_wrong(quarter bytes)
{
  const v128_t dollar = quarter_are(wasm_v128_or(bytes, wasm_i8x16_splat(1)), '%');
  const v128_t others = wasm_v128_or(quarter_are(bytes, '!'), quarter_are(bytes, '~'));
  return wasm_v128_andnot(quarter_odd(bytes), wasm_v128_or(dollar, others));
}

SCAN_INLINE quarter quarter_upper(quarter bytes)
{
  return simd128_within(bytes, 'A', 'Z');
}

SCAN_INLINE quarter quarter_scheme(quarter bytes)
{
  const v128_t alphanum =
      wasm_v128_or(simd128_within(bytes, '0', '9'), simd128_within(simd128_folded(bytes), 'a', 'z'));
  return wasm_v128_or(alphanum, wasm_v128_or(quarter_are(bytes, '+'), simd128_within(bytes, '-', '.')));
}

SCAN_INLINE quarter quarter_hex(quarter bytes)
{
  return wasm_v128_or(simd128_within(bytes, '0', '9'), simd128_within(simd128_folded(bytes), 'a', 'f'));
}

enum { QUARTER_STRICT = false };

SCAN_INLINE quarter quarter_or(quarter a, quarter b)
{
  return wasm_v128_or(a, b);
}

SCAN_INLINE quarter quarter_and(quarter a, quarter b)
{
  return wasm_v128_and(a, b);
}

SCAN_INLINE uint32_t quarter_some(quarter bytes)
{
  return wasm_v128_any_true(bytes);
}

SCAN_INLINE uint32_t quarter_pair(quarter a, quarter b)
{
  return (uint32_t)wasm_i8x16_bitmask(a) | (uint32_t)wasm_i8x16_bitmask(b) << 16;
}

SCAN_INLINE uint64_t quarter_join(quarter a, quarter b, quarter c, quarter d, uint32_t shift)
{
  return scan_join(quarter_pair(a, b), quarter_pair(c, d), shift);
}

#endif
#endif
