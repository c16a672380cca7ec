/* SPDX-License-Identifier: MIT */
/* uriel find --jobs: several threads search small files and parts of large files; one thread prints the
 * hits in order. */
#include "find.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cli/shared/cli.h"
#include "reader/decode.h"
#include "reader/kind.h"
#include "reader/ordered.h"
#include "reader/part.h"

size_t find_part_own = (size_t)512 * 1024;
size_t find_part_beyond = 8192;

enum find_outcome {
  FIND_OUTCOME_TEXT,
  FIND_OUTCOME_BINARY,
  FIND_OUTCOME_AGAIN /* the printing thread must read it itself */
};

struct find_work {
  bool whole; /* a whole file, not a part of one */
  struct find_file file;
  char *name; /* the file's name */
  size_t name_len, name_capacity;
  uint64_t at; /* offset of the next read */
  enum find_outcome outcome;
  const char *format;        /* the format, if it is binary */
  uint64_t size;             /* bytes read */
  uint64_t malformed, first; /* malformed sequences, and the place of the first */
  struct text_part part;
};

/* A large file that is read in parts. */
struct find_large {
  const struct find_file *file;
  struct place begin; /* start of the part that is printed next */
  struct text_progress progress;
  bool ended;
};

/* ---- By any thread ---------------------------------------------------------------------------- */

/* A source_reader of the file's bytes from offset `at`. */
static ssize_t find_work_bytes(void *context, char *data, size_t capacity)
{
  struct find_work *const work = context;
  ssize_t got;
  do
    got = pread(work->file.fd, data, capacity, (off_t)work->at);
  while (got < 0 && errno == EINTR);
  if (got > 0)
    work->at += (uint64_t)got;
  return got;
}

/* Searches text that is not UTF-8, whose bytes the part has. Returns false if that fails. */
static bool find_work_recode(struct find_work *work, const struct find *find, enum utf16 order)
{
  struct text_part part = {0};
  struct source_memory memory = {work->part.data, work->part.len};
  struct source source = {0};
  struct transcoder transcoder;
  source_start(&source, source_read_memory, &memory);
  find_transcode(find, &transcoder, &source, order);
  /* A byte is at most 3 of UTF-8. */
  text_part_read(&part, transcoder_read, &transcoder, 3 * work->part.len + 1, 1);
  text_part_search(&part, &find->request);
  for (size_t i = 0; i < part.count; i++)
    part.hits[i].place = transcoder_place(&transcoder, part.hits[i].hit.begin);
  work->malformed = transcoder.malformed;
  work->first = transcoder.first;
  const bool done = !part.error && !source.error;
  find_transcode_end(&transcoder);
  source_free(&source);
  text_part_free(&work->part);
  work->part = part;
  return done;
}

/* Reads a whole file. */
static enum find_outcome find_work_whole(struct find_work *work, const struct find *find)
{
  struct text_part *const part = &work->part;
  if (!part->ended || part->error)
    return FIND_OUTCOME_AGAIN;
  struct find_encoding encoding = find_encoding_of(find, part->data, part->len, work->name);
  if (encoding.format && decoder_knows(encoding.format)) {
    struct source packed = {0};
    source_start(&packed, find_work_bytes, work);
    struct decoder *const decoder = decoder_new(encoding.format, &packed, NULL);
    work->at = 0;
    if (decoder)
      text_part_read(part, decoder_read, decoder, find_part_own, find_part_beyond);
    const bool is_read = decoder && part->ended && !part->error;
    decoder_free(decoder);
    source_free(&packed);
    if (!is_read)
      return FIND_OUTCOME_AGAIN;
    encoding = find_encoding_of(find, part->data, part->len, work->name);
  }
  work->format = encoding.format;
  if (encoding.format)
    return FIND_OUTCOME_BINARY;
  if (encoding.is_utf_8)
    text_part_search(part, &find->request);
  else if (!find_work_recode(work, find, encoding.order))
    return FIND_OUTCOME_AGAIN;
  return part->left ? FIND_OUTCOME_AGAIN : FIND_OUTCOME_TEXT;
}

