/* SPDX-License-Identifier: MIT */
/* uriel find: reads documents and finds their references. With --jobs several threads search small files
 * and parts of large files, and one thread prints the hits in order. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/shared/cli.h"
#include "cli/shared/input.h"
#include "cli/shared/output.h"
#include "find.h"
#include "reader/decode.h"
#include "reader/kind.h"
#include "reader/ordered.h"
#include "reader/part.h"
#include "reader/walk.h"

size_t find_part_own = (size_t)512 * 1024;
size_t find_part_beyond = 8192;

/* Draws the progress if it is time. */
static void find_progress(struct find *find)
{
  char bytes[16];
  char rate[16];
  if (!progress_due(&find->progress))
    return;
  const double seconds = progress_seconds(&find->progress);
  progress_draw(&find->progress, "%llu references, %s, %s/s: %s", (unsigned long long)find->references,
                progress_bytes((double)find->bytes, bytes),
                progress_bytes((double)find->bytes / seconds, rate), find->document.name);
}

/* Writes the hits found so far before reading may block. */
ssize_t find_bytes(void *context, char *data, size_t capacity)
{
  const struct find_file *const file = context;
  find_progress(file->find);
  if (file->prompt)
    output_flush_both();
  const ssize_t got = input_bytes(file->fd, data, capacity);
  file->find->bytes += got > 0 ? (uint64_t)got : 0;
  return got;
}

/* ---- Hits, and what else to report ------------------------------------------------------------ */

static bool find_hit(void *context, const struct text_hit *hit)
{
  struct find *const find = context;
  struct text_hit placed = *hit;
  if (find->transcoder)
    placed.place = transcoder_place(find->transcoder, hit->place.offset);
  find_print(find, &placed);
  return true;
}

static bool find_too_long(void *context, const struct place *place)
{
  struct find *const find = context;
  const struct place placed =
      find->transcoder ? transcoder_place(find->transcoder, place->offset) : *place;
  if (!find_complains(find))
    return true;
  if (find->request.no_lines)
    message("%s: byte %" PRIu64 ": skipped a reference of more than %d bytes", find->document.name,
            placed.offset, TEXT_REFERENCE_LIMIT);
  else
    message("%s:%" PRIu64 ":%" PRIu64 ": skipped a reference of more than %d bytes", find->document.name,
            placed.line, placed.column, TEXT_REFERENCE_LIMIT);
  return true;
}

static struct text_sink find_sink(struct find *find)
{
  return (struct text_sink){find, find_hit, find_too_long};
}

/* After the hits of a document: reports malformed sequences on standard error, if there are any, and
 * prints the number of references for --count, if the document was `read` to its end. */
static void find_end(struct find *find, uint64_t malformed, uint64_t first, bool read)
{
  if (malformed && find_complains(find))
    message("%s: byte %" PRIu64 ": malformed text; %" PRIu64 " %s read as U+FFFD", find->document.name,
            first, malformed, malformed == 1 ? "sequence is" : "sequences are");
  if (find->count && read)
    find_print_count(find);
}

/* Reports a skipped file: immediately if it was named, in a count at the end if it is in a folder. */
static void find_pass_over(struct find *find, const struct find_file *file, const char *format)
{
  static const char *const compressed[] = {"gzip", "zstd", "bzip2", "xz"};
  const char *advice = "use --text to read it as text";
  find->passed_over += file->in_folder;
  if (file->in_folder || find->general.silent)
    return;
  for (size_t i = 0; i < sizeof compressed / sizeof *compressed; i++)
    if (strcmp(format, compressed[i]) == 0)
      advice = "decompress it first";
  progress_clear(&find->progress);
  message("%s: binary (%s), skipped: %s", find->document.name, format, advice);
}

static void find_fail(struct find *find, const char *what, const char *reason)
{
  progress_clear(&find->progress);
  find->status = STATUS_IO;
  message("cannot read %s: %s", what, reason);
}

/* ---- Encodings -------------------------------------------------------------------------------- */

/* How a document is encoded. */
struct find_encoding {
  bool is_utf_8;
  enum utf16 order;   /* UTF16_NO: UTF-8, or the encoding of --charset */
  const char *format; /* of a binary document; NULL: text */
};

