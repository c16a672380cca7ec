/* SPDX-License-Identifier: MIT */
/* Files read and written one after the other, or read by several threads and written in order. */
#include "pipeline.h"

#include <string.h>
#include <unistd.h>

#include "bytes.h"
#include "event.h"

/* So many files for each thread that none waits while the first one's is long. */
enum { PIPELINE_AHEAD = 4, PIPELINE_MOST = 128 };

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

static bool pipeline_no_memory(struct pipeline *pipeline)
{
  pipeline->recorder->no_memory = true;
  return false;
}

bool pipeline_start(struct pipeline *pipeline, size_t jobs, size_t ahead, size_t memory,
                    const struct links_limits *limits)
{
  budget_start(&pipeline->budget, memory);
  pipeline->links = links_new(limits);
  if (!pipeline->links)
    return pipeline_no_memory(pipeline);
  if (jobs > 1) {
    pipeline->queue = queue_new(ahead, &pipeline->budget);
    if (!pipeline->queue)
      return pipeline_no_memory(pipeline);
    pipeline->workers = workers_start(pipeline->queue, jobs, limits, pipeline->recorder->stop);
    if (!pipeline->workers) {
      queue_free(pipeline->queue);
      pipeline->queue = NULL;
    }
  }
  return true;
}

/* A file's reading has ended so, and what it told is written. */
static bool pipeline_written(struct pipeline *pipeline, enum links_result result)
{
  if (result == LINKS_NO_MEMORY)
    return pipeline_no_memory(pipeline);
  return result == LINKS_READ && record_file_end(pipeline->recorder);
}

static struct links_sink pipeline_sink(struct pipeline *pipeline)
{
  struct links_sink sink = record_sink;
  sink.context = pipeline->recorder;
  return sink;
}

/* ---- With threads ----------------------------------------------------------------------------- */

/* Writes the first file of the queue. */
static bool pipeline_write(struct pipeline *pipeline)
{
  const struct queue_file *file = queue_front(pipeline->queue);
  const struct links_sink sink = pipeline_sink(pipeline);
  if (!record_file(pipeline->recorder, &file->file))
    return false;
  while (queue_next(pipeline->queue, &pipeline->block)) {
    if (!event_tell(pipeline->block.ptr, pipeline->block.len, &sink))
      return false;
  }
  const enum links_result result = file->result;
  /* A reader ends within a file because the run is to stop, and for nothing else. */
  pipeline->recorder->stopped = result == LINKS_ENDED;
  if (!pipeline_written(pipeline, result))
    return false;
  queue_pop(pipeline->queue);
  return true;
}

bool pipeline_has(const struct pipeline *pipeline, uriel_text path)
{
  return pipeline->queue && queue_has(pipeline->queue, path);
}

bool pipeline_finish(struct pipeline *pipeline)
{
  while (pipeline->queue && queue_front(pipeline->queue)) {
    if (record_is_to_stop(pipeline->recorder) || !pipeline_write(pipeline))
      return false;
  }
  return true;
}

static bool pipeline_push(struct pipeline *pipeline, const struct pipeline_file *file)
{
  struct queue_file *entry = queue_blank(pipeline->queue);
  if (!growing_set(&entry->path, file->file.path) || !growing_set(&entry->retrieval, file->retrieval)) {
    close(file->fd);
    return pipeline_no_memory(pipeline);
  }
  entry->file = file->file;
  entry->file.path = growing_text(&entry->path);
  entry->has_name = file->has_name;
  entry->fd = file->fd;
  queue_push(pipeline->queue);
  return true;
}

/* ---- Without ---------------------------------------------------------------------------------- */

static bool pipeline_read(struct pipeline *pipeline, const struct pipeline_file *file)
{
  const char *slash = file->has_name ? strrchr(file->file.path.ptr, '/') : NULL;
  const struct links_sink sink = pipeline_sink(pipeline);
  struct recorder *recorder = pipeline->recorder;
  struct budget_share share = {.budget = &pipeline->budget};
  struct bytes bytes = {.fd = file->fd,
                        .is_stream = file->file.is_stream,
                        .stop = recorder->stop,
                        .cancelled = &recorder->stopped};
  const struct links_request request = {.read = bytes_read,
                                        .context = &bytes,
                                        .name = slash ? slash + 1 : NULL,
                                        .retrieval = file->retrieval,
                                        .share = &share};
  enum links_result result = LINKS_ENDED;
  budget_set_first(&pipeline->budget, &share);
  if (record_file(recorder, &file->file))
    result = links_read(pipeline->links, &request, &sink);
  close(file->fd);
  return pipeline_written(pipeline, result);
}

bool pipeline_add(struct pipeline *pipeline, const struct pipeline_file *file)
{
  if (!pipeline->queue)
    return pipeline_read(pipeline, file);
  if (file->file.is_stream) {
    if (pipeline_finish(pipeline))
      return pipeline_read(pipeline, file);
    close(file->fd);
    return false;
  }
  if (queue_is_full(pipeline->queue) && !pipeline_write(pipeline)) {
    close(file->fd);
    return false;
  }
  return pipeline_push(pipeline, file);
}

void pipeline_end(struct pipeline *pipeline)
{
  workers_end(pipeline->workers);
  queue_free(pipeline->queue);
  links_free(pipeline->links);
  growing_free(&pipeline->block);
}
