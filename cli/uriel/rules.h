/* SPDX-License-Identifier: MIT */
/* A reference under its scheme: its parts, its access plan and its rules. */
#ifndef URIEL_CLI_RULES_H
#define URIEL_CLI_RULES_H

#include "cli/shared/json.h"
#include "cli/shared/record.h"
#include "uriel_plan.h"

/* Whether the reference has that scheme, which is in lower case. */
bool scheme_is(const uriel_ref *ref, const char *scheme);

/* Refuses the record, because its input is not one of the names, which end with NULL, and suggests the
 * nearest one: "no scheme of that name is known: did you mean "http"?" */
void name_refuse(struct record *record, const char *const *names, const char *message, const char *what,
                 const char *code);

/* Writes the name in lower case from the start of `out`. */
uriel_text scheme_lower(uriel_text name, struct buffer *out);

/* Appends text: CR, LF and TAB as \r \n \t, a backslash as \\, other control characters and bytes that
 * are not UTF-8 as \xNN. With `lines`, a line feed stays after each line except the last. */
void steps_escape(struct buffer *out, uriel_text text, bool lines);

/* ---- Access plans (steps.c) ---- */

/* A plan and the buffers that hold it. */
struct steps {
  uriel_plan plan;
  struct buffer list; /* array of uriel_step */
  struct buffer text;
  struct buffer branches; /* array of uriel_branch */
  bool replies;           /* with branches, and the steps that only they lead to */
  bool hide;              /* passwords are shown as **** */
  uriel_text password;    /* the URI's password, decoded, or undefined */
};

/* Makes the plan. Returns whether one exists. It is valid until the next call. */
bool steps_make(struct steps *steps, const uriel_ref *ref, const uriel_plan_options *options,
                uriel_error *error);

void steps_append(struct buffer *out, const char *string);

/* Writes the steps in short form, separated by tabs: "connect h 21 tcp", "send QUIT\r\n". */
void steps_line(const struct steps *steps, struct buffer *out);

/* Prints the steps as numbered lines, with the escapes of steps_escape. */
void steps_print(const struct steps *steps);

/* Writes the array "steps", and "aside" if there are steps that only branches lead to. */
void steps_json(const struct steps *steps, struct json *json);

/* ---- Parts (schemes.c) ---- */

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

/* Returns the part of that name, the first of a list, or undefined. */
uriel_text parts_find(const struct parts *parts, const char *name);

/* Writes the object "parts". A part that can occur several times is an array. */
void parts_json(const struct parts *parts, struct json *json);

/* ---- Rules (schemes.c): check --scheme-rules, lint ---- */

/* Zero-initialise. */
struct rules {
  struct parts parts;
  struct steps steps;
};

/* Returns whether the reference keeps the rules of its scheme: those for its parts (uriel schemes), for
 * its host and port (uriel plan) and for names (uriel urn check). A relative reference and one of a
 * scheme without known rules does. Otherwise fills in `error`. */
bool rules_check(struct rules *rules, const uriel_ref *ref, struct record_error *error);

#endif
