/* SPDX-License-Identifier: MIT */
/* The tables of code points: mappings of UTS #46, canonical decomposition and composition. */
#include "idna/unicode.h"

#include "text/utf8.h"

/* A word of unicode_pairs: both code points, the one they compose, and whether composition leaves it
 * out. */
enum { PAIR_FIRST_SHIFT = 43, PAIR_SECOND_SHIFT = 22, PAIR_CODE_SHIFT = 1, PAIR_CODE = 0x1FFFFF };

#include "idna/unicode_table.h"

enum {
  RUNS = sizeof unicode_runs / sizeof *unicode_runs,
  PAIRS = sizeof unicode_pairs / sizeof *unicode_pairs,
  SINGLES = sizeof unicode_singles / sizeof *unicode_singles
};

uint32_t uriel_unicode_mapping(uint32_t code, uriel_text *rest)
{
  return unicode_run_mapping(unicode_runs, RUNS, unicode_strings, code, rest);
}

static uint32_t pair_code(uint64_t pair)
{
  return (uint32_t)(pair >> PAIR_CODE_SHIFT) & PAIR_CODE;
}

/* Replaces a code point by the first of its decomposition of one step. Returns the second, 0 if it has
 * only one, UNICODE_END if the code point has no decomposition. */
static uint32_t unicode_step(uint32_t *code)
{
  size_t low = 0, high = PAIRS;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    const uint64_t pair = unicode_pairs[unicode_places[middle]];
    if (pair_code(pair) == *code) {
      *code = (uint32_t)(pair >> PAIR_FIRST_SHIFT);
      return (uint32_t)(pair >> PAIR_SECOND_SHIFT) & PAIR_CODE;
    }
    if (pair_code(pair) < *code)
      low = middle + 1;
    else
      high = middle;
  }
  for (low = 0, high = SINGLES; low < high;) {
    const size_t middle = low + (high - low) / 2;
    if (unicode_singles[middle].code == *code) {
      *code = unicode_singles[middle].part;
      return 0;
    }
    if (unicode_singles[middle].code < *code)
      low = middle + 1;
    else
      high = middle;
  }
  return UNICODE_END;
}

size_t uriel_unicode_decompose(uint32_t code, uint32_t parts[UNICODE_PARTS])
{
  uint32_t tail[UNICODE_PARTS];
  size_t tails = 0, count = 1;
  for (uint32_t second; tails < UNICODE_PARTS && (second = unicode_step(&code)) != UNICODE_END;)
    if (second)
      tail[tails++] = second;
  parts[0] = code;
  while (tails > 0 && count < UNICODE_PARTS)
    parts[count++] = tail[--tails];
  return count;
}

/* The Unicode Standard, 3.12: Hangul syllables of a leading consonant and a vowel, or of such a syllable
 * and a trailing consonant. */
static uint32_t unicode_compose_hangul(uint32_t first, uint32_t second)
{
  const uint32_t lead = first - 0x1100, vowel = second - 0x1161, syllable = first - 0xAC00,
                 trail = second - 0x11A7;
  if (lead < 19 && vowel < 21)
    return 0xAC00 + (lead * 21 + vowel) * 28;
  if (syllable < 11172 && syllable % 28 == 0 && trail - 1 < 27)
    return first + trail;
  return 0;
}

uint32_t uriel_unicode_compose(uint32_t first, uint32_t second)
{
  const uint64_t sought = (uint64_t)first << (PAIR_FIRST_SHIFT - PAIR_SECOND_SHIFT) | second;
  size_t low = 0, high = PAIRS;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    const uint64_t pair = unicode_pairs[middle];
    if (pair >> PAIR_SECOND_SHIFT == sought)
      return pair & 1 ? 0 : pair_code(pair);
    if (pair >> PAIR_SECOND_SHIFT < sought)
      low = middle + 1;
    else
      high = middle;
  }
  return unicode_compose_hangul(first, second);
}
