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
};

/* Reads "GLOB REPLACEMENT", two words with spaces between; the text is borrowed. Returns false if it has
 * another form. */
bool remap_read(struct remap *remap, const char *text);

/* Sets `out` to the replacement for a URI, under the first rule whose pattern matches, resolved against
 * `base`. Returns false if none matches, or the replacement is not a URI reference. Memory as in
 * goals.h. O(len * pattern). */
bool remap_apply(const struct remap *rules, size_t count, uriel_text base, uriel_text uri,
                 struct buffer *out);

#endif
