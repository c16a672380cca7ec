/* SPDX-License-Identifier: MIT */
/* The rules of `uriel lint`, and what they find in a reference. */
#ifndef URIEL_CLI_LINT_H
#define URIEL_CLI_LINT_H

#include "cli/shared/error.h"
#include "rules.h"
#include "uriel_scheme.h"

enum lint_severity { LINT_OFF, LINT_NOTE, LINT_WARNING, LINT_ERROR };

/* LINT(ENUMERATOR, name, severity, section, an example, summary) */
#include "lint_table.h"

#define LINT_ENUMERATOR(enumerator, name, severity, section, example, summary) LINT_##enumerator,
enum lint_rule { LINT_RULES(LINT_ENUMERATOR) LINT_RULE_COUNT };
#undef LINT_ENUMERATOR

struct lint_rule_info {
  const char *name;
  enum lint_severity severity; /* by default */
  const char *section;
  const char *example; /* a reference in which it finds something; NULL if none is short or ASCII */
  const char *summary;
};
extern const struct lint_rule_info lint_rules[LINT_RULE_COUNT];

struct lint_finding {
  enum lint_rule rule;
  size_t offset, length;   /* in the text of the input */
  size_t message, section; /* offsets of strings in `texts` */
  size_t fix, fix_len;     /* a text in `texts` for that part of the input */
  bool fixed;              /* there is one */
};

/* What was found in one reference, at most once for each rule. Zero-initialise, then set the severities.
 */
struct lint {
  unsigned char severities[LINT_RULE_COUNT]; /* LINT_OFF: the rule is not applied */

  struct lint_finding list[LINT_RULE_COUNT];
  size_t count;
  struct buffer *texts;
  bool secret; /* the reference has a password, which a fix may contain */

  /* private: the reference, and memory */
  const uriel_ref *ref;
  bool today;                    /* RFC 3986 or RFC 3987: there are no fixes under older documents */
  const uriel_scheme_info *info; /* NULL: no scheme, or not a known one */
  struct buffer *decoded, *written;
  struct rules *rules;
  struct warnings *warnings;
};

/* Finds all in a reference, in the order of the text; or the one finding of a text that is not one. */
void lint_reference(struct lint *lint, const uriel_ref *ref);
void lint_invalid(struct lint *lint, const struct record_error *error);

#endif
