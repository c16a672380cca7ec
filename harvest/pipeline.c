/* SPDX-License-Identifier: MIT */
/* Reads files and writes them to the database: one after the other, or read by several threads and
 * written in order. */
#include "pipeline.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/sorter.h"
#include "bytes.h"
#include "event.h"

/* Files in the queue for each thread: enough that no thread waits while a long one is read or written.
 * Each has one descriptor, of the file or of its spool, and both while it is read. */
enum { PIPELINE_AHEAD = 64, PIPELINE_MOST = 128 };

/* Without threads, events are written in blocks. The spools of all files together keep so much in
 * memory, and each at least a block. A buffer that one large event made larger than PIPELINE_KEPT is
 * freed. */
enum {
  PIPELINE_BLOCK = 32 * 1024,
  PIPELINE_SPOOLS = 8 * 1024 * 1024,
  PIPELINE_SPOOL_MOST = 256 * 1024,
  PIPELINE_KEPT = 2 * PIPELINE_SPOOL_MOST
};

/* A file that is read and written. */
struct pipeline_job {
  struct pipeline_file file; /* its texts are `path` and `retrieval` */
  struct buffer path, retrieval;
  bool is_open; /* `file.fd` */
  enum links_result result;
  /* The spool. Its file has pieces of whole events, each after its length. */
  struct buffer events; /* after those in the file */
  bool has_spool;       /* `spool` is open */
  int spool;
  int error; /* errno of the spool, which ended the reading; or 0 */
};

/* A thread that reads. The one that writes has no job: it writes the rows itself. */
struct pipeline_reader {
  struct pipeline *pipeline;
  struct links *links;
  struct pipeline_job *job;
  struct buffer *events; /* that are not passed on yet */
  bool no_memory;
  bool cancelled; /* the file was not read to its end */
};

size_t pipeline_share(size_t most)
{
  const size_t half = most / 2 + 1;
  return half < PIPELINE_MOST ? half : PIPELINE_MOST;
}

static void pipeline_empty(struct buffer *events)
{
  events->len = 0;
  if (events->capacity > PIPELINE_KEPT)
    buffer_free(events);
}

/* ---- Reading ---------------------------------------------------------------------------------- */

/* Moves the events to the temporary file. */
static bool pipeline_spill(const struct pipeline *pipeline, struct pipeline_job *job)
{
  const uint64_t len = job->events.len;
  struct buffer head = {.ptr = (char *)(void *)&(uint64_t){len}, .len = sizeof len};
  if (!job->has_spool)
    job->spool = spill_make(pipeline->folder);
  job->has_spool = job->spool >= 0;
  if (!job->has_spool || !buffer_write(&head, job->spool) || !buffer_write(&job->events, job->spool))
    job->error = errno;
  pipeline_empty(&job->events);
  return !job->error;
}

/* Writes the rows of the events. Returns false as record_events does. */
static bool pipeline_keep(struct pipeline_reader *reader)
{
  const bool good = record_events(reader->pipeline->recorder, reader->events->ptr, reader->events->len);
  pipeline_empty(reader->events);
  return good;
}

/* Called after each event; `put` is false if memory ran out. Returns false if the reading must end. */
static bool pipeline_told(struct pipeline_reader *reader, bool put)
{
  reader->no_memory = reader->no_memory || !put;
  if (reader->cancelled || !put)
    return false;
  if (reader->job)
    return reader->events->len < reader->pipeline->spool ||
           pipeline_spill(reader->pipeline, reader->job);
  return reader->events->len < PIPELINE_BLOCK || pipeline_keep(reader);
}

static bool pipeline_begin(void *context, const struct links_document *document)
{
  struct pipeline_reader *const reader = context;
  return pipeline_told(reader, event_put_begin(reader->events, document));
}

static bool pipeline_reference(void *context, const struct links_reference *reference)
{
  struct pipeline_reader *const reader = context;
  return pipeline_told(reader, event_put_reference(reader->events, reference));
}

static bool pipeline_error(void *context, const struct links_error *error)
{
  struct pipeline_reader *const reader = context;
  return pipeline_told(reader, event_put_error(reader->events, error));
}

static bool pipeline_document_end(void *context, const struct links_end *end)
{
  struct pipeline_reader *const reader = context;
  return pipeline_told(reader, event_put_end(reader->events, end));
}

