/* SPDX-License-Identifier: MIT */
/* The tags of an HTML document one by one, as HTML's tokenizer finds them, without a tree: in linear
 * time and constant memory for any document. */
#ifndef URIEL_LINKS_TAGS_H
#define URIEL_LINKS_TAGS_H

#include <stdbool.h>
#include <stddef.h>

#include "attribute.h"

/* Zero-initialise except `data` and `len`. */
struct tags {
  const char *data;
  size_t len;
  size_t at;
  const char *raw; /* the name of the open element whose content is only text; up to its end tag */
  size_t raw_len;
  unsigned foreign; /* number of open <svg> and <math>, in which elements may contain tags */
};

struct tags_item {
  const char *name; /* as written */
  size_t name_len;
  bool is_end;
  bool is_empty; /* ends in "/>" */
  size_t attribute_count;
  struct tag_value
      text; /* the content of <style>, up to its end tag; `ptr` is NULL for another element */
  /* Of a start tag, as written: `verbatim` if there is no "&". */
  struct tag_values values;
};

/* Returns false at the end; a tag that is cut off there does not count. */
bool tags_next(struct tags *tags, struct tags_item *item);

/* Whether the name of a tag is `word` (lower case). */
bool tags_named(const struct tags_item *item, const char *word);

#endif
