/* SPDX-License-Identifier: MIT */
/* The parts of a URI in its scheme's terms, and its access plan, in each form of output. */
#ifndef URIEL_CLI_STEPS_H
#define URIEL_CLI_STEPS_H

#include "cli/shared/buffer.h"
#include "cli/shared/json.h"
#include "uriel_historic.h"
#include "uriel_scheme.h"

/* A plan and the blocks that it is written into, which grow. */
struct steps {
  uriel_plan plan;
  struct buffer list; /* of uriel_step */
  struct buffer text;
  bool hide;           /* passwords are shown as **** */
  uriel_text password; /* the URI's, decoded, or undefined */
};

/* Makes the plan; whether there is one. It is valid until the next. */
bool steps_make(struct steps *steps, const uriel_ref *ref, const uriel_plan_options *options,
                uriel_error *error);
void steps_free(struct steps *steps);

/* The steps as numbered lines, on standard output. CR, LF and TAB are shown as \r \n \t, a backslash as
 * \\, other control characters and bytes that are not UTF-8 as \xNN. */
void steps_print(const struct steps *steps);

/* The steps in short, separated by tabs, with the same escapes: "connect h 21 tcp", "send QUIT\r\n". */
void steps_line(const struct steps *steps, struct buffer *out);

/* The array "steps". */
void steps_json(const struct steps *steps, struct json *json);

/* The next warning: "low port: ...". Start with `*bit` 0; false after the last. The text is valid until
 * the next call. */
bool steps_warning(const struct steps *steps, const uriel_ref *ref, unsigned *bit, uriel_text *text);

/* Appends text with those escapes. */
void steps_escape(struct buffer *out, uriel_text text);

/* The parts of a URI. */
struct parts {
  struct buffer list; /* of uriel_own_part */
  struct buffer scratch;
  uriel_text scheme; /* of the reference, which outlives this */
  size_t count;
};

/* Reads the parts; false if they could not be read. A scheme without terms of its own has no parts, a
 * URN has the parts of names. Valid until the next call. */
bool parts_read(struct parts *parts, const uriel_ref *ref, uriel_error *error);

/* Whether URIs of that scheme have terms of their own; "mailto:" has no part, but could (RFC 6068, 2).
 */
bool parts_are_known(uriel_text scheme);

void parts_free(struct parts *parts);

/* The part of that name, the first of a list, or undefined. */
uriel_text parts_find(const struct parts *parts, const char *name);

/* A row for each, on standard output, with the escapes of steps_print; the password as **** unless
 * it is to be shown. */
void parts_print(const struct parts *parts, bool show_password);

/* The object "parts"; a part that can occur several times is an array. */
void parts_json(const struct parts *parts, struct json *json);

/* "NAME=VALUE" of each, separated by tabs, with those escapes. */
void parts_line(const struct parts *parts, bool show_password, struct buffer *out);

#endif