/* Reads the file into `reader->events`, and closes it. */
static enum links_result pipeline_read(struct pipeline_reader *reader, const struct pipeline_file *file)
{
  struct pipeline *const pipeline = reader->pipeline;
  const struct links_sink sink = {.context = reader,
                                  .begin = pipeline_begin,
                                  .reference = pipeline_reference,
                                  .error = pipeline_error,
                                  .end = pipeline_document_end};
  struct budget_share share = {.budget = &pipeline->budget};
  struct bytes bytes = {.fd = file->fd,
                        .is_stream = file->file.is_stream,
                        .stop = pipeline->recorder->stop,
                        .closed = reader->job ? ordered_stopped(pipeline->queue) : NULL,
                        .cancelled = &reader->cancelled};
  const char *const slash = file->has_name ? strrchr(file->file.path.ptr, '/') : NULL;
  const struct links_request request = {.read = bytes_read,
                                        .read_at = bytes.is_stream ? NULL : bytes_read_at,
                                        .context = &bytes,
                                        .name = slash ? slash + 1 : NULL,
                                        .retrieval = file->retrieval,
                                        .share = &share};
  reader->events->len = 0;
  reader->no_memory = reader->cancelled = false;
  const enum links_result result = links_read(reader->links, &request, &sink);
  close(file->fd);
  return reader->no_memory ? LINKS_NO_MEMORY : reader->cancelled ? LINKS_ENDED : result;
}

static void pipeline_run(void *context, void *self, void *taken)
{
  struct pipeline_reader *const reader = self;
  struct pipeline_job *const job = reader->job = taken;
  (void)context;
  reader->events = &job->events;
  job->result = pipeline_read(reader, &job->file);
  job->is_open = false;
  /* The last events could describe a file that was cut off. */
  if (reader->cancelled)
    job->events.len = 0;
}

/* ---- Start and end ---------------------------------------------------------------------------- */

static bool pipeline_no_memory(struct pipeline *pipeline)
{
  pipeline->recorder->no_memory = true;
  return false;
}

static bool pipeline_reader_begin(void *context, void *self)
{
  struct pipeline *const pipeline = context;
  struct pipeline_reader *const reader = self;
  reader->pipeline = pipeline;
  reader->links = links_new(&pipeline->limits);
  return reader->links != NULL;
}

static void pipeline_reader_end(void *context, void *self)
{
  (void)context;
  links_free(((struct pipeline_reader *)self)->links);
}

static void pipeline_free_spool(struct pipeline_job *job)
{
  if (job->has_spool)
    close(job->spool);
  job->has_spool = false;
  pipeline_empty(&job->events);
}

static void pipeline_free_job(void *self)
{
  struct pipeline_job *const job = self;
  if (job->is_open)
    close(job->file.fd);
  pipeline_free_spool(job);
  buffer_free(&job->path);
  buffer_free(&job->retrieval);
  buffer_free(&job->events);
}

bool pipeline_start(struct pipeline *pipeline, size_t jobs, size_t most, size_t memory,
                    const struct links_limits *limits)
{
  budget_start(&pipeline->budget, memory, jobs);
  pipeline->limits = *limits;
  pipeline->links = links_new(limits);
  if (!pipeline->links)
    return pipeline_no_memory(pipeline);
  if (jobs < 2)
    return true;
  const size_t share = pipeline_share(most);
  const size_t files = share > jobs ? share - jobs : 1;
  const size_t ahead = jobs * PIPELINE_AHEAD < files ? jobs * PIPELINE_AHEAD : files;
  const size_t spool = PIPELINE_SPOOLS / (ahead + 1);
  pipeline->spool = spool > PIPELINE_SPOOL_MOST ? PIPELINE_SPOOL_MOST
                    : spool < PIPELINE_BLOCK    ? PIPELINE_BLOCK
                                                : spool;
  const struct ordered_plan plan = {.threads = jobs,
                                    .ahead = ahead,
                                    .job_size = sizeof(struct pipeline_job),
                                    .worker_size = sizeof(struct pipeline_reader),
                                    .owner_delivers = true,
                                    .context = pipeline,
                                    .begin = pipeline_reader_begin,
                                    .run = pipeline_run,
                                    .end = pipeline_reader_end,
                                    .free_job = pipeline_free_job};
  pipeline->queue = ordered_new(&plan);
  if (!pipeline->queue)
    return pipeline_no_memory(pipeline);
  if (ordered_threads(pipeline->queue) == 0) {
    ordered_free(pipeline->queue);
    pipeline->queue = NULL;
  }
  return true;
}

