/* SPDX-License-Identifier: MIT */
/* Calls over columns, in batches, without the interpreter's lock. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "column.h"

/* The most rows of a batch: between two, Python handles signals. */
enum { WORK_BATCH = 1 << 18 };

static int work_fail(column_work *work, int error, const char *message)
{
  const size_t len = strlen(message), most = sizeof work->message - 1;
  memcpy(work->message, message, len < most ? len : most);
  work->message[len < most ? len : most] = 0;
  return error;
}

/* ---- Sources ---------------------------------------------------------------------------------- */

static void source_release_chunk(column_source *source)
{
  if (source->chunk.release)
    source->chunk.release(&source->chunk);
  source->chunk.release = NULL;
}

void uriel_python_source_close(column_source *source)
{
  source_release_chunk(source);
  if (source->stream.release)
    source->stream.release(&source->stream);
  if (source->schema.release)
    source->schema.release(&source->schema);
  *source = (column_source){.row = 0};
}

static int source_read(column_work *work, column_source *source)
{
  source->row = 0;
  const int error = source->stream.get_next(&source->stream, &source->chunk);
  if (error) {
    source->chunk.release = NULL;
    const char *const why =
        source->stream.get_last_error ? source->stream.get_last_error(&source->stream) : NULL;
    return work_fail(work, error, why ? why : "the stream failed");
  }
  if (!source->chunk.release) {
    source->stream.release(&source->stream);
    source->stream.release = NULL;
  }
  return 0;
}

/* Makes `chunk` an array with rows that were not read, or a released one at the end of the column. */
static int source_fill(column_work *work, column_source *source)
{
  for (;;) {
    const struct ArrowArray *const chunk = &source->chunk;
    if (chunk->release && (chunk->length < 0 || chunk->offset < 0 || chunk->n_buffers < 0 ||
                           chunk->n_children < 0 || chunk->offset > INT64_MAX - chunk->length))
      return work_fail(work, EINVAL, "the array has a negative length or offset");
    if (chunk->release && source->row < chunk->length)
      return 0;
    source_release_chunk(source);
    if (!source->stream.release)
      return 0;
    const int error = source_read(work, source);
    if (error)
      return error;
  }
}

/* A dictionary is computed for each batch, so an array with one is one batch. */
static int64_t source_rows(const column_source *source)
{
  const struct ArrowArray *const chunk = &source->chunk;
  const bool nested = chunk->n_children == 1 && chunk->children && chunk->children[0];
  const bool whole = chunk->dictionary || (nested && chunk->children[0]->dictionary);
  const int64_t left = chunk->length - source->row;
  return left < WORK_BATCH || whole ? left : WORK_BATCH;
}

/* The next rows of the chunk, which keeps them. */
static struct ArrowArray source_window(const column_source *source, int64_t rows)
{
  struct ArrowArray window = source->chunk;
  if (rows != window.length) {
    window.offset += source->row;
    window.length = rows;
    window.null_count = -1; /* unknown */
  }
  return window;
}

/* ---- Constants -------------------------------------------------------------------------------- */

static char *work_copy(char *to, uriel_text *text)
{
  if (!text->ptr)
    return to;
  memcpy(to, text->ptr, text->len);
  text->ptr = to;
  return to + text->len;
}

bool uriel_python_work_constants(column_work *work, const uriel_value *values)
{
  size_t texts = 0, bytes = 0;
  bytes += work->spec.text.len;
  for (size_t i = 0; i < URIEL_FUNCTION_ARGUMENTS; i++) {
    work->values[i] = values[i];
    texts += values[i].count;
    bytes += values[i].text.len + (values[i].ref ? values[i].ref->length : 0);
    for (size_t k = 0; k < values[i].count; k++)
      bytes += values[i].list[k].len;
  }
  uriel_text *list = work->constants = malloc(texts * sizeof *list + bytes + 1);
  if (!list)
    return false;
  char *to = work_copy((char *)(list + texts), &work->spec.text);
  for (size_t i = 0; i < URIEL_FUNCTION_ARGUMENTS; i++) {
    uriel_value *const value = &work->values[i];
    to = work_copy(to, &value->text);
    if (value->ref) {
      memcpy(to, value->ref->text, value->ref->length);
      work->refs[i] = uriel_rebase(value->ref, to);
      to += value->ref->length;
      value->ref = &work->refs[i];
    }
    for (size_t k = 0; k < value->count; k++) {
      list[k] = value->list[k];
      to = work_copy(to, &list[k]);
    }
    value->list = value->list ? list : NULL;
    list += value->count;
  }
  return true;
}

