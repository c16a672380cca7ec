/* SPDX-License-Identifier: MIT */
/* Parts that have a form of their own, told of what is decoded, and blamed where it is written. */
#ifndef URIEL_SCHEME_CHECKED_H
#define URIEL_SCHEME_CHECKED_H

#include "scheme/part.h"

/* What is wrong with a text: NONE where nothing is; `at` is the byte to blame, or the text's end. */
typedef struct part_wrong {
  uriel_fault_code code;
  const char *at;
} part_wrong;

static inline part_wrong part_fits(void)
{
  const part_wrong nothing = {URIEL_FAULT_NONE, NULL};
  return nothing;
}

static inline part_wrong part_is_wrong(uriel_fault_code code, const char *at)
{
  const part_wrong wrong = {code, at};
  return wrong;
}

typedef part_wrong part_form(uriel_text decoded);

/* uriel_part_line of the path, of what has that form. */
uriel_text uriel_part_line_formed(part_reader *r, const char *part, uriel_text written, part_form *form);

/* uriel_build_line, and the same form; nothing is wrong with what is undefined. */
bool uriel_build_line_formed(part_builder *b, const char *part, uriel_text text, part_form *form);

/* Refuses a "/" that is not encoded: PART_CHARACTER. */
void uriel_part_refuse_slash(part_reader *r, const char *part, uriel_text written);

#endif
