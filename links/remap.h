/* SPDX-License-Identifier: MIT */
/* Other places for URIs, such as a folder for a site. */
#ifndef URIEL_LINKS_REMAP_H
#define URIEL_LINKS_REMAP_H

#include <stdbool.h>

#include "base/buffer.h"

/* URIs that match the pattern (uriel_glob_matches) become the replacement, in which "$1" is the text
 * that the first "*" stands for. */
struct remap {
  uriel_text pattern, replacement;
  uriel_text normal; /* the pattern with the scheme, host, port and escapes that normal forms have */
};

/* Reads "GLOB REPLACEMENT", two words with spaces between; the text is borrowed. Returns NULL, or what
 * an option with the text takes. Memory as in goals.h. */
const char *remap_read(struct remap *remap, const char *text);

/* Sets `out` to the normal form of the replacement for a URI, resolved against `base`, under the first
 * rule whose pattern matches the normal form of the URI; "$1" may not lead out of the folder that is
 * before it in the replacement. Returns false if no rule applies. Memory as in goals.h.
 * O(len * pattern). */
bool remap_apply(const struct remap *rules, size_t count, uriel_text base, uriel_text uri,
                 struct buffer *out);

#endif
