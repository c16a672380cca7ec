/* SPDX-License-Identifier: MIT */
/* Laws of uriel_lenient_parse, for its tests and its fuzz target. */
#ifndef URIEL_TEST_LENIENT_LAWS_H
#define URIEL_TEST_LENIENT_LAWS_H

#include "uriel_url.h"

/* A text that was read, in a block of exactly the capacity that the function asks for. */
typedef struct lenient {
  uriel_ref ref;
  uriel_read read;
  uriel_error error;
  size_t need;
  char *out; /* to be freed */
} lenient;

/* Reads the text with ever larger blocks, as a caller does. Ends the program if the function asks for
 * more than its bound, or fills a reference that does not fit. */
lenient lenient_read(const uriel_ref *base, uriel_text text, unsigned options);

/* Ends the program if a law does not hold: a text is EXACT if RFC 3986 accepts it, whatever can be read
 * becomes a URI reference that is EXACT, and every text that the URL standard accepts can be read. */
void lenient_check_laws(const uriel_ref *base, uriel_text text, unsigned options);

#endif
