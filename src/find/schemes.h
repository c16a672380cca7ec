/* SPDX-License-Identifier: MIT */
/* The schemes that are looked for in running text, and what makes a reference of each plausible there.
 */
#ifndef URIEL_FIND_SCHEMES_H
#define URIEL_FIND_SCHEMES_H

#include "text/view.h"

enum { FIND_SCHEME_MAX = 16 };

typedef enum find_scheme_kind {
  FIND_SCHEME_UNKNOWN,
  FIND_SCHEME_AUTHORITY, /* "//" and a host follow */
  FIND_SCHEME_SLASH,     /* "/" follows */
  FIND_SCHEME_NUMBER,    /* a digit or "+" follows */
  FIND_SCHEME_COLON,     /* another ":" follows, with something about it */
  FIND_SCHEME_AT,        /* an "@" follows, with something about it */
  FIND_SCHEME_ANY
} find_scheme_kind;

find_scheme_kind uriel_find_scheme(uriel_text scheme);

#endif
