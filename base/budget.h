/* SPDX-License-Identifier: MIT */
/* One limit for the memory of all documents that are read at the same time.
 *
 * Each thread may take a little for its document. A document that needs more takes the rest of the
 * budget until it has been read, and others that need more wait for it. Readers wait for nothing else,
 * because they write into spools. So a document is refused only if it does not fit into the whole
 * budget, for any number of threads. */
#ifndef URIEL_BASE_BUDGET_H
#define URIEL_BASE_BUDGET_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

struct budget {
  size_t limit;
  size_t own;            /* what each document may take beside the one that has the rest */
  pthread_mutex_t large; /* of the document that has the rest */
};

/* The share of one file. Zero-initialise, then set `budget`. */
struct budget_share {
  struct budget *budget;
  /* private */
  size_t used;
  size_t freed;
  bool is_large; /* holds `budget->large` */
  bool exceeded; /* the last refused charge did not fit into the whole budget */
};

/* `threads` is how many read at the same time. */
void budget_start(struct budget *budget, size_t limit, size_t threads);
void budget_stop(struct budget *budget);

/* Returns the previous share. Charges this thread's later allocations to `share`; NULL charges no
 * share. */
struct budget_share *budget_enter(struct budget_share *share);

/* Ends the share of a file that was read; all its memory must have been freed. */
void budget_end(struct budget_share *share);

/* Like malloc, calloc, realloc and free, but charged to the thread's share. Free with budget_give. If
 * refused, errno is ENOMEM. */
void *budget_take(size_t size);
void *budget_take_zeros(size_t count, size_t size);
void *budget_retake(void *taken, size_t size);
void budget_give(void *taken);

/* Charges the thread's share for memory of another library. Returns false if refused. */
bool budget_charge(size_t size);
void budget_refund(size_t size);

/* The same to and from a share, which can be NULL. */
bool budget_charge_to(struct budget_share *share, size_t size);
void budget_refund_to(struct budget_share *share, size_t size);

/* Call after a refusal. Returns whether the document does not fit into the whole budget, once; the
 * caller continues without the memory. Returns false if the system had no memory. */
bool budget_exceeded(void);

#endif
