/* SPDX-License-Identifier: MIT */
/* Parts that have a form of their own, told of what is decoded, and blamed where it is written. */
#ifndef URIEL_SCHEME_CHECKED_H
#define URIEL_SCHEME_CHECKED_H

#include "scheme/part.h"

/* What is wrong with a text: NONE where nothing is; `at` is the byte to blame, or the text's end. */
typedef struct part_wrong {
  uriel_error_code code;
  const char *at;
} part_wrong;

static inline part_wrong part_fits(void)
{
  const part_wrong nothing = {URIEL_ERROR_NONE, NULL};
  return nothing;
}

static inline part_wrong part_is_wrong(uriel_error_code code, const char *at)
{
  const part_wrong wrong = {code, at};
  return wrong;
}

typedef part_wrong part_form(uriel_text decoded);

/* uriel_part_line of the path, of what has that form. */
uriel_text uriel_part_line_formed(part_reader *r, const char *part, uriel_text written, part_form *form);

/* uriel_build_line, and the same form; nothing is wrong with what is undefined. */
bool uriel_build_line_formed(part_builder *b, const char *part, uriel_text text, part_form *form);

/* The byte of `written` from which the byte `count` of what is decoded comes. */
const char *uriel_part_written_at(uriel_text written, size_t count);

/* Whether that is "." or "..", which a path loses as it is normalised (RFC 3986, 6.2.2.3). */
bool uriel_part_is_dots(uriel_text decoded);

/* Refuses "." and ".." between the "/" of what is built into a path: PART_FORM. `edges` is of what does
 * not stand beside other text in its segment. `written`: "%2E" is a dot. */
enum { EDGE_NONE, EDGE_FIRST, EDGE_LAST, EDGE_BOTH };
bool uriel_build_no_dots(part_builder *b, const char *part, uriel_text text, unsigned edges,
                         bool written);

/* The same of what is one segment, in which "/" is encoded. */
bool uriel_build_no_dot_segment(part_builder *b, const char *part, uriel_text text);

/* Refuses a "/" that is not encoded: PART_CHARACTER. */
void uriel_part_refuse_slash(part_reader *r, const char *part, uriel_text written);

#endif
