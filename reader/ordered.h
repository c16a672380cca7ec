/* SPDX-License-Identifier: MIT */
/* Jobs that several threads run and that are delivered in the order in which they were submitted.
 *
 * The thread that makes the queue owns it: it fills in a job, submits it and goes on with the next. A
 * worker runs each job. A job has its turn when all jobs before it are delivered; then its worker
 * delivers it within `run`, or the owner does, as the plan says. Memory is bounded: the queue has
 * `ahead` jobs and uses them again and again. Without threads the owner runs each job as it submits it.
 */
#ifndef URIEL_READER_ORDERED_H
#define URIEL_READER_ORDERED_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct ordered;

struct ordered_plan {
  size_t threads;               /* at most; fewer if the system refuses them, even none */
  size_t ahead;                 /* jobs submitted and not delivered, at most */
  size_t job_size, worker_size; /* bytes; the queue sets them to 0 once, at the start */
  bool owner_delivers;

  /* All but `run` may be NULL. */
  void *context;
  bool (*begin)(void *context, void *worker); /* by the owner; false: do without it */
  void (*run)(void *context, void *worker, void *job);
  void (*end)(void *context, void *worker); /* by the worker, as it ends */
  void (*free_job)(void *job);
};

/* For the owner. NULL: no memory. */
struct ordered *ordered_new(const struct ordered_plan *plan);

/* How many threads were started. */
size_t ordered_threads(const struct ordered *ordered);

/* Returns the job to fill in and submit next, as its last use left it. If `ahead` jobs are under way:
 * waits for a worker to deliver one, or returns NULL if only the owner can. */
void *ordered_blank(struct ordered *ordered);
void ordered_submit(struct ordered *ordered);

/* Waits until every job has run, and is delivered if the workers deliver. */
void ordered_drain(struct ordered *ordered);

/* If the owner delivers: the job that is delivered `after` jobs after the next one, NULL if there is
 * none; the next one, NULL without jobs, waiting until it has run; its removal, after it has run. */
void *ordered_at(const struct ordered *ordered, size_t after);
void *ordered_first_done(struct ordered *ordered);
void ordered_pop(struct ordered *ordered);

/* Jobs that no worker has begun are not run, and whoever waits for a turn gets false. */
void ordered_stop(struct ordered *ordered);
const atomic_bool *ordered_stopped(const struct ordered *ordered);

/* Stops, waits until the workers have ended, and frees everything. NULL is fine. */
void ordered_free(struct ordered *ordered);

/* For a worker in `run`: waits until it is the job's turn. False: stopped. */
bool ordered_turn(struct ordered *ordered, const void *job);

/* For jobs that hand over results while they run: what both sides look at is protected by the lock.
 * ordered_wait releases it until the other side, or a turn or a stop, wakes the caller. */
void ordered_lock(struct ordered *ordered);
void ordered_unlock(struct ordered *ordered);
void ordered_wait(struct ordered *ordered);
void ordered_wake_owner(struct ordered *ordered);
void ordered_wake_workers(struct ordered *ordered);

/* How many processors the program may use, at least 1. */
size_t ordered_processors(void);

#endif
