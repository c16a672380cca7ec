/* SPDX-License-Identifier: MIT */
/* uriel: references in running text (RFC 3986, Appendix C). See uriel.h for conventions. */
#ifndef URIEL_FIND_H
#define URIEL_FIND_H

#include "uriel.h"

/* The kind of a reference in text. The values are fixed for ever. */
typedef enum uriel_hit_kind {
  URIEL_HIT_URI = 1,          /* starts with a scheme */
  URIEL_HIT_URN = 2,          /* its scheme is "urn" */
  URIEL_HIT_NETWORK_PATH = 3, /* //example.com/path (RFC 3986, 4.2) */
  URIEL_HIT_ABBREVIATED = 4,  /* www.example.com/path (RFC 3986, 4.5) */
  URIEL_HIT_MAIL = 5          /* somebody@example.com, without "mailto:" */
} uriel_hit_kind;
URIEL_API const char *uriel_hit_kind_name(uriel_hit_kind kind);

/* What delimits a reference in text. The values are fixed for ever. */
typedef enum uriel_delimiter {
  URIEL_DELIMITED_BARE = 0,   /* white space, or characters that a reference cannot have */
  URIEL_DELIMITED_ANGLE = 1,  /* <...> */
  URIEL_DELIMITED_LABEL = 2,  /* <URL:...> (url-1994, Appendix; RFC 3986, Appendix C) */
  URIEL_DELIMITED_QUOTE = 3,  /* "..." */
  URIEL_DELIMITED_BRACKET = 4 /* markup: [text](...), \url{...} */
} uriel_delimiter;
URIEL_API const char *uriel_delimiter_name(uriel_delimiter delimiter);

typedef enum uriel_hit_flag {
  URIEL_HIT_WRAPPED = 1, /* contains line breaks, possibly followed by "> " of quoted mail */
  URIEL_HIT_HYPHEN = 2,  /* a line break follows a hyphen, which may not belong to it (url-1997, E) */
  URIEL_HIT_ESCAPED = 4, /* contains "\/" for "/", "\u0026" for "&" (JSON), or "\_" for "_" (TeX) */
  URIEL_HIT_IRI = 8      /* contains characters beyond ASCII, also as "\u00e9" */
} uriel_hit_flag;

/* A reference found in text: the bytes [begin, end), without delimiters. */
typedef struct uriel_hit {
  size_t begin, end;
  uriel_hit_kind kind;
  uriel_delimiter delimiter;
  unsigned flags; /* enum uriel_hit_flag */
} uriel_hit;

typedef enum uriel_find_option {
  URIEL_FIND_ANY_SCHEME = 1,  /* unregistered schemes also without a host: <foo:bar>, foo:///a */
  URIEL_FIND_ABBREVIATED = 2, /* also NETWORK_PATH and ABBREVIATED, which are guesses */
  URIEL_FIND_MAIL = 4,        /* also MAIL */
  /* Hits are IRI references (RFC 3987). By default, hits contain most characters outside US-ASCII, but
   * no punctuation outside it. With this option, they contain such punctuation between "<" and ">" or
   * quotes, and "\u00b7", "\u30fb" and hyphens inside a word, but no character that is not allowed in an
   * IRI. */
  URIEL_FIND_IRI = 8
} uriel_find_option;

/* All zero: registered schemes, and any word before "://" and a host. */
typedef struct uriel_find_options {
  unsigned options;          /* enum uriel_find_option */
  const uriel_text *schemes; /* only these schemes, case-insensitive; NULL: all */
  size_t scheme_count;
} uriel_find_options;

/* Returns whether a reference starts at or after `*from`, which is at most `len`, and fills `hit` with
 * the first one. Moves `*from` past it and its closing delimiter. A hit was probably meant as a
 * reference; call uriel_parse on the cleaned hit to check it. Text before `*from` has no influence.
 *
 * If no reference is left, `hit` is unchanged and `*from` is where to resume after appending more text:
 * `len` if the text is complete (`whole`), otherwise about 100 bytes before the end, or the start of a
 * possible reference. Text before it can be dropped. The hits do not depend on how the text is cut.
 *
 * A scheme that is a common word ("data", "info", "note") is recognised only before "//", after an
 * opening delimiter, or in the form that its document defines. O(n) for a whole text. */
URIEL_API bool uriel_find(uriel_hit *hit, size_t *from, const char *text, size_t len, bool whole,
                          const uriel_find_options *options);

typedef enum uriel_clean_option {
  URIEL_CLEAN_NO_HYPHEN = 1, /* drop a hyphen before a line break (url-1997, E) */
  URIEL_CLEAN_TO_URI = 2     /* encode characters beyond ASCII (RFC 3987, 3.1) */
} uriel_clean_option;

/* Writes the reference without what the surrounding text added: line breaks and white space, "> " of
 * quoted mail, the "\" of "\/"; "\u0026" becomes "&", and "\&" of roff is dropped. `out` may be `text`
 * unless `options` has URIEL_CLEAN_TO_URI. */
URIEL_API size_t uriel_hit_clean(const char *text, const uriel_hit *hit, unsigned options, char *out,
                                 size_t capacity);

/* ---- Secrets ------------------------------------------------------------------------------------ */

/* All zero: the secrets of data/redact.tsv, and "REDACTED". */
typedef struct uriel_redact_options {
  uriel_text replacement;  /* not empty; bytes that are not unreserved are encoded, except "*" */
  const uriel_text *names; /* patterns of whole names, in any case: their values are secrets, too */
  size_t name_count;
  const uriel_text *kept; /* patterns of parameters whose values stay */
  size_t kept_count;
} uriel_redact_options;

/* Writes a reference with a replacement for each secret, and every other byte unchanged: passwords of
 * user information, or its user if the password is empty or says that the user is a token; values of
 * parameters of queries, fragments, paths (";name=value", "/name=value") and forms ("name=value&b=c");
 * segments of paths on certain hosts; and words that have the form of a token. Also finds them in
 * references that are values of parameters, encoded up to twice. `count` is the number of replaced
 * secrets. Applied to its own result, it changes nothing: rounds repeat, at most eight times, until none
 * finds a secret.
 *
 * `text` is any text, as it is written, such as the bytes of a hit, with the hit's delimiter: escapes
 * and line breaks are read as by uriel_hit_clean. If it is a reference, and not a form, the result is
 * one, with the same scheme, host and port. Names and segments are compared up to 256 bytes. Fails if
 * `capacity` is less than uriel_redact_bound, about 9 * text.len. O(n) for each name. */
URIEL_API size_t uriel_redact(size_t *count, uriel_text text, uriel_delimiter delimiter,
                              const uriel_redact_options *options, char *out, size_t capacity);
URIEL_API size_t uriel_redact_bound(size_t len, const uriel_redact_options *options);

#endif
