/* SPDX-License-Identifier: MIT */
/* uriel find --jobs: a ring of pieces of work. Threads take them in order; the thread that tells what
 * was found takes one too, rather than wait. */
#include "find_jobs.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cli/shared/cli.h"
#include "find_work.h"

struct find_jobs {
  pthread_mutex_t
      lock; /* over all below, but for the work itself, which is its thread's until it is done */
  pthread_cond_t for_work, for_end;
  struct find *find;
  struct find_work *ring;
  size_t count;              /* of the ring */
  size_t open_most;          /* so many files wait at most */
  size_t told, taken, given; /* counted up; the ring's places are these modulo its count */
  bool stopped;
  size_t thread_count;
  pthread_t threads[FIND_MOST_JOBS];
};

size_t find_processors(void)
{
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0)
    return 1;
  const int count = CPU_COUNT(&set);
  return count > 0 && count < FIND_MOST_JOBS ? (size_t)count : 1;
}

bool find_jobs_small(uint64_t size)
{
  return size < find_part_own;
}

/* Does what was given first and not taken yet. The lock is held, but for the work itself. */
static void find_jobs_take(struct find_jobs *jobs)
{
  struct find_work *const work = &jobs->ring[jobs->taken++ % jobs->count];
  pthread_mutex_unlock(&jobs->lock);
  find_work_do(work, jobs->find);
  pthread_mutex_lock(&jobs->lock);
  work->done = true;
  pthread_cond_signal(&jobs->for_end);
}

static void *find_jobs_thread(void *context)
{
  struct find_jobs *const jobs = context;
  pthread_mutex_lock(&jobs->lock);
  while (!jobs->stopped) {
    if (jobs->taken < jobs->given)
      find_jobs_take(jobs);
    else
      pthread_cond_wait(&jobs->for_work, &jobs->lock);
  }
  pthread_mutex_unlock(&jobs->lock);
  return NULL;
}

/* Signals are the first thread's. */
static void find_jobs_start_threads(struct find_jobs *jobs, size_t count)
{
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  while (jobs->thread_count < count &&
         pthread_create(&jobs->threads[jobs->thread_count], NULL, find_jobs_thread, jobs) == 0)
    jobs->thread_count++;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void find_jobs_end(struct find_jobs *jobs)
{
  pthread_mutex_lock(&jobs->lock);
  jobs->stopped = true;
  pthread_cond_broadcast(&jobs->for_work);
  pthread_mutex_unlock(&jobs->lock);
  for (size_t i = 0; i < jobs->thread_count; i++)
    pthread_join(jobs->threads[i], NULL);
  pthread_cond_destroy(&jobs->for_end);
  pthread_cond_destroy(&jobs->for_work);
  pthread_mutex_destroy(&jobs->lock);
  for (size_t i = 0; i < jobs->count; i++)
    find_work_free(&jobs->ring[i]);
  free(jobs->ring);
  free(jobs);
}

/* Files that wait are open. The walk through folders leaves 32 for others; where there are few, none
 * wait. */
static size_t find_jobs_open_most(size_t count)
{
  enum { FIND_FILES_FEW = 64, FIND_OPEN_MOST = 24 };
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur < FIND_FILES_FEW)
    return 0;
  return count < FIND_OPEN_MOST ? count : FIND_OPEN_MOST;
}

static struct find_jobs *find_jobs_new(struct find *find)
{
  struct find_jobs *const jobs = calloc(1, sizeof *jobs);
  if (!jobs)
    return NULL;
  jobs->find = find;
  jobs->count = 2 * find->jobs;
  jobs->open_most = find_jobs_open_most(jobs->count);
  jobs->ring = calloc(jobs->count, sizeof *jobs->ring);
  if (!jobs->ring) {
    free(jobs);
    return NULL;
  }
  pthread_mutex_init(&jobs->lock, NULL);
  pthread_cond_init(&jobs->for_work, NULL);
  pthread_cond_init(&jobs->for_end, NULL);
  find_jobs_start_threads(jobs, find->jobs - 1);
  if (jobs->thread_count > 0)
    return jobs;
  find_jobs_end(jobs);
  return NULL;
}

