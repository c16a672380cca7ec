/* SPDX-License-Identifier: MIT */
/* By which document references are read, and how: --spec, --require-prefix and --partial. */
#ifndef URIEL_CLI_READING_H
#define URIEL_CLI_READING_H

#include "option.h"
#include "uriel_historic.h"

struct reading {
  uriel_spec spec;
  unsigned options; /* enum uriel_parse_option */
};

/* All generations: those of all references from the oldest on, then those of names. */
enum { READING_SPECS = 8 };
extern const uriel_spec reading_specs[READING_SPECS];

/* Of a struct reading: sets the generation that the option's value names. An unknown one, and one that
 * is not built, are usage errors. The second is for what takes URNs only: one of the documents of names.
 */
option_call reading_spec, reading_spec_of_names;

/* Whether the generation's document is about names (URNs) only. */
bool reading_is_of_names(uriel_spec spec);

/* Whether this build has the documents before RFC 3986 (URIEL_HISTORIC). */
bool reading_has_historic(void);

/* Whether the generation has partial forms apart from its top rule. */
bool reading_has_partial(uriel_spec spec);

/* uriel_parse_as. */
bool reading_parse(const struct reading *reading, uriel_ref *ref, uriel_text text, uriel_error *error);

#endif
