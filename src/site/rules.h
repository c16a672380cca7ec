/* SPDX-License-Identifier: MIT */
/* The rules in the text of a public_suffix_list.dat, and the automaton made of them. */
#ifndef URIEL_SITE_RULES_H
#define URIEL_SITE_RULES_H

#include "site/suffix.h"

/* A rule: its name without "*." and "!", in the form of the DNS, from its last byte to its first. */
typedef struct suffix_rule {
  const char *name;
  uint8_t len; /* up to SUFFIX_NAME_MAX */
  uint8_t value;
} suffix_rule;

/* Reads a list, rule after rule. */
typedef struct rule_reader {
  const char *text, *at, *end;
  size_t line;
  bool private;
  uriel_suffix_error error; /* set by rule_next; its message is NULL at the end of the list */
} rule_reader;

rule_reader uriel_rules_of(const char *text, size_t len);

/* Returns whether another rule is left, and writes its name to `name`. */
bool uriel_rule_next(rule_reader *r, suffix_rule *rule, char name[SUFFIX_NAME_MAX]);

/* Returns the bytes of memory that uriel_rules_build needs for names of so many bytes in all. */
size_t uriel_rules_bound(size_t bytes);

/* Sorts the rules and returns the automaton made of them, which is at the end of `memory`. There is a
 * rule or more. */
uriel_text uriel_rules_build(suffix_rule *rules, size_t count, size_t bytes, void *memory);

#endif
