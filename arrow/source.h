/* SPDX-License-Identifier: MIT */
/* Where the values of an array that goes in lie: read from its schema. */
#ifndef URIEL_ARROW_SOURCE_H
#define URIEL_ARROW_SOURCE_H

#include "format.h"

typedef enum arrow_layout {
  ARROW_OFFSETS32,
  ARROW_OFFSETS64,
  ARROW_VIEWS,
  ARROW_INTEGERS,
  ARROW_NULLS /* nothing: every row is null */
} arrow_layout;

/* The values of an array. */
typedef struct arrow_values {
  arrow_layout layout;
  size_t width; /* of integers, in bytes */
  bool is_signed;
} arrow_values;

typedef enum arrow_form {
  ARROW_PLAIN,
  ARROW_ENCODED, /* indices of values in a dictionary */
  ARROW_LISTED   /* lists of values */
} arrow_form;

typedef struct arrow_source {
  bool nested;      /* the values are a child of a struct array */
  int64_t child;    /* the place of that child */
  int64_t children; /* the number of children */
  arrow_form form;
  arrow_values outer; /* unless it is plain: indices, or offsets of lists */
  arrow_values values;
} arrow_source;

/* The format of such integers. */
static inline arrow_format arrow_integers(const arrow_values *values)
{
  const arrow_format wide = values->width == 1   ? ARROW_INT8
                            : values->width == 2 ? ARROW_INT16
                            : values->width == 4 ? ARROW_INT32
                                                 : ARROW_INT64;
  return values->is_signed ? wide : (arrow_format)(wide + 1);
}

/* The format of texts that are copied. */
static inline arrow_format arrow_copies(const arrow_source *source)
{
  const arrow_layout layout = source->values.layout;
  return layout == ARROW_OFFSETS64 || layout == ARROW_VIEWS ? ARROW_LARGE_UTF8 : ARROW_UTF8;
}

/* Of texts, of integers if `kind` is URIEL_KIND_INTEGER, and of lists of texts if it is URIEL_KIND_LIST;
 * also as a dictionary, unless they are lists. `child` is the name of the struct's column,
 * or NULL. */
int uriel_arrow_source(arrow_source *source, const struct ArrowSchema *schema, const char *child,
                       uriel_kind kind, const char **why);

/* Returns whether a struct's schema has all of its children. */
bool uriel_arrow_has_children(const struct ArrowSchema *schema);

#endif
