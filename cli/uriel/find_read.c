/* SPDX-License-Identifier: MIT */
/* uriel find: reads documents and finds their references. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/shared/cli.h"
#include "cli/shared/output.h"
#include "find.h"
#include "reader/decode.h"
#include "reader/kind.h"
#include "reader/walk.h"

static void find_error(struct find *find, const char *what, int error)
{
  progress_clear(&find->progress);
  find->status = STATUS_IO;
  message("cannot read %s: %s", what, source_reason(error));
}

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

/* Waits for a descriptor that another process made non-blocking. */
static bool find_wait(int fd)
{
  struct pollfd wait = {.fd = fd, .events = POLLIN};
  return poll(&wait, 1, -1) >= 0 || errno == EINTR;
}

/* Writes the hits found so far before reading may block. */
ssize_t find_bytes(void *context, char *data, size_t capacity)
{
  const struct find_file *const file = context;
  find_progress(file->find);
  if (file->prompt)
    output_flush_both();
  for (;;) {
    const ssize_t got = read(file->fd, data, capacity);
    if (got > 0)
      file->find->bytes += (uint64_t)got;
    if (got >= 0)
      return got;
    const bool waits = errno == EAGAIN || errno == EWOULDBLOCK;
    if (errno != EINTR && !(waits && find_wait(file->fd)))
      return -1;
  }
}

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
  find_print_too_long(find, &placed);
  return true;
}

struct text_sink find_sink(struct find *find)
{
  return (struct text_sink){find, find_hit, find_too_long};
}

/* Returns advice on how to read a file of the format. */
static const char *find_advice(const char *format)
{
  static const char *const compressed[] = {"gzip", "zstd", "bzip2", "xz"};
  for (size_t i = 0; i < sizeof compressed / sizeof *compressed; i++)
    if (strcmp(format, compressed[i]) == 0)
      return "decompress it first";
  return "use --text to read it as text";
}

/* Reports a skipped file: immediately if it was named, in a count at the end if it is in a folder. */
void find_pass_over(struct find *find, const struct find_file *file, const char *format)
{
  if (file->in_folder)
    find->passed_over++;
  else if (!find->silent) {
    progress_clear(&find->progress);
    message("%s: binary (%s), skipped: %s", find->document.name, format, find_advice(format));
  }
}

/* Returns how many bytes to detect the kind from. Few for a pipe: more may take long to arrive. */
static size_t find_sample(const struct find_file *file)
{
  enum { FIND_MAGIC = 8 };
  return file->prompt ? FIND_MAGIC : KIND_SAMPLE;
}

/* Whether several threads read the file in parts. */
static bool find_by_parts(struct find *find, const struct find_file *file, const struct source *source)
{
  enum { FIND_PARTS_LEAST = 4 };
  return source == &find->file && find->jobs > 1 && file->size >= FIND_PARTS_LEAST * find_part_own &&
         find_jobs_text(find, file, file->size);
}

/* ---- Encodings -------------------------------------------------------------------------------- */

/* Returns the format of text in UTF-16 if it is binary, NULL for text. */
static const char *find_utf16_format(enum utf16 order, const char *data, size_t len, const char *format)
{
  char text[KIND_SAMPLE / 2 * 3];
  const size_t sample = len < KIND_SAMPLE ? len & ~(size_t)1 : KIND_SAMPLE;
  const size_t decoded = utf16_decode(order, data, sample, text);
  return kind_of(text, decoded, NULL, NULL).kind == KIND_BINARY ? format : NULL;
}

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
  const struct kind kind = kind_of(data, len, NULL, name);
  encoding.format = kind.kind == KIND_BINARY || kind.kind == KIND_WACZ ? kind.format : NULL;
  const char *const named = decoder_of_name(name, data, len);
  if (named)
    encoding.format = named;
  if (encoding.order != UTF16_NO && encoding.format &&
      (strcmp(encoding.format, "utf-16") == 0 || strcmp(encoding.format, "data") == 0))
    encoding.format = find_utf16_format(encoding.order, data, len, encoding.format);
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

/* Returns the encoding of a document after reading its start. */
static struct find_encoding find_begin(const struct find *find, const struct find_file *file,
                                       struct source *source)
{
  if (!find->as_text || find->charset.ptr)
    source_fill(source, find_sample(file));
  return find_encoding_of(find, source->data, source->len, find->document.name);
}

static void find_recoded(struct find *find, const struct text_request *request,
                         const struct text_sink *sink, struct source *source, enum utf16 order)
{
  struct transcoder transcoder;
  find_transcode(find, &transcoder, source, order);
  transcoder.to = &find->recoded;
  source_start(&find->recoded, transcoder_read, &transcoder);
  find->transcoder = &transcoder;
  text_read(&find->recoded, request, &find->cleaned, sink);
  find->transcoder = NULL;
  if (transcoder.malformed)
    find_print_malformed(find, transcoder.malformed, transcoder.first);
  find_transcode_end(&transcoder);
}

static void find_text(struct find *find, const struct find_file *file, struct source *source,
                      const struct find_encoding *encoding)
{
  const struct text_sink sink = find_sink(find);
  struct text_request request = find->request;
  request.prompt = file->prompt;
  if (!encoding->is_utf_8)
    find_recoded(find, &request, &sink, source, encoding->order);
  else if (!find_by_parts(find, file, source))
    text_read(source, &request, &find->cleaned, &sink);
  if (find->count && !source->error)
    find_print_count(find);
}

