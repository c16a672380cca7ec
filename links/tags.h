/* SPDX-License-Identifier: MIT */
/* The tags of the start of a document one by one, as HTML's tokenizer finds them: for a base that must
 * be known before the document is read. */
#ifndef URIEL_LINKS_TAGS_H
#define URIEL_LINKS_TAGS_H

#include <stdbool.h>
#include <stddef.h>

/* Zero-initialise except `data` and `len`. */
struct tags {
  const char *data;
  size_t len;
  size_t at;
  const char *raw; /* the name of the open element whose content is only text; up to its end tag */
  size_t raw_len;
  unsigned foreign; /* number of open <svg> and <math>, in which elements may contain tags */
};

/* As written. `ptr` is NULL if the tag does not have it. */
struct tag_value {
  const char *ptr;
  size_t len;
  bool verbatim; /* it has no "&" */
};

struct tags_item {
  const char *name; /* as written */
  size_t name_len;
  bool is_end;
  bool is_empty;               /* ends in "/>" */
  struct tag_value href, base; /* href and xml:base */
};

/* Returns false at the end; skips a tag that is cut off there. O(n) for all calls together. */
bool tags_next(struct tags *tags, struct tags_item *item);

#endif
