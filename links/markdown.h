/* SPDX-License-Identifier: MIT */
/* Destinations of links and images in Markdown (CommonMark 0.31, 4.7 and 6.3), as far as they can be
 * told without building its blocks. */
#ifndef URIEL_LINKS_MARKDOWN_H
#define URIEL_LINKS_MARKDOWN_H

#include <stdbool.h>
#include <stddef.h>

/* All zero but `data` and `len` at first. */
struct markdown {
  const char *data;
  size_t len, at;
  bool begun;    /* the line's begin is behind `at` */
  char fence;    /* of the fenced code that is open; 0: none */
  size_t fenced; /* the fence's length */
  size_t open;   /* "[" that may be a link's */
};

/* The next destination, bytes [*begin, *end): of an inline link or image, or of a definition. O(n) in
 * all. False: none. */
bool markdown_next(struct markdown *markdown, size_t *begin, size_t *end);

/* Undoes "\" before punctuation and "&amp;": writes to `out` (room for `len`), returns the length. */
size_t markdown_unescape(const char *raw, size_t len, char *out);

#endif
