/* SPDX-License-Identifier: MIT */
/* What is known of the names of a URN namespace: their form, and which of them are the same. */
#ifndef URIEL_URN_NAMESPACE_H
#define URIEL_URN_NAMESPACE_H

#include "text/pieces.h"

/* A reading of an NSS. */
typedef struct name {
  const char *begin, *at, *end;
  unit_rules rules; /* how percent-encodings are read: kept as such, unless a normal form decodes them */
} name;

/* What a reading found. */
typedef struct name_verdict {
  uriel_error_code code; /* NONE, or else NAME_FORM or NAME_CHECK */
  const char *at;        /* the byte at error, or the end */

  /* Why, in words that follow "not a valid ISBN: ": "the check digit should be 4". After the words comes
   * the number, if it is `counted`, or the character, if it is not 0. */
  const char *words;
  size_t number;
  bool counted;
  char character;
} name_verdict;

/* One file each, or one for namespaces that are alike. */
typedef struct urn_rules {
  const char *nid;  /* in lower case */
  const char *noun; /* what its names are called: "ISBN", as in "not a valid ISBN" */

  /* Whether the NSS is a name of the namespace. */
  name_verdict (*read)(name n);

  /* Fills in `next`, `text`, `rest`, `state` of the canonical form of the NSS, whose `rules` are there.
   * False where it is the NSS as it is. NULL: always so. Called only for names that `read` accepts. */
  bool (*canonical)(pieces *p, uriel_text nss);
} urn_rules;

/* NULL for a namespace whose names are not known. The NID may be in any case. */
const urn_rules *uriel_urn_rules(uriel_text nid);

/* NONE where the NSS is a name of the namespace; else NAME_FORM or NAME_CHECK and the byte at error, an
 * offset into `nss`. */
uriel_error_code uriel_urn_rules_check(const urn_rules *rules, uriel_text nss, size_t *at);

/* The pieces of a URN's path, "NID:NSS", in the form that all lexical equivalents share, read by `rules`
 * (of percent-encodings: `triplets` makes their digits one case). A path that is of another form is
 * given as it is. */
pieces uriel_urn_pieces(uriel_text path, unit_rules rules);

/* Writes why a name is refused by its namespace: "well-formed, but not a valid ISBN: the check digit
 * should be 4". Returns whether the error is one of that kind, of this text. */
bool uriel_urn_error_describe(writer *w, const uriel_error *error, uriel_text text);

#endif
