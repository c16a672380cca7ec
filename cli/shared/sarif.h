/* SPDX-License-Identifier: MIT */
/* SARIF 2.1.0 (OASIS standard): a document with one run on standard output, written result by result. */
#ifndef URIEL_CLI_SARIF_H
#define URIEL_CLI_SARIF_H

#include <stdbool.h>

#include "base/buffer.h"
#include "uriel.h"

struct sarif_rule {
  const char *id;
  const char *summary;
  const char *level;   /* by default: error, warning, note; none: the rule is not applied */
  const char *section; /* of the document */
  const char *example; /* a reference that breaks the rule, or NULL */
};

/* What is wrong in an input, which is a line of a file. */
struct sarif_result {
  const char *rule, *level, *section; /* as in struct sarif_rule */
  size_t rule_index;                  /* in the list of sarif_begin */
  const char *message;
  const char *file; /* NULL: standard input */
  size_t line;
  uriel_text input;
  size_t offset, length; /* the wrong part of the input */
  uriel_text fix;        /* the text for that part, or undefined */
};

/* Zero-initialise; free `scratch`. */
struct sarif {
  bool more; /* a result was written */
  struct buffer scratch;
};

/* Writes the document up to its results, then each of these, then the rest. */
void sarif_begin(const struct sarif_rule *rules, size_t count);
void sarif_put(struct sarif *sarif, const struct sarif_result *result);
void sarif_end(void);

#endif
