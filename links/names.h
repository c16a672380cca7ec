/* SPDX-License-Identifier: MIT */
/* What URIs name the parts of a message: cid and mid (RFC 2392), Content-Location (RFC 2557, 8.1). */
#ifndef URIEL_LINKS_NAMES_H
#define URIEL_LINKS_NAMES_H

#include "entity.h"
#include "reader/buffer.h"
#include "work.h"

struct names_entry;

/* All zero at first, then with `most`. */
struct names {
  const struct entity_parts *outer; /* those of what the message is in; NULL */
  size_t most;                      /* bytes to be kept; what is over it is not found */
  size_t at;                        /* the node that the reference to be found is in */
  size_t *parents;                  /* of each node the one that it is in, which comes before it */
  struct buffer text, key;
  struct names_entry *entries;
  size_t count, capacity;
  struct work work;
  bool sorted;
};

/* The base where there is none (RFC 2557, 5). */
#define NAMES_NO_BASE "thismessage:/"

/* A part of the message: which of its nodes, and what it is called in the file. */
struct names_part {
  size_t node;
  uriel_text name;
};

/* Adds a name of a part: a URI in normal form; or the id of a message, and that of a part of it, either
 * of which may be NULL. False: no memory. */
bool names_add(struct names *names, uriel_text normal, struct names_part part);
bool names_add_id(struct names *names, const char *message_id, const char *id, struct names_part part);

/* The `find` of a struct entity_parts: where some parts have the name, one within the innermost that has
 * one and the node `at` in it (RFC 2557, 8.2), of these the first. The struct names
 * is the context. */
uriel_text names_find(void *context, uriel_text normal, uriel_text reference);

void names_free(struct names *names);

#endif
