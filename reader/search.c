/* SPDX-License-Identifier: MIT */
#include "search.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/full.h"
#include "decode.h"
#include "kind.h"
#include "ordered.h"
#include "part.h"

size_t search_part_own = (size_t)512 * 1024;
size_t search_part_beyond = 8192;

/* A file that is open. */
struct search_file {
  struct search *search;
  int fd;
  bool prompt;    /* a pipe or a terminal: reading may block */
  bool in_folder; /* found in a folder, not named */
  uint64_t start; /* the offset at which reading of standard input starts, if it is a file */
  uint64_t size;  /* the size of a regular file after `start`, when it was opened */
};

/* A source_reader of the file, in the caller's thread. */
static ssize_t search_bytes(void *context, char *data, size_t capacity)
{
  struct search_file *const file = context;
  file->search->sink->reads(file->search->sink->context, file->prompt);
  const ssize_t got = source_read_file(&file->fd, data, capacity);
  file->search->bytes += got > 0 ? (uint64_t)got : 0;
  return got;
}

/* ---- Hits ----------------------------------------------------------------------------------------- */

static bool search_hit(void *context, const struct text_hit *hit)
{
  const struct search *const search = context;
  struct text_hit placed = *hit;
  if (search->transcoder)
    placed.place = transcoder_place(search->transcoder, hit->place.offset);
  search->sink->hit(search->sink->context, &placed);
  return true;
}

static bool search_too_long(void *context, const struct place *place)
{
  const struct search *const search = context;
  const struct place placed =
      search->transcoder ? transcoder_place(search->transcoder, place->offset) : *place;
  search->sink->too_long(search->sink->context, &placed);
  return true;
}

static struct text_sink search_text_sink(struct search *search)
{
  return (struct text_sink){search, search_hit, search_too_long};
}

static void search_name(struct search *search, const char *name, size_t len)
{
  search->name = name;
  search->name_len = len;
}

/* ---- Encodings -------------------------------------------------------------------------------- */

/* How a document is encoded. */
struct search_encoding {
  const uriel_encoding *encoding; /* NULL: UTF-8 */
  const char *format;             /* of a binary document; NULL: text */
};

/* Returns the encoding by the start of the document. In any thread. */
static struct search_encoding search_encoding_of(const struct search *search, const char *data,
                                                 size_t len, const char *name)
{
  struct search_encoding encoding = {.encoding = search->charset};
  const enum utf16 order = search->as_text ? UTF16_NO : utf16_of(data, len);
  size_t mark;
  if (order != UTF16_NO)
    encoding.encoding = utf16_encoding(order);
  else if (!search->as_text && uriel_encoding_marked(&mark, data, len).ptr)
    encoding.encoding = NULL;
  if (search->as_text || len == 0)
    return encoding;
  const struct kind *const kind = kind_of(data, len, NULL, name);
  encoding.format = kind->family == KIND_BINARY || kind->flags & KIND_BYTES ? kind->format : NULL;
  const char *const named = decoder_of_name(name, data, len);
  if (named)
    encoding.format = named;
  if (encoding.encoding && !uriel_encoding_has_ascii(encoding.encoding) && encoding.format &&
      (strcmp(encoding.format, "utf-16") == 0 || strcmp(encoding.format, "data") == 0)) {
    /* It is binary if it is binary after decoding. */
    char text[KIND_SAMPLE * 3];
    const size_t sample = len < KIND_SAMPLE ? len & ~(size_t)1 : KIND_SAMPLE;
    uriel_encoding_context context = {.encoding = encoding.encoding};
    const size_t decoded = uriel_encoding_decode(&context, data, sample, text, sizeof text);
    if (kind_of(text, decoded, NULL, NULL)->family != KIND_BINARY)
      encoding.format = NULL;
  }
  return encoding;
}

/* Starts to read `from`, which is not UTF-8, as text. The transcoder then gives the place of each hit.
 */
static void search_transcode(struct transcoder *transcoder, struct source *from,
                             const uriel_encoding *encoding)
{
  *transcoder = (struct transcoder){.from = from, .encoding = encoding, .place = {0, 1, 1}};
}

/* ---- Jobs: by any thread ------------------------------------------------------------------------ */

enum search_outcome {
  SEARCH_OUTCOME_TEXT,
  SEARCH_OUTCOME_BINARY,
  SEARCH_OUTCOME_AGAIN /* the printing thread must read it itself */
};

