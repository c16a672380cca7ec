/* SPDX-License-Identifier: MIT */
/* Parameters that exist only to track people, of data/tracking.tsv. */
#ifndef URIEL_CLI_TRACKING_H
#define URIEL_CLI_TRACKING_H

#include "uriel.h"

/* Returns whether `query`, of a reference with this host (undefined: none), has tracking parameters, and
 * sets `result` to the query without them: over `out`, which has room for `query.len` bytes, or
 * undefined if no parameter is left. Without any, `result` is `query`, and nothing is written. All other
 * bytes stay, as in uriel_query_remove. Names match decoded and case-insensitively. */
bool tracking_strip(uriel_text *result, uriel_text host, uriel_text query, char *out);

#endif