/* The threads, which begin where there is work for the first time. Where they cannot be had, one does
 * all. */
static struct find_jobs *find_jobs_of(struct find *find)
{
  if (!find->threads && find->jobs > 1)
    find->threads = find_jobs_new(find);
  if (!find->threads)
    find->jobs = 1;
  return find->threads;
}

void find_jobs_free(struct find *find)
{
  if (find->threads)
    find_jobs_end(find->threads);
  find->threads = NULL;
}

/* The place for the next piece of work, NULL where the ring is full. */
static struct find_work *find_jobs_place(struct find_jobs *jobs)
{
  return jobs->given - jobs->told < jobs->count ? &jobs->ring[jobs->given % jobs->count] : NULL;
}

static void find_jobs_give(struct find_jobs *jobs)
{
  pthread_mutex_lock(&jobs->lock);
  jobs->ring[jobs->given++ % jobs->count].done = false;
  pthread_cond_signal(&jobs->for_work);
  pthread_mutex_unlock(&jobs->lock);
}

/* Waits for the first that is not told: there is one. */
static struct find_work *find_jobs_first(struct find_jobs *jobs)
{
  struct find_work *const work = &jobs->ring[jobs->told % jobs->count];
  pthread_mutex_lock(&jobs->lock);
  while (!work->done) {
    if (jobs->taken < jobs->given)
      find_jobs_take(jobs);
    else
      pthread_cond_wait(&jobs->for_end, &jobs->lock);
  }
  pthread_mutex_unlock(&jobs->lock);
  return work;
}

static void find_jobs_tell(struct find *find)
{
  struct find_jobs *const jobs = find->threads;
  find_work_tell(find_jobs_first(jobs), find);
  jobs->told++;
}

void find_jobs_drain(struct find *find)
{
  struct find_jobs *const jobs = find->threads;
  while (jobs && jobs->told < jobs->given)
    find_jobs_tell(find);
}

bool find_jobs_document(struct find *find, const struct find_file *file, const char *name,
                        size_t name_len)
{
  struct find_jobs *const jobs = find_jobs_of(find);
  if (!jobs || jobs->open_most == 0)
    return false;
  while (jobs->given - jobs->told >= jobs->open_most)
    find_jobs_tell(find);
  find_work_document(find_jobs_place(jobs), file, name, name_len);
  find_jobs_give(jobs);
  return true;
}

/* Gives the parts that there is room for. A file that grew has more of them than its size said. */
static void find_jobs_parts(struct find_jobs *jobs, struct find_large *large)
{
  while (find_jobs_place(jobs) && (large->given < large->size || jobs->given == jobs->told)) {
    find_work_part(find_jobs_place(jobs), large->file, large->start, large->given);
    large->given += find_part_own;
    find_jobs_give(jobs);
  }
}

bool find_jobs_text(struct find *find, const struct find_file *file, uint64_t size)
{
  struct find_jobs *const jobs = find_jobs_of(find);
  if (!jobs || jobs->told < jobs->given)
    return false;
  struct find_large large = {
      .file = file, .size = size, .progress = {0, 0, {0, 1, 1}}, .begin = {0, 1, 1}};
  large.start = file->start;
  find->bytes -= source_position(&find->file);
  while (!large.ended) {
    find_jobs_parts(jobs, &large);
    find_large_tell(&large, find_jobs_first(jobs), find);
    jobs->told++;
  }
  /* Parts behind the end. */
  for (; jobs->told < jobs->given; jobs->told++)
    find_jobs_first(jobs);
  /* Where reading leaves it. */
  (void)lseek(file->fd, (off_t)(large.start + large.progress.limit), SEEK_SET);
  return true;
}
