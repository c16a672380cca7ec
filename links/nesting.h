/* SPDX-License-Identifier: MIT */
/* Whether a document is one that a tree builder reads in sensible time. */
#ifndef URIEL_LINKS_NESTING_H
#define URIEL_LINKS_NESTING_H

#include <stdbool.h>
#include <stddef.h>

/* Builders of HTML's tree take time in proportion to the depth for each tag, to the square of a tag's
 * attributes, and to the formatting that was left open for each block. Browsers draw the line at the
 * same depth. */
enum { NESTING_LIMIT = 512, NESTING_ATTRIBUTES = 256, NESTING_UNCLOSED = 4096 };

/* NULL, or what there is too much of, in words. Linear in `len`. */
const char *nesting_check(const char *data, size_t len);

#endif
