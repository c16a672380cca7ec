/* SPDX-License-Identifier: MIT */
/* Recomposition (RFC 3986, 5.3). */
#ifndef URIEL_URI_BUILD_H
#define URIEL_URI_BUILD_H

#include "text/text.h"

/* Writes the parts without checking them. */
void uriel_build_write(writer *w, const uriel_parts *parts);

/* uriel_build, if all components without a bit 1 << uriel_component in `changed` are known to be valid.
 */
size_t uriel_build_changed(const uriel_parts *parts, unsigned changed, char *out, size_t capacity,
                           uriel_error *error);

/* uriel_component_set for the query or the fragment, which no rule of another component concerns. */
size_t uriel_build_tail(const uriel_ref *ref, uriel_component component, uriel_text value, char *out,
                        size_t capacity, uriel_error *error);

#endif
