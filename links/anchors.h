/* SPDX-License-Identifier: MIT */
/* The anchors of a document, and whether a fragment leads to one. */
#ifndef URIEL_LINKS_ANCHORS_H
#define URIEL_LINKS_ANCHORS_H

#include <stdbool.h>
#include <stddef.h>

#include "labels.h"
#include "links.h"
#include "reader/fragment.h"

/* Zero-initialise. */
struct anchors {
  struct labels names;
  bool are_known;           /* the document's kind has KIND_ANCHORS, and all of them were read */
  bool is_html;             /* KIND_PAGE */
  bool has_lines, has_rows; /* KIND_LINES, KIND_ROWS */
  struct extent extent;     /* with either */
  struct buffer decoded;
};

/* Sets what follows from the flags of the document's kind. */
void anchors_start(struct anchors *anchors, unsigned flags);

/* The extent of a text is an anchor in the form of a fragment that selects all of it: "line=,8" and, if
 * it is UTF-8, "char=,99"; of comma-separated values "cell=1,1-8,3". */
enum { ANCHORS_EXTENT = 64 /* the longest, with a NUL */ };

/* Adds an anchor. Returns false if memory runs out. */
bool anchors_add(struct anchors *anchors, uriel_text name);

/* Returns the fragment of a URI, without "#"; empty without one. What starts with ":~:" is for the
 * browser, not a place (URL Fragment Text Directives). */
uriel_text anchors_fragment(uriel_text uri);

enum anchors_answer { ANCHORS_FOUND, ANCHORS_MISSING, ANCHORS_UNKNOWN, ANCHORS_NO_MEMORY };

/* Looks for the place that a fragment leads to (HTML, "select the indicated part"): verbatim, or
 * percent-decoded. UNKNOWN: the anchors are not known, or it may be an XPointer. */
enum anchors_answer anchors_ask(struct anchors *anchors, uriel_text fragment);

/* Returns about how many bytes the anchors take. */
size_t anchors_size(const struct anchors *anchors);

void anchors_free(struct anchors *anchors);

#endif
