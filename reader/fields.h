/* SPDX-License-Identifier: MIT */
/* Header fields of HTTP messages and of records of web archives. */
#ifndef URIEL_READER_FIELDS_H
#define URIEL_READER_FIELDS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"
#include "source.h"
#include "uriel.h"

/* Something longer is not a header. */
enum { FIELDS_LIMIT = 1024 * 1024 };

struct field {
  uriel_text name;  /* empty if the line is not a field */
  uriel_text value; /* with its folding, without the white space around it */
};

/* Returns the length of a whole header with its empty line, after reading until the window contains it;
 * or 0 if the source ends before, or if the header is longer than the limit. */
size_t fields_end(struct source *source);

/* Reads the field at `*at`, and moves `*at` to the next. Returns false at the empty line and at the end.
 */
bool fields_next(uriel_text header, size_t *at, struct field *field);

/* Returns the first field of the name, without white space around it; undefined if not found. */
uriel_text fields_find(uriel_text header, const char *name);

/* A link in a value of the field Link (RFC 8288, 3). Parameters, without quotes but with escapes, are
 * undefined if it lacks them. */
struct field_link {
  uriel_text target; /* undefined: `text`, which is not a link */
  uriel_text text;
  uriel_text rel, rev, anchor;
};

/* Reads the link at `*at`, and moves `*at` past it. Returns false at the end. */
bool fields_link(uriel_text value, size_t *at, struct field_link *link);

/* Finds the next item of a value that is a list with `separator` between items: quoted strings may
 * contain it, and empty items are skipped (RFC 9110, 5.6.1). Returns false at the end. */
bool fields_item(uriel_text *list, char separator, uriel_text *item);

/* Splits NAME=VALUE, with or without quotes around the value, which is undefined without "=". */
void fields_split(uriel_text item, uriel_text *name, uriel_text *value);

/* Returns whether a list of that name, separated by commas, has an item of the name `directive`, and
 * sets the value of the first one. */
bool fields_directive(uriel_text header, const char *name, const char *directive, uriel_text *value);

#endif