/* Runs in any thread: reads only the options in `find`. */
static void find_work_run(void *context, void *worker, void *job)
{
  const struct find *const find = context;
  struct find_work *const work = job;
  (void)worker;
  text_part_read(&work->part, find_work_bytes, work, find_part_own, find_part_beyond);
  work->size = work->part.len;
  work->malformed = 0;
  work->outcome = FIND_OUTCOME_TEXT;
  if (work->whole)
    work->outcome = find_work_whole(work, find);
  else
    text_part_search(&work->part, &find->request);
}

/* ---- By the thread that prints ---------------------------------------------------------------- */

/* Prints the hits from number `first`, of a part that begins at `begin`. */
static void find_work_hits(const struct find_work *work, size_t first, const struct place *begin,
                           struct find *find)
{
  const struct text_part *const part = &work->part;
  const struct text_sink sink = find_sink(find);
  for (size_t i = first; i < part->count; i++) {
    const struct place place = place_behind(begin, &part->hits[i].place);
    if (text_tell(part->data, &part->hits[i].hit, &place, &find->request, &find->cleaned, &sink) ==
        TEXT_FAILED)
      die_memory();
  }
}

static void find_work_tell(struct find_work *work, struct find *find)
{
  static const struct place begin = {0, 1, 1};
  find->document = (struct find_document){work->name, work->name_len, 0};
  if (work->part.error == ENOMEM)
    die_memory();
  if (work->outcome == FIND_OUTCOME_AGAIN) {
    find_document(find, &work->file, work->name);
  } else if (work->outcome == FIND_OUTCOME_BINARY) {
    find_pass_over(find, &work->file, work->format);
  } else {
    find->bytes += work->size;
    find_progress(find);
    find_work_hits(work, 0, &begin, find);
    find_print_malformed(find, work->malformed, work->first);
    if (find->count)
      find_print_count(find);
  }
  close(work->file.fd);
}

/* Continues reading in this thread, at least to offset `until`. */
static void find_large_go_on(struct find_large *large, uint64_t until, struct find *find)
{
  struct find_work from = {.file = *large->file, .at = large->file->start + large->progress.limit};
  struct source source = {0};
  source_start(&source, find_work_bytes, &from);
  const uint64_t begin = large->progress.limit;
  const struct text_sink sink = find_sink(find);
  struct text_reader reader = {.source = &source,
                               .request = &find->request,
                               .cleaned = &find->cleaned,
                               .sink = &sink,
                               .place = large->progress.place};
  enum text_result result = TEXT_READ;
  do
    result = text_step(&reader);
  while (result == TEXT_READ && !source.ended && (reader.skipping || begin + source.dropped < until));
  if (reader.floor)
    large->progress.floor = begin + reader.floor;
  large->progress.limit = begin + source.dropped;
  large->progress.place = reader.place;
  large->ended = result != TEXT_READ || source.ended;
  find->file.error = source.error;
  source_free(&source);
}

static void find_large_tell(struct find_large *large, const struct find_work *work, struct find *find)
{
  const struct text_part *const part = &work->part;
  const bool last = part->ended || part->error;
  const uint64_t until = last ? UINT64_MAX : large->begin.offset + part->own;
  size_t first = 0;
  if (part->error == ENOMEM)
    die_memory();
  find->bytes += part->own;
  find_progress(find);
  const bool follows = text_part_follows(part, large->begin.offset, &large->progress, &first);
  if (follows) {
    find_work_hits(work, first, &large->begin, find);
    text_part_pass(part, &large->begin, &large->progress);
  }
  if (follows && last && !part->left) {
    large->ended = true;
    find->file.error = part->error;
  } else if (last || (!follows && large->progress.limit < until)) {
    find_large_go_on(large, until, find);
  }
  large->begin = place_behind(&large->begin, &part->at_own);
}

