/* SPDX-License-Identifier: MIT */
/* Where the values of an array that goes in lie: read from its schema. */
#ifndef URIEL_ARROW_SOURCE_H
#define URIEL_ARROW_SOURCE_H

#include "format.h"

typedef enum arrow_layout { ARROW_OFFSETS32, ARROW_OFFSETS64, ARROW_VIEWS } arrow_layout;

typedef struct arrow_source {
  bool nested;      /* the texts are a child of a struct array, */
  int64_t child;    /* this one, */
  int64_t children; /* of so many */
  arrow_layout layout;
} arrow_source;

/* The format of texts that are copied. */
static inline arrow_format arrow_copies(const arrow_source *source)
{
  return source->layout == ARROW_OFFSETS32 ? ARROW_UTF8 : ARROW_LARGE_UTF8;
}

/* `child` is the name of the struct's column, or NULL. */
int uriel_arrow_source(arrow_source *source, const struct ArrowSchema *schema, const char *child,
                       const char **why);

/* Returns whether a struct's schema has all of its children. */
bool uriel_arrow_has_children(const struct ArrowSchema *schema);

#endif
