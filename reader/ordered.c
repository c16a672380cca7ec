/* SPDX-License-Identifier: MIT */
/* Jobs that several threads run and that are delivered in the order in which they were submitted. */
#include "ordered.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>

/* Waking a thread takes longer than most waits, so each checks this often before it sleeps. */
enum { ORDERED_LOOKS = 100 };

struct ordered_worker {
  struct ordered *ordered;
  void *state;
  pthread_t thread;
};

/* Jobs are numbered from the start; job n uses slot n modulo `ahead`. The counts change under the
 * lock and may be read without it. */
struct ordered {
  struct ordered_plan plan;
  pthread_mutex_t lock;
  pthread_cond_t for_work, for_turn, for_owner;
  _Atomic uint64_t submitted, taken, delivered;
  atomic_bool stopped;
  size_t threads, busy; /* threads that run a job */
  bool owner_works;     /* its state is after the states of the threads */
  size_t job_size;      /* aligned */
  char *jobs, *states;
  bool *done;
  struct ordered_worker *workers;
};

static size_t ordered_align(size_t size)
{
  const size_t step = alignof(max_align_t);
  return (size + step) / step * step;
}

static size_t ordered_place(const struct ordered *ordered, uint64_t number)
{
  return (size_t)(number % ordered->plan.ahead);
}

static void *ordered_job(const struct ordered *ordered, uint64_t number)
{
  return ordered->jobs + ordered_place(ordered, number) * ordered->job_size;
}

/* ---- Workers ---------------------------------------------------------------------------------- */

static bool ordered_is_idle(const struct ordered *ordered)
{
  return ordered->taken == ordered->submitted && !ordered->stopped;
}

/* Returns the next job, or NULL to end. */
static void *ordered_take(struct ordered *ordered)
{
  for (int looks = 0; looks < ORDERED_LOOKS && ordered_is_idle(ordered); looks++)
    sched_yield();
  pthread_mutex_lock(&ordered->lock);
  while (ordered_is_idle(ordered))
    pthread_cond_wait(&ordered->for_work, &ordered->lock);
  void *const job = ordered->stopped ? NULL : ordered_job(ordered, ordered->taken++);
  ordered->busy += job != NULL;
  pthread_mutex_unlock(&ordered->lock);
  return job;
}

static bool ordered_has_turn(const struct ordered *ordered, const void *job)
{
  return ordered_job(ordered, ordered->delivered) == job;
}

bool ordered_turn(struct ordered *ordered, const void *job)
{
  for (int looks = 0; looks < ORDERED_LOOKS && !ordered_has_turn(ordered, job); looks++)
    sched_yield();
  if (!ordered_has_turn(ordered, job)) {
    pthread_mutex_lock(&ordered->lock);
    while (!ordered_has_turn(ordered, job) && !ordered->stopped)
      pthread_cond_wait(&ordered->for_turn, &ordered->lock);
    pthread_mutex_unlock(&ordered->lock);
  }
  return !ordered->stopped;
}

static void ordered_run(struct ordered *ordered, void *state, void *job, bool in_thread)
{
  const size_t place = (size_t)((char *)job - ordered->jobs) / ordered->job_size;
  ordered->plan.run(ordered->plan.context, state, job);
  if (!ordered->plan.owner_delivers && !ordered_turn(ordered, job))
    return;
  pthread_mutex_lock(&ordered->lock);
  ordered->done[place] = true;
  ordered->busy -= in_thread;
  if (!ordered->plan.owner_delivers) {
    ordered->delivered++;
    pthread_cond_broadcast(&ordered->for_turn);
  }
  pthread_cond_signal(&ordered->for_owner);
  pthread_mutex_unlock(&ordered->lock);
}

static void ordered_end_worker(const struct ordered *ordered, void *state)
{
  if (ordered->plan.end)
    ordered->plan.end(ordered->plan.context, state);
}

static void *ordered_thread(void *self)
{
  const struct ordered_worker *const worker = self;
  struct ordered *const ordered = worker->ordered;
  void *job;
  while ((job = ordered_take(ordered)))
    ordered_run(ordered, worker->state, job, true);
  ordered_end_worker(ordered, worker->state);
  return NULL;
}

/* ---- The owner -------------------------------------------------------------------------------- */

/* Returns the next worker, or NULL if it cannot begin. */
static struct ordered_worker *ordered_begin_worker(struct ordered *ordered)
{
  const struct ordered_plan *const plan = &ordered->plan;
  struct ordered_worker *const worker = &ordered->workers[ordered->threads];
  worker->ordered = ordered;
  worker->state = ordered->states + ordered->threads * ordered_align(plan->worker_size);
  return !plan->begin || plan->begin(plan->context, worker->state) ? worker : NULL;
}

/* The owner handles all signals, except SIGPIPE from a worker's write. It is the worker after the
 * threads. */
static void ordered_begin(struct ordered *ordered)
{
  struct ordered_worker *worker;
  sigset_t all, before;
  sigfillset(&all);
  sigdelset(&all, SIGPIPE);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  while ((worker = ordered_begin_worker(ordered)) && ordered->threads < ordered->plan.threads &&
         pthread_create(&worker->thread, NULL, ordered_thread, worker) == 0)
    ordered->threads++;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  ordered->owner_works = worker;
}

static void ordered_free_memory(struct ordered *ordered)
{
  free(ordered->jobs);
  free(ordered->states);
  free(ordered->done);
  free(ordered->workers);
  free(ordered);
}

