/* SPDX-License-Identifier: MIT */
/* The error that a generation finds in a text that is not a member. */
#ifndef URIEL_HISTORIC_FINDING_H
#define URIEL_HISTORIC_FINDING_H

#include "text/text.h"

typedef struct finding {
  uriel_error_code code;
  uriel_component component;
  uriel_text text; /* the component's; empty if it is missing */
  const char *at;  /* the byte to blame, or the end */
} finding;

/* Copies the finding into an error of `text`. */
static inline void finding_tell(finding found, uriel_error *error, const char *text)
{
  error->code = found.code;
  error->component = found.component;
  error->begin = (size_t)(found.text.ptr - text);
  error->length = found.text.len;
  error->blamed = found.at ? (size_t)(found.at - text) + 1 : 0;
}

#endif
