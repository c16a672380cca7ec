/* SPDX-License-Identifier: MIT */
/* The reference that a person copied, without its wrapper, line breaks and spaces (RFC 3986, Appendix C;
 * url-1997, E: "software that accepts user-typed URLs should attempt to recognize and strip both
 * delimiters and embedded whitespace"). */
#ifndef URIEL_READER_TYPED_H
#define URIEL_READER_TYPED_H

#include "base/buffer.h"
#include "uriel_find.h"

/* Zero-initialise; free both buffers. */
struct typed {
  uriel_text text; /* the part of the input that is the reference */
  bool wrapped;    /* it had a wrapper: punctuation at its end belongs to it */
  bool labelled;   /* "URL:" */
  size_t lines, blanks, marks, dashes;
  size_t hyphens;        /* at the ends of lines */
  struct buffer removed; /* a list for people */
  struct buffer joined;  /* the text without white space */
};

/* Finds the reference in the input, and joins its lines. */
void typed_read(struct typed *typed, uriel_text input, bool keeps_hyphens,
                const uriel_find_options *options);

/* Joins the lines of the text again. */
void typed_join(struct typed *typed, bool keeps_hyphens);

#endif
