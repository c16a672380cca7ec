/* SPDX-License-Identifier: MIT */
/* Memory for one document: allocated piece by piece, freed all at once, up to a limit. */
#ifndef URIEL_LINKS_ARENA_H
#define URIEL_LINKS_ARENA_H

#include <stdbool.h>
#include <stddef.h>

struct arena_block;

/* Zero-initialise, then call arena_reset, which sets the limit. */
struct arena {
  struct arena_block *blocks; /* newest first; the oldest survives a reset */
  char *next;
  char *end;
  size_t used;    /* bytes of blocks */
  size_t limit;   /* for `used` */
  bool no_memory; /* the system had no memory; stays set until the reset */
  bool over;      /* the budget was exceeded; stays set until the reset */
};

/* Returns bytes aligned for any type, or NULL if there is no memory or the limit is exceeded. */
void *arena_take(struct arena *arena, size_t size);

/* Frees everything, and sets a new limit. */
void arena_reset(struct arena *arena, size_t limit);

void arena_free(struct arena *arena);

#endif
