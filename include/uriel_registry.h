/* SPDX-License-Identifier: MIT */
/* uriel: files of namespaces (doc/namespaces.md). See uriel.h for conventions.
 *
 *     uriel_text rest = {file, len};
 *     uriel_field field;
 *     while (uriel_field_next(&field, &rest))
 *       printf("%.*s\n", (int)field.name.len, field.name.ptr);
 *     if (rest.len > 0)
 *       puts("a line is not a field"); // rest begins with it */
#ifndef URIEL_REGISTRY_H
#define URIEL_REGISTRY_H

#include "uriel.h"

/* A field: "wrong number: a number is missing". A line that begins with white space continues it. */
typedef struct uriel_field {
  uriel_text name;  /* "wrong" */
  uriel_text of;    /* the words between the name and ":": "number"; often empty */
  uriel_text value; /* of all its lines, without the white space before and after it */
} uriel_field;

/* Takes the next field off `rest` and returns true. Skips empty lines, and comments, which begin with
 * "#". Returns false at the end, and at a line that is not a field, with which `rest` then begins.
 * O(length of the field). */
URIEL_API bool uriel_field_next(uriel_field *field, uriel_text *rest);

#endif
