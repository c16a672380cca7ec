/* SPDX-License-Identifier: MIT */
/* Files whose lines are the inputs. */
#include "files.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "cli.h"
#include "input.h"

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

void files_refuse(const struct files *files, const struct option_reader *reader)
{
  const char *const *const names = files_names(files);
  size_t inputs = 0;
  for (size_t i = 0; i < reader->file_count; i++)
    inputs += strcmp(names[i], "-") == 0;
  if (reader->file_count > 0 && reader->operand_count > 0)
    die_usage(reader->command, "operands and --file exclude each other");
  if (inputs > 1)
    die_usage(reader->command, "standard input can be read once");
}

/* The record with a NUL after it. */
static const char *files_path(const struct input *input, struct buffer *path)
{
  path->len = 0;
  buffer_append(path, input->text.ptr, input->text.len);
  buffer_append(path, "", 1);
  if (input->too_long || strlen(path->ptr) != input->text.len)
    die(STATUS_IO, "record %llu of the list is no path: it %s", (unsigned long long)input->number,
        input->too_long ? "is too long" : "has a NUL");
  return strcmp(path->ptr, "-") == 0 ? "./-" : path->ptr;
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
    while (input_next(&block, &input))
      if (input.text.len > 0)
        visit(context, files_path(&input, &path));
  buffer_free(&block.buffer);
  input_source_free(&source);
  buffer_free(&path);
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
