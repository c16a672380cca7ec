/* SPDX-License-Identifier: MIT */
/* One limit for the memory of all documents that are read at the same time.
 *
 * Each file has a share while it is read. The first file in the order of the run may use the whole
 * budget, and waits until others free their memory. Any other file for which no memory is left frees
 * all its memory, and is read again when it is the first. So a document is refused only if it does
 * not fit into the whole budget, for any number of threads, and no two threads wait for each other. */
#ifndef URIEL_BASE_BUDGET_H
#define URIEL_BASE_BUDGET_H

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
  atomic_bool pressed;              /* the first file waits for others to free memory */
  void (*wake)(void *context);      /* wakes threads that wait for something else; may be NULL */
  void *context;
};

enum budget_state {
  BUDGET_FITS,
  BUDGET_TOO_LARGE, /* needs more than the whole budget */
  BUDGET_LATER      /* no memory is left: free everything, and start again as the first file */
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

/* Sets the share of the first file; NULL if no file is first. */
void budget_set_first(struct budget *budget, const struct budget_share *share);

/* Returns the previous share. Charges this thread's later allocations to `share`; NULL charges no
 * share. */
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

/* The same to and from a share, which can be NULL. */
bool budget_charge_to(struct budget_share *share, size_t size);
void budget_refund_to(struct budget_share *share, size_t size);

/* Call after a refusal. Returns whether the document does not fit into the whole budget; the state
 * is reset, and the caller continues without the memory. Returns false if the system had no memory,
 * or if the file must be read later. */
bool budget_exceeded(void);

/* Returns false for BUDGET_LATER. Charges for memory passed to another thread, which calls
 * budget_received. */
bool budget_send(struct budget_share *share, size_t size);
void budget_received(struct budget_share *share, size_t size);

/* Whether the file must be read later because the first file waits for memory. */
bool budget_gives_way(struct budget_share *share);

#endif
