/* SPDX-License-Identifier: MIT */
/* A whole tag: its name, its attributes, its end (HTML, 13.2.5.8 and 13.2.5.32 to .40). */
#ifndef URIEL_HTML_TAG_H
#define URIEL_HTML_TAG_H

#include "html/token.h"

/* How far a tag is read. */
enum tag_state {
  TAG_NAME,
  TAG_BEFORE_ATTRIBUTE,
  TAG_SLASH, /* 13.2.5.40: a ">" makes the tag self-closing */
  TAG_ATTRIBUTE,
  TAG_AFTER_ATTRIBUTE,
  TAG_BEFORE_VALUE,
  TAG_UNQUOTED,
  TAG_DOUBLE_QUOTED,
  TAG_SINGLE_QUOTED
};

static inline bool tag_name_ends(char byte)
{
  return byte == '>' || byte == '/' || html_space(byte);
}

/* Reads the tag whose "<" is at `tag`, and fills the token. Returns the end, or NULL if the tag does not
 * end before `end`; then t->cut is the state there. */
const char *uriel_html_tag_read(struct html_tokens *t, struct html_token *token, const char *tag,
                                const char *end);

/* Reads on in a tag that a window cut, in t->cut, and records nothing. Returns the end of the tag, or
 * NULL. */
const char *uriel_html_tag_end(struct html_tokens *t, const char *at, const char *end);

/* The fast path where a tag is next that needs no other token before it: moves `at` forward in the text,
 * and reads the tag that ends it. Returns false if something else, or the window's end, is near. */
bool uriel_html_tag_next(struct html_tokens *t, struct html_token *token);

#endif