void pipeline_end(struct pipeline *pipeline)
{
  ordered_free(pipeline->queue);
  links_free(pipeline->links);
  buffer_free(&pipeline->block);
}

/* ---- Writing ---------------------------------------------------------------------------------- */

/* Reads bytes of the temporary file. Returns false, with errno set, if it has fewer. */
static bool pipeline_fetch(int fd, char *out, size_t len)
{
  ssize_t got = 1;
  for (size_t at = 0; at<len; at += got> 0 ? (size_t)got : 0) {
    got = read(fd, out + at, len - at);
    if (got == 0)
      errno = EIO;
    if (got == 0 || (got < 0 && errno != EINTR))
      return false;
  }
  return true;
}

/* Writes the rows of the part of the spool that is in the file. */
static bool pipeline_write_spool(struct pipeline *pipeline, struct pipeline_job *job)
{
  struct buffer *const block = &pipeline->block;
  const off_t end = lseek(job->spool, 0, SEEK_CUR);
  bool good = true;
  if (end < 0 || lseek(job->spool, 0, SEEK_SET) != 0)
    pipeline->error = errno;
  for (off_t at = 0; good && !pipeline->error && at < end;) {
    /* SQLite needs about as much memory again for the rows of a large event. */
    struct budget_share share = {.budget = &pipeline->budget};
    uint64_t len = 0;
    bool fetched = pipeline_fetch(job->spool, (char *)&len, sizeof len);
    if (fetched && len > PIPELINE_KEPT)
      (void)budget_charge_to(&share, len * 2);
    if (fetched && !buffer_grow(block, len))
      return pipeline_no_memory(pipeline);
    fetched = fetched && pipeline_fetch(job->spool, block->ptr, len);
    if (fetched)
      good = record_events(pipeline->recorder, block->ptr, len);
    else
      pipeline->error = errno;
    at += (off_t)(sizeof len + len);
    pipeline_empty(block);
    budget_end(&share);
  }
  return good && !pipeline->error;
}

/* Writes the first file of the queue when it was read. */
static bool pipeline_write(struct pipeline *pipeline)
{
  struct recorder *const recorder = pipeline->recorder;
  struct pipeline_job *const job = ordered_first_done(pipeline->queue);
  pipeline->error = job->error;
  if (job->result == LINKS_NO_MEMORY)
    return pipeline_no_memory(pipeline);
  if (pipeline->error || !record_file(recorder, &job->file.file) ||
      (job->has_spool && !pipeline_write_spool(pipeline, job)) ||
      !record_events(recorder, job->events.ptr, job->events.len))
    return false;
  /* A reader ends before the end of the file only if the run must stop. */
  recorder->stopped = job->result == LINKS_ENDED;
  if (recorder->stopped || !record_file_end(recorder))
    return false;
  pipeline_free_spool(job);
  ordered_pop(pipeline->queue);
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

/* Reads the file in this thread. */
static bool pipeline_alone(struct pipeline *pipeline, const struct pipeline_file *file)
{
  struct recorder *const recorder = pipeline->recorder;
  struct pipeline_reader self = {
      .pipeline = pipeline, .links = pipeline->links, .events = &pipeline->block};
  if (!pipeline_finish(pipeline) || !record_file(recorder, &file->file)) {
    close(file->fd);
    return false;
  }
  const enum links_result result = pipeline_read(&self, file);
  recorder->stopped = recorder->stopped || self.cancelled;
  if (result == LINKS_NO_MEMORY)
    return pipeline_no_memory(pipeline);
  return result == LINKS_READ && pipeline_keep(&self) && record_file_end(recorder);
}

bool pipeline_add(struct pipeline *pipeline, const struct pipeline_file *file)
{
  struct pipeline_job *job = NULL;
  if (!pipeline->queue || file->file.is_stream)
    return pipeline_alone(pipeline, file);
  while (!(job = ordered_blank(pipeline->queue))) {
    if (!pipeline_write(pipeline)) {
      close(file->fd);
      return false;
    }
  }
  /* The job starts with what its last use left. */
  job->path.len = job->retrieval.len = 0;
  job->file = *file;
  job->error = 0;
  job->is_open = true;
  if (!buffer_set(&job->path, file->file.path) || !buffer_set(&job->retrieval, file->retrieval))
    return pipeline_no_memory(pipeline);
  job->file.file.path = buffer_text(&job->path);
  job->file.retrieval = job->retrieval.len ? buffer_text(&job->retrieval) : (uriel_text){NULL, 0};
  ordered_submit(pipeline->queue);
  return true;
}
