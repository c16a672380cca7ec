/* SPDX-License-Identifier: MIT */
/* One limit for the memory of all documents that are read at the same time. */
#include "budget.h"

#include <errno.h>
#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

enum {
  BUDGET_OWN =
      4 * 1024 * 1024, /* for one document beside the large one: a page of HTML fits; for all: */
  BUDGET_OWN_ALL = 4 * BUDGET_OWN,
  BUDGET_OWN_LEAST = BUDGET_OWN / 8,
  BUDGET_TRIM = 8 * 1024 * 1024, /* freed before memory is returned to the system */
};

/* The header of each allocation: the share that is charged. */
struct budget_block {
  struct budget_share *share;
  size_t size;
  alignas(max_align_t) char data[];
};

static _Thread_local struct budget_share *budget_now;

void budget_start(struct budget *budget, size_t limit, size_t threads)
{
  const size_t own = BUDGET_OWN_ALL / (threads ? threads : 1);
  *budget = (struct budget){.limit = limit};
  budget->own = own > BUDGET_OWN ? BUDGET_OWN : own < BUDGET_OWN_LEAST ? BUDGET_OWN_LEAST : own;
  pthread_mutex_init(&budget->large, NULL);
}

void budget_stop(struct budget *budget)
{
  pthread_mutex_destroy(&budget->large);
}

struct budget_share *budget_enter(struct budget_share *share)
{
  struct budget_share *const before = budget_now;
  budget_now = share;
  return before;
}

bool budget_charge_to(struct budget_share *share, size_t size)
{
  if (!share)
    return true;
  share->exceeded = size > share->budget->limit - share->used;
  if (share->exceeded) {
    errno = ENOMEM;
    return false;
  }
  share->used += size;
  if (!share->is_large && share->used > share->budget->own) {
    pthread_mutex_lock(&share->budget->large);
    share->is_large = true;
  }
  return true;
}

void budget_refund_to(struct budget_share *share, size_t size)
{
  if (!share)
    return;
  share->used -= size;
  share->freed += size;
}

bool budget_charge(size_t size)
{
  return budget_charge_to(budget_now, size);
}

void budget_refund(size_t size)
{
  budget_refund_to(budget_now, size);
}

bool budget_exceeded(void)
{
  struct budget_share *const share = budget_now;
  const bool exceeded = share && share->exceeded;
  if (exceeded)
    share->exceeded = false;
  return exceeded;
}

void budget_end(struct budget_share *share)
{
  if (!share->is_large)
    return;
#ifdef __GLIBC__
  /* Memory that malloc keeps would count twice when the next large document allocates. */
  if (share->freed > BUDGET_TRIM)
    malloc_trim(0);
#endif
  share->is_large = false;
  pthread_mutex_unlock(&share->budget->large);
}

/* ---- Memory ----------------------------------------------------------------------------------- */

/* The overhead of an allocation: the header, and approximately the header of malloc. */
enum { BUDGET_PIECE = sizeof(struct budget_block) + 16 };

static struct budget_block *budget_block(void *taken)
{
  return taken ? (struct budget_block *)(void *)((char *)taken - offsetof(struct budget_block, data))
               : NULL;
}

static void *budget_taken(struct budget_block *block, struct budget_share *share, size_t charged,
                          size_t size)
{
  if (block) {
    *block = (struct budget_block){share, size};
    return block->data;
  }
  budget_refund_to(share, charged);
  return NULL;
}

void *budget_take(size_t size)
{
  struct budget_share *const share = budget_now;
  const size_t charged = size + BUDGET_PIECE;
  if (size > SIZE_MAX / 2 || !budget_charge_to(share, charged))
    return NULL;
  return budget_taken(malloc(sizeof(struct budget_block) + size), share, charged, size);
}

void *budget_take_zeros(size_t count, size_t size)
{
  struct budget_share *const share = budget_now;
  if (size && count > SIZE_MAX / 2 / size)
    return NULL;
  const size_t charged = count * size + BUDGET_PIECE;
  if (!budget_charge_to(share, charged))
    return NULL;
  return budget_taken(calloc(1, sizeof(struct budget_block) + count * size), share, charged,
                      count * size);
}

void *budget_retake(void *taken, size_t size)
{
  struct budget_block *const block = budget_block(taken);
  struct budget_share *const share = block ? block->share : budget_now;
  const size_t before = block ? block->size : 0;
  const size_t more = (size > before ? size - before : 0) + (block ? 0 : BUDGET_PIECE);
  if (size > SIZE_MAX / 2 || !budget_charge_to(share, more))
    return NULL;
  void *const again = budget_taken(realloc(block, sizeof *block + size), share, more, size);
  if (again && size < before)
    budget_refund_to(share, before - size);
  return again;
}

void budget_give(void *taken)
{
  struct budget_block *const block = budget_block(taken);
  if (!block)
    return;
  struct budget_share *const share = block->share;
  const size_t size = block->size;
  free(block);
  budget_refund_to(share, size + BUDGET_PIECE);
}
