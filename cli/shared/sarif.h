/* SPDX-License-Identifier: MIT */
/* SARIF 2.1.0 (OASIS standard): the one document of the program, with one run, written result by result.
 */
#ifndef URIEL_CLI_SARIF_H
#define URIEL_CLI_SARIF_H

#include "error.h"

struct sarif_rule {
  const char *name;
  const char *summary, *section, *example; /* NULL: none */
  const char *level;                       /* by default: "none", "note", ...; NULL: not stated */
};

struct sarif_result {
  size_t rule; /* sarif_rule */
  const char *level;
  uriel_text message;
  const char *section;   /* with its document: "RFC 3986, 3.2"; "" */
  const char *file;      /* NULL: `operands`, or standard input */
  bool operands;         /* the lines are the operands */
  uint64_t line;         /* from 1; 0: unknown */
  uriel_text text;       /* the line; undefined: only its number is known */
  size_t offset, length; /* the place in it, in bytes */
  uriel_text fix;        /* for this place, or undefined */
};

void sarif_begin(void);

/* Returns the number of the rule with that name, which is added if it is new. The strings are kept. */
size_t sarif_rule(const struct sarif_rule *rule);

/* Writes a result. `scratch` is memory. */
void sarif_put(const struct sarif_result *result, struct buffer *scratch);

/* Writes the results of a record that is invalid, or valid with warnings: its errors. */
void sarif_record(const struct record *record);

/* Writes the rules, and ends the document. */
void sarif_end(void);

#endif
