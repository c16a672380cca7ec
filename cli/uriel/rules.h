/* SPDX-License-Identifier: MIT */
/* The rules of a reference's own scheme, and of its namespace (check --scheme-rules, lint). */
#ifndef URIEL_CLI_RULES_H
#define URIEL_CLI_RULES_H

#include "cli/shared/record.h"
#include "steps.h"

/* Zero-initialise. */
struct rules {
  struct parts parts;
  struct steps steps;
};

/* Returns whether the reference keeps the rules of its scheme: those for its parts (uriel schemes), for
 * its host and port (uriel plan) and for names (uriel urn check). A relative reference and one of a
 * scheme without known rules does. Otherwise fills in `error`. */
bool rules_check(struct rules *rules, const uriel_ref *ref, struct record_error *error);

void rules_free(struct rules *rules);

#endif
