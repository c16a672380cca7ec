/* SPDX-License-Identifier: MIT */
/* Warnings about references that look like others (UTS #39), or break the rules for text written from
 * right to left (RFC 3987, 4.2). */
#ifndef URIEL_CLI_WARNINGS_H
#define URIEL_CLI_WARNINGS_H

#include "buffer.h"
#include "record.h"

enum { WARNINGS_MAX = 16 };

/* Zero-initialise. */
struct warnings {
  struct record_error list[WARNINGS_MAX];
  struct buffer messages;
};

/* Puts the warnings about the record's reference into the record, the first of very many. They lie in
 * `warnings` until the next call; their places are in the reference's text. */
void warnings_find(struct warnings *warnings, const uriel_ref *ref, struct record *record);

void warnings_free(struct warnings *warnings);

#endif
