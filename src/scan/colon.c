/* SPDX-License-Identifier: MIT */
/* Finds the marks of a text, a block at a time. memchr would also stop at colons before blanks, and
 * marks are so frequent that its calls cost more than the search. */
#include "scan/scan.h"

#include "scan/step.h"

/* Reports whether the byte at `at` is a mark; `all`: other marks than colons too. */
static bool mark_is_one(const char *at, const char *end, bool all)
{
  const bool last = end - at == 1;
  switch (*at) {
  case ':':
    return last || at[1] != ' ';
  case '.':
    return all && (last || (unsigned char)at[1] >= '0');
  case '/':
    return all && (last || at[1] == '/');
  default:
    return all && *at == '@';
  }
}

static inline uint64_t mark_block(const char *at, bool all)
{
  uint64_t marks = 0;
  for (unsigned i = 0; i < MARK_BLOCK; i += STEP) {
    const step_block here = step_load(at + i), next = step_load(at + i + 1);
    step_block found = step_except(step_are(here, ':'), step_are(next, ' '));
    if (all) {
      const step_block slashes = step_and(step_are(here, '/'), step_are(next, '/'));
      const step_block dots = step_except(step_are(here, '.'), step_upto(next, '/'));
      found = step_or(step_or(found, slashes), step_or(dots, step_are(here, '@')));
    }
    marks |= step_bits(found) << i;
  }
  return marks;
}

static inline const char *mark_first(const char *at, const char *end, bool all, uint64_t *marks)
{
  for (; end - at > MARK_BLOCK; at += MARK_BLOCK) {
    *marks = mark_block(at, all);
    if (*marks)
      return at;
  }
  *marks = 0;
  for (const char *byte = at; byte < end; byte++)
    *marks |= (uint64_t)mark_is_one(byte, end, all) << (byte - at);
  return *marks ? at : end;
}

#ifdef URIEL_SCAN_X86
#include <immintrin.h>

/* As above, 64 bytes at a time. */
__attribute__((target("avx512bw"))) static const char *mark_first_512(const char *at, const char *end,
                                                                      bool all, uint64_t *marks)
{
  const __m512i zero = _mm512_set1_epi8('0');
  for (; end - at > MARK_BLOCK; at += MARK_BLOCK) {
    const __m512i here = _mm512_loadu_si512(at), next = _mm512_loadu_si512(at + 1);
    const __mmask64 colons = _mm512_cmpeq_epi8_mask(here, _mm512_set1_epi8(':'));
    uint64_t found = _mm512_mask_cmpneq_epi8_mask(colons, next, _mm512_set1_epi8(' '));
    if (all) {
      const __mmask64 slashes = _mm512_cmpeq_epi8_mask(here, _mm512_set1_epi8('/'));
      const __mmask64 dots = _mm512_cmpeq_epi8_mask(here, _mm512_set1_epi8('.'));
      found |= _mm512_cmpeq_epi8_mask(here, _mm512_set1_epi8('@'));
      found |= _mm512_mask_cmpeq_epi8_mask(slashes, next, _mm512_set1_epi8('/'));
      found |= _mm512_mask_cmpge_epu8_mask(dots, next, zero);
    }
    if (found) {
      *marks = found;
      return at;
    }
  }
  return mark_first(at, end, all, marks);
}

#endif

/* In the widest vectors of the machine. */
const char *uriel_scan_marks(const char *at, const char *end, bool all, uint64_t *marks)
{
#ifdef URIEL_SCAN_X86
  if (uriel_cpu_used() == URIEL_CPU_AVX512)
    return mark_first_512(at, end, all, marks);
#endif
  return all ? mark_first(at, end, true, marks) : mark_first(at, end, false, marks);
}
