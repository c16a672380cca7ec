/* SPDX-License-Identifier: MIT */
/* Several lanes over one input. Each reads a block while no other reads, turns it into output while
 * others do the same with theirs, and writes that when all that comes before it has been written. So
 * there is order, and memory for so many blocks alone; and whoever ends the program with a message does
 * so in its turn, after the output that comes before. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "cli/shared/cli.h"
#include "cli/shared/excerpt.h"
#include "cli/shared/output.h"
#include "cli/shared/scratch.h"
#include "lane.h"

/* To be woken takes longer than most waits: so often a lane looks whether it may go on before it sleeps.
 */
enum { LANES_LOOKS = 100 };

struct lanes {
  pthread_mutex_t reading;
  struct input_source source;
  uint64_t tickets; /* blocks that lanes have begun to read */

  pthread_mutex_t turning;
  pthread_cond_t turned;
  _Atomic uint64_t turn; /* the block that may be written */

  struct progress *progress;
};

struct lane_thread {
  struct lanes *lanes;
  struct lane lane;
  struct output out;
  struct output error;
  uint64_t ticket;
  uint64_t bytes; /* read when its block had been */
  bool has_turn;
  pthread_t thread;
};

static void lanes_draw(struct progress *progress, const struct input_block *block, uint64_t read)
{
  const uint64_t records = block->earlier + block->number;
  char bytes[16];
  char rate[16];
  if (!progress_due(progress))
    return;
  const double seconds = progress_seconds(progress);
  progress_draw(progress, "%llu records, %s, %s/s", (unsigned long long)records,
                progress_bytes((double)read, bytes), progress_bytes((double)read / seconds, rate));
}

static bool lanes_has_turn(const struct lane_thread *thread)
{
  return atomic_load_explicit(&thread->lanes->turn, memory_order_acquire) == thread->ticket;
}

static void lanes_await(const struct lane_thread *thread)
{
  struct lanes *const lanes = thread->lanes;
  for (int looks = 0; looks < LANES_LOOKS && !lanes_has_turn(thread); looks++)
    sched_yield();
  if (lanes_has_turn(thread))
    return;
  pthread_mutex_lock(&lanes->turning);
  while (!lanes_has_turn(thread))
    pthread_cond_wait(&lanes->turned, &lanes->turning);
  pthread_mutex_unlock(&lanes->turning);
}

/* For output: waits until it is the thread's turn. Errors take the progress line's place. */
static void lanes_wait(void *self)
{
  struct lane_thread *const thread = self;
  struct lanes *const lanes = thread->lanes;
  if (thread->has_turn)
    return;
  lanes_await(thread);
  thread->has_turn = true;
  if (standard_error.len > 0) {
    output_set(NULL, NULL);
    progress_clear(lanes->progress);
    output_set(&thread->out, &thread->error);
  }
}

static void lanes_next_turn(struct lane_thread *thread)
{
  struct lanes *const lanes = thread->lanes;
  thread->has_turn = false;
  pthread_mutex_lock(&lanes->turning);
  atomic_fetch_add_explicit(&lanes->turn, 1, memory_order_release);
  pthread_cond_broadcast(&lanes->turned);
  pthread_mutex_unlock(&lanes->turning);
}

static void lanes_lock(pthread_mutex_t *mutex)
{
  for (int looks = 0; looks < LANES_LOOKS; looks++) {
    if (pthread_mutex_trylock(mutex) == 0)
      return;
    sched_yield();
  }
  pthread_mutex_lock(mutex);
}

/* Whether there is a block more. Its ticket comes first: it may be the turn to say that it cannot be
 * read. */
static bool lanes_read(struct lane_thread *thread)
{
  struct lanes *const lanes = thread->lanes;
  lanes_lock(&lanes->reading);
  thread->ticket = lanes->tickets++;
  const bool more = input_read(&lanes->source, &thread->lane.block);
  thread->bytes = lanes->source.bytes;
  pthread_mutex_unlock(&lanes->reading);
  return more;
}

