/* SPDX-License-Identifier: MIT */
/* Pairs to compare: the first two columns of their records. */
#ifndef URIEL_CLI_PAIR_H
#define URIEL_CLI_PAIR_H

#include "cli/shared/input.h"
#include "cli/shared/record.h"

enum pair_column { PAIR_A, PAIR_B };

/* Sets a and b: two operands, or a record split at its first tab, which no reference can hold. Blames
 * the record that is no pair. */
bool pair_split(const struct input *input, struct record *record);

#endif
