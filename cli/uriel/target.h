/* SPDX-License-Identifier: MIT */
/* The records of subcommands that make one text of one input: `input valid RESULT`. */
#ifndef URIEL_CLI_TARGET_H
#define URIEL_CLI_TARGET_H

enum target_column { TARGET_INPUT, TARGET_VALID, TARGET_RESULT, TARGET_COLUMNS };

/* An initialiser for the columns, the result under `key`. */
#define TARGET_COLUMNS_OF(key, kind)                                                                    \
  {                                                                                                     \
    [TARGET_INPUT] = {"input", (kind), TONE_PLAIN},                                                     \
    [TARGET_VALID] = {"valid", COLUMN_VALID, TONE_PLAIN}, [TARGET_RESULT] = {key, (kind), TONE_PLAIN},  \
  }

#endif
