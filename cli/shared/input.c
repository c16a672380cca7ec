/* SPDX-License-Identifier: MIT */
/* Records of standard input and of files, and the option --file. */
#include "input.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"
#include "output.h"
#include "reader/source.h"

/* ---- Files of --file ---------------------------------------------------------------------------- */

void files_add(void *to, struct option_reader *reader)
{
  struct files *const files = to;
  buffer_append(&files->names, (const char *)&reader->value, sizeof reader->value);
  reader->file_count++;
}

/* The buffer's bytes come from realloc, so they are aligned for pointers. */
const char *const *files_names(const struct files *files)
{
  return (const char *const *)(const void *)files->names.ptr;
}

void files_refuse(const struct files *files, const struct option_reader *reader, bool operands)
{
  const char *const *const names = files_names(files);
  size_t inputs = 0;
  for (size_t i = 0; i < reader->file_count; i++)
    inputs += strcmp(names[i], "-") == 0;
  if (reader->file_count > 0 && reader->operand_count > 0)
    die_usage(reader->command, "operands and --file exclude each other");
  for (size_t i = 0; operands && i < reader->operand_count; i++)
    inputs += strcmp(reader->operands[i], "-") == 0;
  if (inputs > 1)
    die_usage(reader->command, "standard input can be read once");
}

void files_each_path(const struct files *files, char terminator, files_visit *visit, void *context)
{
  struct input_source source = {.terminator = terminator,
                                .files = files_names(files),
                                .file_count = files->names.len / sizeof(const char *)};
  struct input_block block = {0};
  struct buffer path = {0};
  struct input input;
  while (input_read(&source, &block))
    while (input_next(&block, &input)) {
      path.len = 0;
      buffer_append(&path, input.text.ptr, input.text.len);
      buffer_append(&path, "", 1);
      if (input.too_long || strlen(path.ptr) != input.text.len)
        die(STATUS_IO, "record %llu of the list is no path: it %s", (unsigned long long)input.number,
            input.too_long ? "is too long" : "has a NUL");
      if (input.text.len > 0)
        visit(context, strcmp(path.ptr, "-") == 0 ? "./-" : path.ptr);
    }
  buffer_free(&block.buffer);
  input_source_free(&source);
  buffer_free(&path);
}

void files_each(const struct files *files, const struct option_reader *reader, char terminator,
                files_visit *visit, void *context)
{
  for (size_t i = 0; i < reader->operand_count; i++)
    visit(context, reader->operands[i]);
  if (reader->file_count > 0)
    files_each_path(files, terminator, visit, context);
  else if (reader->operand_count == 0)
    visit(context, "-");
}