/* Returns the encoding by the start of the document. In any thread. */
static struct find_encoding find_encoding_of(const struct find *find, const char *data, size_t len,
                                             const char *name)
{
  struct find_encoding encoding = {.order = find->as_text ? UTF16_NO : utf16_of(data, len)};
  size_t mark = 0;
  if (encoding.order == UTF16_NO && (find->as_text || !uriel_encoding_marked(data, len, &mark).ptr))
    encoding.order = find->charset_order;
  encoding.is_utf_8 = encoding.order == UTF16_NO && (mark || !find->charset.ptr);
  if (find->as_text || len == 0)
    return encoding;
  const struct kind *const kind = kind_of(data, len, NULL, name);
  encoding.format = kind->family == KIND_BINARY || kind->flags & KIND_BYTES ? kind->format : NULL;
  const char *const named = decoder_of_name(name, data, len);
  if (named)
    encoding.format = named;
  if (encoding.order != UTF16_NO && encoding.format &&
      (strcmp(encoding.format, "utf-16") == 0 || strcmp(encoding.format, "data") == 0)) {
    /* It is binary if it is so when decoded. */
    char text[KIND_SAMPLE / 2 * 3];
    const size_t sample = len < KIND_SAMPLE ? len & ~(size_t)1 : KIND_SAMPLE;
    const size_t decoded = utf16_decode(encoding.order, data, sample, text);
    if (kind_of(text, decoded, NULL, NULL)->family != KIND_BINARY)
      encoding.format = NULL;
  }
  return encoding;
}

/* Starts to read `from`, which is not UTF-8, as text. The place of each hit comes from the transcoder
 * then. */
static void find_transcode(const struct find *find, struct transcoder *transcoder, struct source *from,
                           enum utf16 order)
{
  *transcoder = (struct transcoder){.from = from, .order = order, .place = {0, 1, 1}};
  if (order == UTF16_NO && !charset_open(&transcoder->charset, find->charset))
    die_memory();
}

/* ---- Jobs: by any thread ------------------------------------------------------------------------ */

enum find_outcome {
  FIND_OUTCOME_TEXT,
  FIND_OUTCOME_BINARY,
  FIND_OUTCOME_AGAIN /* the printing thread must read it itself */
};

struct find_work {
  bool whole; /* a whole file, not a part of one */
  struct find_file file;
  struct buffer name; /* the file's, with a NUL that does not count */
  uint64_t at;        /* offset of the next read */
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
  charset_close(transcoder.charset);
  transcoder_free(&transcoder);
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
  struct find_encoding encoding = find_encoding_of(find, part->data, part->len, work->name.ptr);
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
    encoding = find_encoding_of(find, part->data, part->len, work->name.ptr);
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

/* Reads an open file. `shown` is its name for messages. */
static void find_document(struct find *find, struct find_file *file, const char *shown);

/* ---- Jobs: by the thread that prints ----------------------------------------------------------------
 */

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
  buffer_free(&work->name);
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
  static const struct place begin = {0, 1, 1};
  struct find_work *const work = find->threads ? ordered_first_done(find->threads) : NULL;
  if (!work)
    return false;
  find->document = (struct find_document){work->name.ptr, work->name.len, 0};
  if (work->part.error == ENOMEM)
    die_memory();
  if (work->outcome == FIND_OUTCOME_AGAIN) {
    find_document(find, &work->file, work->name.ptr);
  } else if (work->outcome == FIND_OUTCOME_BINARY) {
    find_pass_over(find, &work->file, work->format);
  } else {
    find->bytes += work->size;
    find_progress(find);
    find_work_hits(work, 0, &begin, find);
    find_end(find, work->malformed, work->first, true);
  }
  close(work->file.fd);
  ordered_pop(find->threads);
  find->waiting--;
  return true;
}

void find_jobs_drain(struct find *find)
{
  const struct find_document document = find->document;
  while (find_jobs_next(find))
    continue;
  find->document = document;
}

/* Queues the current document, a small open file, for a thread, which closes it. Prints the hits of
 * earlier files if the queue is full. Returns false, having done nothing, if no threads run. */
static bool find_jobs_document(struct find *find, const struct find_file *file)
{
  struct ordered *const jobs = find_jobs_of(find);
  const struct find_document document = find->document;
  struct find_work *work = NULL;
  if (!jobs || find->open_most == 0)
    return false;
  while (find->waiting >= find->open_most || !(work = ordered_blank(jobs)))
    find_jobs_next(find);
  work->name.len = 0;
  buffer_append(&work->name, document.name, document.name_len);
  buffer_append(&work->name, "", 1);
  work->name.len--;
  work->whole = true;
  work->file = *file;
  work->at = 0;
  ordered_submit(jobs);
  find->waiting++;
  return true;
}

/* Reads a large file from its current offset. Returns false, having done nothing, if no threads run. */
static bool find_jobs_text(struct find *find, const struct find_file *file)
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

/* ---- Documents -------------------------------------------------------------------------------- */

/* Starts to read a document. Returns its encoding, for which few bytes of a pipe must do: more may take
 * long to arrive. */
static struct find_encoding find_begin(const struct find *find, const struct find_file *file,
                                       struct source *source, source_reader *read, void *context)
{
  enum { FIND_MAGIC = 8 };
  source_start(source, read, context);
  if (!find->as_text || find->charset.ptr)
    source_fill(source, file->prompt ? FIND_MAGIC : KIND_SAMPLE);
  return find_encoding_of(find, source->data, source->len, find->document.name);
}

