/* SPDX-License-Identifier: MIT */
/* Laws of uriel_redact that hold for every text. */
#ifndef URIEL_TEST_REDACT_LAWS_H
#define URIEL_TEST_REDACT_LAWS_H

#include "uriel_find.h"

/* Returns the result in a block of its own; ends the program if it exceeds the bound, or if bytes past
 * the capacity change. */
uriel_text redacted(size_t *count, uriel_text text, uriel_delimiter delimiter,
                    const uriel_redact_options *options);

/* Ends the program with a message if the laws do not hold. */
void check_redact_laws(uriel_text text, uriel_delimiter delimiter, const uriel_redact_options *options);

#endif
