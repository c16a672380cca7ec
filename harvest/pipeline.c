/* SPDX-License-Identifier: MIT */
/* Reads files and writes them to the database: one after the other, or read by several threads and
 * written in order. */
#include "pipeline.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bytes.h"
#include "event.h"
#include "reader/ordered.h"

/* Files in the queue for each thread: enough that no thread waits while the first file is long. */
enum { PIPELINE_AHEAD = 4, PIPELINE_MOST = 128 };

/* A worker passes the events of a file to the writer in blocks. Each file has a few blocks: a worker
 * waits when they are full, until its file is the first and the writer empties them. A block that one
 * large event made larger than PIPELINE_KEPT is freed after use. */
enum { PIPELINE_BLOCKS = 4, PIPELINE_BLOCK = 32 * 1024, PIPELINE_KEPT = 2 * PIPELINE_BLOCK };

/* A file that is read and written. */
struct pipeline_job {
  struct pipeline_file file; /* its texts are `path` and `retrieval` */
  struct buffer path, retrieval;
  bool open; /* `file.fd` is open */
  struct budget_share share;

  /* Protected by the queue's lock. */
  struct buffer blocks[PIPELINE_BLOCKS];
  size_t charged[PIPELINE_BLOCKS]; /* for blocks larger than PIPELINE_KEPT */
  size_t first, count;
  bool read; /* read to its end; `result` is set */
  enum links_result result;
};

/* A thread that reads. The one that writes has no job: it writes the rows itself. */
struct pipeline_worker {
  struct pipeline *pipeline;
  struct links *links;
  struct pipeline_job *job;
  struct buffer block; /* events of the job that are not passed on yet */
  bool no_memory;
  bool cancelled; /* the file was not read to its end */
};

size_t pipeline_share(size_t most)
{
  const size_t half = most / 2 + 1;
  return half < PIPELINE_MOST ? half : PIPELINE_MOST;
}

size_t pipeline_ahead(size_t jobs, size_t most)
{
  const size_t count = jobs > 1 ? jobs * PIPELINE_AHEAD : 1;
  const size_t share = pipeline_share(most);
  return count < share ? count : share;
}

/* ---- Reading, by a worker --------------------------------------------------------------------- */

static void pipeline_swap(struct buffer *a, struct buffer *b)
{
  const struct buffer block = *a;
  *a = *b;
  *b = block;
}

/* Returns the charge for a block: 0 if it is one of the blocks that are kept. SQLite needs about as much
 * memory again for its rows. */
static size_t pipeline_cost(const struct buffer *block)
{
  return block->capacity > PIPELINE_KEPT ? block->capacity * 2 : 0;
}

static void pipeline_hand(struct pipeline_job *job, struct buffer *block, size_t cost)
{
  const size_t at = (job->first + job->count) % PIPELINE_BLOCKS;
  pipeline_swap(&job->blocks[at], block);
  job->charged[at] = cost;
  job->count++;
}

/* Passes the block on, and empties it. Returns false if the run ends or the file must be read again. */
static bool pipeline_give(struct pipeline_worker *worker)
{
  struct ordered *const queue = worker->pipeline->queue;
  const atomic_bool *const stopped = ordered_stopped(queue);
  struct pipeline_job *const job = worker->job;
  const size_t cost = pipeline_cost(&worker->block);
  if (cost && !budget_send(&job->share, cost))
    return false;
  ordered_lock(queue);
  while (job->count == PIPELINE_BLOCKS && !*stopped && !budget_gives_way(&job->share))
    ordered_wait(queue);
  const bool open = !*stopped && job->share.state != BUDGET_LATER;
  if (open)
    pipeline_hand(job, &worker->block, cost);
  ordered_wake_owner(queue);
  ordered_unlock(queue);
  if (!open)
    budget_received(&job->share, cost);
  worker->block.len = 0;
  return open;
}

/* Writes the rows of the block, and empties it. Returns false as record_events does. */
static bool pipeline_keep(struct pipeline_worker *worker)
{
  struct buffer *const block = &worker->block;
  const bool good = record_events(worker->pipeline->recorder, block->ptr, block->len);
  if (block->capacity > PIPELINE_KEPT)
    buffer_free(block);
  block->len = 0;
  return good;
}

