/* SPDX-License-Identifier: MIT */
/* Editing of queries for text_written, and laws that hold for every query, against a model that splits
 * the query, changes the list and joins it. Shared with fuzz/. */
#ifndef URIEL_TEST_QUERY_LAWS_H
#define URIEL_TEST_QUERY_LAWS_H

#include "support.h"
#include "uriel_query.h"

typedef struct query_input {
  const char *operation;         /* "get", "append", "set", "replace", "remove", "rename" or "sort" */
  uriel_text query, name, value; /* "rename": `value` is the new name */
  unsigned options;
} query_input;

/* Does the operation; returns URIEL_FAILED if no query is left. Ends the program if the result exceeds
 * its bound, or if the written text is another. */
text_writer write_query; /* context: query_input */

/* Ends the program if a law does not hold for this query, name, value and these options. */
void check_query_laws(uriel_text query, uriel_text name, uriel_text value, unsigned options);

#endif
