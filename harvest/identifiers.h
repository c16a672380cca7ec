/* SPDX-License-Identifier: MIT */
/* Identifiers whose ids are known: a table of limited memory, which is searched before the database's
 * index. */
#ifndef URIEL_HARVEST_IDENTIFIERS_H
#define URIEL_HARVEST_IDENTIFIERS_H

#include "base/buffer.h"
#include "base/texts.h"

/* Zero-initialise, then set `most`. */
struct identifiers {
  size_t most; /* bytes that it may take */
  /* private */
  struct texts normals;
  struct buffer ids; /* int64_t: by the number of the normal form */
};

/* Returns the id of a normal form with that hash (texts_hash), or 0 if the table does not have it. */
int64_t identifiers_find(const struct identifiers *table, uint32_t hash, uriel_text normal);

/* Adds a normal form that the table does not have. Returns false, without adding it, if the memory is
 * used up. */
bool identifiers_add(struct identifiers *table, uint32_t hash, uriel_text normal, int64_t id);

/* Empties the table, and frees its memory. */
void identifiers_clear(struct identifiers *table);

#endif