void uriel_python_work_close(column_work *work)
{
  for (size_t i = 0; i < URIEL_FUNCTION_ARGUMENTS; i++)
    uriel_python_source_close(&work->sources[i]);
  free(work->constants);
  work->constants = NULL;
}

/* ---- The call --------------------------------------------------------------------------------- */

/* Sets the arguments of a function: columns, with the arrays of `windows` if it is not NULL, and
 * constants. */
static void work_arguments(const column_work *work, const uriel_function *function,
                           const struct ArrowArray *windows, uriel_arrow_argument *arguments)
{
  for (size_t i = 0; i < URIEL_FUNCTION_ARGUMENTS; i++) {
    arguments[i] = (uriel_arrow_argument){.value = work->values[i]};
    if (work->used[i])
      arguments[i] = (uriel_arrow_argument){.schema = &work->sources[i].schema,
                                            .array = windows ? &windows[i] : NULL};
    else if (work->spec.text.ptr && i < function->argument_count &&
             strcmp(function->arguments[i].name, "spec") == 0)
      arguments[i].value = work->spec;
  }
}

int uriel_python_work_schema(column_work *work, struct ArrowSchema *out)
{
  const bool table = work->table && work->count > 0;
  const char *why = "";
  uriel_arrow_argument arguments[URIEL_FUNCTION_ARGUMENTS];
  int error = 0;
  if (work->count == 0)
    error = uriel_arrow_schema(out, &work->sources[0].schema, NULL, &why);
  if (table && !uriel_python_table_schema(out, work->count))
    return work_fail(work, ENOMEM, "out of memory");
  for (size_t i = 0; i < work->count && !error; i++) {
    struct ArrowSchema *const column = table ? out->children[i] : out;
    work->wrong = work->functions[i];
    work_arguments(work, work->wrong, NULL, arguments);
    error = uriel_arrow_call_schema(column, work->wrong, arguments, work->wrong->argument_count,
                                    &work->error, &why);
    if (error)
      column->release = NULL;
  }
  if (error && table)
    out->release(out);
  return error ? work_fail(work, error, why) : 0;
}

/* Calls the functions for `rows` rows of each column. */
static int work_batch(column_work *work, struct ArrowArray *out, int64_t rows)
{
  const bool table = work->table && work->count > 0;
  const char *why = "";
  struct ArrowArray windows[URIEL_FUNCTION_ARGUMENTS];
  uriel_arrow_argument arguments[URIEL_FUNCTION_ARGUMENTS];
  int error = 0;
  for (size_t i = 0; i < URIEL_FUNCTION_ARGUMENTS; i++) {
    if (!work->used[i])
      continue;
    windows[i] = source_window(&work->sources[i], rows);
    work->sources[i].row += rows;
  }
  if (work->count == 0)
    error = uriel_arrow_parse(out, &windows[0], &work->sources[0].schema, NULL, &why);
  if (table && !uriel_python_table_array(out, work->count, rows))
    return work_fail(work, ENOMEM, "out of memory");
  for (size_t i = 0; i < work->count && !error; i++) {
    struct ArrowArray *const column = table ? out->children[i] : out;
    work->wrong = work->functions[i];
    work_arguments(work, work->wrong, windows, arguments);
    error = uriel_arrow_call(column, work->wrong, arguments, work->wrong->argument_count, &work->error,
                             &why);
    if (error)
      column->release = NULL;
  }
  if (error && table)
    out->release(out);
  return error ? work_fail(work, error, why) : 0;
}

int uriel_python_work_next(column_work *work, struct ArrowArray *out)
{
  int64_t rows = INT64_MAX;
  size_t ended = 0, columns = 0;
  for (size_t i = 0; i < URIEL_FUNCTION_ARGUMENTS; i++) {
    if (!work->used[i])
      continue;
    column_source *const source = &work->sources[i];
    const int error = source_fill(work, source);
    if (error)
      return error;
    columns++;
    ended += !source->chunk.release;
    const int64_t ready = source->chunk.release ? source_rows(source) : 0;
    rows = ready < rows ? ready : rows;
  }
  if (ended == 0)
    return work_batch(work, out, rows);
  out->release = NULL;
  return ended == columns ? 0 : work_fail(work, EINVAL, "the columns have different lengths");
}