static void find_compressed(struct find *find, const struct find_file *file, const char *format)
{
  struct decoder *const decoder = decoder_new(format, &find->file, NULL);
  if (!decoder)
    die_memory();
  source_start(&find->decoded, decoder_read, decoder);
  const struct find_encoding encoding = find_begin(find, file, &find->decoded);
  if (encoding.format)
    find_pass_over(find, file, encoding.format);
  else
    find_text(find, file, &find->decoded, &encoding);
  decoder_free(decoder);
}

void find_document(struct find *find, struct find_file *file, const char *told)
{
  source_start(&find->file, find_bytes, file);
  find->decoded.error = find->recoded.error = 0;
  find->document.count = 0;
  const struct find_encoding encoding = find_begin(find, file, &find->file);
  if (!encoding.format)
    find_text(find, file, &find->file, &encoding);
  else if (decoder_knows(encoding.format))
    find_compressed(find, file, encoding.format);
  else
    find_pass_over(find, file, encoding.format);
  const int error = find->file.error ? find->file.error : find->decoded.error;
  if (error == ENOMEM || find->recoded.error == ENOMEM)
    die_memory();
  if (error)
    find_error(find, told, error);
}

static bool find_is_output(const struct find *find, const struct stat *status)
{
  return !find->count && !find->quiet && output_is_file(status);
}

/* Sets the offset at which reading of a regular file starts, and the size after it. */
static void find_measure(struct find_file *file, const struct stat *status)
{
  const off_t start = lseek(file->fd, 0, SEEK_CUR);
  if (start >= 0 && start < status->st_size) {
    file->start = (uint64_t)start;
    file->size = (uint64_t)(status->st_size - start);
  }
}

/* Queues a small file; the thread that reads it closes it. */
static bool find_later(struct find *find, struct find_file *file)
{
  if (find->jobs < 2 || !find->with_name || file->fd == STDIN_FILENO || !file->size ||
      !find_jobs_small(file->size))
    return false;
  if (!find_jobs_document(find, file, find->document.name, find->document.name_len))
    return false;
  file->fd = -1;
  return true;
}

/* Prints the hits of all queued files. Keeps the current document. */
static void find_drain(struct find *find)
{
  const struct find_document document = find->document;
  find_jobs_drain(find);
  find->document = document;
}

static void find_open_file(struct find *find, struct find_file *file, const char *told)
{
  struct stat status;
  if (fstat(file->fd, &status) != 0) {
    const int error = errno;
    find_drain(find);
    find_error(find, told, error);
    return;
  }
  /* It was a regular file when the folder was listed. */
  if (file->in_folder && !S_ISREG(status.st_mode))
    return;
  file->prompt = !S_ISREG(status.st_mode);
  if (!file->prompt)
    find_measure(file, &status);
  const bool output = find_is_output(find, &status);
  if (!output && find_later(find, file))
    return;
  find_drain(find);
  if (!output) {
    find_document(find, file, told);
  } else if (!find->silent) {
    progress_clear(&find->progress);
    message("%s: is the output itself, skipped", find->document.name);
  }
}

void find_name(struct find *find, const char *name, size_t len)
{
  find->document.name = name;
  find->document.name_len = len;
}

static void find_entry(struct find *find, const struct walk_entry *entry)
{
  struct find_file file = {.find = find, .in_folder = entry->path_len != entry->root_len};
  const int flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | (file.in_folder ? O_NOFOLLOW | O_NONBLOCK : 0);
  find_name(find, entry->path, entry->path_len);
  file.fd = openat(entry->folder, entry->name, flags);
  if (file.fd >= 0) {
    find_open_file(find, &file, entry->path);
    if (file.fd >= 0)
      close(file.fd);
  } else if (!file.in_folder || errno != ENOENT) {
    const int error = errno;
    find_drain(find);
    find_error(find, entry->path, error);
  }
}

static void find_closed(struct find *find, const struct walk_entry *entry)
{
  find_jobs_drain(find);
  if (entry->type == WALK_TOO_DEEP) {
    progress_clear(&find->progress);
    find->status = STATUS_IO;
    message("cannot read %s: it is below too many folders", entry->path);
  } else if (entry->type == WALK_CLOSED) {
    find_error(find, entry->path, entry->error);
  } else if (entry->path_len == entry->root_len) {
    find_error(find, entry->path, ENOENT);
  }
}

static bool find_visit(void *context, const struct walk_entry *entry)
{
  struct find *const find = context;
  if (entry->type == WALK_FILE)
    find_entry(find, entry);
  else if (entry->type == WALK_CLOSED || entry->type == WALK_TOO_DEEP || entry->type == WALK_VANISHED)
    find_closed(find, entry);
  else if (entry->type == WALK_FOLDER)
    find->with_name = true;
  return true;
}

void find_operand(struct find *find, const char *operand)
{
  struct find_file file = {.find = find, .fd = STDIN_FILENO};
  if (strcmp(operand, "-") == 0) {
    find_name(find, operand, 1);
    find_open_file(find, &file, "standard input");
  } else if (walk_chosen(operand, walk_depth(), &find->choice, find_visit, find) == WALK_NO_MEMORY) {
    die_memory();
  }
}
