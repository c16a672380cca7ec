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

#endif
