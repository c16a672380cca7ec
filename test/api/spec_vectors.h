/* SPDX-License-Identifier: MIT */
/* What the vectors of the historic generations share: their columns spec and options. */
#ifndef URIEL_TEST_SPEC_VECTORS_H
#define URIEL_TEST_SPEC_VECTORS_H

#include "vectors.h"

/* The generation that the column spec names; ends the program if the name is unknown. */
uriel_spec spec_given(const vector_case *given);

/* The column options as enum uriel_parse_option. */
unsigned spec_options(const vector_case *given);

/* The column's text, read by the generation that the column spec names, partial forms too. Ends the
 * program if it is no member. */
uriel_ref spec_parsed(const vector_case *given, const char *column);

#endif
