/* SPDX-License-Identifier: MIT */
/* Faults in words: on standard error as a compiler prints them, and their parts for the other forms. */
#ifndef URIEL_CLI_FAULT_H
#define URIEL_CLI_FAULT_H

#include "buffer.h"
#include "record.h"

const char *fault_code(const struct record_fault *fault);
const char *fault_component(const struct record_fault *fault);
const char *fault_rule(const struct record_fault *fault);    /* "" where there is none */
const char *fault_section(const struct record_fault *fault); /* "" where there is none */

/* These write into `out`, from its start. */
void fault_message(const struct record_fault *fault, struct buffer *out);
void fault_expected(const struct record_fault *fault, struct buffer *out);
void fault_hint(const struct record_fault *fault, struct buffer *out); /* "" if no repair is known */

/* Lines on standard error: what, the text around the place, what could have stood there, how to repair
 * it.
 */
void fault_print(const char *label, const struct record_fault *fault);

#endif
