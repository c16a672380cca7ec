/* SPDX-License-Identifier: MIT */
/* Shared by the tests of the historic generations. */
#ifndef URIEL_TEST_GENERATION_H
#define URIEL_TEST_GENERATION_H

#include "support.h"

enum { SPECS = 4 };
extern const uriel_spec specs[SPECS];

/* Whether it is one of the first two generations, which have partial forms. */
bool is_early(uriel_spec spec);

/* Whether the text is a member, partial forms included. */
bool read_as(uriel_ref *ref, uriel_spec spec, uriel_text text);

/* Reads a text that must be a member; ends the program otherwise. */
uriel_ref parsed_as(uriel_spec spec, const char *text);

#endif
