/* SPDX-License-Identifier: MIT */
/* A set of names: the anchors of headings, and the labels of definitions, of a document of Markdown. */
#ifndef URIEL_LINKS_LABELS_H
#define URIEL_LINKS_LABELS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"

struct label {
  uint64_t hash;
  size_t at, len; /* in `kept` */
  size_t number;  /* 0 at first: the caller's */
  bool is_used;   /* false at first: the caller's */
  bool is_taken;
};

/* Zero-initialise. */
struct labels {
  struct buffer kept;
  struct label *slots;
  size_t count, capacity; /* of `slots`: a power of two, or 0 */
  uint64_t seed;          /* so that no document can choose names that collide */
};

/* Returns the label with that name, or NULL. It is valid until a label is added. */
struct label *labels_find(const struct labels *labels, uriel_text name);

/* Returns the label with that name, which is added if it is new; NULL if there is no memory. */
struct label *labels_add(struct labels *labels, uriel_text name, bool *is_new);

void labels_free(struct labels *labels);

#endif
