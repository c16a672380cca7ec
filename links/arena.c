/* SPDX-License-Identifier: MIT */
/* Memory for one document. */
#include "arena.h"

#include <stdalign.h>
#include <stdint.h>

#include "base/budget.h"

enum {
  ARENA_SMALLEST = 256 * 1024,
  ARENA_LARGEST = 8 * 1024 * 1024,
  ARENA_ALIGN = alignof(max_align_t)
};

struct arena_block {
  struct arena_block *older;
  size_t size; /* of `data` */
  alignas(max_align_t) char data[];
};

static void arena_use(struct arena *arena, struct arena_block *block)
{
  arena->next = block->data;
  arena->end = block->data + block->size;
}

/* Block sizes double with the memory in use, which keeps the number of blocks small. */
static size_t arena_block_size(const struct arena *arena, size_t need)
{
  const size_t left = arena->limit - arena->used;
  size_t size = arena->used < ARENA_SMALLEST ? ARENA_SMALLEST : arena->used;
  if (size > ARENA_LARGEST)
    size = ARENA_LARGEST;
  if (size > left)
    size = left;
  return size < need ? need : size;
}

static bool arena_grow(struct arena *arena, size_t need)
{
  if (arena->used > arena->limit || need > arena->limit - arena->used)
    return false;
  const size_t size = arena_block_size(arena, need);
  struct arena_block *block = budget_take(sizeof *block + size);
  if (!block) {
    arena->over = budget_exceeded();
    arena->no_memory = !arena->over;
    return false;
  }
  block->older = arena->blocks;
  block->size = size;
  arena->blocks = block;
  arena->used += size;
  arena_use(arena, block);
  return true;
}

void *arena_take(struct arena *arena, size_t size)
{
  if (size > SIZE_MAX - ARENA_ALIGN)
    return NULL;
  /* Never 0, so that each result has its own address. */
  const size_t need = size ? (size + ARENA_ALIGN - 1) / ARENA_ALIGN * ARENA_ALIGN : ARENA_ALIGN;
  if ((!arena->next || need > (size_t)(arena->end - arena->next)) && !arena_grow(arena, need))
    return NULL;
  void *const taken = arena->next;
  arena->next += need;
  return taken;
}

void arena_reset(struct arena *arena, size_t limit)
{
  while (arena->blocks && (arena->blocks->older || arena->blocks->size > ARENA_SMALLEST)) {
    struct arena_block *block = arena->blocks;
    arena->blocks = block->older;
    arena->used -= block->size;
    budget_give(block);
  }
  arena->limit = limit;
  arena->no_memory = arena->over = false;
  arena->next = arena->end = NULL;
  if (arena->blocks)
    arena_use(arena, arena->blocks);
}

void arena_free(struct arena *arena)
{
  arena_reset(arena, 0);
  budget_give(arena->blocks);
  *arena = (struct arena){0};
}
