/* SPDX-License-Identifier: MIT */
/* Resolution literally as in RFC 3986 (5.2.2 to 5.2.4 and 5.3), step by step and without optimisation:
 * the reference that uriel_resolve is compared with. */
#ifndef URIEL_TEST_LITERAL_H
#define URIEL_TEST_LITERAL_H

#include "uriel.h"

/* Returns the target URI in a heap block of its exact size; undefined if the base has no scheme. */
uriel_text literal_resolve(const uriel_ref *base, const uriel_ref *reference, bool lenient);

/* remove_dot_segments (5.2.4); writes at most `size` bytes, returns how many. */
size_t literal_remove_dots(const char *path, size_t size, char *out);

#endif
