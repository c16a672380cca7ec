/* SPDX-License-Identifier: MIT */
/* Access plans as text to compare: a step a line, held to their contract at every capacity. */
#ifndef URIEL_TEST_PLAN_SUPPORT_H
#define URIEL_TEST_PLAN_SUPPORT_H

#include "support.h"
#include "uriel_scheme.h"

/* What a plan has to be: "connect h 70 tcp", "send sel\t+\r\n", "expect 220 ...", "close", "[data]"
 * behind what is on ftp's data connection; a line each. In it CR, LF, TAB, NUL are "\r", "\n", "\t",
 * "\0", other bytes that do not print "\xHH". */
typedef struct plan_case {
  const char *uri;
  const char *steps;
  unsigned warnings;
} plan_case;

/* The plan of a reference as that text, in a block of its own, its warnings and step to resume at in
 * what is given, if it is; dies where there is no plan or the contract of BUFFER_TOO_SMALL does not
 * hold. */
uriel_text plan_text(const uriel_ref *ref, const uriel_plan_options *options, uriel_plan *result);

/* Asserts that the plan is `expected`, of a reference of that generation. */
void plan_is(uriel_spec spec, const char *uri, const uriel_plan_options *options, const char *expected,
             unsigned warnings);
void plans_are(uriel_spec spec, const plan_case *cases, size_t count, const uriel_plan_options *options);

/* Asserts that there is no plan, and why. */
void plan_fails(const char *uri, const uriel_plan_options *options, uriel_error_code code,
                const char *part);

#endif
