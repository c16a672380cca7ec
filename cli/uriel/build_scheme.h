/* SPDX-License-Identifier: MIT */
/* uriel build --scheme: URIs made of their scheme's own parts. */
#ifndef URIEL_CLI_BUILD_SCHEME_H
#define URIEL_CLI_BUILD_SCHEME_H

#include "cli/shared/buffer.h"
#include "cli/shared/option.h"
#include "cli/shared/record.h"

struct build_scheme {
  const char *name;    /* NULL: it was not asked for */
  struct buffer parts; /* of uriel_own_part, which copies share; the caller frees it */
  struct buffer uri;
  struct buffer scratch; /* for lists */
  struct buffer message;
};

/* One --part. */
option_call build_scheme_part;

/* The record's URI, or its error, whose text is the part to blame. */
void build_of_scheme(struct build_scheme *self, struct record *record);

/* Of a copy: buffers of its own, and their end. */
void build_scheme_begin(struct build_scheme *self);
void build_scheme_end(struct build_scheme *self);

#endif
