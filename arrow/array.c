/* SPDX-License-Identifier: MIT */
/* uriel_arrow_parse: the columns are made block by block, then handed out. */
#include "give.h"

#include <stdlib.h>

typedef struct array_job {
  arrow_request request;
  arrow_input input, indices;
  int64_t length;
  uriel_ref *parsed; /* the values of a dictionary; else NULL */
  arrow_column columns[ARROW_KINDS];
  const arrow_kind *kinds[ARROW_KINDS];
  size_t count;
} array_job;

/* Parses each value of a dictionary once. */
static int array_parse_values(array_job *job, const char **why)
{
  const arrow_input *const values = &job->input;
  const int error = uriel_arrow_input_indices(&job->indices, values->length, NULL, why);
  if (error)
    return error;
  job->parsed = malloc(((size_t)values->length + 1) * sizeof *job->parsed);
  if (!job->parsed)
    return arrow_no_memory(why);
  for (int64_t at = 0; at < values->length; at += ARROW_BLOCK) {
    const int64_t left = values->length - at;
    uriel_arrow_input_read(values, at, job->parsed + at,
                           (size_t)(left < ARROW_BLOCK ? left : ARROW_BLOCK));
  }
  return 0;
}

static void array_read(const array_job *job, int64_t row, uriel_ref *refs, int64_t *values, size_t count)
{
  if (!job->parsed) {
    uriel_arrow_input_read(&job->input, row, refs, count);
    return;
  }
  for (size_t i = 0; i < count; i++) {
    const bool null = uriel_arrow_input_is_null(&job->indices, row + (int64_t)i);
    values[i] = null ? 0 : uriel_arrow_input_number(&job->indices, row + (int64_t)i);
    refs[i] = null ? (uriel_ref){.text = NULL, .flags = URIEL_INVALID} : job->parsed[values[i]];
  }
}

static int array_make(array_job *job, struct ArrowArray *out, const char **why)
{
  uriel_ref refs[ARROW_BLOCK];
  int64_t values[ARROW_BLOCK];
  int error = 0;
  for (size_t i = 0; i < ARROW_KINDS && !error; i++) {
    const arrow_kind *const kind = &uriel_arrow_kinds[i];
    if (!(job->request.columns & kind->bit))
      continue;
    job->kinds[job->count] = kind;
    error = uriel_arrow_column_open(&job->columns[job->count], uriel_arrow_format(&job->request, kind),
                                    job->length, why);
    job->count += !error;
  }
  for (int64_t row = 0; row < job->length && !error; row += ARROW_BLOCK) {
    const int64_t left = job->length - row;
    const arrow_rows rows = {&job->input, row, refs, (size_t)(left < ARROW_BLOCK ? left : ARROW_BLOCK),
                             job->parsed ? values : NULL};
    array_read(job, row, refs, values, rows.count);
    for (size_t i = 0; i < job->count && !error; i++)
      error = uriel_arrow_column_put(&job->columns[i], job->kinds[i], &rows, why);
  }
  if (!error && !uriel_arrow_give_struct(out, job->columns, job->count, job->length, &job->input))
    error = arrow_no_memory(why);
  return error;
}

static int array_open(array_job *job, const struct ArrowArray *array, const struct ArrowSchema *schema,
                      const uriel_arrow_options *options, const char **why)
{
  int error = uriel_arrow_request(&job->request, schema, options, why);
  if (!error)
    error = uriel_arrow_input_open(&job->input, &job->indices, &job->request.source, array, why);
  const bool encoded = job->request.source.form == ARROW_ENCODED;
  job->length = encoded ? job->indices.length : job->input.length;
  return !error && encoded ? array_parse_values(job, why) : error;
}

int uriel_arrow_parse(struct ArrowArray *out, struct ArrowArray *array, const struct ArrowSchema *schema,
                      const uriel_arrow_options *options, const char **why)
{
  array_job job = {.count = 0};
  struct ArrowArray made;
  struct arrow_kept *kept = NULL;
  int error = array_open(&job, array, schema, options, why);
  if (!error && job.request.text == ARROW_UTF8_VIEW) {
    kept = uriel_arrow_kept();
    error = kept ? 0 : arrow_no_memory(why);
  }
  if (!error)
    error = array_make(&job, &made, why);
  for (size_t i = 0; i < job.count; i++)
    uriel_arrow_column_close(&job.columns[i]);
  free(job.parsed);
  if (error) {
    uriel_arrow_kept_free(kept);
    return error;
  }
  if (kept)
    uriel_arrow_keep(&made, kept, array);
  *out = made;
  return 0;
}
