/* SPDX-License-Identifier: MIT */
/* The option --file, and standard input. */
#include "input.h"

#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"
#include "output.h"
#include "uriel_scheme.h"

void files_add(void *to, struct option_reader *reader)
{
  buffer_append(to, &reader->value, sizeof reader->value);
  reader->file_count++;
}

void files_refuse(const struct buffer *files, const struct option_reader *reader, bool operands)
{
  const char *const *const names = ARRAY_OF(const char *, *files);
  size_t inputs = 0;
  for (size_t i = 0; i < reader->file_count; i++)
    inputs += strcmp(names[i], "-") == 0;
  if (reader->file_count > 0 && reader->operand_count > 0)
    die_usage(reader->command, "operands and --file exclude each other");
  for (size_t i = 0; operands && i < reader->operand_count; i++)
    inputs += strcmp(reader->operands[i], "-") == 0;
  if (inputs > 1)
    die_usage(reader->command, "standard input can be read only once");
}

void files_each_record(const struct buffer *files, char terminator, files_record *visit, void *context)
{
  struct input_source source = {.terminator = terminator,
                                .before = input_before,
                                .files = ARRAY_OF(const char *, *files),
                                .file_count = ARRAY_COUNT(const char *, *files)};
  struct input_block block = {0};
  struct input input;
  while (input_read(&source, &block))
    while (input_next(&block, &input))
      visit(context, &input);
  buffer_free(&block.buffer);
  input_source_free(&source);
}

struct files_paths {
  files_visit *visit;
  void *context;
  struct buffer path;
};

static void files_path(void *context, const struct input *input)
{
  struct files_paths *const paths = context;
  struct buffer *const path = &paths->path;
  buffer_put(path, input->text.ptr, input->text.len);
  buffer_append(path, "", 1);
  if (input->too_long || strlen(path->ptr) != input->text.len)
    die(STATUS_IO, "record %llu of the list is not a path: it %s", (unsigned long long)input->number,
        input->too_long ? "is too long" : "contains a NUL");
  if (input->text.len > 0)
    paths->visit(paths->context, strcmp(path->ptr, "-") == 0 ? "./-" : path->ptr);
}

void files_each_path(const struct buffer *files, char terminator, files_visit *visit, void *context)
{
  struct files_paths paths = {.visit = visit, .context = context};
  files_each_record(files, terminator, files_path, &paths);
  buffer_free(&paths.path);
}

void files_each(const struct buffer *files, const struct option_reader *reader, char terminator,
                files_visit *visit, void *context)
{
  for (size_t i = 0; i < reader->operand_count; i++)
    visit(context, reader->operands[i]);
  if (reader->file_count > 0)
    files_each_path(files, terminator, visit, context);
  else if (reader->operand_count == 0)
    visit(context, "-");
}

void json_in_read(void *to, struct option_reader *reader)
{
  struct json_in *const path = to;
  const char *at = reader->value;
  if (path->field)
    die_usage(reader->command, "option \"%s\" names one field: \"%s\" or \"%s\"", reader->name,
              path->field, at);
  if (!*at)
    die_usage(reader->command, "option \"%s\" takes the name of a field", reader->name);
  path->field = at;
  buffer_reserve(&path->keys, strlen(at));
  for (bool more = true; more; at++) {
    uriel_text key = {path->keys.ptr + path->keys.len, 0};
    for (; *at && *at != '.'; at++, key.len++) {
      at += *at == '\\' && (at[1] == '.' || at[1] == '\\');
      buffer_append(&path->keys, at, 1);
    }
    more = *at == '.';
    buffer_append(&path->texts, (const char *)&key, sizeof key);
  }
}

/* Returns the length of the scheme that the text could begin with. */
static size_t files_scheme(const char *text)
{
  return strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.");
}

void files_refuse_operands(const struct option_reader *reader)
{
  struct stat status;
  size_t files = 0;
  for (size_t i = 0; i < reader->open_count; i++) {
    const char *const operand = reader->operands[i];
    files +=
        operand[files_scheme(operand)] != ':' && stat(operand, &status) == 0 && !S_ISDIR(status.st_mode);
  }
  if (files == 2 && files == reader->operand_count && strcmp(reader->command, "compare") == 0)
    die_usage(
        reader->command,
        "operands are references, and \"%s\" is a file: did you mean -f with pairs, as in \"paste %s %s "
        "| uriel compare\"? After \"--\", operands are always references",
        reader->operands[0], reader->operands[0], reader->operands[1]);
  if (files > 0 && files == reader->operand_count)
    die_usage(
        reader->command,
        "operands are references, and \"%s\" is a file: did you mean -f %s%s? After \"--\", operands "
        "are always references",
        reader->operands[0], reader->operands[0], files > 1 ? " -f ..." : "");
}

bool files_is_page(const char *operand)
{
  struct stat status;
  const size_t scheme = files_scheme(operand);
  const bool has_slashes = scheme > 0 && strncmp(operand + scheme, "://", 3) == 0;
  const bool is_file =
      stat(operand, &status) == 0 || (errno != ENOENT && errno != ENOTDIR && errno != ENAMETOOLONG);
  if (operand[scheme] != ':' || (!has_slashes && !uriel_scheme_find(NULL, operand, scheme)))
    return false;
  if (is_file && has_slashes)
    message("note: \"%s\" is also a URI: the file with this name is read", operand);
  return !is_file;
}

void files_note_reference(const char *command, const char *operand)
{
  struct stat status;
  const size_t scheme = files_scheme(operand);
  if (scheme > 0 && strncmp(operand + scheme, "://", 3) == 0 && stat(operand, &status) != 0 &&
      (errno == ENOENT || errno == ENOTDIR))
    message("note: uriel %s reads files; to parse a reference, use uriel parse", command);
}

void input_before(const struct input_source *source)
{
  struct stat status;
  /* The program would read its own output, and the file would grow without end. */
  if (source->bytes == 0 && fstat(source->fd, &status) == 0 && output_is_file(&status))
    die(STATUS_USAGE, "%s and standard output are the same file: send the output to another one",
        source->name ? source->name : "standard input");
  output_flush_both();
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
