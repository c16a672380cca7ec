/* SPDX-License-Identifier: MIT */
/* The anchors of headings in Markdown, as GitHub names them. */
#ifndef URIEL_LINKS_HEADING_H
#define URIEL_LINKS_HEADING_H

#include <stdbool.h>
#include <stddef.h>

#include "entity.h"

struct heading_slot;

/* Zero-initialise. */
struct headings {
  struct buffer plain, name; /* of one heading */
  struct buffer kept;        /* all anchors */
  struct heading_slot *slots;
  size_t count, capacity; /* of `slots`: a power of two, or 0 */
  uint64_t seed;          /* so that no document can choose names that collide */
};

/* Reports the anchor of a heading with this text, without its "#": its plain text in lower case, of
 * which letters, digits, "_" and "-" stay, and a space becomes "-". If an earlier heading has that
 * anchor, "-1" or the next free number follows. Returns false if the reading must end. */
bool headings_add(struct headings *headings, struct entity *entity, uriel_text text);

void headings_free(struct headings *headings);

#endif
