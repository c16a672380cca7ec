/* SPDX-License-Identifier: MIT */
/* Memory for one document: taken piece by piece, given back all at once, never more than a limit. */
#ifndef URIEL_LINKS_ARENA_H
#define URIEL_LINKS_ARENA_H

#include <stdbool.h>
#include <stddef.h>

struct arena_block;

/* All zero is an empty arena with the limit 0: call arena_reset first. */
struct arena {
  struct arena_block *blocks; /* newest first; the oldest outlives a reset */
  char *next;
  char *end;
  char *last;     /* what arena_take returned last, so that it can be taken back */
  size_t used;    /* bytes of blocks */
  size_t limit;   /* for `used` */
  bool no_memory; /* the system had none, whatever the limit; stays set until the reset */
  bool over;      /* the budget had none; stays set until the reset */
};

/* Bytes aligned for any type, or NULL: no memory, or over the limit. */
void *arena_take(struct arena *arena, size_t size);

/* Takes back the block that was taken last; anything else stays until the reset. */
void arena_give(struct arena *arena, void *taken);

/* Everything that was taken is gone, and the limit is another one. */
void arena_reset(struct arena *arena, size_t limit);

void arena_free(struct arena *arena);

#endif
