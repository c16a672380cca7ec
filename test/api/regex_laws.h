/* SPDX-License-Identifier: MIT */
/* Laws of regular expressions that hold for every expression and text. */
#ifndef URIEL_TEST_REGEX_LAWS_H
#define URIEL_TEST_REGEX_LAWS_H

#include "uriel_regex.h"

/* Compiles into a block of exactly the bound, and returns the used bytes in a block of their size; NULL
 * with an error. free frees it. */
uriel_regex *regex_compiled(uriel_text expression, unsigned options, uriel_regex_error *error);

/* uriel_regex_search with memory of exactly the size that it needs. */
bool regex_found(uriel_text *found, size_t count, const uriel_regex *regex, uriel_text text);

/* Ends the program with a message if the laws do not hold. */
void check_regex_laws(uriel_text expression, uriel_text text, unsigned options);

#endif
