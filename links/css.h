/* SPDX-License-Identifier: MIT */
/* References of a style sheet, or of a `style` attribute's declarations (CSS Syntax 3, CSS Values 4). */
#ifndef URIEL_LINKS_CSS_H
#define URIEL_LINKS_CSS_H

#include <stdbool.h>
#include <stddef.h>

struct css_reference {
  const char *rule; /* "url", "src", "image", "image-set", "@import", "@namespace" */
  const char *raw;  /* in the text, without quotes, with escapes */
  size_t len;
};

/* Called for each reference in order; returns false to stop. */
typedef bool css_sink(void *context, const struct css_reference *reference);

/* Ignores comments, other strings, and an empty url(). Returns false if the sink does. O(n), without
 * allocation. */
bool css_read(const char *data, size_t len, css_sink *sink, void *context);

/* Whether it is a name, not a link: "@namespace". */
bool css_identifies(const struct css_reference *reference);

/* Decodes escapes: "\2f " is "/". Writes to `out` (room for twice `len`), and returns the length. */
size_t css_unescape(const char *raw, size_t len, char *out);

#endif
