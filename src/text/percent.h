/* SPDX-License-Identifier: MIT */
/* Text in units: a byte or a "%XX", read in its normal form. */
#ifndef URIEL_TEXT_PERCENT_H
#define URIEL_TEXT_PERCENT_H

#include "text/bytes.h"
#include "text/writer.h"

/* How much of the normal form a reading applies. */
typedef struct unit_rules {
  bool triplets; /* "%XX" is one unit, in upper case */
  bool decode;   /* "%XX" of an unreserved character is that character */
  bool fold;     /* upper-case letters are lower case */
} unit_rules;

/* Whether the text is read as it stands. */
static inline bool unit_rules_keep(unit_rules rules)
{
  return !rules.triplets && !rules.fold;
}

/* What either asks for. */
static inline unit_rules unit_rules_join(unit_rules a, unit_rules b)
{
  const unit_rules joined = {a.triplets || b.triplets, a.decode || b.decode, a.fold || b.fold};
  return joined;
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
    if (!rules.decode || !byte_is(byte, BYTE_UNRESERVED))
      return UNIT_ENCODED | (unsigned char)byte;
  } else {
    *at = here + 1;
  }
  return (unsigned char)(rules.fold ? byte_lower(byte) : byte);
}

/* Writes `text` in the form that the rules give it. */
void uriel_write_units(writer *w, uriel_text text, unit_rules rules);

/* Whether two texts are the same in that form. */
bool uriel_units_equal(uriel_text a, uriel_text b, unit_rules rules);

/* Writes `text` with what may not stand in `where` percent-encoded. */
void uriel_write_encoded(writer *w, uriel_text text, uriel_encode_for where, unsigned options);

#endif
