/* SPDX-License-Identifier: MIT */
/* What follows a scheme's colon. */
#ifndef URIEL_FIND_FORM_H
#define URIEL_FIND_FORM_H

#include "find/find.h"
#include "scheme/sought.h"

/* Whether a reference goes on with the byte, -1 being none. */
bool uriel_find_goes_on(int byte);

/* Whether `rest`, behind the colon, has the form that the scheme is known by, "//" aside. */
bool uriel_find_has_form(find_text *t, const char *rest, scheme_sought sought);

#endif
