/* SPDX-License-Identifier: MIT */
/* The columns that exist, and the columns that the caller requests. */
#ifndef URIEL_ARROW_KINDS_H
#define URIEL_ARROW_KINDS_H

#include "uriel_arrow.h"

typedef enum arrow_type {
  ARROW_TEXT,
  ARROW_PORT_NUMBER, /* uint16 */
  ARROW_ERROR,       /* uint16 */
  ARROW_MEMBER       /* uint32 */
} arrow_type;

typedef struct arrow_kind {
  unsigned bit; /* uriel_arrow_column */
  arrow_type type;
  const char *name;
  uriel_component component; /* of ARROW_TEXT */
  size_t member;             /* of ARROW_MEMBER: its offset in uriel_ref */
} arrow_kind;

enum { ARROW_KINDS = 17 };
extern const arrow_kind uriel_arrow_kinds[ARROW_KINDS];

/* How the texts lie in the array that goes in. */
typedef enum arrow_layout { ARROW_OFFSETS32, ARROW_OFFSETS64, ARROW_VIEWS } arrow_layout;

/* The request, after the schema and the options have been read. */
typedef struct arrow_request {
  unsigned columns;
  bool views;       /* text columns are views */
  bool nested;      /* the texts are a child of a struct array, */
  int64_t child;    /* this one, */
  int64_t children; /* of so many */
  arrow_layout layout;
} arrow_request;

int uriel_arrow_request(arrow_request *request, const struct ArrowSchema *schema,
                        const uriel_arrow_options *options, const char **why);

/* Returns whether a struct's schema has all of its children. */
bool uriel_arrow_has_children(const struct ArrowSchema *schema);

/* "u", "U", "vu", "S" or "I". */
const char *uriel_arrow_format(const arrow_request *request, const arrow_kind *kind);

/* Sets the message and returns the number, for `return`. */
static inline int arrow_fail(const char **why, int error, const char *message)
{
  if (why)
    *why = message;
  return error;
}

#endif
