/* SPDX-License-Identifier: MIT */
/* The columns that exist, and the columns that the caller requests. */
#ifndef URIEL_ARROW_KINDS_H
#define URIEL_ARROW_KINDS_H

#include "source.h"

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

/* The request, after the schema and the options have been read. */
typedef struct arrow_request {
  unsigned columns;
  arrow_source source;
  arrow_format text; /* of text columns */
} arrow_request;

int uriel_arrow_request(arrow_request *request, const struct ArrowSchema *schema,
                        const uriel_arrow_options *options, const char **why);

arrow_format uriel_arrow_format(const arrow_request *request, const arrow_kind *kind);

#endif
