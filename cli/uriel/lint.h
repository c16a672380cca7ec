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

  /* private: the text, its reference, and memory */
  uriel_text text;
  const uriel_ref *ref;          /* not of an invalid text */
  bool today;                    /* RFC 3986 or RFC 3987: there are no fixes under older documents */
  const uriel_scheme_info *info; /* NULL: no scheme, or not a known one */
  struct buffer *decoded, *written;
  struct rules *rules;
  struct warnings *warnings;
};

/* Finds all in a reference, in the order of the text; or in an invalid text, its error and whether
 * programs disagree. */
void lint_reference(struct lint *lint, const uriel_ref *ref);
void lint_invalid(struct lint *lint, const struct record_error *error);

/* ---- For the rules ------------------------------------------------------------------------------ */

/* Fixes: unknown; remove the part. */
static const uriel_text lint_no_fix = {NULL, 0}, lint_remove = {"", 0};

bool lint_is_on(const struct lint *lint, enum lint_rule rule);

/* Copies a text into `texts`, with a NUL, and returns its offset. */
size_t lint_text(struct lint *lint, const char *text, size_t len);

/* Adds a finding about a part of the reference, with a fix and a message. Returns NULL if the rule is
 * off or has a finding. */
__attribute__((format(printf, 5, 6))) struct lint_finding *lint_add(struct lint *lint,
                                                                    enum lint_rule rule, uriel_text part,
                                                                    uriel_text fix, const char *format,
                                                                    ...);

/* The part of the reference between two offsets. */
static inline uriel_text lint_part(const struct lint *lint, size_t begin, size_t end)
{
  return (uriel_text){lint->ref->text + begin, end - begin};
}

static inline bool lint_is_digit(char c)
{
  return c >= '0' && c <= '9';
}

/* Whether the reference has one of these schemes, a list that ends with NULL. */
static inline bool lint_scheme_in(const struct lint *lint, const char *const *schemes)
{
  while (*schemes && !scheme_is(lint->ref, *schemes))
    schemes++;
  return *schemes != NULL;
}

/* Whether the hosts of the scheme are names of the DNS: it has a port. */
static inline bool lint_has_server(const struct lint *lint)
{
  return lint->info && lint->info->port > 0;
}

/* The rules of user information and host (lint_host.c), and of programs that see different hosts. */
void lint_userinfo(struct lint *lint);
void lint_host(struct lint *lint);
void lint_readers(struct lint *lint);

#endif
