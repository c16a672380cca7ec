/* SPDX-License-Identifier: MIT */
/* uriel: references in running text. See uriel.h for conventions. */
#ifndef URIEL_FIND_H
#define URIEL_FIND_H

#include "uriel.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Finding ---------------------------------------------------------------------------------- */

/* The kind of a reference in running text. The values are fixed for ever. */
typedef enum uriel_hit_kind {
  URIEL_HIT_URI = 1,          /* starts with a scheme */
  URIEL_HIT_URN = 2,          /* its scheme is "urn" */
  URIEL_HIT_NETWORK_PATH = 3, /* //example.com/path (RFC 3986, 4.2) */
  URIEL_HIT_ABBREVIATED = 4,  /* www.example.com/path (RFC 3986, 4.5) */
  URIEL_HIT_MAIL = 5          /* somebody@example.com, without "mailto:" */
} uriel_hit_kind;

/* What delimits it in the text. The values are fixed for ever. */
typedef enum uriel_delimiter {
  URIEL_DELIMITED_BARE = 0,   /* white space, or characters that a reference cannot have */
  URIEL_DELIMITED_ANGLE = 1,  /* <...> */
  URIEL_DELIMITED_LABEL = 2,  /* <URL:...> (url-1994, Appendix; RFC 3986, Appendix C) */
  URIEL_DELIMITED_QUOTE = 3,  /* "..." */
  URIEL_DELIMITED_BRACKET = 4 /* markup: [text](...), \url{...} */
} uriel_delimiter;

/* "uri", "urn", ...; "bare", "angle", ... */
URIEL_API const char *uriel_hit_kind_name(uriel_hit_kind kind);
URIEL_API const char *uriel_delimiter_name(uriel_delimiter delimiter);

typedef enum uriel_hit_flag {
  URIEL_HIT_WRAPPED = 1, /* it has line breaks in it, and maybe "> " of quoted mail behind them */
  URIEL_HIT_HYPHEN = 2,  /* one of them follows a hyphen: it can be read without (url-1997, E) */
  URIEL_HIT_ESCAPED = 4, /* it has "\/" for "/", "\u0026" for "&" as JSON, or "\_" for "_" as TeX has */
  URIEL_HIT_IRI = 8      /* it has characters beyond ASCII, "\u00e9" among them */
} uriel_hit_flag;

/* A reference found in running text: bytes [begin, end) of it, without delimiters. */
typedef struct uriel_hit {
  size_t begin;
  size_t end;
  uriel_hit_kind kind;
  uriel_delimiter delimiter;
  unsigned flags; /* uriel_hit_flag, or-ed */
} uriel_hit;

typedef enum uriel_find_option {
  URIEL_FIND_ANY_SCHEME = 1,  /* unregistered schemes without a host too: <foo:bar>, foo:///a */
  URIEL_FIND_ABBREVIATED = 2, /* NETWORK_PATH and ABBREVIATED too, which is guessing */
  URIEL_FIND_MAIL = 4         /* MAIL too */
} uriel_find_option;

/* All zero: registered schemes, and any word before "://" and a host. */
typedef struct uriel_find_options {
  unsigned options;          /* uriel_find_option, or-ed */
  const uriel_text *schemes; /* these schemes alone, in any case; NULL: all of them */
  size_t scheme_count;
} uriel_find_options;

/* Finds the first reference at or after `*from`, which is at most `len`: what is meant as one (RFC 3986,
 * Appendix C), which need not be right; uriel_parse tells of the cleaned hit whether it is. Nothing
 * before `*from` counts. Fills `hit` and moves `*from` past it and its closing delimiter. Returns false
 * where there is none, `hit` as it was, and `*from` at the place from which to go on once there is more
 * text behind it: the text before it can be dropped. That is `len` where the text ends for good
 * (`whole`), and otherwise some 100 bytes before the end, or before what may be the beginning of a
 * reference, however long that is. The hits are the same however a text is cut.
 *
 * A scheme that is a common word too ("data", "info", "note") counts only with what makes it likely:
 * "//", an opening delimiter, or the form that its document gives. `options` may be NULL. Reading a text
 * to its end is O(n). */
URIEL_API bool uriel_find(uriel_hit *hit, const char *text, size_t len, bool whole, size_t *from,
                          const uriel_find_options *options);

typedef enum uriel_clean_option {
  URIEL_CLEAN_NO_HYPHEN = 1, /* a hyphen before a line break was put there by wrapping (url-1997, E) */
  URIEL_CLEAN_TO_URI = 2     /* characters beyond ASCII come out encoded (RFC 3987, 3.1) */
} uriel_clean_option;

/* Writes the reference that was found, less what its surroundings put into it: line breaks and white
 * space, "> " of quoted mail, the "\" of "\/"; "\u0026" comes out as "&", "\&" of roff as nothing. `out`
 * may be `text` but for URIEL_CLEAN_TO_URI. O(n). */
URIEL_API size_t uriel_hit_clean(const char *text, const uriel_hit *hit, unsigned options, char *out,
                                 size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
