/* SPDX-License-Identifier: MIT */
/* Names of hosts that were disabled by hand, so that nobody follows them: "foo[.]example". */
#ifndef URIEL_FIND_DEFANGED_H
#define URIEL_FIND_DEFANGED_H

#include "find/span.h"

/* The length of "[.]", "(dot)", "[@]" or the like at `at`; 0 if there is none. */
size_t uriel_find_defanged(find_text *t, const char *at);

/* Whether one ends before `at`. */
bool uriel_find_defanged_before(const char *low, const char *at);

/* Whether the authority that begins at `at` has one, or a "\." of a regular expression: a reference that
 * ends there would name another host. */
bool uriel_find_authority_defanged(find_text *t, const char *at, const find_opening *opening);

#endif
