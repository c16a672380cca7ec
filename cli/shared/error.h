/* SPDX-License-Identifier: MIT */
/* Errors in words: on standard error as a compiler prints them, and their parts for the other forms. */
#ifndef URIEL_CLI_ERROR_H
#define URIEL_CLI_ERROR_H

#include "buffer.h"
#include "record.h"

const char *error_code(const struct record_error *error);
const char *error_component(const struct record_error *error);
const char *error_rule(const struct record_error *error);    /* or "" */
const char *error_section(const struct record_error *error); /* or "" */

/* These write into `out`, from its start. */
void error_message(const struct record_error *error, struct buffer *out);
void error_expected(const struct record_error *error, struct buffer *out);
void error_hint(const struct record_error *error, struct buffer *out); /* "" if no repair is known */

/* Prints on standard error: the error, the text around it, the expected characters, and a repair. */
void error_print(const char *label, const struct record_error *error);

#endif
