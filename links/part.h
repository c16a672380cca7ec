/* SPDX-License-Identifier: MIT */
/* The part of a document that a fragment leads to: an element of HTML or XML, a section of Markdown. The
 * readers of links find it with the anchors that links --check and harvest compare with fragments. */
#ifndef URIEL_LINKS_PART_H
#define URIEL_LINKS_PART_H

#include "base/buffer.h"
#include "links.h"

enum part_answer {
  PART_FOUND,
  PART_MISSING,
  PART_UNFINISHED, /* the document is damaged before the end of the part, or of the search */
  PART_UNKNOWN     /* a kind without anchors, or an XPointer that is not a name */
};

/* Zero-initialise, then free. */
struct part {
  size_t begin, end;   /* FOUND: the bytes of the part */
  struct buffer names; /* the anchors, each with a NUL */
  const char *near;    /* MISSING: the one that may be meant, or NULL */
  char reason[256];    /* UNFINISHED */
};

/* A whole document with its declared media type and its name, or NULL. `fragment` is as written. Ends
 * the program if memory runs out. O(document). */
enum part_answer part_find(struct part *part, uriel_text document, const char *media_type,
                           const char *name, uriel_text fragment);

void part_free(struct part *part);

#endif
