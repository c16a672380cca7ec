/* SPDX-License-Identifier: MIT */
/* Functions that resolve and lineage share. */
#ifndef URIEL_CLI_RESOLUTION_H
#define URIEL_CLI_RESOLUTION_H

#include "cli/shared/buffer.h"
#include "cli/shared/record.h"
#include "uriel.h"

/* Whether the generation distinguishes references to the current document from references to the
 * base. */
bool resolution_has_current(uriel_spec spec);

/* Writes "(current document)#s" to `out`, the notation of Appendix C. */
uriel_text resolution_current(const uriel_ref *reference, struct buffer *out);

/* Marks the record invalid because `text` does not resolve. */
void resolution_blame(struct record *record, const uriel_error *error, const uriel_ref *base,
                      uriel_text text);

#endif
