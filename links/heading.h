/* SPDX-License-Identifier: MIT */
/* The anchors of headings in Markdown, as GitHub names them. */
#ifndef URIEL_LINKS_HEADING_H
#define URIEL_LINKS_HEADING_H

#include <stdbool.h>
#include <stddef.h>

#include "entity.h"
#include "labels.h"

/* Zero-initialise. */
struct headings {
  struct buffer plain, name; /* of one heading */
  struct labels names;       /* all anchors */
};

/* Reports the anchor of a heading with this text, without its "#": its plain text in lower case, of
 * which letters, digits, "_" and "-" stay, and a space becomes "-". If an earlier heading has that
 * anchor, "-1" or the next free number follows. Returns false if the reading must end. */
bool headings_add(struct headings *headings, struct entity *entity, uriel_text text);

/* Writes a label as labels are compared (CommonMark 0.31.2, 6.3, "matches"): with its case folded and
 * its white space collapsed. Returns the length, at most 3 * `label.len`. */
size_t heading_label(uriel_text label, char *out);

void headings_free(struct headings *headings);

#endif
