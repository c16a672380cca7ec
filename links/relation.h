/* SPDX-License-Identifier: MIT */
/* The relation of a link's target to the document. */
#ifndef URIEL_LINKS_RELATION_H
#define URIEL_LINKS_RELATION_H

#include <stdbool.h>

#include "base/buffer.h"
#include "uriel.h"

/* Sets `relation` to the types of `rel`, and then, each after "rev=", the types of `rev`, which are
 * relations of the document to the target; undefined without any. Either may be undefined. Returns false
 * if memory for `out` runs out. */
bool relation_of(uriel_text rel, uriel_text rev, struct buffer *out, uriel_text *relation);

/* Takes the next type from the relation `rest`. Returns false at its end. */
bool relation_next(uriel_text *rest, uriel_text *type);

/* Whether the relation is only "preconnect" or "dns-prefetch": the target names an origin, whose page
 * need not exist (HTML, 4.6.7). */
bool relation_is_origin(uriel_text relation);

#endif
