/* SPDX-License-Identifier: MIT */
/* uriel find: reads documents and finds their references. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/shared/cli.h"
#include "cli/shared/input.h"
#include "cli/shared/output.h"
#include "find.h"
#include "reader/decode.h"
#include "reader/kind.h"
#include "reader/walk.h"

void find_progress(struct find *find)
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

struct text_sink find_sink(struct find *find)
{
  return (struct text_sink){find, find_hit, find_too_long};
}

void find_print_malformed(struct find *find, uint64_t count, uint64_t first)
{
  if (count && find_complains(find))
    message("%s: byte %" PRIu64 ": malformed text; %" PRIu64 " %s read as U+FFFD", find->document.name,
            first, count, count == 1 ? "sequence is" : "sequences are");
}

void find_pass_over(struct find *find, const struct find_file *file, const char *format)
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

/* Prints the hits of all queued files first. Keeps the current document. */
static void find_drain(struct find *find)
{
  const struct find_document document = find->document;
  find_jobs_drain(find);
  find->document = document;
}

static void find_fail(struct find *find, const char *what, const char *reason)
{
  progress_clear(&find->progress);
  find->status = STATUS_IO;
  message("cannot read %s: %s", what, reason);
}

static void find_error(struct find *find, const char *what, int error)
{
  find_drain(find);
  find_fail(find, what, source_reason(error));
}

/* ---- Encodings -------------------------------------------------------------------------------- */

struct find_encoding find_encoding_of(const struct find *find, const char *data, size_t len,
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

void find_transcode(const struct find *find, struct transcoder *transcoder, struct source *from,
                    enum utf16 order)
{
  *transcoder = (struct transcoder){.from = from, .order = order, .place = {0, 1, 1}};
  if (order == UTF16_NO && !charset_open(&transcoder->charset, find->charset))
    die_memory();
}

void find_transcode_end(struct transcoder *transcoder)
{
  charset_close(transcoder->charset);
  transcoder_free(transcoder);
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
  find_print_malformed(find, transcoder.malformed, transcoder.first);
  find_transcode_end(&transcoder);
  if (find->count && !source->error)
    find_print_count(find);
}

void find_document(struct find *find, struct find_file *file, const char *shown)
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
    find_error(find, shown, errno);
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
  find_drain(find);
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
  switch (entry->type) {
  case WALK_FILE:
    find->document = (struct find_document){entry->path, entry->path_len, 0};
    file.fd = openat(entry->folder, entry->name,
                     O_RDONLY | O_CLOEXEC | O_NOCTTY | (file.in_folder ? O_NOFOLLOW | O_NONBLOCK : 0));
    if (file.fd >= 0)
      find_open_file(find, &file, entry->path);
    else if (!file.in_folder || errno != ENOENT)
      find_error(find, entry->path, errno);
    if (file.fd >= 0)
      close(file.fd);
    break;
  case WALK_FOLDER:
    find->with_name = true;
    break;
  case WALK_TOO_DEEP:
    find_drain(find);
    find_fail(find, entry->path, "it is below too many folders");
    break;
  case WALK_CLOSED:
    find_error(find, entry->path, entry->error);
    break;
  case WALK_VANISHED:
    if (!file.in_folder)
      find_error(find, entry->path, ENOENT);
    break;
  default: /* links are not followed */
    break;
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
