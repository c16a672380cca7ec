/* SPDX-License-Identifier: MIT */
/* Resolution literally as in each older document, step by step and without optimisation: the reference
 * that uriel_resolve is compared with. */
#ifndef URIEL_TEST_LITERAL_HISTORIC_H
#define URIEL_TEST_LITERAL_HISTORIC_H

#include "uriel.h"

/* The result of resolution. `code` is an error, or NONE with a `target` in a heap block of its exact
 * size. An undefined target is the current document. */
typedef struct literal_result {
  uriel_text target;
  uriel_error_code code;
} literal_result;

/* url-1993, Partial form (url-1994 too); url-1997, 5.2; uri-2003, 5.2. The generation is the generation
 * of `reference`, the options are as in uriel_resolve. */
literal_result literal_historic(const uriel_ref *base, const uriel_ref *reference, unsigned options);

#endif
