/* SPDX-License-Identifier: MIT */
/* The kernels, one for each instruction set, from which cpu.c chooses, and their shared functions. */
#ifndef URIEL_SCAN_KERNELS_H
#define URIEL_SCAN_KERNELS_H

#include "scan/scan.h"
#include "text/bytes.h"
#include "text/view.h"

/* Headers of intrinsics need a C library, and function attributes select the instructions.
 * URIEL_NO_VECTORS leaves only plain C. */
#if defined __GNUC__ && defined __x86_64__ && __STDC_HOSTED__ && !defined URIEL_NO_VECTORS
#define URIEL_SCAN_X86 1
#endif

#if defined __GNUC__ && defined __aarch64__ && defined __ARM_NEON && __STDC_HOSTED__ &&                 \
    !defined URIEL_NO_VECTORS
#define URIEL_SCAN_NEON 1
#endif

/* Its header needs no C library. */
#if defined __wasm_simd128__ && !defined URIEL_NO_VECTORS
#define URIEL_SCAN_SIMD128 1
#endif

#if defined URIEL_SCAN_X86 || defined URIEL_SCAN_NEON || defined URIEL_SCAN_SIMD128
#define URIEL_SCAN_QUARTERS 1
uriel_scan_kernel uriel_scan_quarters; /* SSE2, NEON or simd128 */
uriel_scan_kernel uriel_unquoted_quarters;
uriel_lines_kernel uriel_lines_quarters;
#endif

#ifdef URIEL_SCAN_X86
uriel_scan_kernel uriel_scan_avx512; /* with VBMI */
uriel_scan_kernel uriel_scan_avx2;
uriel_scan_kernel uriel_unquoted_avx512;
uriel_scan_kernel uriel_unquoted_avx2;
uriel_lines_kernel uriel_lines_avx512;
uriel_lines_kernel uriel_lines_avx2;
#endif

/* The kind of a host that is not an IP literal. */
static inline uint32_t scan_host_kind(const char *host, size_t len)
{
  /* A cheap test that rejects nearly every name. */
  if (len == 0 || !byte_is(host[len - 1], BYTE_DIGIT) || !byte_is(host[0], BYTE_DIGIT))
    return URIEL_HOST_NAME;
  return uriel_ipv4_parse((uint8_t[4]){0}, host, len) ? URIEL_HOST_IPV4 : URIEL_HOST_NAME;
}

/* Reports whether the "." at `at` begins a segment "." or "..". */
static inline bool scan_dot_segment(const char *at, const char *end)
{
  at++;
  if (at < end && *at == '.')
    at++;
  return at == end || *at == '/';
}

/* Reports whether the path has a segment "." or "..". */
static inline bool scan_path_dots(const char *begin, const char *end)
{
  for (const char *at = view_find(begin, end, '.'); at < end; at = view_find(at + 1, end, '.'))
    if ((at == begin || at[-1] == '/') && scan_dot_segment(at, end))
      return true;
  return false;
}

#endif