/* After BUDGET_LATER: discards the blocks of the file, and waits until it is the first, to read it from
 * its start. Returns false if the run ends. */
static bool pipeline_again(struct ordered *queue, struct pipeline_job *job)
{
  ordered_lock(queue);
  while (job->count) {
    job->count--;
    const size_t at = (job->first + job->count) % PIPELINE_BLOCKS;
    budget_received(&job->share, job->charged[at]);
    buffer_free(&job->blocks[at]);
  }
  job->share.state = BUDGET_FITS;
  ordered_wake_owner(queue);
  ordered_unlock(queue);
  return ordered_turn(queue, job) && lseek(job->file.fd, 0, SEEK_SET) == 0;
}

static struct links_request pipeline_request(const struct pipeline_file *file, struct bytes *bytes,
                                             struct budget_share *share)
{
  const char *const slash = file->has_name ? strrchr(file->file.path.ptr, '/') : NULL;
  return (struct links_request){.read = bytes_read,
                                .read_at = bytes->is_stream ? NULL : bytes_read_at,
                                .context = bytes,
                                .name = slash ? slash + 1 : NULL,
                                .retrieval = file->retrieval,
                                .share = share};
}

/* Called after each event; `put` is false if memory ran out. Returns false if the reading must end.
 * Events after a cancelled read are dropped: they could describe a file that was cut off. */
static bool pipeline_told(struct pipeline_worker *worker, bool put)
{
  worker->no_memory = worker->no_memory || !put;
  if (worker->cancelled)
    return false;
  if (!put || worker->block.len < PIPELINE_BLOCK)
    return put;
  return worker->job ? pipeline_give(worker) : pipeline_keep(worker);
}

static bool pipeline_begin(void *context, const struct links_document *document)
{
  struct pipeline_worker *worker = context;
  return pipeline_told(worker, event_put_begin(&worker->block, document));
}

static bool pipeline_reference(void *context, const struct links_reference *reference)
{
  struct pipeline_worker *worker = context;
  return pipeline_told(worker, event_put_reference(&worker->block, reference));
}

static bool pipeline_error(void *context, const struct links_error *error)
{
  struct pipeline_worker *worker = context;
  return pipeline_told(worker, event_put_error(&worker->block, error));
}

static bool pipeline_document_end(void *context, const struct links_end *end)
{
  struct pipeline_worker *worker = context;
  return pipeline_told(worker, event_put_end(&worker->block, end));
}

static struct links_sink pipeline_sink(struct pipeline_worker *worker)
{
  return (struct links_sink){.context = worker,
                             .begin = pipeline_begin,
                             .reference = pipeline_reference,
                             .error = pipeline_error,
                             .end = pipeline_document_end};
}

static enum links_result pipeline_try(struct pipeline_worker *worker)
{
  const struct links_sink sink = pipeline_sink(worker);
  const struct pipeline *const pipeline = worker->pipeline;
  struct pipeline_job *const job = worker->job;
  struct bytes bytes = {.fd = job->file.fd,
                        .stop = pipeline->recorder->stop,
                        .closed = ordered_stopped(pipeline->queue),
                        .cancelled = &worker->cancelled};
  const struct links_request request = pipeline_request(&job->file, &bytes, &job->share);
  worker->block.len = 0;
  worker->no_memory = worker->cancelled = false;
  enum links_result result = links_read(worker->links, &request, &sink);
  if (worker->no_memory)
    result = LINKS_NO_MEMORY;
  else if (worker->cancelled)
    result = LINKS_ENDED;
  if (result != LINKS_ENDED && worker->block.len && !pipeline_give(worker))
    result = LINKS_ENDED;
  return result;
}

/* If the memory does not suffice, reads the file again when it is the first. */
static void pipeline_run(void *context, void *self, void *taken)
{
  const struct pipeline *const pipeline = context;
  struct pipeline_worker *const worker = self;
  struct pipeline_job *const job = worker->job = taken;
  enum links_result result = pipeline_try(worker);
  while (job->share.state == BUDGET_LATER)
    result = pipeline_again(pipeline->queue, job) ? pipeline_try(worker) : LINKS_ENDED;
  close(job->file.fd);
  job->open = false;
  ordered_lock(pipeline->queue);
  job->read = true;
  job->result = result;
  ordered_wake_owner(pipeline->queue);
  ordered_unlock(pipeline->queue);
}

