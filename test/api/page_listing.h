/* SPDX-License-Identifier: MIT */
/* The references that uriel_page_next finds, one a line, for a page in pieces. */
#ifndef URIEL_TEST_PAGE_LISTING_H
#define URIEL_TEST_PAGE_LISTING_H

#include "uriel_html.h"

/* How a page is read. */
typedef struct page_listing {
  uriel_page_options options;
  size_t piece;   /* the length of each piece; 0: the page is one */
  size_t scratch; /* the size of the scratch buffer at first; 0: URIEL_HTML_SCRATCH */
  bool ignore;    /* after FULL, continue with the same buffer; otherwise with one as large as needed */
} page_listing;

/* Returns the lines, each "KIND FLAGS ELEMENT ATTRIBUTE OFFSET+LENGTH TARGET", and the name of the
 * encoding, in a heap block that ends in a NUL. Ends the program if the bytes of the page at `offset`
 * are not the raw value, outside of documents in the page, or if a call makes no progress. */
char *page_list(const page_listing *how, uriel_text document);

#endif