struct search_work {
  bool whole; /* a whole file, not a part of one */
  struct search_file file;
  struct buffer name; /* the file's; a NUL follows, which `len` excludes */
  uint64_t at;        /* offset of the next read */
  enum search_outcome outcome;
  const char *format;        /* the format, if it is binary */
  uint64_t size;             /* bytes read */
  uint64_t malformed, first; /* malformed sequences, and the place of the first */
  struct text_part part;
};

/* A large file that is read in parts. */
struct search_large {
  const struct search_file *file;
  struct place begin; /* start of the part that is printed next */
  struct text_progress progress;
  bool ended;
};

/* A source_reader of the file's bytes from offset `at`. */
static ssize_t search_work_bytes(void *context, char *data, size_t capacity)
{
  struct search_work *const work = context;
  ssize_t got;
  do
    got = pread(work->file.fd, data, capacity, (off_t)work->at);
  while (got < 0 && errno == EINTR);
  if (got > 0)
    work->at += (uint64_t)got;
  return got;
}

/* Searches text that is not UTF-8, whose bytes the part has. Returns false if that fails. */
static bool search_work_recode(struct search_work *work, const struct search *search,
                               const uriel_encoding *encoding)
{
  struct text_part part = {0};
  struct source_memory memory = {work->part.text.ptr, work->part.text.len};
  struct source source = {0};
  struct transcoder transcoder;
  source_start(&source, source_read_memory, &memory);
  search_transcode(&transcoder, &source, encoding);
  /* Each byte becomes at most 3 bytes of UTF-8. */
  text_part_read(&part, transcoder_read, &transcoder, 3 * work->part.text.len + 1, 1);
  text_part_search(&part, search->request);
  struct text_part_hit *const hits = ARRAY_OF(struct text_part_hit, part.hits);
  for (size_t i = 0; i < ARRAY_COUNT(struct text_part_hit, part.hits); i++)
    hits[i].place = transcoder_place(&transcoder, hits[i].hit.begin);
  work->malformed = transcoder.malformed;
  work->first = transcoder.first;
  const bool done = !part.error && !source.error;
  transcoder_free(&transcoder);
  source_free(&source);
  text_part_free(&work->part);
  work->part = part;
  return done;
}

/* Reads a whole file. */
static enum search_outcome search_work_whole(struct search_work *work, const struct search *search)
{
  struct text_part *const part = &work->part;
  if (!part->ended || part->error)
    return SEARCH_OUTCOME_AGAIN;
  struct search_encoding encoding =
      search_encoding_of(search, part->text.ptr, part->text.len, work->name.ptr);
  if (encoding.format && decoder_knows(encoding.format)) {
    struct source packed = {0};
    source_start(&packed, search_work_bytes, work);
    struct decoder *const decoder = decoder_new(encoding.format, &packed, NULL);
    work->at = 0;
    if (decoder)
      text_part_read(part, decoder_read, decoder, search_part_own, search_part_beyond);
    const bool is_read = decoder && part->ended && !part->error;
    decoder_free(decoder);
    source_free(&packed);
    if (!is_read)
      return SEARCH_OUTCOME_AGAIN;
    encoding = search_encoding_of(search, part->text.ptr, part->text.len, work->name.ptr);
  }
  work->format = encoding.format;
  if (encoding.format)
    return SEARCH_OUTCOME_BINARY;
  if (!encoding.encoding)
    text_part_search(part, search->request);
  else if (!search_work_recode(work, search, encoding.encoding))
    return SEARCH_OUTCOME_AGAIN;
  return part->left ? SEARCH_OUTCOME_AGAIN : SEARCH_OUTCOME_TEXT;
}

/* Runs in any thread: reads only the options in `search`. */
static void search_work_run(void *context, void *worker, void *job)
{
  const struct search *const search = context;
  struct search_work *const work = job;
  (void)worker;
  text_part_read(&work->part, search_work_bytes, work, search_part_own, search_part_beyond);
  work->size = work->part.text.len;
  work->malformed = 0;
  work->outcome = SEARCH_OUTCOME_TEXT;
  if (work->whole)
    work->outcome = search_work_whole(work, search);
  else
    text_part_search(&work->part, search->request);
}