/* ---- Start and end ---------------------------------------------------------------------------- */

static bool pipeline_no_memory(struct pipeline *pipeline)
{
  pipeline->recorder->no_memory = true;
  return false;
}

static bool pipeline_worker_begin(void *context, void *self)
{
  struct pipeline *const pipeline = context;
  struct pipeline_worker *const worker = self;
  worker->pipeline = pipeline;
  worker->links = links_new(&pipeline->limits);
  return worker->links != NULL;
}

static void pipeline_worker_end(void *context, void *self)
{
  struct pipeline_worker *const worker = self;
  (void)context;
  links_free(worker->links);
  buffer_free(&worker->block);
}

static void pipeline_free_job(void *self)
{
  struct pipeline_job *const job = self;
  if (job->open)
    close(job->file.fd);
  buffer_free(&job->path);
  buffer_free(&job->retrieval);
  for (size_t i = 0; i < PIPELINE_BLOCKS; i++)
    buffer_free(&job->blocks[i]);
}

/* Wakes the workers that wait to pass on a block and hold memory that the first file needs. */
static void pipeline_wake(void *context)
{
  const struct pipeline *const pipeline = context;
  ordered_lock(pipeline->queue);
  ordered_wake_workers(pipeline->queue);
  ordered_unlock(pipeline->queue);
}

static bool pipeline_start_threads(struct pipeline *pipeline, size_t jobs, size_t ahead)
{
  const struct ordered_plan plan = {.threads = jobs,
                                    .ahead = ahead,
                                    .job_size = sizeof(struct pipeline_job),
                                    .worker_size = sizeof(struct pipeline_worker),
                                    .owner_delivers = true,
                                    .context = pipeline,
                                    .begin = pipeline_worker_begin,
                                    .run = pipeline_run,
                                    .end = pipeline_worker_end,
                                    .free_job = pipeline_free_job};
  pipeline->queue = ordered_new(&plan);
  if (!pipeline->queue)
    return pipeline_no_memory(pipeline);
  if (ordered_threads(pipeline->queue) == 0) {
    ordered_free(pipeline->queue);
    pipeline->queue = NULL;
    return true;
  }
  pipeline->budget.wake = pipeline_wake;
  pipeline->budget.context = pipeline;
  return true;
}

bool pipeline_start(struct pipeline *pipeline, size_t jobs, size_t ahead, size_t memory,
                    const struct links_limits *limits)
{
  budget_start(&pipeline->budget, memory);
  pipeline->limits = *limits;
  pipeline->links = links_new(limits);
  if (!pipeline->links)
    return pipeline_no_memory(pipeline);
  return jobs < 2 || pipeline_start_threads(pipeline, jobs, ahead);
}

void pipeline_end(struct pipeline *pipeline)
{
  ordered_free(pipeline->queue);
  links_free(pipeline->links);
  buffer_free(&pipeline->block);
}

/* ---- Writing ---------------------------------------------------------------------------------- */

/* Called when all events of a file are written; `result` is that of its reading. */
static bool pipeline_written(struct pipeline *pipeline, enum links_result result)
{
  if (result == LINKS_NO_MEMORY)
    return pipeline_no_memory(pipeline);
  return result == LINKS_READ && record_file_end(pipeline->recorder);
}

/* Waits for the next block of the first file, and makes it the pipeline's block. Returns false if the
 * file was read to its end; `result` is set then. */
static bool pipeline_next(struct pipeline *pipeline, struct pipeline_job *job)
{
  struct buffer *const block = &pipeline->block;
  if (block->capacity > PIPELINE_KEPT)
    buffer_free(block);
  block->len = 0;
  budget_received(&job->share, pipeline->charged);
  pipeline->charged = 0;
  ordered_lock(pipeline->queue);
  while ((job->count == 0 && !job->read) || job->share.state == BUDGET_LATER)
    ordered_wait(pipeline->queue);
  const bool more = job->count != 0;
  if (more) {
    pipeline_swap(&job->blocks[job->first], block);
    pipeline->charged = job->charged[job->first];
    job->first = (job->first + 1) % PIPELINE_BLOCKS;
    job->count--;
    ordered_wake_workers(pipeline->queue);
  }
  ordered_unlock(pipeline->queue);
  return more;
}

