/* SPDX-License-Identifier: MIT */
/* Lists of keys: what sort orders by, count counts and clean takes for duplicates. */
#ifndef URIEL_CLI_BY_H
#define URIEL_CLI_BY_H

#include "cli/shared/key.h"
#include "cli/shared/option.h"

enum { BY_KEYS = 8 };

struct by {
  struct key keys[BY_KEYS];
  size_t count;
};

#define BY_HELP "KEY: site host surt path extension query-names\nlength, or another one of --format"

/* An option_call of a struct by: reads "host,path". */
void by_read(void *to, struct option_reader *reader);

/* Sets the list of suffixes that the keys use, once all are read. */
void by_use(struct by *by, const struct suffixes *suffixes);

/* Returns whether any key depends on that list. */
bool by_uses_suffixes(const struct by *by);

/* Returns the value of the key as it is compared: schemes, hosts and sites are in lower case. It may be
 * in `scratch`. */
uriel_text by_value(const struct key *key, const uriel_ref *ref, struct buffer *scratch);

/* Appends the values in a form that sorts as the list of values does, and is the same only if all values
 * are: an undefined value comes first, and numbers are in the order of numbers. The form has a tab at
 * its end. Returns whether any value is defined. */
bool by_put(const struct by *by, const uriel_ref *ref, struct buffer *out, struct buffer *scratch);

#endif
