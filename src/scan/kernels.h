/* SPDX-License-Identifier: MIT */
/* The kernels, one for each instruction set, from which cpu.c chooses, and their shared functions. */
#ifndef URIEL_SCAN_KERNELS_H
#define URIEL_SCAN_KERNELS_H

#include "scan/scan.h"
#include "text/text.h"

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
#endif

/* The kernels, the best first. A row has the architecture, the constant (URIEL_CPU_...) and the name of
 * an instruction set, whether this processor has it, and two words for functions: uriel_scan_SCAN,
 * uriel_unquoted_SCAN and uriel_lines_SCAN read references, uriel_markup_MARKUP finds the marks of
 * markup. Every kernel may fall back to the one in plain C. */
#define SCAN_HAS(a, b, c, d)                                                                            \
  (__builtin_cpu_supports(a) && __builtin_cpu_supports(b) && __builtin_cpu_supports(c) &&               \
   __builtin_cpu_supports(d))
#define SCAN_KERNELS(X)                                                                                 \
  X(X86, AVX512, "avx512", SCAN_HAS("avx512bw", "avx512vl", "avx512vbmi", "bmi2"), avx512, avx512)      \
  X(X86, AVX2, "avx2", SCAN_HAS("avx2", "bmi", "bmi2", "popcnt"), avx2, avx2)                           \
  X(X86, SSE2, "sse2", true, quarters, quarters)                                                        \
  X(NEON, NEON, "neon", true, quarters, quarters)                                                       \
  X(SIMD128, SIMD128, "simd128", true, quarters, quarters)                                              \
  X(ANY, PLAIN, "plain", true, plain, plain)

/* The argument on that architecture, otherwise nothing. */
#ifdef URIEL_SCAN_X86
#define SCAN_ON_X86(...) __VA_ARGS__
#else
#define SCAN_ON_X86(...)
#endif
#ifdef URIEL_SCAN_NEON
#define SCAN_ON_NEON(...) __VA_ARGS__
#else
#define SCAN_ON_NEON(...)
#endif
#ifdef URIEL_SCAN_SIMD128
#define SCAN_ON_SIMD128(...) __VA_ARGS__
#else
#define SCAN_ON_SIMD128(...)
#endif
#define SCAN_ON_ANY(...) __VA_ARGS__

#define SCAN_DECLARE(on, constant, name, has, scan, markup)                                             \
  SCAN_ON_##on(uriel_scan_kernel uriel_scan_##scan; uriel_scan_kernel uriel_unquoted_##scan;            \
               uriel_lines_kernel uriel_lines_##scan;)
SCAN_KERNELS(SCAN_DECLARE)

/* ---- The places of the bytes that shape markup ---------------------------------------------------- */

/* A place is a number of 16 bits: so many bytes are read at most. */
enum { MARKS_REACH = 0x10000, MARKS_LEAST = 64 };

/* Writes the places of "<", ">" and the double quote to `marks`, in order, up to `capacity` -
 * MARKS_LEAST and a few more. Returns how many, and the bytes that were read in *read: `len`, or fewer
 * if the marks suffice. */
typedef size_t uriel_markup_kernel(const char *text, size_t len, uint16_t *marks, size_t capacity,
                                   size_t *read);

/* All give the same marks. */
#define SCAN_DECLARE_MARKUP(on, constant, name, has, scan, markup)                                      \
  SCAN_ON_##on(uriel_markup_kernel uriel_markup_##markup;)
SCAN_KERNELS(SCAN_DECLARE_MARKUP)

/* The best one of this machine, or of uriel_cpu_force. */
uriel_markup_kernel uriel_scan_markup;

/* ---- Shared --------------------------------------------------------------------------------------- */

/* The kind of a host that is not an IP literal. */
static inline uint32_t scan_host_kind(const char *host, size_t len)
{
  /* A cheap test that rejects nearly every name. */
  if (len == 0 || !byte_is(host[len - 1], BYTE_DIGIT) || !byte_is(host[0], BYTE_DIGIT))
    return URIEL_HOST_NAME;
  return uriel_ipv4_parse((uint8_t[4]){0}, host, len) ? URIEL_HOST_IPV4 : URIEL_HOST_NAME;
}

/* Reports whether the path has a segment "." or "..". */
static inline bool scan_path_dots(const char *begin, const char *end)
{
  for (const char *at = view_find(begin, end, '.'); at < end; at = view_find(at + 1, end, '.')) {
    const char *const next = at + 1 < end && at[1] == '.' ? at + 2 : at + 1;
    if ((at == begin || at[-1] == '/') && (next == end || *next == '/'))
      return true;
  }
  return false;
}

#endif
