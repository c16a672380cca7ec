/* SPDX-License-Identifier: MIT */
/* The extent of a reference. */
#ifndef URIEL_FIND_SPAN_H
#define URIEL_FIND_SPAN_H

#include "find/find.h"
#include "uriel_find.h"

/* The text before a reference. */
typedef struct find_opening {
  uriel_delimiter delimiter; /* opened before it */
  char close;                /* the closing byte, or 0 */
  char mark;                 /* the byte directly before it, or 0 */
} find_opening;

/* Reads the opening before `begin`, at most back to `low`. */
find_opening uriel_find_opening(const char *low, const char *begin);

/* Which white space between delimiters comes from wrapping, and is removed when cleaning. */
typedef enum find_wrapping {
  FIND_WRAP_NONE,
  FIND_WRAP_LINES, /* line breaks and the blanks around them */
  FIND_WRAP_BLANKS /* all white space, in angle brackets */
} find_wrapping;

/* A reference while it is read. */
typedef struct find_span {
  find_opening opening;
  find_wrapping wrapping;
  bool escaped;     /* its first slashes are written "\/" */
  bool authority;   /* the authority is being read */
  bool brackets;    /* the authority has parentheses */
  bool query;       /* "?" or "#" was passed */
  unsigned depth;   /* open parentheses */
  const char *open; /* the first of them, and the state before it */
  unsigned open_quotes, open_flags;
  unsigned quotes;
  unsigned flags; /* uriel_hit_flag */
} find_span;

/* Reports whether the reference continues with a character beyond ASCII, written at `at`. One of an
 * unspaced script directly after a top-level domain belongs to the text. */
bool uriel_find_iri_goes_on(const find_text *t, const char *at, uint32_t character, const find_span *s);

/* Reports whether another reference begins at `at`, after a comma of a list. */
bool uriel_find_another(find_text *t, const char *at);

/* Returns the number of bytes at `at` with which the reference continues, or 0 at its end. */
size_t uriel_find_unit(find_text *t, const char *at, find_span *s);

/* Returns the end of the bare reference from `at` on, before trimming. */
const char *uriel_find_bare(find_text *t, const char *at, find_span *s);

/* Returns `end` without trailing punctuation, at least `begin`. */
const char *uriel_find_trim(const char *begin, const char *end, const find_span *s);

/* Reads from `at` to the closing delimiter; `c->begin` is set. Returns false without a closing
 * delimiter, or if the text cannot be wrapped. */
bool uriel_find_wrapped(find_text *t, const char *at, find_span *s, find_candidate *c);

/* Fills in the end, the delimiter and the flags of the candidate from `at` on: by its delimiters, or
 * bare if they do not match. */
void uriel_find_extent(find_text *t, const char *at, find_span *s, find_candidate *c);

#endif
