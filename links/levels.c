/* SPDX-License-Identifier: MIT */
#include "levels.h"

#include <stdlib.h>

void levels_push(struct links_levels *levels, const struct links_document *document)
{
  levels->all = list_grow(levels->all, levels->count, &levels->capacity, sizeof *levels->all);
  struct links_level *const level = levels->last = &levels->all[levels->count++];
  level->number = document->number;
  level->kind = document->kind;
  level->flags = document->flags;
  level->base_source = document->base_source;
  level->is_encoded = document->parent || document->encoding;
  level->baseless = 0;
  if (!buffer_set(&level->part, document->part) || !buffer_set(&level->base, document->base) ||
      !buffer_set(&level->retrieval, document->retrieval))
    base_die_memory();
}

void levels_free(struct links_levels *levels)
{
  for (size_t i = 0; i < levels->capacity; i++) {
    buffer_free(&levels->all[i].part);
    buffer_free(&levels->all[i].base);
    buffer_free(&levels->all[i].retrieval);
  }
  free(levels->all);
}

void levels_pop(struct links_levels *levels)
{
  levels->last = --levels->count ? levels->last - 1 : NULL;
}
