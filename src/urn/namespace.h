/* SPDX-License-Identifier: MIT */
/* The names of a URN namespace: their form, and which of them are equivalent. */
#ifndef URIEL_URN_NAMESPACE_H
#define URIEL_URN_NAMESPACE_H

#include "text/text.h"

/* Reads an NSS. */
typedef struct name {
  const char *begin, *at, *end;
  unit_rules rules; /* how to read percent-encodings: as units, unless a normal form decodes them */
} name;

/* The result of reading. */
typedef struct name_verdict {
  uriel_error_code code; /* NONE, or else NAME_FORM or NAME_CHECK */
  const char *at;        /* the byte at error, or the end */

  /* The reason, to follow "not a valid ISBN: ": "the check digit should be 4". `number` follows the
   * words if `counted`, and the character if it is not 0. */
  const char *words;
  size_t number;
  bool counted;
  char character;
} name_verdict;

/* The rules of a namespace that are not data. */
typedef struct urn_rules {
  /* Reads an NSS, if `whole`, or else the part of it that the syntax marks. */
  name_verdict (*read)(name n);
  bool whole;

  /* Gives the canonical form of an NSS that `read` accepts. NULL: the syntax gives it. */
  bool (*next)(pieces *p, uriel_text *piece, unit_rules *rules);
} urn_rules;

typedef struct urn_space urn_space;

/* Returns NULL if the namespace's names are not known. The NID may be in any case. */
const urn_space *uriel_urn_space(uriel_text nid);

/* Returns whether the NSS is a name of the namespace. Otherwise sets the error's code, NAME_FORM or
 * NAME_CHECK, its offset in the NSS, and the reason. */
bool uriel_urn_space_check(const urn_space *space, uriel_text nss, uriel_error *error);

/* The pieces of a URN's path, "NID:NSS", in the form that all lexical equivalents share, read under
 * `rules` (`triplets` folds the case of percent-encodings). A path of another form is unchanged. */
pieces uriel_urn_pieces(uriel_text path, unit_rules rules);

#endif
