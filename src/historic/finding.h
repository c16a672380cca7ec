/* SPDX-License-Identifier: MIT */
/* What a generation finds to blame in a text that is no member. */
#ifndef URIEL_HISTORIC_FINDING_H
#define URIEL_HISTORIC_FINDING_H

#include "text/view.h"

typedef struct finding {
  uriel_error_code code;
  uriel_component component;
  uriel_text text; /* of the component; of no bytes where it is missing */
  const char *at;  /* the byte to blame, or the end */
} finding;

/* Puts the finding into an error of `text`. */
static inline void finding_tell(finding found, uriel_error *error, const char *text)
{
  error->code = found.code;
  error->component = found.component;
  error->begin = (size_t)(found.text.ptr - text);
  error->length = found.text.len;
}

/* The byte to blame by an error that is told again, and is still the same; `len` where there is none. */
static inline size_t finding_blamed(finding found, const uriel_error *error, const char *text,
                                    size_t len)
{
  return found.code == error->code ? (size_t)(found.at - text) : len;
}

#endif
