/* SPDX-License-Identifier: MIT */
/* What identifies the URIs of each scheme in running text (data/schemes.tsv), and the caller's schemes.
 */
#ifndef URIEL_SCHEME_SOUGHT_H
#define URIEL_SCHEME_SOUGHT_H

#include "uriel_scheme.h"

/* The text after the colon. For every scheme, "//" and a host suffice. */
typedef enum scheme_sought {
  SOUGHT_AUTHORITY,  /* only "//" and a host */
  SOUGHT_SLASH,      /* "/" */
  SOUGHT_NUMBER,     /* a digit, "+" or "-" before it or not */
  SOUGHT_AT,         /* text, "@", text; or "?" */
  SOUGHT_COLON,      /* a word and another ":" */
  SOUGHT_COMMA,      /* a ",", with or without a media type or parameters before it */
  SOUGHT_DATE,       /* a "," and a year */
  SOUGHT_DOT,        /* a "." or "@" between text; anything in angle brackets */
  SOUGHT_PAIR,       /* two numbers with a "," between them */
  SOUGHT_QUERY,      /* "?" */
  SOUGHT_PATH,       /* a word and a "/" */
  SOUGHT_LONG,       /* a word of 16 characters or more */
  SOUGHT_ANY,        /* anything but white space */
  SOUGHT_DELIMITED,  /* anything in delimiters, and "blank": the name is also a common word */
  SOUGHT_PUNCTUATED, /* in delimiters, more than a name: XML writes names after a prefix and a colon */
  SOUGHT_NONE        /* never: "hxxp" is written so that nobody follows it */
} scheme_sought;

/* For a built-in scheme. */
scheme_sought uriel_scheme_sought(const uriel_scheme_info *scheme);

/* The caller's own scheme of that name, in any case; NULL if the caller has no such scheme. */
const uriel_scheme_info *uriel_registry_own(const uriel_registry *registry, uriel_text name);

#endif
