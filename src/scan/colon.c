/* SPDX-License-Identifier: MIT */
/* The colons of a text that may end schemes. memchr would stop at those before blanks too, and they are
 * so near to each other that its calls cost more than the search. */
#include "scan/colon.h"

#include "text/view.h"

/* GCC's header of intrinsics needs a C library. */
#if defined __SSE2__ && __STDC_HOSTED__
#include <emmintrin.h>

enum { SCAN_VECTOR = 16, SCAN_STEP = 32 };

/* A bit for each of 16 bytes that is such a colon; a 17th is read. */
static unsigned scan_colons(const char *at)
{
  const __m128i here = _mm_loadu_si128((const __m128i *)(const void *)at);
  const __m128i behind = _mm_loadu_si128((const __m128i *)(const void *)(at + 1));
  const __m128i blank = _mm_cmpeq_epi8(behind, _mm_set1_epi8(' '));
  return (unsigned)_mm_movemask_epi8(_mm_andnot_si128(blank, _mm_cmpeq_epi8(here, _mm_set1_epi8(':'))));
}

/* The first one, or a place less than 33 bytes before the end. */
static const char *scan_vectors(const char *at, const char *end)
{
  for (; end - at > SCAN_STEP; at += SCAN_STEP) {
    const unsigned colons = scan_colons(at) | scan_colons(at + SCAN_VECTOR) << SCAN_VECTOR;
    if (colons)
      return at + __builtin_ctz(colons);
  }
  return at;
}
#else
static const char *scan_vectors(const char *at, const char *end)
{
  (void)end;
  return at;
}
#endif

static bool scan_is_colon(const char *at, const char *end)
{
  return *at == ':' && (end - at == 1 || at[1] != ' ');
}

const char *uriel_scan_colon(const char *at, const char *end)
{
  at = scan_vectors(at, end);
  while (at < end && !scan_is_colon(at, end))
    at = view_find(at + 1, end, ':');
  return at;
}
