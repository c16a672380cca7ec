/* SPDX-License-Identifier: MIT */
/* A compiled syntax: a deterministic automaton over the units of a text (text.h). The syntaxes of many
 * names share their tables; each has its first state. */
#ifndef URIEL_TEXT_SYNTAX_H
#define URIEL_TEXT_SYNTAX_H

#include "text/text.h"

/* A set of units. */
typedef struct syntax_set {
  uint32_t plain[4];   /* bits: the characters of US-ASCII */
  uint32_t encoded[8]; /* the bytes that are encoded */
} syntax_set;

/* Properties of a unit by the rule that it belongs to. */
enum syntax_mark {
  SYNTAX_FOLD = 1,  /* its case does not matter */
  SYNTAX_OMIT = 2,  /* it does not matter */
  SYNTAX_CHECK = 4, /* it is one of the digits that an algorithm checks */
  SYNTAX_MARKS = 8
};

typedef struct syntax_arc {
  uint16_t set : 13;
  uint16_t marks : 3;
  uint16_t to; /* a state */
} syntax_arc;

typedef struct syntax_state {
  uint16_t arcs; /* the first one */
  uint8_t count : 7;
  uint8_t accepts : 1; /* a text can end here */
  uint8_t wrong;       /* words for a unit that does not fit here, or 0 */
} syntax_state;

typedef struct syntax {
  const syntax_set *sets;
  const syntax_arc *arcs;
  const syntax_state *states;
} syntax;

static inline bool syntax_set_has(const syntax_set *set, unsigned unit)
{
  if (unit >= UNIT_ENCODED)
    return set->encoded[unit % UNIT_ENCODED / 32] >> unit % 32 & 1;
  return unit < 0x80 && (set->plain[unit / 32] >> unit % 32 & 1);
}

/* Returns the arc that the unit takes from the state, or NULL. */
static inline const syntax_arc *syntax_take(const syntax *s, unsigned state, unsigned unit)
{
  const syntax_state *const from = &s->states[state];
  for (const syntax_arc *arc = s->arcs + from->arcs, *const end = arc + from->count; arc < end; arc++)
    if (syntax_set_has(&s->sets[arc->set], unit))
      return arc;
  return NULL;
}

#endif