void files_note_reference(const char *command, const char *operand)
{
  struct stat status;
  const size_t scheme =
      strspn(operand, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.");
  if (scheme > 0 && strncmp(operand + scheme, "://", 3) == 0 && stat(operand, &status) != 0 &&
      (errno == ENOENT || errno == ENOTDIR))
    message("note: uriel %s reads files; to take a reference apart, use uriel parse", command);
}

void files_free(struct files *files)
{
  buffer_free(&files->names);
}

/* ---- Records ------------------------------------------------------------------------------------ */

size_t input_record_max = UINT32_MAX;

enum {
  INPUT_READ = 1 << 20,        /* at a time: fewer, larger reads are cheaper */
  INPUT_READ_SHARED = 1 << 18, /* where several read in turn: the output of each is kept */
  INPUT_LARGE = 1 << 23        /* a block that has grown to more is not kept */
};

static _Noreturn void input_die(const char *name, int error)
{
  die(STATUS_IO, "cannot read %s: %s", name ? name : "standard input", strerror(error));
}

/* More of the input at the buffer's end; false at the end of the file. */
static bool input_fill(struct input_source *source, struct buffer *buffer)
{
  struct stat status;
  if (source->end)
    return false;
  /* The program would read its own output, and the file would grow without end. */
  if (source->bytes == 0 && fstat(source->fd, &status) == 0 && output_is_file(&status))
    die(STATUS_USAGE, "%s and standard output are the same file: send the output to another one",
        source->name ? source->name : "standard input");
  buffer_reserve(buffer, buffer->len + source->most + INPUT_SLACK);
  output_flush_both();
  const ssize_t got = source_read_file(&source->fd, buffer->ptr + buffer->len, source->most);
  if (got < 0)
    input_die(source->name, errno);
  buffer->len += (size_t)got;
  source->bytes += (uint64_t)got;
  source->end = got == 0;
  return !source->end;
}

/* How much of a record that is too long is kept. */
static size_t input_kept(void)
{
  return INPUT_KEPT < input_record_max ? INPUT_KEPT : input_record_max;
}

/* Keeps the bytes from `from` on for the next block. */
static void input_keep_rest(struct input_source *source, struct buffer *buffer, size_t from)
{
  source->rest.len = 0;
  buffer_append(&source->rest, buffer->ptr + from, buffer->len - from);
  buffer->len = from;
}

/* Reads to the end of a record that is too long and keeps only its beginning. */
static void input_skip(struct input_source *source, struct input_block *block)
{
  struct buffer *const buffer = &block->buffer;
  const size_t kept = input_kept();
  const char *found = NULL;
  buffer->len = kept;
  while (!found && input_fill(source, buffer)) {
    found = memchr(buffer->ptr + kept, source->terminator, buffer->len - kept);
    if (!found)
      buffer->len = kept;
  }
  if (found)
    input_keep_rest(source, buffer, (size_t)(found + 1 - buffer->ptr));
  buffer->len = kept;
  block->too_long = true;
}

/* Reads until the block holds the end of a record; sets `end` to the end of the last. False if the input
 * ends before, or the record is too long. */
static bool input_seek(struct input_source *source, struct input_block *block, size_t *end)
{
  struct buffer *const buffer = &block->buffer;
  size_t scanned = 0; /* the bytes after a record that was too long may be whole records */
  do {
    if (memchr(buffer->ptr + scanned, source->terminator, buffer->len - scanned)) {
      for (*end = buffer->len; buffer->ptr[*end - 1] != source->terminator;)
        --*end;
      return true;
    }
    scanned = buffer->len;
  } while (buffer->len <= input_record_max + 1 && input_fill(source, buffer));
  return false;
}

/* Returns the number of records in the block: of terminators, and of a last record without one, or one
 * that is too long. Counts by columns, each in eight bits for as long as those last: a loop whose length
 * is known, which compilers turn into vector instructions. */
static uint64_t input_count(const struct input_block *block)
{
  enum { COLUMNS = 64, ROWS = 255 };
  const char *text = block->buffer.ptr;
  const char *const end = text + block->buffer.len;
  const char byte = block->terminator;
  if (block->too_long)
    return 1;
  uint64_t sum = end[-1] != byte;
  while (end - text >= COLUMNS) {
    uint8_t columns[COLUMNS] = {0};
    for (size_t row = 0; row < ROWS && end - text >= COLUMNS; row++, text += COLUMNS)
      for (size_t i = 0; i < COLUMNS; i++)
        columns[i] = (uint8_t)(columns[i] + (text[i] == byte));
    for (size_t i = 0; i < COLUMNS; i++)
      sum += columns[i];
  }
  for (; text < end; text++)
    sum += *text == byte;
  return sum;
}

/* The next of the file's records, first what was left after those before; none at its end. */
static void input_take(struct input_source *source, struct input_block *block)
{
  struct buffer *const buffer = &block->buffer;
  size_t end;
  if (buffer->capacity > INPUT_LARGE)
    buffer_free(buffer);
  buffer_reserve(buffer, 2 * source->most + INPUT_SLACK);
  buffer->len = block->at = 0;
  block->terminator = source->terminator;
  block->too_long = false;
  buffer_append(buffer, source->rest.ptr, source->rest.len);
  if (source->rest.capacity > INPUT_LARGE)
    buffer_free(&source->rest);
  source->rest.len = 0;
  if (input_seek(source, block, &end))
    input_keep_rest(source, buffer, end);
  else if (!source->end)
    input_skip(source, block);
}

/* Begins the next file; false after the last. */
static bool input_open(struct input_source *source, struct input_block *block)
{
  const char *const file = source->file_count > 0 && source->opened < source->file_count
                               ? source->files[source->opened]
                               : "-";
  if (source->opened > 0 && source->opened >= source->file_count)
    return false;
  const bool standard = strcmp(file, "-") == 0;
  source->fd = standard ? STDIN_FILENO : open(file, O_RDONLY | O_CLOEXEC);
  if (source->fd < 0)
    input_die(file, errno);
  source->name = standard ? NULL : file;
  source->most = source->numbered ? INPUT_READ_SHARED : INPUT_READ;
  source->open = true;
  source->end = false;
  source->opened++;
  source->earlier += source->number;
  source->number = 0;
  block->earlier += block->number;
  block->number = 0;
  return true;
}

static void input_close(struct input_source *source)
{
  source->open = false;
  if (source->name)
    close(source->fd);
}

bool input_read(struct input_source *source, struct input_block *block)
{
  do {
    if (!source->open && !input_open(source, block))
      return false;
    input_take(source, block);
    if (block->buffer.len == 0)
      input_close(source);
  } while (block->buffer.len == 0);
  block->name = source->name;
  if (source->numbered) {
    block->number = source->number;
    block->earlier = source->earlier;
    source->number += input_count(block);
  }
  return true;
}

bool input_next(struct input_block *block, struct input *input)
{
  const char *const text = block->buffer.ptr + block->at;
  const size_t len = block->buffer.len - block->at;
  if (len == 0)
    return false;
  const char *const found = block->too_long ? NULL : memchr(text, block->terminator, len);
  const size_t end = found ? (size_t)(found - text) : len;
  const bool cr = block->terminator == '\n' && end > 0 && text[end - 1] == '\r';
  *input = (struct input){.number = ++block->number, .text = {text, end - cr}};
  input->too_long = block->too_long || input->text.len > input_record_max;
  if (input->too_long)
    input->text = (uriel_text){text, input_kept()};
  block->at += found ? end + 1 : end;
  return true;
}

void input_source_free(struct input_source *source)
{
  buffer_free(&source->rest);
  if (source->open)
    input_close(source);
}

bool input_is_waiting(void)
{
  struct stat status;
  int bytes = 0;
  if (fstat(STDIN_FILENO, &status) != 0)
    return false;
  if (S_ISREG(status.st_mode))
    return lseek(STDIN_FILENO, 0, SEEK_CUR) < status.st_size;
  return (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode)) &&
         ioctl(STDIN_FILENO, FIONREAD, &bytes) == 0 && bytes > 0;
}
