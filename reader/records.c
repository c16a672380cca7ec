/* SPDX-License-Identifier: MIT */
#include "records.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "source.h"

size_t input_record_max = UINT32_MAX;

enum {
  INPUT_READ = 1 << 20, /* bytes of a read: fewer, larger reads are cheaper */
  INPUT_READ_SHARED =
      1 << 18, /* the same if several threads read: the output for each read is kept in memory */
  INPUT_LARGE = 1 << 23 /* a block that has grown to more is not kept */
};

static _Noreturn void input_die(const char *name, int error)
{
  base_die("cannot read %s: %s", name ? name : "standard input", strerror(error));
}

/* More of the input at the buffer's end; false at the end of the file. */
static bool input_fill(struct input_source *source, struct buffer *buffer)
{
  if (source->end)
    return false;
  buffer_reserve(buffer, buffer->len + source->most + INPUT_SLACK);
  if (source->before)
    source->before(source);
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
  buffer_put(&source->rest, buffer->ptr + from, buffer->len - from);
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

/* Reads until the block holds the end of a record; sets `end` to the end of the last one. Returns false
 * if the input ends first, or if the record is too long. */
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

/* Reads the file's next records, starting with the rest of the previous read; reads no record at the
 * end. */
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

/* Begins the next file. Returns false after the last. */
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
