/* SPDX-License-Identifier: MIT */
/* Writers of search parameters for text_written, and laws that hold for every query. Shared with
 * fuzz/. */
#ifndef URIEL_TEST_SEARCH_PARAMS_H
#define URIEL_TEST_SEARCH_PARAMS_H

#include "support.h"
#include "uriel_query.h"

typedef struct params_input {
  const char *operation; /* "serialize", "append", "set", "delete", "get", "sort", "read" or "all" */
  uriel_text query, name, value;
} params_input;

/* Does the operation; ends the program if the result exceeds its bound. "read" lists names and values,
 * decoded, "all" all values of the name: each followed by a line feed. */
text_writer write_params; /* context: params_input */

/* Returns whether a parameter has that name and value; any value if `value` is undefined. */
bool params_have(uriel_text query, uriel_text name, uriel_text value);

/* Ends the program if a law does not hold for this query, name and value. */
void check_params_laws(uriel_text query, uriel_text name, uriel_text value);

#endif