static void find_text(struct find *find, const struct find_file *file, struct source *source,
                      const struct find_encoding *encoding)
{
  enum { FIND_PARTS_LEAST = 4 };
  const struct text_sink sink = find_sink(find);
  struct text_request request = find->request;
  struct transcoder transcoder = {0};
  request.prompt = file->prompt;
  if (!encoding->is_utf_8) {
    find_transcode(find, &transcoder, source, encoding->order);
    transcoder.to = &find->recoded;
    find->transcoder = &transcoder;
    source_start(&find->recoded, transcoder_read, &transcoder);
    text_read(&find->recoded, &request, &find->cleaned, &sink);
    find->transcoder = NULL;
  } else if (source != &find->file || find->general.jobs < 2 ||
             file->size < FIND_PARTS_LEAST * find_part_own || !find_jobs_text(find, file)) {
    text_read(source, &request, &find->cleaned, &sink);
  }
  find_end(find, transcoder.malformed, transcoder.first, !source->error);
  charset_close(transcoder.charset);
  transcoder_free(&transcoder);
}

static void find_document(struct find *find, struct find_file *file, const char *shown)
{
  struct source *source = &find->file;
  struct decoder *decoder = NULL;
  find->decoded.error = find->recoded.error = 0;
  find->document.count = 0;
  struct find_encoding encoding = find_begin(find, file, source, find_bytes, file);
  if (encoding.format && decoder_knows(encoding.format)) {
    decoder = decoder_new(encoding.format, source, NULL);
    if (!decoder)
      die_memory();
    source = &find->decoded;
    encoding = find_begin(find, file, source, decoder_read, decoder);
  }
  if (encoding.format)
    find_pass_over(find, file, encoding.format);
  else
    find_text(find, file, source, &encoding);
  decoder_free(decoder);
  const int error = find->file.error ? find->file.error : find->decoded.error;
  if (error == ENOMEM || find->recoded.error == ENOMEM)
    die_memory();
  if (error)
    find_fail(find, shown, source_reason(error));
}

static void find_open_file(struct find *find, struct find_file *file, const char *shown)
{
  struct stat status;
  if (fstat(file->fd, &status) != 0) {
    const char *const reason = source_reason(errno);
    find_jobs_drain(find);
    find_fail(find, shown, reason);
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
  const bool is_output = !find->count && !find->general.quiet && output_is_file(&status);
  /* The thread that reads a small file closes it. */
  if (!is_output && find->general.jobs > 1 && find->with_name && file->fd != STDIN_FILENO &&
      file->size && file->size < find_part_own && find_jobs_document(find, file)) {
    file->fd = -1;
    return;
  }
  find_jobs_drain(find);
  if (!is_output) {
    find_document(find, file, shown);
  } else if (!find->general.silent) {
    progress_clear(&find->progress);
    message("%s: is the output itself, skipped", find->document.name);
  }
}

static bool find_visit(void *context, const struct walk_entry *entry)
{
  struct find *const find = context;
  struct find_file file = {.find = find, .in_folder = entry->path_len != entry->root_len};
  const char *reason = NULL;
  switch (entry->type) {
  case WALK_FILE:
    find->document = (struct find_document){entry->path, entry->path_len, 0};
    file.fd = openat(entry->folder, entry->name,
                     O_RDONLY | O_CLOEXEC | O_NOCTTY | (file.in_folder ? O_NOFOLLOW | O_NONBLOCK : 0));
    if (file.fd >= 0)
      find_open_file(find, &file, entry->path);
    else if (!file.in_folder || errno != ENOENT)
      reason = source_reason(errno);
    if (file.fd >= 0)
      close(file.fd);
    break;
  case WALK_FOLDER:
    find->with_name = true;
    break;
  case WALK_TOO_DEEP:
    reason = "it is below too many folders";
    break;
  case WALK_CLOSED:
    reason = source_reason(entry->error);
    break;
  case WALK_VANISHED:
    reason = file.in_folder ? NULL : source_reason(ENOENT);
    break;
  default: /* links are not followed */
    break;
  }
  if (reason) {
    find_jobs_drain(find);
    find_fail(find, entry->path, reason);
  }
  return true;
}

void find_operand(struct find *find, const char *operand)
{
  struct find_file file = {.find = find, .fd = STDIN_FILENO};
  if (strcmp(operand, "-") == 0) {
    find->document = (struct find_document){operand, 1, 0};
    find_open_file(find, &file, "standard input");
  } else if (walk_chosen(operand, walk_depth(), &find->general.choice, find_visit, find) ==
             WALK_NO_MEMORY) {
    die_memory();
  }
}
