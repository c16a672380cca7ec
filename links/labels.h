/* SPDX-License-Identifier: MIT */
/* A set of names: the anchors of headings, and the labels of definitions, of a document of Markdown. */
#ifndef URIEL_LINKS_LABELS_H
#define URIEL_LINKS_LABELS_H

#include "base/buffer.h"
#include "base/texts.h"

/* What the caller knows of a name; 0 at first. */
struct label {
  size_t number;
  bool is_used;
};

/* Zero-initialise. */
struct labels {
  struct texts names;
  struct buffer of; /* struct label: by the number of the name */
};

/* Returns the label with that name, or NULL. It is valid until a label is added. */
struct label *labels_find(const struct labels *labels, uriel_text name);

/* Returns the label with that name, which is added if it is new; NULL if memory runs out. */
struct label *labels_add(struct labels *labels, uriel_text name, bool *is_new);

void labels_free(struct labels *labels);

#endif
