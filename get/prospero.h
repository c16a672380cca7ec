/* SPDX-License-Identifier: MIT */
/* The text of Prospero's answers (protocol version 5). */
#ifndef URIEL_GET_PROSPERO_H
#define URIEL_GET_PROSPERO_H

#include "base/buffer.h"

enum { PROSPERO_TOKENS = 12, PROSPERO_CODE = 24 };

/* Where a request went: for values that an answer leaves out. */
struct prospero_place {
  uriel_text host, name;
  uint16_t port;
};

/* What an answer states. Zero-initialise once. */
struct prospero_answer {
  char code[PROSPERO_CODE]; /* see enum uriel_reply_form */
  struct buffer message;    /* of a failure */
  struct buffer contents;   /* the object */
  struct buffer links;      /* a list of URIs (RFC 2483, 5), with the names as comments */
  struct buffer location;   /* the URI of the access method, or of the place that the object moved to */
};

/* Reads an answer. Returns false if it has a quote without an end. */
bool prospero_read(struct prospero_answer *answer, uriel_text text, const struct prospero_place *place);

void prospero_free(struct prospero_answer *answer);

#endif
