/* SPDX-License-Identifier: MIT */
/* The documents that are open while links_read reports events. */
#ifndef URIEL_LINKS_LEVELS_H
#define URIEL_LINKS_LEVELS_H

#include "base/buffer.h"
#include "links.h"

struct links_level {
  uint64_t number;
  const char *kind;
  unsigned flags; /* enum kind_flag */
  enum links_base base_source;
  bool is_encoded;   /* or nested: it has other bytes than the file */
  uint64_t baseless; /* for the sink: number of relative references without a base */
  struct buffer part, base, retrieval;
};

/* Zero-initialise. */
struct links_levels {
  struct links_level *last; /* the innermost document; NULL: none is open */
  size_t count;
  struct links_level *all; /* private */
  size_t capacity;         /* the most ever open; their buffers are kept */
};

/* A document begins, or ends. */
void levels_push(struct links_levels *levels, const struct links_document *document);
void levels_pop(struct links_levels *levels);

void levels_free(struct links_levels *levels);

#endif
