/* SPDX-License-Identifier: MIT */
/* Shared by the vectors of the historic generations: their columns spec and options. */
#ifndef URIEL_TEST_SPEC_VECTORS_H
#define URIEL_TEST_SPEC_VECTORS_H

#include "vectors.h"

/* The generation that the column spec names; ends the program if the name is unknown. */
uriel_spec spec_given(const vector_case *given);

/* The column options as enum uriel_parse_option. */
unsigned spec_options(const vector_case *given);

/* Reads the column's text by the generation in the column spec, partial forms included. Ends the program
 * if it is not a member. */
uriel_ref spec_parsed(const vector_case *given, const char *column);

#endif
