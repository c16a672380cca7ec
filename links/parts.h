/* SPDX-License-Identifier: MIT */
/* What URIs name the parts of a message: cid and mid (RFC 2392), Content-Location (RFC 2557, 8.1). */
#ifndef URIEL_LINKS_PARTS_H
#define URIEL_LINKS_PARTS_H

#include "entity.h"
#include "reader/growing.h"
#include "work.h"

struct parts_entry;

/* All zero at first, then with `most`. */
struct parts {
  const struct entity_parts *outer; /* those of what the message is in; NULL */
  size_t most;                      /* bytes to be kept; what is over it is not found */
  struct growing text, key;
  struct parts_entry *entries;
  size_t count, capacity;
  struct work work;
  bool sorted;
};

/* The base where there is none (RFC 2557, 5). */
#define PARTS_NO_BASE "thismessage:/"

/* Adds a name of a part: a URI in normal form; or the id of a message, and that of a part of it, either
 * of which may be NULL. False: no memory. */
bool parts_add(struct parts *parts, uriel_text normal, uriel_text part);
bool parts_add_id(struct parts *parts, const char *message_id, const char *id, uriel_text part);

/* The `find` of a struct entity_parts of which the struct parts is the context. */
uriel_text parts_find(void *context, uriel_text normal, uriel_text reference);

void parts_free(struct parts *parts);

#endif
