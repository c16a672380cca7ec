/* SPDX-License-Identifier: MIT */
/* The tokens of a document as text, however it is cut, and what must hold of each. Used by the tests and
 * by the fuzz target. */
#ifndef TEST_HTML_TOKENS_H
#define TEST_HTML_TOKENS_H

#include "html/token.h"
#include "support.h"

/* How a document is read. */
typedef struct token_reading {
  enum html_content content;
  enum html_element raw;
  bool foreign;
  bool follow; /* the content of a start tag is as in a browser with scripts, as far as the name decides
                */
} token_reading;

/* Returns the tokens, written as HTML: names in lower case, attributes without duplicates and quoted, &
 * < > and " of texts as references, "<!DOCTYPE>" for any document type. The document comes in windows:
 * the first ends after `first` bytes, each other one `step` bytes later. Ends the program if a token is
 * not right. Free it with free. */
uriel_text tokens_written(uriel_text document, const token_reading *how, size_t first, size_t step);

/* Returns only the tags, as read with html_tokens.all and .texts false. */
uriel_text tags_written(uriel_text document, const token_reading *how, size_t first, size_t step);

#endif
