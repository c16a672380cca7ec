/* SPDX-License-Identifier: MIT */
/* Which rule of its document a fault breaks: the form of the generations' tables. */
#ifndef URIEL_GENERATION_RULES_H
#define URIEL_GENERATION_RULES_H

#include "uriel.h"

typedef struct fault_rule {
  uriel_fault_code code;
  const char *rule, *section;
} fault_rule;

/* A table's last entry, whose code is NONE, is for all faults that it does not name. */
const fault_rule *uriel_fault_rule_in(const fault_rule *table, uriel_fault_code code);

#endif
