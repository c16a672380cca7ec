/* SPDX-License-Identifier: MIT */
/* Shared by the actions of uriel urn. */
#ifndef URIEL_CLI_URN_H
#define URIEL_CLI_URN_H

#include "rules.h"
#include "stage.h"
#include "uriel_urn.h"

enum urn_writer { URN_NORMAL, URN_SHOW, URN_ENCODE, URN_REQUEST };

/* The arguments of all actions, and their buffers. */
struct urn {
  const char *nid; /* encode */
  unsigned options;
  const char *resolver_text; /* where */
  const char *service;
  const char *path;

  enum urn_writer writer; /* of the action */
  uriel_ref resolver;     /* of --resolver */
  struct buffer own;      /* array of struct resolver: the user's */
  struct buffer text;     /* of the user's file, which `own` points into */
  struct buffer filled;   /* a template of a resolver without its {rest} */
  struct buffer output;
  struct steps steps;
};

/* Parses a URN by the record's document. Returns false and blames the record if that fails. */
bool urn_read(struct record *record, uriel_ref *ref, uriel_urn *urn, uriel_text text);

/* Writes what self->writer makes of `ref`, or of `text`, to self->output. Returns whether that succeeds.
 */
bool urn_write(struct urn *self, const uriel_ref *ref, uriel_text text, uriel_spec spec,
               uriel_error *error);

extern const struct option_spec urn_options[];
extern const struct stage urn_where_stage;

#endif
