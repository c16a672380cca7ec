/* SPDX-License-Identifier: MIT */
/* Text in units: a byte or a "%XX", read in its normal form. */
#ifndef URIEL_TEXT_PERCENT_H
#define URIEL_TEXT_PERCENT_H

#include "text/bytes.h"
#include "text/writer.h"

/* How much of the normal form a reading applies. */
typedef struct unit_rules {
  bool triplets;   /* "%XX" is one unit, in upper case */
  unsigned decode; /* "%XX" of a character of these classes is that character */
  bool fold;       /* upper-case letters are lower case */
} unit_rules;

/* Whether the text is read as it stands. */
static inline bool unit_rules_keep(unit_rules rules)
{
  return !rules.triplets && !rules.fold;
}

/* A unit that stays encoded is its value with this bit set. */
enum { UNIT_ENCODED = 0x100 };

/* The unit at *at, which is before `end`; moves *at past it. */
static inline unsigned unit_next(const char **at, const char *end, unit_rules rules)
{
  const char *const here = *at;
  char byte = *here;
  if (byte == '%' && rules.triplets && triplet_at(here, end)) {
    *at = here + 3;
    byte = (char)triplet_value(here);
    if (!byte_is(byte, rules.decode))
      return UNIT_ENCODED | (unsigned char)byte;
  } else {
    *at = here + 1;
  }
  return (unsigned char)(rules.fold ? byte_lower(byte) : byte);
}

/* Whether each "%XX" of the text is in upper case and, with `decoded`, none is of an unreserved
 * character. */
bool uriel_triplets_stand(uriel_text text, bool decoded);

/* Writes `text` in the form that the rules give it. */
void uriel_write_units(writer *w, uriel_text text, unit_rules rules);

/* A component, in that form, between its delimiters; nothing where it is undefined. */
void uriel_write_normal_part(writer *w, const char *before, uriel_text part, unit_rules rules,
                             const char *after);

/* The same as it stands. */
static inline void uriel_write_part(writer *w, const char *before, uriel_text part, const char *after)
{
  uriel_write_normal_part(w, before, part, (unit_rules){false, 0, false}, after);
}

/* Whether two texts are the same, each in the form that its rules give it. */
bool uriel_units_equal(uriel_text a, unit_rules rules_a, uriel_text b, unit_rules rules_b);

/* What is not encoded: the bytes of the classes and those of `more`, less those of `less`; and `once`,
 * if it is not 0, where it stands first. */
typedef struct encode_set {
  unsigned classes;
  const char *less, *more;
  char once;
} encode_set;

/* How many bytes the text begins with that are kept. */
size_t uriel_encode_span(uriel_text text, encode_set set);

/* Writes `text` with what is not kept encoded; a "%XX" that is there stays, unless the options say
 * otherwise. What is kept once is no longer in the set when it was written. */
void uriel_write_encoded(writer *w, uriel_text text, encode_set *set, unsigned options);

/* Writes `text` with each "%XX" decoded; nothing of what is undefined. */
void uriel_write_decoded(writer *w, uriel_text text);

/* uriel_decode of bytes of ISO Latin 1, which come out as UTF-8. */
size_t uriel_decode_latin_1(const char *text, size_t len, unsigned options, char *out, size_t capacity,
                            uriel_error *error);

#endif
