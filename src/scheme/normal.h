/* SPDX-License-Identifier: MIT */
/* Scheme-specific normal forms, at level scheme. */
#ifndef URIEL_SCHEME_NORMAL_H
#define URIEL_SCHEME_NORMAL_H

#include "uri/normal.h"

/* Applies the scheme's own equivalences at URIEL_LEVEL_SCHEME, after RFC 3986's (6.2.3), to a reference
 * read under `spec`. */
void uriel_normal_by_scheme(normal_form *n, uriel_spec spec);

extern const normal_own uriel_own_tel;

/* Puts all addresses of a mailto URI into the path (RFC 6068, 2). */
void uriel_normal_mailto(normal_form *n);

/* Returns whether the text, read by the rules, is a word in lower case, in any case. */
static inline bool normal_says(uriel_text text, unit_rules rules, const char *word)
{
  rules.fold = true;
  return uriel_units_equal(text, rules, uriel_text_of(word), (unit_rules){false, 0, false});
}

static inline pieces normal_pieces(uriel_text text, unit_rules rules, uriel_text rest,
                                   bool (*next)(pieces *p, uriel_text *piece, unit_rules *rules))
{
  return (pieces){.next = next, .rules = rules, .text = text, .rest = rest};
}

#endif
