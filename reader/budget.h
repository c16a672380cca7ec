/* SPDX-License-Identifier: MIT */
/* One limit for the memory of all documents that are read at the same time.
 *
 * Each file has a share while it is read. The first file in the order of the run may use the whole
 * budget and waits until others give back what they hold. Any other file for which nothing is left gives
 * back all it has, and is read again when it is the first. So a document is refused only if it does not
 * fit by itself, for any number of threads, and no two of them wait for each other. */
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
  const struct budget_share *first; /* that of the first file */
  atomic_bool pressed;              /* the first file waits, so that others give way */
  void (*wake)(void *context);      /* wakes those who wait for something else; NULL */
  void *context;
};

enum budget_state {
  BUDGET_FITS,
  BUDGET_TOO_LARGE, /* it would take more than the whole budget */
  BUDGET_LATER      /* nothing is left: give back everything, and begin again as the first file */
};

/* Of one file. All zero, then `budget`. */
struct budget_share {
  struct budget *budget;
  /* private */
  size_t used;                     /* what was taken and charged */
  size_t slack;                    /* drawn from the budget besides, so that few calls need its lock */
  size_t freed;                    /* since memory was last given back to the system */
  _Atomic enum budget_state state; /* of the charge that was refused last */
};

void budget_start(struct budget *budget, size_t limit);
void budget_stop(struct budget *budget);

/* Whose file is the first now; NULL: of none. */
void budget_set_first(struct budget *budget, const struct budget_share *share);

/* What this thread takes is charged to the share (NULL: to none) from now on. Returns the one before. */
struct budget_share *budget_enter(struct budget_share *share);

/* The file is read, and what was taken for it is given back. */
void budget_end(struct budget_share *share);

/* As malloc, calloc, realloc and free, charged to the thread's share. Memory from here is freed here. */
void *budget_take(size_t size);
void *budget_take_zeros(size_t count, size_t size);
void *budget_retake(void *taken, size_t size);
void budget_give(void *taken);

/* Charges the thread's share for memory that others take. False: refused, as budget_take may be. */
bool budget_charge(size_t size);
void budget_refund(size_t size);

/* After something was refused: whether the document does not fit into the whole budget. Asked once: the
 * caller goes on without what it wanted. False: the system had no memory, or the file is to be read
 * later. */
bool budget_exceeded(void);

/* Charges for what is handed to another thread, which calls budget_received. False: later. */
bool budget_send(struct budget_share *share, size_t size);
void budget_received(struct budget_share *share, size_t size);

/* Whether the file is to be read later, since the first one waits for memory. */
bool budget_gives_way(struct budget_share *share);

#endif
