/* SPDX-License-Identifier: MIT */
/* Arrays that are handed out, and what frees them. */
#include "give.h"

#include <stdatomic.h>
#include <stdlib.h>

/* The last holder frees the array, in any thread. */
typedef struct arrow_kept {
  atomic_size_t holders;
  struct ArrowArray array;
} arrow_kept;

/* What a column owns. */
typedef struct give_column {
  void *valid;
  void *values;
  void *text;
  int64_t *lens; /* of views' buffers, where these are ours */
  arrow_kept *kept;
  struct ArrowArray inner; /* elements of lists, or a dictionary */
  struct ArrowArray *pointer;
  const void *buffers[];
} give_column;

/* What a struct owns. */
typedef struct give_block {
  const void *buffers[1]; /* no nulls */
  arrow_kept *kept;
  struct ArrowArray **pointers; /* to the columns, after them */
  struct ArrowArray columns[];
} give_block;

static void give_let_go(arrow_kept *kept)
{
  if (!kept || atomic_fetch_sub(&kept->holders, 1) != 1)
    return;
  if (kept->array.release)
    kept->array.release(&kept->array);
  free(kept);
}

static void give_release_column(struct ArrowArray *array)
{
  give_column *const owned = array->private_data;
  free(owned->valid);
  free(owned->values);
  free(owned->text);
  free(owned->lens);
  give_let_go(owned->kept);
  free(owned);
  array->release = NULL;
}

/* Of lists, and of indices with their dictionary. */
static void give_release_outer(struct ArrowArray *array)
{
  give_column *const owned = array->private_data;
  if (owned->inner.release)
    owned->inner.release(&owned->inner);
  give_release_column(array);
}

static void give_release_struct(struct ArrowArray *array)
{
  give_block *const block = array->private_data;
  for (int64_t i = 0; i < array->n_children; i++)
    if (array->children[i]->release)
      array->children[i]->release(array->children[i]);
  give_let_go(block->kept);
  free(block);
  array->release = NULL;
}

static void give_windows(give_column *owned, const arrow_input *input, size_t count)
{
  static const int64_t none = 0;
  const void **const buffers = owned->buffers + 2;
  for (size_t i = 0; i < count; i++) {
    const uint64_t begin = (uint64_t)i << ARROW_WINDOW_SHIFT;
    if (input->values.layout == ARROW_VIEWS) {
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

bool uriel_arrow_give(struct ArrowArray *out, arrow_column *column, const arrow_input *input)
{
  const bool views = column->format == ARROW_UTF8_VIEW;
  const uint64_t last = (UINT64_C(1) << ARROW_WINDOW_SHIFT) - 1;
  const size_t windows = !views ? 0
                         : input->values.layout == ARROW_VIEWS
                             ? (size_t)input->buffer_count
                             : (size_t)((input->text_len + last) >> ARROW_WINDOW_SHIFT);
  const size_t count = views ? windows + 3 : column->text ? 3 : 2;
  give_column *const owned = calloc(1, sizeof *owned + count * sizeof *owned->buffers);
  if (!owned)
    return false;
  if (windows > 0 && input->values.layout != ARROW_VIEWS) {
    owned->lens = malloc(windows * sizeof *owned->lens);
    if (!owned->lens) {
      free(owned);
      return false;
    }
  }
  owned->buffers[0] = owned->valid = column->valid;
  owned->buffers[1] = owned->values = column->values;
  if (views)
    give_windows(owned, input, windows);
  else if (column->text)
    owned->buffers[2] = owned->text = column->text;
  *out = (struct ArrowArray){.length = column->length,
                             .null_count = column->nulls,
                             .n_buffers = (int64_t)count,
                             .buffers = owned->buffers,
                             .release = give_release_column,
                             .private_data = owned};
  *column = (arrow_column){.length = 0};
  return true;
}

bool uriel_arrow_give_list(struct ArrowArray *out, arrow_column *column, struct ArrowArray *child)
{
  if (!uriel_arrow_give(out, column, NULL))
    return false;
  give_column *const owned = out->private_data;
  owned->inner = *child;
  owned->pointer = &owned->inner;
  child->release = NULL;
  out->n_children = 1;
  out->children = &owned->pointer;
  out->release = give_release_outer;
  return true;
}

bool uriel_arrow_give_encoded(struct ArrowArray *out, arrow_column *column,
                              struct ArrowArray *dictionary)
{
  if (!uriel_arrow_give(out, column, NULL))
    return false;
  give_column *const owned = out->private_data;
  owned->inner = *dictionary;
  dictionary->release = NULL;
  out->dictionary = &owned->inner;
  out->release = give_release_outer;
  return true;
}

bool uriel_arrow_give_struct(struct ArrowArray *out, arrow_column *columns, size_t count, int64_t length,
                             const arrow_input *input)
{
  give_block *const block =
      calloc(1, sizeof *block + count * (sizeof *block->columns + sizeof *block->pointers));
  if (!block)
    return false;
  block->pointers = (struct ArrowArray **)(block->columns + count);
  const struct ArrowArray made = {.length = length,
                                  .n_buffers = 1,
                                  .n_children = (int64_t)count,
                                  .buffers = block->buffers,
                                  .children = block->pointers,
                                  .release = give_release_struct,
                                  .private_data = block};
  for (size_t i = 0; i < count; i++)
    block->pointers[i] = &block->columns[i];
  *out = made;
  for (size_t i = 0; i < count; i++)
    if (!uriel_arrow_give(&block->columns[i], &columns[i], input)) {
      give_release_struct(out);
      return false;
    }
  return true;
}

/* ---- Views ------------------------------------------------------------------------------------ */

struct arrow_kept *uriel_arrow_kept(void)
{
  return calloc(1, sizeof(arrow_kept));
}

void uriel_arrow_kept_free(struct arrow_kept *kept)
{
  free(kept);
}

void uriel_arrow_keep(struct ArrowArray *out, struct arrow_kept *kept, struct ArrowArray *array)
{
  give_block *const block = out->private_data;
  size_t holders = 1;
  for (int64_t i = 0; i < out->n_children; i++) {
    give_column *const owned = block->columns[i].private_data;
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
