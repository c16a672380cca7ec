/* SPDX-License-Identifier: MIT */
/* The properties of code points in Unicode 18 and UTS #46: tables that tools/make-idna makes. */
#ifndef URIEL_IDNA_UNICODE_H
#define URIEL_IDNA_UNICODE_H

#include <stdbool.h>
#include <stdint.h>

#include "text/text.h"
#include "text/utf8.h"

/* The fields of a code point's word. Bidi, joining type and mark are set only for code points that a
 * label can have. */
enum unicode_field {
  UNICODE_STATUS = 7, /* enum unicode_status */
  UNICODE_BIDI_SHIFT = 3,
  UNICODE_JOINING_SHIFT = 6,
  UNICODE_MARK = 1 << 9,    /* General_Category=Mark */
  UNICODE_FIRST = 1 << 10,  /* composes with nothing before it, and does not move */
  UNICODE_STABLE = 1 << 11, /* NFC_Quick_Check is not No */
  UNICODE_CLASS_SHIFT = 16, /* Canonical_Combining_Class */
  UNICODE_INERT = UNICODE_FIRST | UNICODE_STABLE
};

/* UTS #46, section 5. A code point that maps to its canonical decomposition is UNICODE_DISALLOWED:
 * normalisation replaces it. */
enum unicode_status {
  UNICODE_DISALLOWED = 0,
  UNICODE_VALID = 1,
  UNICODE_DEVIATION = 2,
  UNICODE_MAPPED = 3,
  UNICODE_IGNORED = 4
};

/* Bidi_Class, as far as RFC 5893, section 2, distinguishes them. */
enum unicode_bidi {
  BIDI_L = 0,
  BIDI_R = 1, /* and AL */
  BIDI_AN = 2,
  BIDI_EN = 3,
  BIDI_NSM = 4,
  BIDI_NEUTRAL = 5, /* ES, CS, ET, ON, BN */
  BIDI_OTHER = 6    /* in no label */
};

/* Joining_Type, as far as RFC 5892, A.1, distinguishes them. */
enum unicode_joining {
  JOINING_NONE = 0,
  JOINING_TRANSPARENT = 1,
  JOINING_LEFT = 2,
  JOINING_RIGHT = 3,
  JOINING_DUAL = 4
};

enum { UNICODE_END = 0x110000, UNICODE_VIRAMA = 9, UNICODE_PARTS = 4 };

/* The trie of tools/make-idna: the numbers are what it makes, and the compiler compares them. */
extern const uint32_t uriel_unicode_words[86];
extern const uint8_t uriel_unicode_top[2176];
extern const uint16_t uriel_unicode_middle[3296];
extern const uint8_t uriel_unicode_low[10832];

/* A run of mapped code points, up to the next one: its first code point, with the kind of its mapping
 * above bit 24. */
typedef struct unicode_run {
  uint32_t first;
  uint32_t mapping;
} unicode_run;

enum unicode_run_kind {
  RUN_ALIKE = 0,  /* to the code point `mapping`, and those after it as far away */
  RUN_SAME = 1,   /* all to the code point `mapping` */
  RUN_STRING = 2, /* to bytes of the strings: the place, and the length above bit 16 */
};

enum { RUN_CODE = 0xFFFFFF, RUN_KIND_SHIFT = 24, STRING_PLACE = 0xFFFF, STRING_LENGTH_SHIFT = 16 };

/* A code point that decomposes into one. */
typedef struct unicode_single {
  uint32_t code, part;
} unicode_single;

/* Returns the last entry of a table that is not above `code`: a code point << 8, and a value. */
static inline uint32_t unicode_entry(const uint32_t *table, size_t count, uint32_t code)
{
  size_t low = 0, high = count;
  while (high - low > 1) {
    const size_t middle = low + (high - low) / 2;
    if (table[middle] >> 8 <= code)
      low = middle;
    else
      high = middle;
  }
  return table[low];
}

/* The word of a code point, which is less than UNICODE_END. */
static inline uint32_t unicode_word(uint32_t code)
{
  const unsigned middle = uriel_unicode_top[code >> 9] * 32u + (code >> 4 & 31);
  return uriel_unicode_words[uriel_unicode_low[uriel_unicode_middle[middle] * 16u + (code & 15)]];
}

static inline unsigned word_class(uint32_t word)
{
  return word >> UNICODE_CLASS_SHIFT;
}

static inline enum unicode_bidi word_bidi(uint32_t word)
{
  return (enum unicode_bidi)(word >> UNICODE_BIDI_SHIFT & 7);
}

static inline enum unicode_joining word_joining(uint32_t word)
{
  return (enum unicode_joining)(word >> UNICODE_JOINING_SHIFT & 7);
}

/* Returns the first code point that a code point of status MAPPED or DEVIATION maps to, or UNICODE_END
 * if it maps to none. `rest` gets the others, in UTF-8. */
uint32_t uriel_unicode_mapping(uint32_t code, uriel_text *rest);

/* The same of a table of runs and their strings, which tools/make-idna makes. */
static inline uint32_t unicode_run_mapping(const unicode_run *runs, size_t count,
                                           const unsigned char *strings, uint32_t code, uriel_text *rest)
{
  size_t low = 0, high = count;
  while (high - low > 1) {
    const size_t middle = low + (high - low) / 2;
    if ((runs[middle].first & RUN_CODE) <= code)
      low = middle;
    else
      high = middle;
  }
  const unicode_run run = runs[low];
  const unsigned kind = run.first >> RUN_KIND_SHIFT;
  *rest = (uriel_text){"", 0};
  if (kind != RUN_STRING)
    return run.mapping + (kind == RUN_SAME ? 0 : code - (run.first & RUN_CODE));
  const char *const at = (const char *)strings + (run.mapping & STRING_PLACE);
  const char *const end = at + (run.mapping >> STRING_LENGTH_SHIFT);
  uint32_t first = UNICODE_END;
  *rest = view_of(at + uriel_utf8_character(at, end, &first), end);
  return first;
}

/* Writes the canonical decomposition of a code point, except of a Hangul syllable. Returns its length,
 * 1 for a code point that stays. */
size_t uriel_unicode_decompose(uint32_t code, uint32_t parts[UNICODE_PARTS]);

/* Returns the primary composite of two code points, or 0. */
uint32_t uriel_unicode_compose(uint32_t first, uint32_t second);

#endif
