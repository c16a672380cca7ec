/* SPDX-License-Identifier: MIT */
/* The header fields of HTTP messages and of records of web archives, line by line. */
#ifndef URIEL_LINKS_FIELDS_H
#define URIEL_LINKS_FIELDS_H

#include <stdbool.h>
#include <stddef.h>

#include "reader/buffer.h"
#include "reader/source.h"
#include "uriel.h"

/* A header that is longer is none. */
enum { FIELDS_LIMIT = 1024 * 1024 };

struct field {
  uriel_text name;  /* empty: the line is no field */
  uriel_text value; /* with its folding, less the white space around it */
};

/* Reads on until the window holds a whole header, its empty line too, and returns its length. 0: there
 * is none, or it is longer than the limit. */
size_t fields_end(struct source *source);

/* The length of the line at the begin, with its end; `len` where it has none. */
size_t fields_line(const char *data, size_t len);

/* The field at `*at`, which comes out at the next one. False at the empty line and at the end. */
bool fields_next(uriel_text header, size_t *at, struct field *field);

bool fields_named(const struct field *field, const char *name);

/* The first field of the name, less white space around it; undefined where there is none. */
uriel_text fields_find(uriel_text header, const char *name);

/* A number of decimal digits, or false. */
bool fields_number(uriel_text text, uint64_t *number);

#endif
