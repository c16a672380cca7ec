/* SPDX-License-Identifier: MIT */
/* Jobs that several threads run and that are delivered in the order in which they were submitted.
 *
 * The thread that creates the queue owns it: it fills in a job, submits it and continues with the
 * next. A worker runs each job. A job has its turn when all earlier jobs are delivered; then its
 * worker delivers it within `run`, or the owner does, depending on the plan. Memory is bounded: the
 * queue reuses `ahead` jobs. Without threads the owner runs each job as it submits it; with threads, if
 * it delivers, it runs jobs while it would wait for one. */
#ifndef URIEL_READER_ORDERED_H
#define URIEL_READER_ORDERED_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct ordered;

struct ordered_plan {
  size_t threads;               /* beside the owner; fewer, or even 0, if the system refuses them */
  size_t ahead;                 /* maximum number of jobs that are submitted and not delivered */
  size_t job_size, worker_size; /* bytes; the queue sets them to 0 once, at the start */
  bool owner_delivers;

  /* Only `run` is required. */
  void *context;
  bool (*begin)(void *context, void *worker); /* called by the owner; false: drop this worker */
  void (*run)(void *context, void *worker, void *job);
  void (*end)(void *context, void *worker); /* called by the worker when it ends */
  void (*free_job)(void *job);
};

/* For the owner. Returns NULL if memory runs out. */
struct ordered *ordered_new(const struct ordered_plan *plan);

/* Returns how many threads were started. */
size_t ordered_threads(const struct ordered *ordered);

/* Returns the job to fill in and submit next, in the state after its last use. If `ahead` jobs are
 * in progress, waits for a worker to deliver one, or returns NULL if only the owner can. */
void *ordered_blank(struct ordered *ordered);
void ordered_submit(struct ordered *ordered);

/* Waits until every job has run, and is delivered if the workers deliver. */
void ordered_drain(struct ordered *ordered);

/* If the owner delivers. ordered_at returns the job that is delivered `after` jobs after the next
 * one, or NULL. ordered_first_done returns the next job when it has run, and until then runs other jobs;
 * NULL without jobs. ordered_pop removes the next job. */
void *ordered_at(const struct ordered *ordered, size_t after);
void *ordered_first_done(struct ordered *ordered);
void ordered_pop(struct ordered *ordered);

/* Jobs that no worker has begun are not run, and every wait for a turn returns false. */
void ordered_stop(struct ordered *ordered);
const atomic_bool *ordered_stopped(const struct ordered *ordered);

/* Stops, waits until the workers have ended, and frees everything. NULL is allowed. */
void ordered_free(struct ordered *ordered);

/* For a worker in `run`: waits until it is the job's turn. Returns false if the queue was stopped. */
bool ordered_turn(struct ordered *ordered, const void *job);

/* Returns how many processors the program may use, at least 1. */
size_t ordered_processors(void);

#endif
