/* SPDX-License-Identifier: MIT */
/* The parts of a URI in its scheme's own terms: for people and as JSON. */
#ifndef URIEL_CLI_PARTS_H
#define URIEL_CLI_PARTS_H

#include "cli/shared/buffer.h"
#include "cli/shared/json.h"
#include "uriel_historic.h"

struct parts {
  struct buffer list; /* of uriel_own_part */
  struct buffer scratch;
  uriel_text scheme; /* of the reference, which outlives this */
  size_t count;
};

/* Reads them; whether they could be read. A scheme without terms of its own has none, a URN those of
 * names. Valid until the next. */
bool parts_read(struct parts *parts, const uriel_ref *ref, uriel_error *error);
/* Whether URIs of that scheme have terms of their own; "mailto:" has no part, but could (RFC 6068, 2).
 */
bool parts_are_known(uriel_text scheme);

void parts_free(struct parts *parts);

/* The part of that name, the first of a list; undefined where there is none. */
uriel_text parts_find(const struct parts *parts, const char *name);

/* A row for each, on standard output, with the escapes of steps_print; the password behind stars unless
 * it is to be shown. */
void parts_print(const struct parts *parts, bool show_password);

/* The object "parts"; what can be there several times is an array. */
void parts_json(const struct parts *parts, struct json *json);

/* "NAME=VALUE" of each, separated by tabs, with those escapes. */
void parts_line(const struct parts *parts, bool show_password, struct buffer *out);

#endif