/* Reports a document that is not text. */
static void search_binary(struct search *search, const char *format, bool in_folder, const char *shown)
{
  if (decoder_lacks(format, search->name))
    search->sink->failed(search->sink->context, shown, "it is compressed, which needs " FULL_URIEL);
  else
    search->sink->skipped(search->sink->context, format, in_folder);
}

/* Reads an open file. `shown` is its name for messages. */
static void search_document(struct search *search, struct search_file *file, const char *shown);

/* ---- Jobs: by the thread that prints ----------------------------------------------------------------
 */

/* Prints the hits from number `first`, of a part that begins at `begin`. */
static void search_work_hits(const struct search_work *work, size_t first, const struct place *begin,
                             struct search *search)
{
  const struct text_part *const part = &work->part;
  const struct text_sink sink = search_text_sink(search);
  const struct text_part_hit *const hits = ARRAY_OF(struct text_part_hit, part->hits);
  for (size_t i = first; i < ARRAY_COUNT(struct text_part_hit, part->hits); i++) {
    const struct place place = place_behind(begin, &hits[i].place);
    if (text_tell(part->text.ptr, &hits[i].hit, &place, search->request, &search->cleaned, &sink) ==
        TEXT_FAILED)
      base_die_memory();
  }
}

/* Continues reading in this thread, at least to offset `until`. */
static void search_large_go_on(struct search_large *large, uint64_t until, struct search *search)
{
  struct search_work from = {.file = *large->file, .at = large->file->start + large->progress.limit};
  struct source source = {0};
  source_start(&source, search_work_bytes, &from);
  const uint64_t begin = large->progress.limit;
  const struct text_sink sink = search_text_sink(search);
  struct text_reader reader = {.source = &source,
                               .request = search->request,
                               .cleaned = &search->cleaned,
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
  search->file.error = source.error;
  source_free(&source);
}

static void search_large_tell(struct search_large *large, const struct search_work *work,
                              struct search *search)
{
  const struct text_part *const part = &work->part;
  const bool last = part->ended || part->error;
  const uint64_t until = last ? UINT64_MAX : large->begin.offset + part->own;
  size_t first = 0;
  if (part->error == ENOMEM)
    base_die_memory();
  search->bytes += part->own;
  search->sink->reads(search->sink->context, false);
  const bool follows = text_part_follows(part, large->begin.offset, &large->progress, &first);
  if (follows) {
    search_work_hits(work, first, &large->begin, search);
    text_part_pass(part, &large->begin, &large->progress);
  }
  if (follows && last && !part->left) {
    large->ended = true;
    search->file.error = part->error;
  } else if (last || (!follows && large->progress.limit < until)) {
    search_large_go_on(large, until, search);
  }
  large->begin = place_behind(&large->begin, &part->at_own);
}

static void search_work_free(void *job)
{
  struct search_work *const work = job;
  text_part_free(&work->part);
  buffer_free(&work->name);
}

/* ---- The queue -------------------------------------------------------------------------------- */

/* Returns the threads, which start with the first job. NULL if none can start: this thread then does all
 * the work. */
static struct ordered *search_jobs_of(struct search *search)
{
  /* Queued files are open. The walk through folders leaves 32 descriptors for other uses; if fewer are
   * free, no file is queued. */
  enum { SEARCH_FILES_FEW = 64, SEARCH_OPEN_MOST = 24 };
  struct rlimit limit;
  const struct ordered_plan plan = {.threads = search->jobs - 1,
                                    .ahead = 2 * search->jobs,
                                    .job_size = sizeof(struct search_work),
                                    .owner_delivers = true,
                                    .context = search,
                                    .run = search_work_run,
                                    .free_job = search_work_free};
  if (search->threads || search->jobs < 2)
    return search->threads;
  search->threads = ordered_new(&plan);
  if (search->threads && ordered_threads(search->threads) == 0) {
    ordered_free(search->threads);
    search->threads = NULL;
  }
  if (!search->threads)
    search->jobs = 1;
  const bool few = getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur < SEARCH_FILES_FEW;
  search->open_most = few ? 0 : SEARCH_OPEN_MOST;
  return search->threads;
}

/* Prints the hits of the first queued file. Returns false if the queue is empty. */
static bool search_jobs_next(struct search *search)
{
  struct search_work *const work = search->threads ? ordered_first_done(search->threads) : NULL;
  if (!work)
    return false;
  search_name(search, work->name.ptr, work->name.len);
  if (work->part.error == ENOMEM)
    base_die_memory();
  if (work->outcome == SEARCH_OUTCOME_AGAIN) {
    search_document(search, &work->file, work->name.ptr);
  } else if (work->outcome == SEARCH_OUTCOME_BINARY) {
    search_binary(search, work->format, work->file.in_folder, work->name.ptr);
  } else {
    search->bytes += work->size;
    search->sink->reads(search->sink->context, false);
    search_work_hits(work, 0, &place_start, search);
    search->sink->end(search->sink->context, work->malformed, work->first, true);
  }
  close(work->file.fd);
  ordered_pop(search->threads);
  search->waiting--;
  return true;
}

void search_drain(struct search *search)
{
  const char *const name = search->name;
  const size_t len = search->name_len;
  while (search_jobs_next(search))
    continue;
  search_name(search, name, len);
}

/* Queues the current document, a small open file, for a thread, which closes it. Prints the hits of
 * earlier files if the queue is full. Returns false, having done nothing, if no threads run. */
static bool search_jobs_document(struct search *search, const struct search_file *file)
{
  struct ordered *const jobs = search_jobs_of(search);
  const char *const name = search->name;
  const size_t len = search->name_len;
  struct search_work *work = NULL;
  if (!jobs || search->open_most == 0)
    return false;
  while (search->waiting >= search->open_most || !(work = ordered_blank(jobs)))
    search_jobs_next(search);
  buffer_put(&work->name, name, len);
  buffer_append(&work->name, "", 1);
  work->name.len--;
  work->whole = true;
  work->file = *file;
  work->at = 0;
  ordered_submit(jobs);
  search->waiting++;
  return true;
}

/* Reads a large file from its current offset. Returns false, having done nothing, if no threads run. */
static bool search_jobs_text(struct search *search, const struct search_file *file)
{
  struct ordered *const jobs = search_jobs_of(search);
  if (!jobs || ordered_at(jobs, 0))
    return false;
  struct search_large large = {.file = file, .progress = {0, 0, {0, 1, 1}}, .begin = {0, 1, 1}};
  uint64_t given = 0; /* bytes of text in queued parts */
  search->bytes -= source_position(&search->file);
  while (!large.ended) {
    /* Queues as many parts as fit. If the file grew, this is more than its size suggests. */
    struct search_work *work;
    while ((given < file->size || !ordered_at(jobs, 0)) && (work = ordered_blank(jobs))) {
      work->whole = false;
      work->file = *file;
      work->at = file->start + given;
      given += search_part_own;
      ordered_submit(jobs);
    }
    search_large_tell(&large, ordered_first_done(jobs), search);
    ordered_pop(jobs);
  }
  /* Discard the parts after the end. */
  while (ordered_at(jobs, 0))
    ordered_pop(jobs);
  /* Leave the offset where sequential reading would. */
  (void)lseek(file->fd, (off_t)(file->start + large.progress.limit), SEEK_SET);
  return true;
}

/* ---- Documents -------------------------------------------------------------------------------- */

/* Starts to read a document. Returns its encoding, detected from the first bytes that a pipe delivers,
 * as more may take long to arrive. */
static struct search_encoding search_begin(const struct search *search, const struct search_file *file,
                                           struct source *source, source_reader *read, void *context)
{
  enum { SEARCH_MAGIC = 8 };
  source_start(source, read, context);
  if (!search->as_text || search->charset)
    source_fill(source, file->prompt ? SEARCH_MAGIC : KIND_SAMPLE);
  return search_encoding_of(search, source->data, source->len, search->name);
}

static void search_text(struct search *search, const struct search_file *file, struct source *source,
                        const struct search_encoding *encoding)
{
  enum { SEARCH_PARTS_LEAST = 4 };
  const struct text_sink sink = search_text_sink(search);
  struct text_request request = *search->request;
  struct transcoder transcoder = {0};
  request.prompt = file->prompt;
  if (encoding->encoding) {
    search_transcode(&transcoder, source, encoding->encoding);
    transcoder.to = &search->recoded;
    search->transcoder = &transcoder;
    source_start(&search->recoded, transcoder_read, &transcoder);
    text_read(&search->recoded, &place_start, &request, &search->cleaned, &sink);
    search->transcoder = NULL;
  } else if (source != &search->file || search->jobs < 2 ||
             file->size < SEARCH_PARTS_LEAST * search_part_own || !search_jobs_text(search, file)) {
    text_read(source, &place_start, &request, &search->cleaned, &sink);
  }
  search->sink->end(search->sink->context, transcoder.malformed, transcoder.first, !source->error);
  transcoder_free(&transcoder);
}

static void search_document(struct search *search, struct search_file *file, const char *shown)
{
  struct source *source = &search->file;
  struct decoder *decoder = NULL;
  search->decoded.error = search->recoded.error = 0;
  struct search_encoding encoding = search_begin(search, file, source, search_bytes, file);
  if (encoding.format && decoder_knows(encoding.format)) {
    decoder = decoder_new(encoding.format, source, NULL);
    if (!decoder)
      base_die_memory();
    source = &search->decoded;
    encoding = search_begin(search, file, source, decoder_read, decoder);
  }
  if (encoding.format)
    search_binary(search, encoding.format, file->in_folder, shown);
  else
    search_text(search, file, source, &encoding);
  decoder_free(decoder);
  const int error = search->file.error ? search->file.error : search->decoded.error;
  if (error == ENOMEM || search->recoded.error == ENOMEM)
    base_die_memory();
  if (error)
    search->sink->failed(search->sink->context, shown, source_reason(error));
}

static void search_open_file(struct search *search, struct search_file *file, const char *shown)
{
  struct stat status;
  if (fstat(file->fd, &status) != 0) {
    const char *const reason = source_reason(errno);
    search_drain(search);
    search->sink->failed(search->sink->context, shown, reason);
    return;
  }
  /* It was a regular file when the folder was listed. */
  if (file->in_folder && !S_ISREG(status.st_mode))
    return;
  file->prompt = !S_ISREG(status.st_mode);
  const off_t start = file->prompt ? -1 : lseek(file->fd, 0, SEEK_CUR);
  if (start >= 0 && start < status.st_size) {
    file->start = (uint64_t)start;
    file->size = (uint64_t)(status.st_size - start);
  }
  const bool is_output = search->sink->is_output(search->sink->context, &status);
  /* The thread that reads a small file closes it. */
  if (!is_output && search->jobs > 1 && search->many && file->fd != STDIN_FILENO && file->size &&
      file->size < search_part_own && search_jobs_document(search, file)) {
    file->fd = -1;
    return;
  }
  search_drain(search);
  if (is_output)
    search->sink->skipped(search->sink->context, NULL, file->in_folder);
  else
    search_document(search, file, shown);
}

static bool search_visit(void *context, const struct walk_entry *entry)
{
  struct search *const search = context;
  struct search_file file = {.search = search, .in_folder = entry->path_len != entry->root_len};
  const char *reason = NULL;
  switch (entry->type) {
  case WALK_FILE:
    search_name(search, entry->path, entry->path_len);
    file.fd = openat(entry->folder, entry->name,
                     O_RDONLY | O_CLOEXEC | O_NOCTTY | (file.in_folder ? O_NOFOLLOW | O_NONBLOCK : 0));
    if (file.fd >= 0)
      search_open_file(search, &file, entry->path);
    else if (!file.in_folder || errno != ENOENT)
      reason = source_reason(errno);
    if (file.fd >= 0)
      close(file.fd);
    break;
  case WALK_FOLDER:
    search->many = true;
    break;
  case WALK_TOO_DEEP:
    reason = "it is below too many folders";
    break;
  case WALK_CLOSED:
    if (entry->error == ENOMEM)
      base_die_memory();
    reason = source_reason(entry->error);
    break;
  case WALK_VANISHED:
    reason = file.in_folder ? NULL : source_reason(ENOENT);
    break;
  default: /* links are not followed */
    break;
  }
  if (reason) {
    search_drain(search);
    search->sink->failed(search->sink->context, entry->path, reason);
  }
  return true;
}

void search_operand(struct search *search, const char *operand)
{
  struct search_file file = {.search = search, .fd = STDIN_FILENO};
  if (strcmp(operand, "-") == 0) {
    search_name(search, operand, 1);
    search_open_file(search, &file, "standard input");
  } else {
    walk(operand, walk_depth(), search->choice, search_visit, search);
  }
}

void search_open(struct search *search, int fd, const char *name)
{
  struct search_file file = {.search = search, .fd = fd};
  search_name(search, name, strlen(name));
  search_open_file(search, &file, name);
  if (file.fd >= 0)
    close(file.fd);
}
