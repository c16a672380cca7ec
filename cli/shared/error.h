/* SPDX-License-Identifier: MIT */
/* Errors in words: on standard error as a compiler prints them, and their parts for the other forms. */
#ifndef URIEL_CLI_ERROR_H
#define URIEL_CLI_ERROR_H

#include "reader/excerpt.h"
#include "record.h"

const char *error_code(const struct record_error *error);
const char *error_section(const struct record_error *error); /* or "" */

/* Returns the section with its document, "RFC 3986, 3.2.2", or "". */
enum { ERROR_SECTION_MOST = 128 };
const char *error_section_whole(const struct record_error *error, char out[ERROR_SECTION_MOST]);

/* Finds the bytes of the text that are at fault: from the error to the end of its component, or all of
 * the component if only its end is wrong. */
void error_place(const struct record_error *error, size_t *offset, size_t *length);

/* Writes "at 7: MESSAGE". */
void error_put(const struct record_error *error, struct output *out);

/* The members of an error, in the order of JSON. */
enum error_key {
  ERROR_IN,
  ERROR_OFFSET,
  ERROR_CODE,
  ERROR_COMPONENT,
  ERROR_PART,
  ERROR_MESSAGE,
  ERROR_SECTION,
  ERROR_RULE,
  ERROR_EXPECTED,
  ERROR_HINT,
  ERROR_BEGIN,
  ERROR_LENGTH,
  ERROR_KEYS
};
extern const char *const error_keys[ERROR_KEYS]; /* as "error_offset", in --format */

/* Writes a member into `out`, from its start; "" if the error does not have it. */
void error_value(const struct record_error *error, enum error_key key, struct buffer *out);

/* Prints on standard error: the error, the text around it, the expected characters, and a repair.
 * error_die then ends the program with STATUS_USAGE. */
void error_print(const char *label, const struct record_error *error);
_Noreturn void error_die(const char *label, const struct record_error *error);

/* Prints the part of a text around the marks, without its password, and on the next line a caret and
 * tildes below it, without a line feed. */
void excerpt_print(struct output *out, uriel_text text, uriel_component within,
                   struct excerpt_marks marks);

enum { WARNINGS_MAX = 16 };

/* Warnings about references that look like others (UTS #39), or break the rules for text written from
 * right to left (RFC 3987, 4.2). Zero-initialise; free `messages`. */
struct warnings {
  struct record_error list[WARNINGS_MAX];
  struct buffer messages;
};

/* Puts the warnings about the reference into the record, the first of very many. They lie in `warnings`
 * until the next call; their places are in the reference's text. */
void warnings_find(struct warnings *warnings, const uriel_ref *ref, struct record *record);

#endif
