/* SPDX-License-Identifier: MIT */
/* uriel links --jobs: threads read files, each into a spool of its output, and the first thread prints
 * the spools in the order of the files. */
#include <string.h>
#include <unistd.h>

#include "base/sorter.h"
#include "reader/excerpt.h"
#include "reader/ordered.h"
#include "reader/spool.h"
#include "reader/walk.h"
#include "run.h"

/* What an entry of a spool is. */
enum jobs_entry {
  JOBS_OUT,   /* bytes for standard output */
  JOBS_ERROR, /* or for standard error */
  JOBS_KEY,   /* with --unique: the entries up to the next key belong to the reference with this key */
  JOBS_NO_KEY /* or to the document */
};

struct jobs_head {
  enum jobs_entry entry;
  size_t len; /* of the bytes after the head */
};

struct links_jobs {
  struct links_run *run;
  struct ordered *queue;
  struct spools spools;
  struct buffer block;
  bool is_seen; /* an earlier reference had the key */
};

struct jobs_file {
  int fd;
  bool is_found;
  struct buffer file, retrieval;
  size_t name; /* in `file` */
  struct spool spool;
  uint64_t bytes, references;
  bool invalid, failed, no_memory;
};

struct jobs_worker {
  struct links_run run;
  struct output out, error;
  struct spool *spool; /* of the file that is read */
};

/* ---- Reading ----------------------------------------------------------------------------------- */

static void jobs_put(struct spool *spool, enum jobs_entry entry, const char *data, size_t len)
{
  const struct jobs_head head = {entry, len};
  buffer_append(&spool->bytes, (const char *)&head, sizeof head);
  buffer_append(&spool->bytes, data, len);
  (void)spool_settle(spool); /* the owner reports an error */
}

static void jobs_output(struct output *out, const char *data, size_t len)
{
  struct jobs_worker *const worker = out->turn_self;
  jobs_put(worker->spool, out == &worker->error ? JOBS_ERROR : JOBS_OUT, data, len);
}

static void jobs_key(struct links_run *run, uriel_text key)
{
  struct jobs_worker *const worker = (struct jobs_worker *)run; /* its first member */
  output_flush_both();
  jobs_put(worker->spool, key.ptr ? JOBS_KEY : JOBS_NO_KEY, key.ptr, key.len);
}

static void jobs_run(void *context, void *self, void *job)
{
  struct jobs_worker *const worker = self;
  struct links_run *const run = &worker->run;
  struct jobs_file *const file = job;
  (void)context;
  worker->spool = &file->spool;
  run->file = file->file.ptr;
  run->is_found = file->is_found;
  run->bytes = run->references = 0;
  run->invalid = run->failed = false;
  output_set(&worker->out, &worker->error);
  file->no_memory =
      !links_read_fd(run, file->fd, run->file + file->name,
                     file->retrieval.len ? buffer_text(&file->retrieval) : (uriel_text){NULL, 0});
  output_flush_both();
  output_set(NULL, NULL);
  close(file->fd);
  file->bytes = run->bytes;
  file->references = run->references;
  file->invalid = run->invalid;
  file->failed = run->failed;
}

/* ---- Printing ---------------------------------------------------------------------------------- */

static bool jobs_print(void *context, const char *pieces, size_t len)
{
  struct links_jobs *const jobs = context;
  for (const char *at = pieces; at < pieces + len;) {
    struct jobs_head head;
    memcpy(&head, at, sizeof head);
    at += sizeof head;
    if (head.entry == JOBS_KEY || head.entry == JOBS_NO_KEY) {
      jobs->is_seen = head.entry == JOBS_KEY && !texts_add(&jobs->run->seen, (uriel_text){at, head.len});
    } else if (jobs->is_seen) {
      /* printed before */
    } else if (head.entry == JOBS_OUT) {
      output_put(&standard_out, at, head.len);
    } else {
      progress_clear(&jobs->run->progress);
      output_flush(&standard_out);
      output_put(&standard_error, at, head.len);
      output_flush(&standard_error);
    }
    at += head.len;
  }
  return true;
}

/* Prints the output of the first file. */
static void jobs_next(struct links_run *run)
{
  struct links_jobs *const jobs = run->jobs;
  struct jobs_file *const file = ordered_first_done(jobs->queue);
  struct spool *const spool = &file->spool;
  const char *const name = run->file;
  if (file->no_memory ||
      (!spool_take(spool, &jobs->block, run->budget, jobs_print, jobs) && !spool->error))
    die_memory();
  if (spool->error)
    die(STATUS_IO, "cannot write a temporary file in %s: %s. TMPDIR names another folder",
        jobs->spools.folder, strerror(spool->error));
  run->file = file->file.ptr;
  run->files++;
  run->bytes += file->bytes;
  run->references += file->references;
  run->invalid |= file->invalid;
  run->failed |= file->failed;
  links_draw(run);
  run->file = name;
  spool_clear(spool);
  ordered_pop(jobs->queue);
}

void links_jobs_finish(struct links_run *run)
{
  while (run->jobs && ordered_at(run->jobs->queue, 0))
    jobs_next(run);
}

void links_jobs_add(struct links_run *run, int fd, const char *name, uriel_text retrieval)
{
  struct links_jobs *const jobs = run->jobs;
  struct jobs_file *file;
  while (!(file = ordered_blank(jobs->queue)))
    jobs_next(run);
  file->fd = fd;
  file->is_found = run->is_found;
  file->name = (size_t)(name - run->file);
  file->spool.all = &jobs->spools;
  if (!buffer_set(&file->file, uriel_text_of(run->file)) || !buffer_set(&file->retrieval, retrieval))
    die_memory();
  ordered_submit(jobs->queue);
}

/* ---- Threads ----------------------------------------------------------------------------------- */

static bool jobs_begin(void *context, void *self)
{
  enum { JOBS_OUTPUT = 64 * 1024 };
  const struct links_run *const from = context;
  struct jobs_worker *const worker = self;
  struct links_run *const run = &worker->run;
  memcpy(run, from, offsetof(struct links_run, files));
  run->key = from->is_unique ? jobs_key : NULL;
  run->sink = links_printer(run);
  run->links = links_new(&run->limits);
  if (run->general.format)
    run->render.format = template_compile(NULL, run->general.format, run->render.schema);
  output_copy(&worker->out, &standard_out, JOBS_OUTPUT);
  output_copy(&worker->error, &standard_error, JOBS_OUTPUT);
  worker->out.spool = worker->error.spool = jobs_output;
  worker->out.turn_self = worker->error.turn_self = worker;
  return run->links;
}

size_t links_jobs_depth(void)
{
  const size_t most = walk_depth(), share = spool_share(most);
  return most > share ? most - share : 1;
}

void links_jobs_start(struct links_run *run)
{
  static struct links_jobs jobs;
  const size_t threads = run->general.jobs;
  const struct ordered_plan plan = {.threads = threads - 1,
                                    .ahead = spool_ahead(walk_depth(), threads),
                                    .job_size = sizeof(struct jobs_file),
                                    .worker_size = sizeof(struct jobs_worker),
                                    .owner_delivers = true,
                                    .context = run,
                                    .begin = jobs_begin,
                                    .run = jobs_run};
  excerpt_start();
  jobs.run = run;
  jobs.spools.folder = spill_folder();
  jobs.queue = ordered_new(&plan);
  run->jobs = jobs.queue && ordered_threads(jobs.queue) > 0 ? &jobs : NULL;
  if (!run->jobs)
    run->general.jobs = 1;
}
