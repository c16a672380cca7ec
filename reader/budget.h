/* SPDX-License-Identifier: MIT */
/* One limit for the memory of all documents that are read at the same time.
 *
 * Each file has a share while it is read. The first file in the order of the run may use the whole
 * budget, and waits until others free their memory. Any other file that finds nothing left frees all its
 * memory, and is read again when it is the first. So a document is refused only if it does not fit by
 * itself, for any number of threads, and no two threads wait for each other. */
#ifndef URIEL_READER_BUDGET_H
#define URIEL_READER_BUDGET_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct budget_share;

struct budget {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  size_t limit;
  size_t used;                      /* by all shares */
  const struct budget_share *first; /* the share of the first file */
  atomic_bool pressed;              /* the first file waits, so that others give way */
  void (*wake)(void *context);      /* wakes threads that wait for something else; may be NULL */
  void *context;
};

enum budget_state {
  BUDGET_FITS,
  BUDGET_TOO_LARGE, /* it needs more than the whole budget */
  BUDGET_LATER      /* nothing is left: free everything, and begin again as the first file */
};

/* The share of one file. Zero-initialise, then set `budget`. */
struct budget_share {
  struct budget *budget;
  /* private */
  size_t used;  /* allocated and charged */
  size_t slack; /* reserved in the budget in advance, so that few calls need its lock */
  size_t freed; /* since memory was last returned to the system */
  _Atomic enum budget_state state; /* of the last refused charge */
};

void budget_start(struct budget *budget, size_t limit);
void budget_stop(struct budget *budget);

/* Sets the share of the first file; NULL for none. */
void budget_set_first(struct budget *budget, const struct budget_share *share);

/* Charges this thread's allocations to the share (NULL: to none) from now on. Returns the previous one.
 */
struct budget_share *budget_enter(struct budget_share *share);

/* Ends the share of a file that was read; all its memory must have been freed. */
void budget_end(struct budget_share *share);

/* Like malloc, calloc, realloc and free, but charged to the thread's share. Free with budget_give. */
void *budget_take(size_t size);
void *budget_take_zeros(size_t count, size_t size);
void *budget_retake(void *taken, size_t size);
void budget_give(void *taken);

/* Charges the thread's share for memory of another library. Returns false if refused. */
bool budget_charge(size_t size);
void budget_refund(size_t size);

/* After a refusal: whether the document does not fit into the whole budget; the caller then continues
 * without the memory, as the state is reset. Returns false if the system had no memory, or if the file
 * must be read later. */
bool budget_exceeded(void);

/* Charges for memory passed to another thread, which calls budget_received. Returns false for LATER. */
bool budget_send(struct budget_share *share, size_t size);
void budget_received(struct budget_share *share, size_t size);

/* Whether the file must be read later because the first file waits for memory. */
bool budget_gives_way(struct budget_share *share);

#endif