struct ordered *ordered_new(const struct ordered_plan *plan)
{
  struct ordered *const ordered = calloc(1, sizeof *ordered);
  const size_t workers = plan->threads + 1;
  if (!ordered)
    return NULL;
  ordered->plan = *plan;
  ordered->job_size = ordered_align(plan->job_size);
  ordered->jobs = calloc(plan->ahead, ordered->job_size);
  ordered->done = calloc(plan->ahead, sizeof *ordered->done);
  ordered->states = calloc(workers, ordered_align(plan->worker_size));
  ordered->workers = calloc(workers, sizeof *ordered->workers);
  if (!ordered->jobs || !ordered->done || !ordered->states || !ordered->workers) {
    ordered_free_memory(ordered);
    return NULL;
  }
  pthread_mutex_init(&ordered->lock, NULL);
  pthread_cond_init(&ordered->for_work, NULL);
  pthread_cond_init(&ordered->for_turn, NULL);
  pthread_cond_init(&ordered->for_owner, NULL);
  ordered_begin(ordered);
  return ordered;
}

size_t ordered_threads(const struct ordered *ordered)
{
  return ordered->threads;
}

static bool ordered_is_full(const struct ordered *ordered)
{
  return ordered->submitted - ordered->delivered == ordered->plan.ahead;
}

void *ordered_blank(struct ordered *ordered)
{
  for (int looks = 0; looks < ORDERED_LOOKS && ordered_is_full(ordered); looks++) {
    if (ordered->plan.owner_delivers)
      return NULL;
    sched_yield();
  }
  pthread_mutex_lock(&ordered->lock);
  while (ordered_is_full(ordered))
    pthread_cond_wait(&ordered->for_owner, &ordered->lock);
  ordered->done[ordered_place(ordered, ordered->submitted)] = false;
  pthread_mutex_unlock(&ordered->lock);
  return ordered_job(ordered, ordered->submitted);
}

void ordered_submit(struct ordered *ordered)
{
  pthread_mutex_lock(&ordered->lock);
  void *const job = ordered_job(ordered, ordered->submitted++);
  if (ordered->threads == 0)
    ordered->taken++;
  pthread_cond_signal(&ordered->for_work);
  pthread_mutex_unlock(&ordered->lock);
  if (ordered->threads == 0)
    ordered_run(ordered, ordered->states, job, false);
}

void ordered_drain(struct ordered *ordered)
{
  pthread_mutex_lock(&ordered->lock);
  for (uint64_t at = ordered->delivered; at < ordered->submitted; at++)
    while (!ordered->done[ordered_place(ordered, at)] && !ordered->stopped)
      pthread_cond_wait(&ordered->for_owner, &ordered->lock);
  pthread_mutex_unlock(&ordered->lock);
}

void *ordered_at(const struct ordered *ordered, size_t after)
{
  const uint64_t number = ordered->delivered + after;
  return number < ordered->submitted ? ordered_job(ordered, number) : NULL;
}

void *ordered_first_done(struct ordered *ordered)
{
  void *const job = ordered_at(ordered, 0);
  if (!job)
    return NULL;
  pthread_mutex_lock(&ordered->lock);
  while (!ordered->done[ordered_place(ordered, ordered->delivered)]) {
    /* A job may take long: the owner, which has to deliver, leaves it to an idle thread. */
    const size_t idle = ordered->threads - ordered->busy;
    if (ordered->owner_works && ordered->submitted - ordered->taken > idle) {
      void *const taken = ordered_job(ordered, ordered->taken++);
      pthread_mutex_unlock(&ordered->lock);
      ordered_run(ordered, ordered->workers[ordered->threads].state, taken, false);
      pthread_mutex_lock(&ordered->lock);
    } else
      pthread_cond_wait(&ordered->for_owner, &ordered->lock);
  }
  pthread_mutex_unlock(&ordered->lock);
  return job;
}

void ordered_pop(struct ordered *ordered)
{
  (void)ordered_first_done(ordered);
  pthread_mutex_lock(&ordered->lock);
  ordered->delivered++;
  pthread_cond_broadcast(&ordered->for_turn);
  pthread_mutex_unlock(&ordered->lock);
}

void ordered_stop(struct ordered *ordered)
{
  pthread_mutex_lock(&ordered->lock);
  ordered->stopped = true;
  pthread_cond_broadcast(&ordered->for_work);
  pthread_cond_broadcast(&ordered->for_turn);
  pthread_cond_signal(&ordered->for_owner);
  pthread_mutex_unlock(&ordered->lock);
}

const atomic_bool *ordered_stopped(const struct ordered *ordered)
{
  return &ordered->stopped;
}

void ordered_free(struct ordered *ordered)
{
  if (!ordered)
    return;
  ordered_stop(ordered);
  for (size_t i = 0; i < ordered->threads; i++)
    pthread_join(ordered->workers[i].thread, NULL);
  if (ordered->owner_works)
    ordered_end_worker(ordered, ordered->workers[ordered->threads].state);
  for (size_t i = 0; i < ordered->plan.ahead && ordered->plan.free_job; i++)
    ordered->plan.free_job(ordered->jobs + i * ordered->job_size);
  pthread_cond_destroy(&ordered->for_owner);
  pthread_cond_destroy(&ordered->for_turn);
  pthread_cond_destroy(&ordered->for_work);
  pthread_mutex_destroy(&ordered->lock);
  ordered_free_memory(ordered);
}

size_t ordered_processors(void)
{
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0)
    return 1;
  const int count = CPU_COUNT(&set);
  return count > 0 ? (size_t)count : 1;
}
