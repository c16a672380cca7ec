/* SPDX-License-Identifier: MIT */
/* Host names in text without a scheme. */
#ifndef URIEL_FIND_DOMAIN_H
#define URIEL_FIND_DOMAIN_H

#include "find/find.h"

/* How strongly the last label suggests a host. */
typedef enum find_top {
  FIND_TOP_NONE,    /* not a known top-level domain */
  FIND_TOP_FILE,    /* known, but usually a member in code or a file extension */
  FIND_TOP_CAREFUL, /* known, but more often a file extension or a word */
  FIND_TOP_PLAIN
} find_top;

find_top uriel_find_top(uriel_text label);

/* A known top-level domain in US-ASCII (data/top-domains.tsv). */
enum { FIND_TOP_MAX = 14 };
typedef struct find_known_top {
  char name[FIND_TOP_MAX];
  uint8_t top;
} find_known_top;

/* A country's name in a script other than Latin, in either case (data/idn-countries.tsv). */
typedef struct find_idn {
  const char *lower, *upper;
} find_idn;

typedef struct find_domain {
  const char *end;
  unsigned labels;
  uriel_text first, last;
} find_domain;

/* Reads the labels at `at` and the dots between them. Returns false without any, or if one is too
 * long or begins with "-" or "_". These bytes, and a dot, at the end do not belong to the name. */
bool uriel_find_domain(find_text *t, const char *at, find_domain *d);

/* Reports whether the last label is alphabetic or begins with "xn--", without "_". */
bool uriel_find_named(const find_domain *d);

#endif
