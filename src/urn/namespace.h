/* SPDX-License-Identifier: MIT */
/* What is known of the names of a URN namespace: their form, and which of them are the same. */
#ifndef URIEL_URN_NAMESPACE_H
#define URIEL_URN_NAMESPACE_H

#include "text/pieces.h"

/* One file each, or one for namespaces that are alike. */
typedef struct urn_rules {
  const char *nid;  /* in lower case */
  const char *noun; /* what its names are called: "ISBN", as in "not a valid ISBN" */

  /* NONE where the NSS is a name of the namespace; else NAME_FORM or NAME_CHECK and the byte at fault,
   * an offset into `nss`. */
  uriel_fault_code (*check)(uriel_text nss, size_t *at);

  /* Writes why, in words that follow "not a valid ISBN: ": "the check digit should be 4". NSS is one
   * that `check` refuses. */
  void (*explain)(uriel_text nss, writer *w);

  /* Fills in `next`, `text`, `rest`, `state` of the canonical form of the NSS, whose `rules` are there.
   * False where it is the NSS as it is. NULL: always so. Called only for names that `check` accepts. */
  bool (*canonical)(pieces *p, uriel_text nss);
} urn_rules;

/* NULL for a namespace whose names are not known. The NID may be in any case. */
const urn_rules *uriel_urn_rules(uriel_text nid);

/* The pieces of a URN's path, "NID:NSS", in the form that all lexical equivalents share, read by `rules`
 * (of percent-encodings: `triplets` makes their digits one case). */
pieces uriel_urn_pieces(uriel_text path, unit_rules rules);

#endif
