/* SPDX-License-Identifier: MIT */
/* The tags of an HTML document one by one, as HTML's tokenizer finds them, without building a tree:
 * linear in time, constant in memory, whatever the document. */
#ifndef URIEL_LINKS_TAGS_H
#define URIEL_LINKS_TAGS_H

#include <stdbool.h>
#include <stddef.h>

#include "attribute.h"

/* Set data and len, all else to 0. */
struct tags {
  const char *data;
  size_t len;
  size_t at;
  const char *raw; /* the name of an element that holds text only: up to its end tag */
  size_t raw_len;
  unsigned foreign; /* <svg> and <math> that are open, in which no element holds text only */
};

struct tags_item {
  const char *name; /* as it is written */
  size_t name_len;
  bool is_end;
  bool is_empty; /* ends in "/>" */
  size_t attribute_count;
  struct tag_value text; /* what follows <style>, up to its end tag; `ptr` NULL: another element */
  /* Of a start tag, as they are written: `verbatim` where there is no "&". */
  struct tag_values values;
};

/* False at the end; a tag that is cut off there does not count. */
bool tags_next(struct tags *tags, struct tags_item *item);

/* Whether a name of a tag is `word` (lower case). */
bool tags_named(const struct tags_item *item, const char *word);

#endif
