/* SPDX-License-Identifier: MIT */
/* The state of uriel compare, whose --fetched is carried out by uriel-get. */
#ifndef URIEL_CLI_COMPARE_H
#define URIEL_CLI_COMPARE_H

#include "cli/get/client.h"
#include "stage.h"

enum { COMPARE_EVIDENCE = 7 * URIEL_LEVEL_DIFFERENT };

/* A property of two references: the same on a level, or on the level "different". */
struct compare_evidence {
  const char *level, *component;
  uriel_text a, b;
};

struct compare {
  uriel_level level;
  bool fetched;
  struct client client;
  /* With --fetched: compares two references that no level makes equal. Returns whether they are the
   * same, and sets the level, the evidence and perhaps the reason; or makes the record invalid. */
  bool (*fetch)(struct compare *self, struct record *record, const uriel_ref refs[2]);
  bool explains; /* the output has the evidence */

  /* Each thread's own: */
  const char *found;  /* the level */
  const char *reason; /* why nothing is known, or NULL */
  size_t count;
  struct compare_evidence evidence[COMPARE_EVIDENCE];
};

#endif
