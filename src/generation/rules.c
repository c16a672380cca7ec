/* SPDX-License-Identifier: MIT */
/* Looks up rules in the generations' tables. */
#include "generation/rules.h"

const fault_rule *uriel_fault_rule_in(const fault_rule *table, uriel_fault_code code)
{
  while (table->code != code && table->code != URIEL_FAULT_NONE)
    table++;
  return table;
}
