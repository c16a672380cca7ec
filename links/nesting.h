/* SPDX-License-Identifier: MIT */
/* Whether a tree builder can read a document in reasonable time. */
#ifndef URIEL_LINKS_NESTING_H
#define URIEL_LINKS_NESTING_H

#include <stdbool.h>
#include <stddef.h>

/* Builders of HTML's tree need time proportional to the depth for each tag, to the square of the number
 * of a tag's attributes, and to the open formatting elements for each block. Browsers have the same
 * limit of depth. */
enum { NESTING_LIMIT = 512, NESTING_ATTRIBUTES = 256, NESTING_UNCLOSED = 4096 };

/* Returns NULL, or the reason why not. Linear in `len`. */
const char *nesting_check(const char *data, size_t len);

#endif
