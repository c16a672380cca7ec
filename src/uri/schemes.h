/* SPDX-License-Identifier: MIT */
/* What the scheme rung knows of schemes (RFC 3986, 6.2.3): the one table of them. */
#ifndef URIEL_URI_SCHEMES_H
#define URIEL_URI_SCHEMES_H

#include "uriel.h"

typedef struct scheme_defaults {
  const char *name; /* lower case */
  uint16_t port;    /* the default one */
  const char *path; /* what an empty path after an authority stands for */
} scheme_defaults;

/* NULL for a scheme that is not in the table. */
const scheme_defaults *uriel_scheme_defaults(uriel_text scheme);

#endif
