/* SPDX-License-Identifier: MIT */
/* Threads that read the files of a queue. */
#include "worker.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bytes.h"
#include "event.h"

struct worker {
  struct queue *queue;
  struct links *links;
  struct queue_file *file; /* that it reads */
  struct growing block;    /* what it has read of it and not yet handed over */
  const atomic_int *stop;
  bool no_memory;
  bool cancelled; /* the file was not read to its end */
  pthread_t thread;
};

struct workers {
  struct queue *queue;
  size_t count;
  struct worker each[];
};

/* ---- One file --------------------------------------------------------------------------------- */

/* After an event: `put` tells whether there was memory for it. What is told of a file that was not read
 * to its end, as the run ends, is not so. */
static bool worker_put(struct worker *worker, bool put)
{
  worker->no_memory = worker->no_memory || !put;
  if (worker->cancelled)
    return false;
  if (!put || worker->block.len < QUEUE_BLOCK)
    return put;
  return queue_give(worker->queue, worker->file, &worker->block);
}

static bool worker_begin(void *context, const struct links_document *document)
{
  struct worker *worker = context;
  return worker_put(worker, event_put_begin(&worker->block, document));
}

static bool worker_reference(void *context, const struct links_reference *reference)
{
  struct worker *worker = context;
  return worker_put(worker, event_put_reference(&worker->block, reference));
}

static bool worker_error(void *context, const struct links_error *error)
{
  struct worker *worker = context;
  return worker_put(worker, event_put_error(&worker->block, error));
}

static bool worker_end(void *context, const struct links_end *end)
{
  struct worker *worker = context;
  return worker_put(worker, event_put_end(&worker->block, end));
}

static enum links_result worker_try(struct worker *worker, struct queue_file *file)
{
  const struct links_sink sink = {worker, worker_begin, worker_reference, worker_error, worker_end};
  const char *name = file->has_name ? strrchr(file->path.ptr, '/') : NULL;
  const uriel_text retrieval = growing_text(&file->retrieval);
  struct bytes bytes = {.fd = file->fd,
                        .stop = worker->stop,
                        .closed = &worker->queue->closed,
                        .cancelled = &worker->cancelled};
  const struct links_request request = {.read = bytes_read,
                                        .context = &bytes,
                                        .name = name ? name + 1 : NULL,
                                        .retrieval = retrieval.len ? retrieval : (uriel_text){NULL, 0},
                                        .share = &file->share};
  worker->file = file;
  worker->block.len = 0;
  worker->no_memory = worker->cancelled = false;
  enum links_result result = links_read(worker->links, &request, &sink);
  if (worker->no_memory)
    result = LINKS_NO_MEMORY;
  else if (worker->cancelled)
    result = LINKS_ENDED;
  if (result != LINKS_ENDED && worker->block.len && !queue_give(worker->queue, file, &worker->block))
    result = LINKS_ENDED;
  return result;
}

/* What there is no memory for is read anew when it is the first. */
static void worker_read(struct worker *worker, struct queue_file *file)
{
  enum links_result result = worker_try(worker, file);
  while (file->share.state == BUDGET_LATER) {
    const bool again = queue_again(worker->queue, file) && lseek(file->fd, 0, SEEK_SET) == 0;
    result = again ? worker_try(worker, file) : LINKS_ENDED;
  }
  close(file->fd);
  file->fd = -1;
  queue_done(worker->queue, file, result);
}

static void *worker_run(void *context)
{
  struct worker *worker = context;
  struct queue_file *file;
  while ((file = queue_take(worker->queue)))
    worker_read(worker, file);
  return NULL;
}

/* ---- All of them ------------------------------------------------------------------------------ */

static bool worker_start(struct worker *worker, struct queue *queue, const struct links_limits *limits,
                         const atomic_int *stop)
{
  worker->queue = queue;
  worker->stop = stop;
  worker->links = links_new(limits);
  if (worker->links && pthread_create(&worker->thread, NULL, worker_run, worker) == 0)
    return true;
  links_free(worker->links);
  return false;
}

struct workers *workers_start(struct queue *queue, size_t count, const struct links_limits *limits,
                              const atomic_int *stop)
{
  struct workers *workers = calloc(1, sizeof *workers + count * sizeof *workers->each);
  sigset_t all, before;
  if (!workers)
    return NULL;
  workers->queue = queue;
  /* Signals are the writer's. */
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  while (workers->count < count && worker_start(&workers->each[workers->count], queue, limits, stop))
    workers->count++;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (workers->count)
    return workers;
  free(workers);
  return NULL;
}

void workers_end(struct workers *workers)
{
  if (!workers)
    return;
  queue_close(workers->queue);
  for (size_t i = 0; i < workers->count; i++) {
    pthread_join(workers->each[i].thread, NULL);
    links_free(workers->each[i].links);
    growing_free(&workers->each[i].block);
  }
  free(workers);
}

size_t workers_processors(void)
{
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0)
    return 1;
  const int count = CPU_COUNT(&set);
  return count > 0 ? (size_t)count : 1;
}
