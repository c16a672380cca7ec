/* SPDX-License-Identifier: MIT */
/* Destinations of links and images in Markdown (CommonMark 0.31, 4.7 and 6.3), as far as possible
 * without parsing its blocks. */
#ifndef URIEL_LINKS_MARKDOWN_H
#define URIEL_LINKS_MARKDOWN_H

#include <stdbool.h>
#include <stddef.h>

/* Zero-initialise except `data` and `len`. */
struct markdown {
  const char *data;
  size_t len, at;
  bool begun;    /* the start of the line is before `at` */
  char fence;    /* of the open fenced code; 0 for none */
  size_t fenced; /* the fence's length */
  size_t open;   /* number of "[" that may begin a link */
};

/* Finds the next destination, bytes [*begin, *end), of an inline link or image, or of a definition. O(n)
 * in total. Returns false at the end. */
bool markdown_next(struct markdown *markdown, size_t *begin, size_t *end);

/* Decodes "\" before punctuation and "&amp;". Writes to `out` (room for `len`), and returns the length.
 */
size_t markdown_unescape(const char *raw, size_t len, char *out);

#endif