static void *lanes_thread(void *self)
{
  struct lane_thread *const thread = self;
  struct lanes *const lanes = thread->lanes;
  bool more = true;
  output_set(&thread->out, &thread->error);
  while (more) {
    more = lanes_read(thread);
    if (more)
      lane_block(&thread->lane);
    lanes_wait(thread);
    output_flush_both();
    output_set(NULL, NULL);
    lanes_draw(lanes->progress, &thread->lane.block, thread->bytes);
    output_set(&thread->out, &thread->error);
    lanes_next_turn(thread);
  }
  scratch_free();
  return NULL;
}

/* Lane 0 goes on with what the program has begun with, each other with a copy. */
static void lanes_prepare(struct lane_thread *thread, struct lanes *lanes, const struct lane *lane,
                          bool first, const char *format)
{
  const struct filter *const filter = lane->filter;
  thread->lanes = lanes;
  thread->lane = *lane;
  thread->lane.progress = NULL;
  output_copy(&thread->out, &standard_out);
  output_copy(&thread->error, &standard_error);
  thread->out.turn = thread->error.turn = lanes_wait;
  thread->out.turn_self = thread->error.turn_self = thread;
  if (first)
    return;
  thread->lane.self = malloc(filter->size);
  if (!thread->lane.self)
    die_memory();
  memcpy(thread->lane.self, lane->self, filter->size);
  if (filter->begin)
    filter->begin(thread->lane.self);
  if (format)
    thread->lane.render.format = template_compile(NULL, format, filter->schema);
}

static void lanes_end(struct lane_thread *thread, bool first)
{
  const struct filter *const filter = thread->lane.filter;
  output_copy_free(&thread->out);
  output_copy_free(&thread->error);
  input_block_free(&thread->lane.block);
  if (first)
    return;
  if (filter->end)
    filter->end(thread->lane.self);
  free(thread->lane.self);
  template_free(thread->lane.render.format);
}

/* Threads that cannot be started are done without. */
static size_t lanes_start(struct lane_thread *threads, size_t jobs)
{
  size_t started = 1;
  while (started < jobs &&
         pthread_create(&threads[started].thread, NULL, lanes_thread, &threads[started]) == 0)
    started++;
  return started;
}

static void lanes_run_many(struct lane *lane, struct lanes *lanes, size_t jobs, const char *format)
{
  struct lane_thread *const threads = calloc(jobs, sizeof *threads);
  if (!threads)
    die_memory();
  for (size_t i = 0; i < jobs; i++)
    lanes_prepare(&threads[i], lanes, lane, i == 0, format);
  output_flush_both();
  excerpt_start();
  const size_t started = lanes_start(threads, jobs);
  lanes_thread(&threads[0]);
  output_set(NULL, NULL);
  for (size_t i = 1; i < started; i++)
    pthread_join(threads[i].thread, NULL);
  for (size_t i = 0; i < jobs; i++) {
    lane->invalid |= threads[i].lane.invalid;
    standard_out.used |= threads[i].out.used;
    lanes_end(&threads[i], i == 0);
  }
  free(threads);
}

static void lanes_run_one(struct lane *lane, struct input_source *source)
{
  while (input_read(source, &lane->block)) {
    lane_block(lane);
    lanes_draw(lane->progress, &lane->block, source->bytes);
  }
  input_block_free(&lane->block);
}

void lanes_run(struct lane *lane, struct progress *progress, const struct input_source *source,
               size_t jobs, const char *format)
{
  struct lanes lanes = {.reading = PTHREAD_MUTEX_INITIALIZER,
                        .turning = PTHREAD_MUTEX_INITIALIZER,
                        .turned = PTHREAD_COND_INITIALIZER,
                        .source = *source,
                        .progress = progress};
  lanes.source.numbered = jobs > 1;
  lane->progress = progress;
  if (jobs > 1)
    lanes_run_many(lane, &lanes, jobs, format);
  else
    lanes_run_one(lane, &lanes.source);
  progress_clear(progress);
  input_source_free(&lanes.source);
}
