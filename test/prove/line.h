/* SPDX-License-Identifier: MIT */
/* The library's result for a text, as a line that the prover can compare with its own. */
#ifndef URIEL_PROVE_LINE_H
#define URIEL_PROVE_LINE_H

#include <stdio.h>

#include "uriel.h"

/* How to read texts. */
typedef struct reading {
  uriel_spec spec;
  unsigned options;
} reading;

typedef struct verdict {
  bool valid;
  uriel_ref ref;
  uriel_error error;
  const char *broken; /* why the answer itself is malformed, or NULL */
} verdict;

/* The reading that the words SPEC [OPTION...] select: "url-1994" "require-prefix". */
bool reading_from(char *const words[], int count, reading *how);

/* Parses the text. For RFC 3986 with and without the fast path, which must agree. */
verdict verdict_of(const reading *how, const char *text, size_t len);

/* "+" and the spans of the components, BEGIN:LENGTH, "-" where undefined and OUTSIDE where it lies
 * outside of the text, the kind of the host, the form and the flags; for others "! OFFSET", and for RFC
 * 3986 also CODE COMPONENT BEGIN LENGTH. "? REASON" if the answer is malformed. */
void verdict_print(FILE *out, const reading *how, const verdict *answer, const char *text, size_t len);

#endif
