/* SPDX-License-Identifier: MIT */
/* Schemas that are handed out. Names are static. */
#ifndef URIEL_ARROW_SCHEMA_H
#define URIEL_ARROW_SCHEMA_H

#include "kinds.h"

void uriel_arrow_schema_leaf(struct ArrowSchema *out, const char *name, arrow_format format);

/* A schema of columns, which are moved into it. Returns false without memory. */
bool uriel_arrow_schema_outer(struct ArrowSchema *out, const char *name, const char *format,
                              const struct ArrowSchema *columns, size_t count);

/* A schema of indices; their dictionary is moved into it. */
bool uriel_arrow_schema_encoded(struct ArrowSchema *out, const char *name, arrow_format format,
                                const struct ArrowSchema *dictionary);

#endif
