/* SPDX-License-Identifier: MIT */
/* Header fields of HTTP messages and of records of web archives. */
#ifndef URIEL_LINKS_FIELDS_H
#define URIEL_LINKS_FIELDS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"
#include "reader/source.h"
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

#endif
