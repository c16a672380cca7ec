/* SPDX-License-Identifier: MIT */
/* The references that uriel_html_next finds, one a line, for a document in pieces. */
#ifndef URIEL_TEST_HTML_LISTING_H
#define URIEL_TEST_HTML_LISTING_H

#include "uriel_html.h"

/* How a document is read. */
typedef struct html_listing {
  const uriel_html_options *options;
  size_t piece;   /* the length of each piece; 0: the document is one */
  size_t watch;   /* watch the element of the attribute with this number, from 1; 0: none */
  size_t scratch; /* the size of the scratch buffer at first; 0: URIEL_HTML_SCRATCH */
  bool ignore;    /* after FULL, continue with the same buffer; otherwise with one as large as needed */
  size_t fulls;   /* output: how often the buffer was too small */
} html_listing;

/* Returns the lines, each "KIND FLAGS ELEMENT ATTRIBUTE OFFSET+LENGTH VALUE", in a heap block that ends
 * in a NUL; control characters and "\" as "\x0a". Pieces and scratch are blocks of their exact size.
 * Ends the program if `raw` is not what the document has at `offset`, if offsets of tags go back, or if
 * a call makes no progress. */
char *html_list(html_listing *how, uriel_text document);

#endif
