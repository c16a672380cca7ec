/* SPDX-License-Identifier: MIT */
/* uriel_arrow_parse: the columns are made block by block, then handed out. */
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "column.h"

/* The input array, if views point into it. The last holder frees it, in any thread. */
typedef struct array_kept {
  atomic_size_t holders;
  struct ArrowArray array;
} array_kept;

/* What a column of the result owns. */
typedef struct array_column {
  void *valid;
  void *values;
  void *text;
  int64_t *lens; /* of views' buffers, where these are ours */
  array_kept *kept;
  const void *buffers[];
} array_column;

/* What the struct owns. A consumer can move its columns out of it. */
typedef struct array_block {
  const void *buffers[1]; /* no nulls */
  array_kept *kept;
  struct ArrowArray *pointers[ARROW_KINDS];
  struct ArrowArray columns[ARROW_KINDS];
} array_block;

typedef struct array_columns {
  arrow_column list[ARROW_KINDS];
  size_t count;
} array_columns;

static void array_let_go(array_kept *kept)
{
  if (!kept || atomic_fetch_sub(&kept->holders, 1) != 1)
    return;
  if (kept->array.release)
    kept->array.release(&kept->array);
  free(kept);
}

static void array_release_column(struct ArrowArray *array)
{
  array_column *const owned = array->private_data;
  free(owned->valid);
  free(owned->values);
  free(owned->text);
  free(owned->lens);
  array_let_go(owned->kept);
  free(owned);
  array->release = NULL;
}

static void array_release(struct ArrowArray *array)
{
  array_block *const block = array->private_data;
  for (int64_t i = 0; i < array->n_children; i++)
    if (array->children[i]->release)
      array->children[i]->release(array->children[i]);
  array_let_go(block->kept);
  free(block);
  array->release = NULL;
}

static void array_set_windows(array_column *owned, const arrow_input *input, size_t count)
{
  static const int64_t none = 0;
  const void **const buffers = owned->buffers + 2;
  for (size_t i = 0; i < count; i++) {
    const uint64_t begin = (uint64_t)i << ARROW_WINDOW_SHIFT;
    if (input->layout == ARROW_VIEWS) {
      buffers[i] = input->buffers[i];
    } else {
      buffers[i] = input->text + begin;
      owned->lens[i] = (int64_t)(input->text_len - begin);
    }
  }
  buffers[count] = owned->lens                       ? owned->lens
                   : count > 0 && input->buffer_lens ? input->buffer_lens
                                                     : &none;
}

/* Gives the column's memory to `array`. Returns false without memory; the column is then unchanged. */
static bool array_give_column(struct ArrowArray *array, arrow_column *column,
                              const arrow_request *request, const arrow_input *input)
{
  const bool views = column->kind->type == ARROW_TEXT && request->views;
  const uint64_t last = (UINT64_C(1) << ARROW_WINDOW_SHIFT) - 1;
  const size_t windows = !views ? 0
                         : input->layout == ARROW_VIEWS
                             ? (size_t)input->buffer_count
                             : (size_t)((input->text_len + last) >> ARROW_WINDOW_SHIFT);
  const size_t count = views ? windows + 3 : column->text ? 3 : 2;
  array_column *const owned = calloc(1, sizeof *owned + count * sizeof *owned->buffers);
  if (!owned)
    return false;
  if (windows > 0 && input->layout != ARROW_VIEWS) {
    owned->lens = malloc(windows * sizeof *owned->lens);
    if (!owned->lens) {
      free(owned);
      return false;
    }
  }
  owned->buffers[0] = owned->valid = column->valid;
  owned->buffers[1] = owned->values = column->values;
  if (views)
    array_set_windows(owned, input, windows);
  else if (column->text)
    owned->buffers[2] = owned->text = column->text;
  *array = (struct ArrowArray){.length = input->length,
                               .null_count = column->nulls,
                               .n_buffers = (int64_t)count,
                               .buffers = owned->buffers,
                               .release = array_release_column,
                               .private_data = owned};
  *column = (arrow_column){0};
  return true;
}

/* Makes the struct of all columns. Returns false without memory. */
static bool array_give(struct ArrowArray *out, array_columns *columns, const arrow_request *request,
                       const arrow_input *input)
{
  array_block *const block = calloc(1, sizeof *block);
  if (!block)
    return false;
  const struct ArrowArray made = {.length = input->length,
                                  .n_buffers = 1,
                                  .n_children = (int64_t)columns->count,
                                  .buffers = block->buffers,
                                  .children = block->pointers,
                                  .release = array_release,
                                  .private_data = block};
  *out = made;
  for (size_t i = 0; i < columns->count; i++)
    block->pointers[i] = &block->columns[i];
  for (size_t i = 0; i < columns->count; i++)
    if (!array_give_column(&block->columns[i], &columns->list[i], request, input)) {
      array_release(out);
      return false;
    }
  return true;
}

/* Moves the input array to `kept`, which the result and each of its columns with views hold. */
static void array_keep(struct ArrowArray *out, array_kept *kept, struct ArrowArray *array)
{
  array_block *const block = out->private_data;
  size_t holders = 1;
  for (int64_t i = 0; i < out->n_children; i++) {
    array_column *const owned = block->columns[i].private_data;
    if (block->columns[i].n_buffers < 3)
      continue;
    owned->kept = kept;
    holders++;
  }
  block->kept = kept;
  atomic_init(&kept->holders, holders);
  kept->array = *array;
  array->release = NULL;
}

static int array_make(struct ArrowArray *out, array_columns *columns, const arrow_request *request,
                      const arrow_input *input, const char **why)
{
  uriel_ref refs[ARROW_BLOCK];
  int error = 0;
  for (size_t i = 0; i < ARROW_KINDS && !error; i++) {
    if (!(request->columns & uriel_arrow_kinds[i].bit))
      continue;
    error = uriel_arrow_column_open(&columns->list[columns->count], &uriel_arrow_kinds[i], request,
                                    input->length, why);
    columns->count += !error;
  }
  for (int64_t row = 0; row < input->length && !error; row += ARROW_BLOCK) {
    const int64_t left = input->length - row;
    const arrow_rows rows = {input, row, refs, (size_t)(left < ARROW_BLOCK ? left : ARROW_BLOCK)};
    uriel_arrow_input_read(input, row, refs, rows.count);
    for (size_t i = 0; i < columns->count && !error; i++)
      error = uriel_arrow_column_put(&columns->list[i], request, &rows, why);
  }
  if (!error && !array_give(out, columns, request, input))
    error = arrow_fail(why, ENOMEM, "out of memory");
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
    error = uriel_arrow_input_open(&input, &request, array, why);
  if (error)
    return error;
  array_kept *const kept = request.views ? calloc(1, sizeof *kept) : NULL;
  if (request.views && !kept)
    return arrow_fail(why, ENOMEM, "out of memory");
  error = array_make(&made, &columns, &request, &input, why);
  if (error) {
    free(kept);
    return error;
  }
  if (kept)
    array_keep(&made, kept, array);
  *out = made;
  return 0;
}
