/* SPDX-License-Identifier: MIT */
/* How the URIs of each scheme are known in running text (data/schemes.tsv), and the schemes of callers.
 */
#ifndef URIEL_SCHEME_SOUGHT_H
#define URIEL_SCHEME_SOUGHT_H

#include "uriel_scheme.h"

/* What follows the colon. "//" and a host are enough for all of them. */
typedef enum scheme_sought {
  SOUGHT_AUTHORITY,  /* nothing less than that */
  SOUGHT_SLASH,      /* "/" */
  SOUGHT_NUMBER,     /* a digit, with "+" or "-" before it or not */
  SOUGHT_AT,         /* "@" with something about it, or "?" */
  SOUGHT_COLON,      /* a word and another ":" */
  SOUGHT_COMMA,      /* a "," with a media type before it, or nothing, or parameters */
  SOUGHT_DATE,       /* a "," and a year */
  SOUGHT_DOT,        /* a "." or an "@" with something about it; anything in angle brackets */
  SOUGHT_PAIR,       /* two numbers with a "," between them */
  SOUGHT_QUERY,      /* "?" */
  SOUGHT_PATH,       /* a word and a "/" */
  SOUGHT_LONG,       /* a word of 16 characters or more */
  SOUGHT_ANY,        /* anything but white space */
  SOUGHT_DELIMITED,  /* anything in delimiters, and "blank": the name is a common word as well */
  SOUGHT_PUNCTUATED, /* in delimiters, more than a name, which XML writes after a prefix and a colon */
  SOUGHT_NONE        /* nothing: "hxxp" is written so that nobody follows it */
} scheme_sought;

/* Of a scheme that is built in. */
scheme_sought uriel_scheme_sought(const uriel_scheme_info *scheme);

/* The caller's own scheme of that name, in any case; NULL if there is none. */
const uriel_scheme_info *uriel_registry_own(const uriel_registry *registry, uriel_text name);

#endif
