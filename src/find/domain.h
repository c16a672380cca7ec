/* SPDX-License-Identifier: MIT */
/* Names of hosts that stand in text without a scheme. */
#ifndef URIEL_FIND_DOMAIN_H
#define URIEL_FIND_DOMAIN_H

#include "find/find.h"

/* How much a name's last label says that it is one. */
typedef enum find_top {
  FIND_TOP_NONE,    /* not a top-level domain that is known */
  FIND_TOP_FILE,    /* it is, and mostly a member in code or the end of a file's name */
  FIND_TOP_CAREFUL, /* it is, and more often ends a file's name or a word */
  FIND_TOP_PLAIN
} find_top;

find_top uriel_find_top(uriel_text label);

/* A country's code in another script than Latin, in either case (data/idn-countries.tsv). */
typedef struct find_idn {
  const char *lower, *upper;
} find_idn;

typedef struct find_domain {
  const char *end;
  unsigned labels;
  uriel_text first, last;
} find_domain;

/* The labels at `at` with the dots between them. Returns false where there is none, or one that no host
 * has: too long, or with "-" or "_" at its begin. At a name's end those, and a dot, are not its own. */
bool uriel_find_domain(find_text *t, const char *at, find_domain *d);

/* Whether the last label is alphabetic or begins with "xn--", and has no "_". */
bool uriel_find_named(const find_domain *d);

#endif