static void find_work_free(void *job)
{
  struct find_work *const work = job;
  text_part_free(&work->part);
  free(work->name);
}

/* ---- The queue -------------------------------------------------------------------------------- */

/* Returns the threads, which start with the first job. NULL if none can start: this thread then does all
 * the work. */
static struct ordered *find_jobs_of(struct find *find)
{
  /* Queued files are open. The walk through folders leaves 32 descriptors for other uses; if fewer are
   * free, no file is queued. */
  enum { FIND_FILES_FEW = 64, FIND_OPEN_MOST = 24 };
  struct rlimit limit;
  const struct ordered_plan plan = {.threads = find->general.jobs,
                                    .ahead = 2 * find->general.jobs,
                                    .job_size = sizeof(struct find_work),
                                    .owner_delivers = true,
                                    .context = find,
                                    .run = find_work_run,
                                    .free_job = find_work_free};
  if (find->threads || find->general.jobs < 2)
    return find->threads;
  find->threads = ordered_new(&plan);
  if (find->threads && ordered_threads(find->threads) == 0)
    find_jobs_free(find);
  if (!find->threads)
    find->general.jobs = 1;
  const bool few = getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur < FIND_FILES_FEW;
  find->open_most = few ? 0 : FIND_OPEN_MOST;
  return find->threads;
}

void find_jobs_free(struct find *find)
{
  ordered_free(find->threads);
  find->threads = NULL;
  find->waiting = 0;
}

/* Prints the hits of the first queued file. Returns false if the queue is empty. */
static bool find_jobs_next(struct find *find)
{
  struct find_work *const work = find->threads ? ordered_first_done(find->threads) : NULL;
  if (!work)
    return false;
  find_work_tell(work, find);
  ordered_pop(find->threads);
  find->waiting--;
  return true;
}

void find_jobs_drain(struct find *find)
{
  while (find_jobs_next(find))
    continue;
}

bool find_jobs_document(struct find *find, const struct find_file *file)
{
  struct ordered *const jobs = find_jobs_of(find);
  const struct find_document document = find->document;
  struct find_work *work = NULL;
  if (!jobs || find->open_most == 0)
    return false;
  while (find->waiting >= find->open_most || !(work = ordered_blank(jobs)))
    find_jobs_next(find);
  if (document.name_len >= work->name_capacity) {
    char *const longer = realloc(work->name, document.name_len + 1);
    if (!longer)
      die_memory();
    work->name = longer;
    work->name_capacity = document.name_len + 1;
  }
  memcpy(work->name, document.name, document.name_len);
  work->name[document.name_len] = '\0';
  work->name_len = document.name_len;
  work->whole = true;
  work->file = *file;
  work->at = 0;
  ordered_submit(jobs);
  find->waiting++;
  return true;
}

bool find_jobs_text(struct find *find, const struct find_file *file)
{
  struct ordered *const jobs = find_jobs_of(find);
  if (!jobs || ordered_at(jobs, 0))
    return false;
  struct find_large large = {.file = file, .progress = {0, 0, {0, 1, 1}}, .begin = {0, 1, 1}};
  uint64_t given = 0; /* bytes of text in queued parts */
  find->bytes -= source_position(&find->file);
  while (!large.ended) {
    /* Queues as many parts as fit. If the file grew, this is more than its size suggests. */
    struct find_work *work;
    while ((given < file->size || !ordered_at(jobs, 0)) && (work = ordered_blank(jobs))) {
      work->whole = false;
      work->file = *file;
      work->at = file->start + given;
      given += find_part_own;
      ordered_submit(jobs);
    }
    find_large_tell(&large, ordered_first_done(jobs), find);
    ordered_pop(jobs);
  }
  /* Discard the parts after the end. */
  while (ordered_at(jobs, 0))
    ordered_pop(jobs);
  /* Leave the offset where sequential reading would. */
  (void)lseek(file->fd, (off_t)(file->start + large.progress.limit), SEEK_SET);
  return true;
}
