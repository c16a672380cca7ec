/* SPDX-License-Identifier: MIT */
/* uriel_arrow_parse: the columns are made block by block, then handed out. */
#include "give.h"

typedef struct array_columns {
  arrow_column list[ARROW_KINDS];
  const arrow_kind *kinds[ARROW_KINDS];
  size_t count;
} array_columns;

static int array_make(struct ArrowArray *out, array_columns *columns, const arrow_request *request,
                      const arrow_input *input, const char **why)
{
  uriel_ref refs[ARROW_BLOCK];
  int error = 0;
  for (size_t i = 0; i < ARROW_KINDS && !error; i++) {
    const arrow_kind *const kind = &uriel_arrow_kinds[i];
    if (!(request->columns & kind->bit))
      continue;
    columns->kinds[columns->count] = kind;
    error = uriel_arrow_column_open(&columns->list[columns->count], uriel_arrow_format(request, kind),
                                    input->length, why);
    columns->count += !error;
  }
  for (int64_t row = 0; row < input->length && !error; row += ARROW_BLOCK) {
    const int64_t left = input->length - row;
    const arrow_rows rows = {input, row, refs, (size_t)(left < ARROW_BLOCK ? left : ARROW_BLOCK)};
    uriel_arrow_input_read(input, row, refs, rows.count);
    for (size_t i = 0; i < columns->count && !error; i++)
      error = uriel_arrow_column_put(&columns->list[i], columns->kinds[i], &rows, why);
  }
  if (!error && !uriel_arrow_give_struct(out, columns->list, columns->count, input->length, input))
    error = arrow_no_memory(why);
  for (size_t i = 0; i < columns->count; i++)
    uriel_arrow_column_close(&columns->list[i]);
  return error;
}

int uriel_arrow_parse(struct ArrowArray *out, struct ArrowArray *array, const struct ArrowSchema *schema,
                      const uriel_arrow_options *options, const char **why)
{
  arrow_request request;
  arrow_input input;
  array_columns columns = {.count = 0};
  struct ArrowArray made;
  int error = uriel_arrow_request(&request, schema, options, why);
  if (!error)
    error = uriel_arrow_input_open(&input, &request.source, array, why);
  if (error)
    return error;
  const bool views = request.text == ARROW_UTF8_VIEW;
  struct arrow_kept *const kept = views ? uriel_arrow_kept() : NULL;
  if (views && !kept)
    return arrow_no_memory(why);
  error = array_make(&made, &columns, &request, &input, why);
  if (error) {
    uriel_arrow_kept_free(kept);
    return error;
  }
  if (kept)
    uriel_arrow_keep(&made, kept, array);
  *out = made;
  return 0;
}
