/* SPDX-License-Identifier: MIT */
/* Text in units: a byte or "%XX", read in its normal form. */
#ifndef URIEL_TEXT_PERCENT_H
#define URIEL_TEXT_PERCENT_H

#include "text/bytes.h"
#include "text/writer.h"

/* Which parts of the normal form to apply. */
typedef struct unit_rules {
  bool triplets;   /* "%XX" is one unit, in upper case */
  unsigned decode; /* "%XX" of a character of these classes is decoded */
  bool fold;       /* upper-case letters are lower case */
} unit_rules;

/* In `decode`: also the characters outside US-ASCII that an IRI has (RFC 3987, 5.3.2.3), and the private
 * ones of its query. Marked by classes that BYTE_UNRESERVED includes. */
enum { DECODE_IRI = BYTE_UNRESERVED | BYTE_ALPHA, DECODE_IRI_QUERY = DECODE_IRI | BYTE_DIGIT };

/* Reports whether the rules change nothing. */
static inline bool unit_rules_keep(unit_rules rules)
{
  return !rules.triplets && !rules.fold;
}

/* Added to the value of a unit that stays encoded. */
enum { UNIT_ENCODED = 0x100 };

/* Returns the unit at *at, which is before `end`, and moves *at past it. With DECODE_IRI, a byte outside
 * US-ASCII is the same unit encoded and not, which aligns two texts (RFC 3987, 5.3.2.3). */
static inline unsigned unit_next(const char **at, const char *end, unit_rules rules)
{
  const char *const here = *at;
  char byte = *here;
  if (byte == '%' && rules.triplets && triplet_at(here, end)) {
    *at = here + 3;
    byte = (char)triplet_value(here);
    if (!byte_is(byte, rules.decode)) {
      const bool beyond = (rules.decode & BYTE_ALPHA) && (unsigned char)byte >= 0x80;
      return (beyond ? 0u : UNIT_ENCODED) | (unsigned char)byte;
    }
  } else {
    *at = here + 1;
  }
  return (unsigned char)(rules.fold ? byte_lower(byte) : byte);
}

/* Returns the number of triplets at `at` that encode a character outside US-ASCII which an IRI has, and
 * writes its UTF-8; otherwise 0. */
size_t uriel_decode_ucs(const char *at, const char *end, bool in_query, char bytes[4]);

/* Writes `text` by the rules. */
void uriel_write_units(writer *w, uriel_text text, unit_rules rules);

/* The same for a component, between its delimiters. Writes nothing if it is undefined. */
void uriel_write_normal_part(writer *w, const char *before, uriel_text part, unit_rules rules,
                             const char *after);

/* The same, unchanged. */
static inline void uriel_write_part(writer *w, const char *before, uriel_text part, const char *after)
{
  uriel_write_normal_part(w, before, part, (unit_rules){false, 0, false}, after);
}

/* Compares two texts, each read by its rules. */
bool uriel_units_equal(uriel_text a, unit_rules rules_a, uriel_text b, unit_rules rules_b);

/* The bytes that are not encoded: the classes and `more`, without `less`; and the first occurrence of
 * `once`, if that is not 0. */
typedef struct encode_set {
  unsigned classes;
  const char *less, *more;
  char once;
} encode_set;

/* The number of leading bytes that are kept. */
size_t uriel_encode_span(uriel_text text, encode_set set);

/* Writes `text` and encodes the bytes that are not kept. An existing "%XX" stays unless the options
 * say otherwise. Clears `once` after writing it. */
void uriel_write_encoded(writer *w, uriel_text text, encode_set *set, unsigned options);

/* uriel_decode for ISO Latin 1: writes UTF-8. */
size_t uriel_decode_latin_1(const char *text, size_t len, unsigned options, char *out, size_t capacity,
                            uriel_error *error);

#endif
