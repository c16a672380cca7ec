/* SPDX-License-Identifier: MIT */
/* Access plans for people, on one line, and as JSON. */
#ifndef URIEL_CLI_STEPS_H
#define URIEL_CLI_STEPS_H

#include "cli/shared/buffer.h"
#include "cli/shared/json.h"
#include "uriel_scheme.h"

/* A plan and the blocks that it is written into, which grow. */
struct steps {
  uriel_plan plan;
  struct buffer list; /* of uriel_step */
  struct buffer text;
  bool hide;           /* passwords are shown as **** */
  uriel_text password; /* the URI's, decoded; undefined where it has none */
};

/* Makes the plan; whether there is one. It is valid until the next. */
bool steps_make(struct steps *steps, const uriel_ref *ref, const uriel_plan_options *options,
                uriel_error *error);
void steps_free(struct steps *steps);

/* The steps as numbered lines, on standard output. CR, LF and TAB are shown as \r \n \t, a backslash as
 * \\, other control characters and what is no UTF-8 as \xNN. */
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

#endif
