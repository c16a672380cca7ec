/* SPDX-License-Identifier: MIT */
/* The URIs that name parts of a message: cid and mid (RFC 2392), Content-Location (RFC 2557, 8.1). */
#ifndef URIEL_LINKS_NAMES_H
#define URIEL_LINKS_NAMES_H

#include "base/buffer.h"
#include "entity.h"
#include "work.h"

/* Zero-initialise, then set `most`. */
struct names {
  const struct entity_parts *outer; /* of the enclosing document; may be NULL */
  size_t most;                      /* bytes to keep; names beyond that are not found */
  size_t at;                        /* the node that contains the reference to find */
  size_t *parents;                  /* for each node the enclosing one, which comes before it */
  struct buffer text, key;
  struct buffer entries; /* struct names_entry */
  struct work work;
  bool sorted;
};

/* The base if there is no other (RFC 2557, 5). */
#define NAMES_NO_BASE "thismessage:/"

/* A part of the message: its node, and its position in the file. */
struct names_part {
  size_t node;
  uriel_text name;
};

/* Adds a name of a part: a URI in normal form; or the ids of a message and of a part of it, either of
 * which may be NULL. Returns false if memory runs out. */
bool names_add(struct names *names, uriel_text normal, struct names_part part);
bool names_add_id(struct names *names, const char *message_id, const char *id, struct names_part part);

/* The `find` of a struct entity_parts; the struct names is its context. If several parts have the name,
 * the first in the innermost node that contains one of them and the node `at` (RFC 2557, 8.2). */
uriel_text names_find(void *context, uriel_text normal, uriel_text reference);

void names_free(struct names *names);

#endif
