/* SPDX-License-Identifier: MIT */
/* Compares the functions whose names end in "_ref" with the functions without it and uriel_parse_as. */
#ifndef URIEL_TEST_FILLED_H
#define URIEL_TEST_FILLED_H

#include "support.h"

/* Whether all fields are the same. */
bool ref_same(const uriel_ref *a, const uriel_ref *b);

/* Each calls a function at capacities that fit and that do not, and ends the program if the result, the
 * reference or the error differs from writing and parsing. */
void check_resolve_ref(const uriel_ref *base, const uriel_ref *reference, unsigned options);
void check_relative_ref(const uriel_ref *base, const uriel_ref *target);
void check_normalize_ref(const uriel_ref *ref, uriel_level level);
void check_build_ref(const uriel_parts *parts);
void check_build_as_ref(uriel_spec spec, unsigned options, const uriel_parts *parts);
void check_set_ref(const uriel_ref *ref, uriel_component component, uriel_text value);

#endif
