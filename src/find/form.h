/* SPDX-License-Identifier: MIT */
/* The text after a scheme's colon. */
#ifndef URIEL_FIND_FORM_H
#define URIEL_FIND_FORM_H

#include "find/find.h"
#include "scheme/sought.h"

/* Reports whether a reference can continue with the byte; -1 is the end. */
bool uriel_find_goes_on(int byte);

/* Reports whether `rest`, after the colon, has the form expected of the scheme, other than "//". */
bool uriel_find_has_form(find_text *t, const char *rest, scheme_sought sought);

#endif
