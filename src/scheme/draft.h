/* SPDX-License-Identifier: MIT */
/* The message that a mailto URI begins (RFC 6068, 3 and 4). */
#ifndef URIEL_SCHEME_DRAFT_H
#define URIEL_SCHEME_DRAFT_H

#include "text/percent.h"
#include "uriel_scheme.h"

/* Writes the draft: its header fields, decoded, an empty line, the body. Returns whether all header
 * fields of the URI are in it; only those that are safe in the general case are. */
bool uriel_draft_write(writer *w, const uriel_mailto *mailto);

#endif
