/* SPDX-License-Identifier: MIT */
/* The primitives of quarters.c for WebAssembly's vectors, if the module is compiled for them
 * (-msimd128). Engines on x86 translate a comparison to one instruction, a table look-up to three. */
#ifndef URIEL_SCAN_SIMD128_H
#define URIEL_SCAN_SIMD128_H

#include "scan/kernels.h"

#ifdef URIEL_SCAN_SIMD128
#include <wasm_simd128.h>

#include "scan/halves.h"

typedef v128_t quarter;

SCAN_INLINE quarter quarter_all(char byte)
{
  return wasm_i8x16_splat(byte);
}

SCAN_INLINE quarter quarter_load(const char *at)
{
  return wasm_v128_load(at);
}

SCAN_INLINE quarter quarter_are(quarter bytes, char byte)
{
  return wasm_i8x16_eq(bytes, quarter_all(byte));
}

SCAN_INLINE quarter quarter_above(quarter a, quarter b)
{
  return wasm_i8x16_gt(a, b);
}

SCAN_INLINE quarter quarter_or(quarter a, quarter b)
{
  return wasm_v128_or(a, b);
}

SCAN_INLINE quarter quarter_and(quarter a, quarter b)
{
  return wasm_v128_and(a, b);
}

SCAN_INLINE quarter quarter_except(quarter a, quarter b)
{
  return wasm_v128_andnot(a, b);
}

SCAN_INLINE uint32_t quarter_bits(quarter bytes)
{
  return (uint32_t)wasm_i8x16_bitmask(bytes);
}

#include "scan/ranges.h"

#endif
#endif
