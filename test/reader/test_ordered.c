/* SPDX-License-Identifier: MIT */
/* The queue of ordered jobs: order, both ways to deliver, stop, missing threads. */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "reader/ordered.h"

enum { AHEAD = 5, JOBS = 500 };

int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
                          void *context);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
                          void *context);

static size_t threads_left;

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
                          void *context)
{
  if (threads_left == 0)
    return EAGAIN;
  threads_left--;
  return __real_pthread_create(thread, attributes, start, context);
}

/* Shared by all jobs of a test. */
struct run {
  struct ordered *ordered;
  size_t next;         /* the number that is delivered next */
  atomic_size_t begun; /* workers */
  atomic_size_t ended; /* and the ended ones */
  atomic_size_t runs;  /* jobs that were run */
  size_t begin_at_most;
  size_t freed;
};

struct job {
  size_t number;
  size_t result;
  size_t uses;
  struct run *run;
};

static bool test_begin(void *context, void *worker)
{
  struct run *const run = context;
  if (run->begun == run->begin_at_most)
    return false;
  *(size_t *)worker = ++run->begun;
  return true;
}

static void test_end(void *context, void *worker)
{
  struct run *const run = context;
  if (*(size_t *)worker)
    run->ended++;
}

static void test_free_job(void *job)
{
  if (((struct job *)job)->run)
    ((struct job *)job)->run->freed++;
}

/* Some jobs take longer than others. */
static void test_work(struct run *run, struct job *job)
{
  run->runs++;
  for (size_t i = 0; i < job->number * 7919 % 13; i++)
    sched_yield();
  job->result = job->number * 3;
  job->uses++;
}

static void test_run(void *context, void *worker, void *job)
{
  assert_int_not_equal(*(size_t *)worker, 0);
  test_work(context, job);
}

static void test_run_and_deliver(void *context, void *worker, void *self)
{
  struct run *const run = context;
  struct job *const job = self;
  (void)worker;
  test_work(run, job);
  if (!ordered_turn(run->ordered, job))
    return;
  assert_int_equal(job->number, run->next);
  run->next++;
  assert_true(ordered_turn(run->ordered, job));
}

static struct ordered_plan plan_of(struct run *run, size_t threads)
{
  return (struct ordered_plan){.threads = threads,
                               .ahead = AHEAD,
                               .job_size = sizeof(struct job),
                               .worker_size = sizeof(size_t),
                               .owner_delivers = true,
                               .context = run,
                               .begin = test_begin,
                               .run = test_run,
                               .end = test_end,
                               .free_job = test_free_job};
}

static void start(struct run *run, const struct ordered_plan *plan, size_t possible)
{
  threads_left = possible;
  run->begin_at_most = SIZE_MAX;
  run->ordered = ordered_new(plan);
  assert_non_null(run->ordered);
}

static void finish(struct run *run)
{
  ordered_free(run->ordered);
  assert_int_equal(run->begun, run->ended);
  assert_in_range(run->freed, 0, AHEAD);
}

static void submit(struct run *run, size_t number)
{
  struct job *const job = ordered_blank(run->ordered);
  assert_non_null(job);
  job->number = number;
  job->run = run;
  ordered_submit(run->ordered);
}

static void take(struct run *run)
{
  const struct job *const job = ordered_first_done(run->ordered);
  assert_non_null(job);
  assert_ptr_equal(job, ordered_at(run->ordered, 0));
  assert_int_equal(job->number, run->next++);
  assert_int_equal(job->result, job->number * 3);
  ordered_pop(run->ordered);
}

static void owner_delivers(size_t threads, size_t possible)
{
  struct run run = {0};
  const struct ordered_plan plan = plan_of(&run, threads);
  start(&run, &plan, possible);
  assert_int_equal(ordered_threads(run.ordered), possible < threads ? possible : threads);
  assert_null(ordered_at(run.ordered, 0));
  assert_null(ordered_first_done(run.ordered));
  for (size_t i = 0; i < JOBS; i++) {
    if (!ordered_blank(run.ordered))
      take(&run);
    submit(&run, i);
  }
  ordered_drain(run.ordered);
  assert_int_equal(run.runs, JOBS);
  while (ordered_at(run.ordered, 0))
    take(&run);
  assert_int_equal(run.next, JOBS);
  finish(&run);
  assert_int_equal(run.freed, AHEAD);
}

static void test_owner_delivers(void **state)
{
  (void)state;
  for (size_t threads = 0; threads < 9; threads++)
    owner_delivers(threads, SIZE_MAX);
}

static void test_threads_refused(void **state)
{
  (void)state;
  for (size_t possible = 0; possible < 4; possible++)
    owner_delivers(4, possible);
}

static void workers_deliver(size_t threads, size_t possible)
{
  struct run run = {0};
  struct ordered_plan plan = plan_of(&run, threads);
  plan.owner_delivers = false;
  plan.run = test_run_and_deliver;
  start(&run, &plan, possible);
  for (size_t i = 0; i < JOBS; i++)
    submit(&run, i);
  ordered_drain(run.ordered);
  assert_int_equal(run.next, JOBS);
  ordered_drain(run.ordered);
  finish(&run);
}

static void test_workers_deliver(void **state)
{
  (void)state;
  for (size_t threads = 0; threads < 9; threads++)
    workers_deliver(threads, SIZE_MAX);
  workers_deliver(3, 0);
  workers_deliver(3, 1);
}

static void test_workers_refused(void **state)
{
  struct run run = {0};
  const struct ordered_plan plan = plan_of(&run, 4);
  (void)state;
  threads_left = SIZE_MAX;
  run.begin_at_most = 2;
  run.ordered = ordered_new(&plan);
  assert_int_equal(ordered_threads(run.ordered), 2);
  submit(&run, 0);
  take(&run);
  finish(&run);
  run = (struct run){0};
  run.ordered = ordered_new(&plan);
  assert_int_equal(ordered_threads(run.ordered), 0);
  finish(&run);
}

/* Every wait ends: of workers for a job, and for a turn. */
static void test_stops(void **state)
{
  (void)state;
  for (size_t jobs = 0; jobs <= AHEAD; jobs++) {
    struct run run = {0};
    struct ordered_plan plan = plan_of(&run, 3);
    plan.run = test_run_and_deliver;
    start(&run, &plan, SIZE_MAX);
    for (size_t i = 0; i < jobs; i++)
      submit(&run, i);
    assert_false(*ordered_stopped(run.ordered));
    ordered_stop(run.ordered);
    assert_true(*ordered_stopped(run.ordered));
    finish(&run);
  }
  ordered_free(NULL);
}

/* Jobs keep the values of their last use. */
static void test_jobs_are_reused(void **state)
{
  struct run run = {0};
  const struct ordered_plan plan = plan_of(&run, 2);
  (void)state;
  start(&run, &plan, SIZE_MAX);
  for (size_t i = 0; i < (size_t)3 * AHEAD; i++) {
    submit(&run, i);
    const struct job *const job = ordered_first_done(run.ordered);
    assert_int_equal(job->uses, i / AHEAD + 1);
    take(&run);
  }
  finish(&run);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_owner_delivers),  cmocka_unit_test(test_threads_refused),
      cmocka_unit_test(test_workers_deliver), cmocka_unit_test(test_workers_refused),
      cmocka_unit_test(test_stops),           cmocka_unit_test(test_jobs_are_reused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
