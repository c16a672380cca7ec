/* SPDX-License-Identifier: MIT */
/* One limit for the memory of all documents that are read at the same time. */
#include "budget.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

enum {
  BUDGET_STEP = 256 * 1024,       /* reserved at once */
  BUDGET_TRIM = 16 * 1024 * 1024, /* freed before memory is returned to the system */
};

/* The header of each allocation: the share that is charged. */
struct budget_block {
  struct budget_share *share;
  size_t size;
  alignas(max_align_t) char data[];
};

static _Thread_local struct budget_share *budget_now;

void budget_start(struct budget *budget, size_t limit)
{
  *budget = (struct budget){.limit = limit};
  pthread_mutex_init(&budget->lock, NULL);
  pthread_cond_init(&budget->changed, NULL);
}

void budget_stop(struct budget *budget)
{
  pthread_mutex_destroy(&budget->lock);
  pthread_cond_destroy(&budget->changed);
}

void budget_set_first(struct budget *budget, const struct budget_share *share)
{
  pthread_mutex_lock(&budget->lock);
  budget->first = share;
  pthread_cond_broadcast(&budget->changed);
  pthread_mutex_unlock(&budget->lock);
}

struct budget_share *budget_enter(struct budget_share *share)
{
  struct budget_share *const before = budget_now;
  budget_now = share;
  return before;
}

/* ---- The budget ------------------------------------------------------------------------------- */

/* Wakes threads that hold memory and wait for something else. The budget is locked. */
static void budget_press(struct budget *budget)
{
  budget->pressed = true;
  if (!budget->wake)
    return;
  pthread_mutex_unlock(&budget->lock);
  budget->wake(budget->context);
  pthread_mutex_lock(&budget->lock);
}

static bool budget_has(const struct budget *budget, size_t size)
{
  return budget->used <= budget->limit && size <= budget->limit - budget->used;
}

/* Takes `size` from the budget, which is locked. The first file waits while others use memory. */
static bool budget_obtain(struct budget_share *share, size_t size)
{
  struct budget *const budget = share->budget;
  while (share == budget->first && !budget_has(budget, size) &&
         budget->used > share->used + share->slack) {
    if (budget->pressed)
      pthread_cond_wait(&budget->changed, &budget->lock);
    else
      budget_press(budget);
  }
  if (share == budget->first)
    budget->pressed = false;
  else if (budget->pressed || !budget_has(budget, size)) {
    share->state = BUDGET_LATER;
    return false;
  }
  budget->used += size;
  return true;
}

static void budget_return(struct budget *budget, size_t size)
{
  pthread_mutex_lock(&budget->lock);
  budget->used -= size;
  if (budget->pressed)
    pthread_cond_broadcast(&budget->changed);
  pthread_mutex_unlock(&budget->lock);
}

bool budget_send(struct budget_share *share, size_t size)
{
  pthread_mutex_lock(&share->budget->lock);
  const bool good = budget_obtain(share, size);
  pthread_mutex_unlock(&share->budget->lock);
  return good;
}

void budget_received(struct budget_share *share, size_t size)
{
  budget_return(share->budget, size);
}

bool budget_gives_way(struct budget_share *share)
{
  struct budget *const budget = share->budget;
  if (!budget->pressed)
    return false;
  pthread_mutex_lock(&budget->lock);
  if (budget->pressed && share != budget->first)
    share->state = BUDGET_LATER;
  pthread_mutex_unlock(&budget->lock);
  return share->state == BUDGET_LATER;
}

/* ---- One share -------------------------------------------------------------------------------- */

static bool budget_draw(struct budget_share *share, size_t need)
{
  struct budget *const budget = share->budget;
  pthread_mutex_lock(&budget->lock);
  const bool good = budget_obtain(share, need);
  if (good) {
    const size_t more = budget_has(budget, BUDGET_STEP) ? BUDGET_STEP : 0;
    budget->used += more;
    share->slack += need + more;
  }
  pthread_mutex_unlock(&budget->lock);
  return good;
}

bool budget_charge_to(struct budget_share *share, size_t size)
{
  if (!share)
    return true;
  if (share->state == BUDGET_LATER)
    return false;
  if (size > share->budget->limit - share->used) {
    share->state = BUDGET_TOO_LARGE;
    return false;
  }
  if (size > share->slack && !budget_draw(share, size - share->slack))
    return false;
  share->slack -= size;
  share->used += size;
  return true;
}

/* Memory that malloc keeps would count twice when another document allocates. */
static void budget_trim(struct budget_share *share)
{
#ifdef __GLIBC__
  malloc_trim(0);
#endif
  share->freed = 0;
}

void budget_refund_to(struct budget_share *share, size_t size)
{
  if (!share)
    return;
  share->used -= size;
  share->slack += size;
  share->freed += size;
  if (share->slack <= (size_t)BUDGET_STEP * 2)
    return;
  if (share->freed > BUDGET_TRIM)
    budget_trim(share);
  const size_t more = share->slack - BUDGET_STEP;
  share->slack = BUDGET_STEP;
  budget_return(share->budget, more);
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
  if (!share || share->state != BUDGET_TOO_LARGE)
    return false;
  share->state = BUDGET_FITS;
  return true;
}

void budget_end(struct budget_share *share)
{
  const size_t slack = share->slack;
  if (share->freed > BUDGET_TRIM / 2)
    budget_trim(share);
  share->slack = 0;
  budget_return(share->budget, slack);
}

/* ---- Memory ----------------------------------------------------------------------------------- */

/* The overhead of an allocation: the header, and approximately that of malloc. */
enum { BUDGET_PIECE = sizeof(struct budget_block) + 16 };

static struct budget_block *budget_block(void *taken)
{
  return taken ? (struct budget_block *)(void *)((char *)taken - offsetof(struct budget_block, data))
               : NULL;
}

/* If malloc fails, the budget did not refuse. */
static void *budget_taken(struct budget_block *block, struct budget_share *share, size_t charged,
                          size_t size)
{
  if (block) {
    *block = (struct budget_block){share, size};
    return block->data;
  }
  budget_refund_to(share, charged);
  if (share && share->state == BUDGET_TOO_LARGE)
    share->state = BUDGET_FITS;
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
