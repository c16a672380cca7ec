/* SPDX-License-Identifier: MIT */
/* Access plans as text to compare, one step a line. Checks their contract at every capacity. */
#ifndef URIEL_TEST_PLAN_SUPPORT_H
#define URIEL_TEST_PLAN_SUPPORT_H

#include "support.h"
#include "uriel_plan.h"

/* The expected plan, one step a line: "connect h 70 tcp", "send sel\t+\r\n", "expect 220 ...", "close",
 * with "[data]" after steps on ftp's data connection. CR, LF, TAB, NUL are "\r", "\n", "\t", "\0", other
 * unprintable bytes "\xHH". */
typedef struct plan_case {
  const char *uri;
  const char *steps;
  unsigned warnings;
} plan_case;

/* Returns the plan of a reference as that text, in its own heap block. Sets the warnings and the step to
 * resume at, if the pointers are not NULL. Ends the program if no plan exists or the contract of
 * BUFFER_TOO_SMALL is broken. */
uriel_text plan_text(const uriel_ref *ref, const uriel_plan_options *options, uriel_plan *result);

/* Asserts that the plan of a reference of that generation is `expected`. */
void plan_is(uriel_spec spec, const char *uri, const uriel_plan_options *options, const char *expected,
             unsigned warnings);
void plans_are(uriel_spec spec, const plan_case *cases, size_t count, const uriel_plan_options *options);

/* Asserts that making the plan fails with the error. */
void plan_fails(const char *uri, const uriel_plan_options *options, uriel_error_code code,
                const char *part);

#endif
