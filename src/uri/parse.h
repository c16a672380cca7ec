/* SPDX-License-Identifier: MIT */
/* The complete parser, without the fast path of uriel_parse. */
#ifndef URIEL_URI_PARSE_H
#define URIEL_URI_PARSE_H

#include "uriel.h"

/* uriel_parse without its fast path. `error`, which may be NULL, is written only on failure. */
bool uriel_parse_by_grammar(uriel_ref *ref, const char *text, uint32_t len, uriel_error *error);

#endif