static void pipeline_pop(struct pipeline *pipeline)
{
  const struct pipeline_job *const next = ordered_at(pipeline->queue, 1);
  budget_set_first(&pipeline->budget, next ? &next->share : NULL);
  ordered_pop(pipeline->queue);
}

static bool pipeline_write(struct pipeline *pipeline)
{
  struct pipeline_job *const job = ordered_at(pipeline->queue, 0);
  if (!record_file(pipeline->recorder, &job->file.file))
    return false;
  while (pipeline_next(pipeline, job)) {
    if (!record_events(pipeline->recorder, pipeline->block.ptr, pipeline->block.len))
      return false;
  }
  /* A reader returns LINKS_ENDED only if the run must stop. */
  pipeline->recorder->stopped = job->result == LINKS_ENDED;
  if (!pipeline_written(pipeline, job->result))
    return false;
  pipeline_pop(pipeline);
  return true;
}

bool pipeline_has(const struct pipeline *pipeline, uriel_text path)
{
  const struct pipeline_job *job;
  for (size_t i = 0; pipeline->queue && (job = ordered_at(pipeline->queue, i)); i++) {
    const uriel_text other = job->file.file.path;
    if (other.len == path.len && memcmp(other.ptr, path.ptr, path.len) == 0)
      return true;
  }
  return false;
}

bool pipeline_finish(struct pipeline *pipeline)
{
  while (pipeline->queue && ordered_at(pipeline->queue, 0)) {
    if (record_is_to_stop(pipeline->recorder) || !pipeline_write(pipeline))
      return false;
  }
  return true;
}

/* Queues the file for a worker. */
static bool pipeline_push(struct pipeline *pipeline, const struct pipeline_file *file)
{
  struct pipeline_job *const job = ordered_blank(pipeline->queue);
  job->path.len = job->retrieval.len = 0;
  if (!buffer_set(&job->path, file->file.path) || !buffer_set(&job->retrieval, file->retrieval)) {
    close(file->fd);
    return pipeline_no_memory(pipeline);
  }
  job->file = *file;
  job->file.file.path = buffer_text(&job->path);
  const uriel_text retrieval = buffer_text(&job->retrieval);
  job->file.retrieval = retrieval.len ? retrieval : (uriel_text){NULL, 0};
  job->open = true;
  job->first = job->count = 0;
  job->read = false;
  job->share = (struct budget_share){.budget = &pipeline->budget};
  if (!ordered_at(pipeline->queue, 0))
    budget_set_first(&pipeline->budget, &job->share);
  ordered_submit(pipeline->queue);
  return true;
}

/* Reads the file in this thread. */
static bool pipeline_read(struct pipeline *pipeline, const struct pipeline_file *file)
{
  struct recorder *const recorder = pipeline->recorder;
  struct pipeline_worker self = {.pipeline = pipeline, .block = pipeline->block};
  const struct links_sink sink = pipeline_sink(&self);
  struct budget_share share = {.budget = &pipeline->budget};
  struct bytes bytes = {.fd = file->fd,
                        .is_stream = file->file.is_stream,
                        .stop = recorder->stop,
                        .cancelled = &self.cancelled};
  const struct links_request request = pipeline_request(file, &bytes, &share);
  enum links_result result = LINKS_ENDED;
  self.block.len = 0;
  budget_set_first(&pipeline->budget, &share);
  if (record_file(recorder, &file->file))
    result = links_read(pipeline->links, &request, &sink);
  close(file->fd);
  if (self.no_memory)
    result = LINKS_NO_MEMORY;
  else if (self.cancelled) {
    recorder->stopped = true;
    result = LINKS_ENDED;
  } else if (result == LINKS_READ && !pipeline_keep(&self))
    result = LINKS_ENDED;
  pipeline->block = self.block;
  return pipeline_written(pipeline, result);
}

bool pipeline_add(struct pipeline *pipeline, const struct pipeline_file *file)
{
  const bool alone = !pipeline->queue || file->file.is_stream;
  const bool full = pipeline->queue && !alone && !ordered_blank(pipeline->queue);
  if ((alone && !pipeline_finish(pipeline)) || (full && !pipeline_write(pipeline))) {
    close(file->fd);
    return false;
  }
  return alone ? pipeline_read(pipeline, file) : pipeline_push(pipeline, file);
}
