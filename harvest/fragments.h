/* SPDX-License-Identifier: MIT */
/* Whether fragments lead to a place in the files that they name. */
#ifndef URIEL_HARVEST_FRAGMENTS_H
#define URIEL_HARVEST_FRAGMENTS_H

#include "base/budget.h"
#include "links/anchors.h"

/* Zero-initialise. */
struct fragments {
  struct links *links;
  struct budget budget;
  struct anchors anchors; /* of the file at `path` */
  struct buffer path, index;
  bool has_path;
  bool no_memory;
};

/* Whether the file at a path, or the index.html of the folder there, has no place that the fragment of
 * `uri` leads to. False if that is not known. Reads a file once for all its fragments, if these are
 * asked for one after the other. */
bool fragments_miss(struct fragments *fragments, uriel_text path, uriel_text uri);

void fragments_free(struct fragments *fragments);

#endif
