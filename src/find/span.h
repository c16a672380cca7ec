/* SPDX-License-Identifier: MIT */
/* How far a reference goes. */
#ifndef URIEL_FIND_SPAN_H
#define URIEL_FIND_SPAN_H

#include "find/find.h"
#include "uriel_find.h"

/* What stands before a reference. */
typedef struct find_opening {
  uriel_delimiter delimiter; /* that is opened */
  char close;                /* what closes it; 0: nothing */
  char mark;                 /* the byte right in front, 0 where there is none */
} find_opening;

/* What precedes `begin`, no byte before `low` counting. */
find_opening uriel_find_opening(const char *low, const char *begin);

/* What white space between delimiters is wrapping, and goes when the reference is cleaned. */
typedef enum find_wrapping {
  FIND_WRAP_NONE,
  FIND_WRAP_LINES, /* a line break, with blanks about it */
  FIND_WRAP_BLANKS /* all in angle brackets */
} find_wrapping;

/* A reference being read. */
typedef struct find_span {
  find_opening opening;
  find_wrapping wrapping;
  bool escaped;     /* its first slashes are written "\/" */
  bool authority;   /* the authority is being read */
  bool brackets;    /* it has parentheses */
  bool query;       /* "?" or "#" was passed */
  unsigned depth;   /* open parentheses */
  const char *open; /* the first of them, with what was counted before it */
  unsigned open_quotes, open_flags;
  unsigned quotes;
  unsigned flags; /* uriel_hit_flag */
} find_span;

/* Whether it goes on with a character beyond ASCII, written at `at`. One of an unspaced script right
 * behind a top-level domain is text again. */
bool uriel_find_iri_goes_on(const char *at, uint32_t character, const find_span *s);

/* Whether another reference begins at `at`, behind a comma of a list. */
bool uriel_find_another(find_text *t, const char *at);

/* The bytes at `at` that the reference goes on with; 0 where it ends. */
size_t uriel_find_unit(find_text *t, const char *at, find_span *s);

/* The end of the bare reference whose rest begins at `at`, before trailing punctuation. */
const char *uriel_find_bare(find_text *t, const char *at, find_span *s);

/* Less the trailing punctuation, and not before `begin`. */
const char *uriel_find_trim(const char *begin, const char *end, const find_span *s);

/* Reads on from `at` to the closing delimiter, `c->begin` being set. Returns false where there is none,
 * or something that cannot be wrapped. */
bool uriel_find_wrapped(find_text *t, const char *at, find_span *s, find_candidate *c);

/* Fills in the end, the delimiter and the flags of the candidate whose rest begins at `at`: by its
 * delimiters, or bare where they do not fit. */
void uriel_find_extent(find_text *t, const char *at, find_span *s, find_candidate *c);

#endif
