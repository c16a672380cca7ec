/* SPDX-License-Identifier: MIT */
/* The scheme-specific parts of a URI and its access plan, in each form of output. */
#ifndef URIEL_CLI_STEPS_H
#define URIEL_CLI_STEPS_H

#include "cli/shared/buffer.h"
#include "cli/shared/json.h"
#include "uriel_historic.h"
#include "uriel_scheme.h"

/* A plan and the buffers that hold it. */
struct steps {
  uriel_plan plan;
  struct buffer list; /* array of uriel_step */
  struct buffer text;
  bool hide;           /* passwords are shown as **** */
  uriel_text password; /* the URI's password, decoded, or undefined */
};

/* Makes the plan. Returns whether one exists. It is valid until the next call. */
bool steps_make(struct steps *steps, const uriel_ref *ref, const uriel_plan_options *options,
                uriel_error *error);
void steps_free(struct steps *steps);

/* Prints the steps as numbered lines. CR, LF and TAB are shown as \r \n \t, a backslash as \\, other
 * control characters and bytes that are not UTF-8 as \xNN. */
void steps_print(const struct steps *steps);

/* Appends the steps in short form, separated by tabs, with the same escapes: "connect h 21 tcp", "send
 * QUIT\r\n". */
void steps_line(const struct steps *steps, struct buffer *out);

/* Writes the array "steps". */
void steps_json(const struct steps *steps, struct json *json);

/* Returns the next warning: "low port: ...". Start with `*bit` 0. Returns false after the last. The text
 * is valid until the next call. */
bool steps_warning(const struct steps *steps, const uriel_ref *ref, unsigned *bit, uriel_text *text);

/* Appends text with those escapes. */
void steps_escape(struct buffer *out, uriel_text text);

struct parts {
  struct buffer list; /* array of uriel_own_part */
  struct buffer scratch;
  uriel_text scheme; /* of the reference, which must outlive this */
  size_t count;
};

/* Reads the parts. Returns false if they could not be read. An unknown scheme has no parts; a URN has
 * the parts of names. Valid until the next call. */
bool parts_read(struct parts *parts, const uriel_ref *ref, uriel_error *error);

/* Whether URIs of the scheme have parts of their own. "mailto:" has no part, but could have (RFC 6068,
 * 2). */
bool parts_are_known(uriel_text scheme);

void parts_free(struct parts *parts);

/* Returns the part of that name, the first of a list, or undefined. */
uriel_text parts_find(const struct parts *parts, const char *name);

/* Prints a row for each part, with the escapes of steps_print. The password is **** unless
 * `show_password` is set. */
void parts_print(const struct parts *parts, bool show_password);

/* Writes the object "parts". A part that can occur several times is an array. */
void parts_json(const struct parts *parts, struct json *json);

/* Appends "NAME=VALUE" for each part, separated by tabs, with the same escapes. */
void parts_line(const struct parts *parts, bool show_password, struct buffer *out);

#endif
