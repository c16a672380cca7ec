/* SPDX-License-Identifier: MIT */
/* The names of secrets (data/redact.tsv), in lower case. */
#ifndef URIEL_FIND_REDACT_H
#define URIEL_FIND_REDACT_H

#include "text/text.h"
#include "uriel_find.h"

enum { REDACT_WORD = 256 }; /* the bytes of a word that are compared */

/* Returns whether the host is this domain or below it; always for the empty domain. */
bool uriel_redact_is_below(uriel_text host, const char *domain, size_t len);

/* Return whether the value of a parameter of this name, of at most REDACT_WORD bytes, is a secret in a
 * reference with this host, or is kept; whether it is kept. */
bool uriel_redact_lists(const uriel_redact_options *options, uriel_text name, uriel_text host);
bool uriel_redact_keeps(const uriel_redact_options *options, uriel_text name);

#endif
