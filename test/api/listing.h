/* SPDX-License-Identifier: MIT */
/* What the listings of html_listing.h and page_listing.h share: a document in pieces, and lines. */
#ifndef URIEL_TEST_LISTING_H
#define URIEL_TEST_LISTING_H

#include <stdio.h>

#include "uriel_html.h"

/* A document that is read in pieces. Pieces and scratch buffer are blocks of their exact size. */
typedef struct listing {
  uriel_text document;
  size_t most; /* the length of each piece; 0: the document is one */
  size_t at;   /* bytes given so far */
  char *piece, *scratch;
  size_t piece_len, size; /* of the buffer */
  FILE *out;
  char *lines;
  size_t lines_len;
} listing;

/* Starts with a scratch buffer of `size` bytes; 0: URIEL_HTML_SCRATCH. */
void listing_begin(listing *l, uriel_text document, size_t most, size_t size);

/* Makes the next piece, and returns whether it is the last. Ends the program after the last. */
bool listing_feed(listing *l);

/* Makes the scratch buffer larger. Ends the program if it is as large already. */
void listing_grow(listing *l, size_t needed);

/* Writes "KIND FLAGS ELEMENT ATTRIBUTE OFFSET+LENGTH ". */
void listing_write(const listing *l, const uriel_html_reference *r);

/* Frees all except the lines, and returns these. */
char *listing_end(listing *l);

#endif
