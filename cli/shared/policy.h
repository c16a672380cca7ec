/* SPDX-License-Identifier: MIT */
/* --policy: the rules of files, after the default policy. */
#ifndef URIEL_CLI_POLICY_H
#define URIEL_CLI_POLICY_H

#include "base/buffer.h"
#include "option.h"
#include "uriel_guard.h"

/* Zero-initialise. */
struct policy {
  struct buffer text;       /* the lines of all rules */
  uriel_policy_rule *rules; /* of all files */
  size_t count;
  bool is_input; /* standard input is one of the files */
};

/* An option_call of a struct policy: adds the rules of a file, or of standard input ("-"). */
option_call policy_add;

/* Ends with a usage error if standard input would have the inputs of the command, too: without operands,
 * or with "-" among the files of --file. */
void policy_refuse(const struct policy *policy, const struct buffer *files,
                   const struct option_reader *reader);

#endif
