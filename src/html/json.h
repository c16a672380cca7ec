/* SPDX-License-Identifier: MIT */
/* The references in the JSON of a <script>: import maps and speculation rules (HTML, 8.1.6.2 and 7.6.1),
 * and JSON-LD. */
#ifndef URIEL_HTML_JSON_H
#define URIEL_HTML_JSON_H

#include "html/token.h"
#include "uriel_html.h"

enum html_json_kind { HTML_JSON_NONE, HTML_JSON_IMPORTS, HTML_JSON_RULES, HTML_JSON_LINKED };
enum { HTML_JSON_DEPTH = 63 };

/* Zero-initialise, then set `kind`. */
struct html_json {
  uint64_t arrays; /* a bit for each depth that is an array */
  size_t seen;     /* bytes of a string that is cut, which were searched for its end */
  unsigned char kind, depth;
  bool is_key;                             /* the next string is a key */
  bool ends;                               /* nothing else is read: not JSON, or nested too deeply */
  unsigned char keys[HTML_JSON_DEPTH + 1]; /* of each depth: the present key; of an array, its own key */
};

/* Returns the kind of JSON that a script with this "type" has. `guess`: also JSON-LD. */
enum html_json_kind uriel_html_json_of(const struct html_values *values, bool guess);

/* As uriel_css_next, for JSON. O(n) for a whole text. */
bool uriel_html_json_next(struct html_json *json, uriel_css_reference *reference, size_t *from,
                          const char *text, size_t len, bool whole);

/* Writes a string without its escapes (RFC 8259, 7). Bound: `len`. */
size_t uriel_html_json_unescape(const char *raw, size_t len, char *out, size_t capacity);

#endif
