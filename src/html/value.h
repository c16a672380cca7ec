/* SPDX-License-Identifier: MIT */
/* The references in an attribute's value. */
#ifndef URIEL_HTML_VALUE_H
#define URIEL_HTML_VALUE_H

#include "html/names.h"
#include "uriel_html.h"

enum html_form {
  HTML_FORM_ONE,    /* the whole value is one */
  HTML_FORM_SPACES, /* a list, separated by white space */
  HTML_FORM_COMMAS, /* a list, separated by commas with white space around them */
  HTML_FORM_SRCSET, /* HTML, "parsing a srcset attribute" */
  HTML_FORM_REFRESH,
  HTML_FORM_CSS /* not for uriel_html_value_next */
};

/* Finds the next reference of a value, [begin, end), at or after `*from`, which it moves; 0 at the
 * start. O(n) for all. */
bool uriel_html_value_next(enum html_form form, uriel_text value, size_t *from, size_t *begin,
                           size_t *end);

/* Returns how many bytes at the end of the text begin a character and do not end it. Before text is
 * removed after them, HTML_MALFORMED, a byte that is never UTF-8, replaces them: they are malformed, and
 * must not become part of a character with the bytes that follow. */
size_t uriel_html_cut(const char *text, size_t len);
#define HTML_MALFORMED '\xFF'

/* Where the bytes of a decoded value are in its source. `raw_at` and `value_at` are the same place. */
struct html_map {
  uriel_text raw, value;
  size_t raw_at, value_at;
  uriel_html_decoder *decoder;
  void *context;
  bool text;     /* not an attribute */
  bool verbatim; /* only bytes beyond ASCII are decoded */
};

/* Returns the place in `raw` of a place in `value`, which is not before the place of the last call. O(n)
 * for all. */
size_t uriel_html_map_to(struct html_map *map, size_t at);

#endif
