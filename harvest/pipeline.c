/* SPDX-License-Identifier: MIT */
/* Reads files and writes them to the database: one after the other, or read by several threads and
 * written in order. */
#include "pipeline.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bytes.h"
#include "event.h"

/* Without threads, events are written in blocks. */
enum { PIPELINE_BLOCK = 32 * 1024 };

/* A file that is read and written. */
struct pipeline_job {
  struct pipeline_file file; /* its texts are `path` and `retrieval` */
  struct buffer path, retrieval;
  bool is_open; /* `file.fd` */
  enum links_result result;
  struct spool spool; /* of events */
};

/* A thread that reads. The one that writes has no job: it writes the rows itself. */
struct pipeline_reader {
  struct pipeline *pipeline;
  struct links *links;
  struct pipeline_job *job;
  struct buffer *events; /* that are not passed on yet */
  struct disagreement_memory memory;
  bool no_memory;
  bool cancelled; /* the file was not read to its end */
};

/* Writes the rows of the events in `block`. Returns false as record_events does. */
static bool pipeline_keep(struct pipeline *pipeline)
{
  struct buffer *const block = &pipeline->block;
  const bool good = record_events(pipeline->recorder, block->ptr, block->len);
  spool_empty(block);
  return good;
}

/* ---- Reading ---------------------------------------------------------------------------------- */

/* Called after each event; `put` is false if memory ran out. Returns false if the reading must end. */
static bool pipeline_told(struct pipeline_reader *reader, bool put)
{
  reader->no_memory = reader->no_memory || !put;
  if (reader->cancelled || !put)
    return false;
  if (reader->job)
    return spool_settle(&reader->job->spool);
  return reader->events->len < PIPELINE_BLOCK || pipeline_keep(reader->pipeline);
}

static bool pipeline_begin(void *context, const struct links_document *document)
{
  struct pipeline_reader *const reader = context;
  return pipeline_told(reader, event_put_begin(reader->events, document));
}

static bool pipeline_reference(void *context, const struct links_reference *reference)
{
  struct pipeline_reader *const reader = context;
  return pipeline_told(reader, event_put_reference(reader->events, &reader->memory, reference));
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
                        .stop = file->file.is_page ? NULL : pipeline->recorder->stop,
                        .closed = reader->job ? ordered_stopped(pipeline->queue) : NULL,
                        .cancelled = &reader->cancelled};
  const char *const slash = file->has_name ? strrchr(file->file.path.ptr, '/') : NULL;
  const struct links_request request = {.read = bytes_read,
                                        .read_at =
                                            bytes.is_stream || file->file.is_page ? NULL : bytes_read_at,
                                        .context = &bytes,
                                        .name = slash ? slash + 1 : NULL,
                                        .retrieval = file->retrieval,
                                        .media_type = file->media_type,
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
  reader->events = &job->spool.bytes;
  job->result = pipeline_read(reader, &job->file);
  job->is_open = false;
  /* The last events could describe a file that was cut off. */
  if (reader->cancelled)
    job->spool.bytes.len = 0;
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
  struct pipeline_reader *const reader = self;
  (void)context;
  links_free(reader->links);
  disagreement_forget(&reader->memory);
}

static void pipeline_free_job(void *self)
{
  struct pipeline_job *const job = self;
  if (job->is_open)
    close(job->file.fd);
  spool_free(&job->spool);
  buffer_free(&job->path);
  buffer_free(&job->retrieval);
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
  const struct ordered_plan plan = {.threads = jobs - 1,
                                    .ahead = spool_ahead(most, jobs),
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

static bool pipeline_take(void *recorder, const char *events, size_t len)
{
  return record_events(recorder, events, len);
}

/* Writes the first file of the queue when it was read. */
static bool pipeline_write(struct pipeline *pipeline)
{
  struct recorder *const recorder = pipeline->recorder;
  struct pipeline_job *const job = ordered_first_done(pipeline->queue);
  if (job->result == LINKS_NO_MEMORY)
    return pipeline_no_memory(pipeline);
  const bool good =
      !job->spool.error && record_file(recorder, &job->file.file) &&
      spool_take(&job->spool, &pipeline->block, &pipeline->budget, pipeline_take, recorder);
  pipeline->error = job->spool.error;
  recorder->no_memory |= pipeline->block.no_memory;
  if (!good)
    return false;
  /* A reader ends before the end of the file only if the run must stop. */
  recorder->stopped = job->result == LINKS_ENDED;
  if (recorder->stopped || !record_file_end(recorder))
    return false;
  spool_clear(&job->spool);
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
  disagreement_forget(&self.memory);
  recorder->stopped = recorder->stopped || self.cancelled;
  if (result == LINKS_NO_MEMORY)
    return pipeline_no_memory(pipeline);
  return result == LINKS_READ && pipeline_keep(pipeline) && record_file_end(recorder);
}

bool pipeline_add(struct pipeline *pipeline, const struct pipeline_file *file)
{
  struct pipeline_job *job = NULL;
  if (!pipeline->queue || file->file.is_stream || file->file.is_page)
    return pipeline_alone(pipeline, file);
  while (!(job = ordered_blank(pipeline->queue))) {
    if (!pipeline_write(pipeline)) {
      close(file->fd);
      return false;
    }
  }
  /* The job still has the values of its last use. */
  job->path.len = job->retrieval.len = 0;
  job->file = *file;
  job->spool.all = &pipeline->spools;
  job->is_open = true;
  if (!buffer_set(&job->path, file->file.path) || !buffer_set(&job->retrieval, file->retrieval))
    return pipeline_no_memory(pipeline);
  job->file.file.path = buffer_text(&job->path);
  job->file.retrieval = job->retrieval.len ? buffer_text(&job->retrieval) : (uriel_text){NULL, 0};
  ordered_submit(pipeline->queue);
  return true;
}
