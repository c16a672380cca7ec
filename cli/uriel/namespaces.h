/* SPDX-License-Identifier: MIT */
/* The files of namespaces (doc/namespaces.md), which the program contains. */
#ifndef URIEL_CLI_NAMESPACES_H
#define URIEL_CLI_NAMESPACES_H

#include <string.h>

#include "stage.h"
#include "uriel_registry.h"

extern const struct stage namespaces_stage; /* uriel urn namespaces */

/* Takes the next file off `rest`, which is undefined at first. Returns false after the last one. */
bool namespace_next(uriel_text *rest, uriel_text *nid, uriel_text *file);

/* Whether the field has that name. */
static inline bool field_is(const uriel_field *field, const char *name)
{
  return field->name.len == strlen(name) && memcmp(field->name.ptr, name, field->name.len) == 0;
}

#endif
