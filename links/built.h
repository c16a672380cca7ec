/* SPDX-License-Identifier: MIT */
/* URIs that text means: made of the parts of a scheme. */
#ifndef URIEL_LINKS_BUILT_H
#define URIEL_LINKS_BUILT_H

#include "entity.h"
#include "uriel_spec.h"

/* Writes the URI of a scheme without lists that is made of these parts into links->cleaned. Undefined
 * parts are left out. Returns false if memory runs out. `*built` is whether the URI can be made: if not,
 * `error` is the error of uriel_scheme_build. */
bool built_uri(struct entity *entity, const char *scheme, const uriel_own_part *parts, size_t count,
               bool *built, uriel_error *error);

#endif
