/* SPDX-License-Identifier: MIT */
/* JUnit's XML, which servers that run tests read: test suites with test cases. Each suite is written as
 * a whole, with its counts, so that a list of any length takes bounded memory. */
#ifndef URIEL_CLI_JUNIT_H
#define URIEL_CLI_JUNIT_H

#include "error.h"

struct junit_case {
  uriel_text name;
  const char *group;  /* its class, by which servers group cases: a file */
  uint64_t line;      /* in that file; 0: unknown */
  const char *code;   /* of the failure; NULL: the case passes */
  bool is_error;      /* with `code`: the tested file cannot be read */
  uriel_text message; /* of the failure, or of a warning; may be undefined */
};

/* Appends a test case. */
void junit_put(struct buffer *out, const struct junit_case *test);

/* Writes the start, a suite of the test cases of junit_put, and the end. A suite without cases gets one
 * that passes. */
void junit_begin(void);
void junit_suite(const char *name, uriel_text cases);
void junit_end(void);

/* Adds the test case of a record; an empty record is not tested. The last suite is written by
 * junit_records_end. */
void junit_record(const struct record *record);
void junit_records_end(void);

#endif
