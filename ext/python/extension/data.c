/* SPDX-License-Identifier: MIT */
/* Results as Arrow's C data interface hands them out, shared with a Column. */
#include <errno.h>
#include <stdlib.h>

#include "data.h"

/* ---- The chunks ------------------------------------------------------------------------------- */

column_data *uriel_python_data_new(void)
{
  column_data *const data = calloc(1, sizeof *data);
  if (data)
    atomic_init(&data->holders, 1);
  return data;
}

void uriel_python_data_release(column_data *data)
{
  if (!data || atomic_fetch_sub(&data->holders, 1) != 1)
    return;
  for (size_t i = 0; i < data->count; i++)
    data->chunks[i].release(&data->chunks[i]);
  if (data->schema.release)
    data->schema.release(&data->schema);
  free(data->chunks);
  free(data->ends);
  free(data);
}

static column_data *data_hold(column_data *data)
{
  if (data)
    atomic_fetch_add(&data->holders, 1);
  return data;
}

int64_t uriel_python_data_length(const column_data *data)
{
  return data->count > 0 ? data->ends[data->count - 1] : 0;
}

bool uriel_python_data_add(column_data *data, struct ArrowArray *array)
{
  if (data->count == data->capacity) {
    const size_t capacity = data->capacity > 0 ? 2 * data->capacity : 1;
    struct ArrowArray *const chunks = realloc(data->chunks, capacity * sizeof *chunks);
    if (chunks)
      data->chunks = chunks;
    int64_t *const ends = chunks ? realloc(data->ends, capacity * sizeof *ends) : NULL;
    if (!ends)
      return false;
    data->ends = ends;
    data->capacity = capacity;
  }
  data->ends[data->count] = uriel_python_data_length(data) + array->length;
  data->chunks[data->count++] = *array;
  array->release = NULL;
  return true;
}

/* ---- Arrays and schemas of this file ---------------------------------------------------------- */

static void node_free(data_node *node)
{
  for (size_t i = 0; i < 3; i++)
    free(node->owned[i]);
  uriel_python_data_release(node->data);
  free(node->children.any);
  free(node->pointers.any);
  free(node);
}

/* Makes a node with room for `count` children of `size` bytes. Returns NULL without memory. */
static data_node *node_new(size_t count, size_t size, column_data *data)
{
  data_node *const node = calloc(1, sizeof *node);
  if (!node)
    return NULL;
  node->children.any = calloc(count + 1, size);
  node->pointers.any = calloc(count + 1, sizeof(void *));
  node->data = data_hold(data);
  if (node->children.any && node->pointers.any)
    return node;
  node_free(node);
  return NULL;
}

static void node_release_array(struct ArrowArray *array)
{
  for (int64_t i = 0; i < array->n_children; i++)
    if (array->children[i]->release)
      array->children[i]->release(array->children[i]);
  if (array->dictionary && array->dictionary->release)
    array->dictionary->release(array->dictionary);
  node_free(array->private_data);
  array->release = NULL;
}

static void node_release_schema(struct ArrowSchema *schema)
{
  for (int64_t i = 0; i < schema->n_children; i++)
    if (schema->children[i]->release)
      schema->children[i]->release(schema->children[i]);
  if (schema->dictionary && schema->dictionary->release)
    schema->dictionary->release(schema->dictionary);
  node_free(schema->private_data);
  schema->release = NULL;
}

data_node *uriel_python_node_new_array(struct ArrowArray *array, int64_t children, column_data *data)
{
  data_node *const node = node_new((size_t)children, sizeof *array, data);
  if (!node)
    return NULL;
  for (int64_t i = 0; i < children; i++)
    node->pointers.arrays[i] = &node->children.arrays[i];
  *array = (struct ArrowArray){.n_children = children,
                               .children = node->pointers.arrays,
                               .buffers = node->buffers,
                               .release = node_release_array,
                               .private_data = node};
  return node;
}

static data_node *node_new_schema(struct ArrowSchema *schema, int64_t children, column_data *data)
{
  data_node *const node = node_new((size_t)children, sizeof *schema, data);
  if (!node)
    return NULL;
  for (int64_t i = 0; i < children; i++)
    node->pointers.schemas[i] = &node->children.schemas[i];
  *schema = (struct ArrowSchema){.n_children = children,
                                 .children = node->pointers.schemas,
                                 .release = node_release_schema,
                                 .private_data = node};
  return node;
}

bool uriel_python_table_schema(struct ArrowSchema *table, size_t columns)
{
  if (!node_new_schema(table, (int64_t)columns, NULL))
    return false;
  table->format = "+s";
  table->name = "";
  return true;
}

bool uriel_python_table_array(struct ArrowArray *table, size_t columns, int64_t rows)
{
  if (!uriel_python_node_new_array(table, (int64_t)columns, NULL))
    return false;
  table->length = rows;
  table->n_buffers = 1;
  return true;
}

/* ---- Shared with the data --------------------------------------------------------------------- */

/* These functions call themselves for children: see DATA_LEVELS.
 * NOLINTBEGIN(misc-no-recursion) */
static bool data_share_schema(struct ArrowSchema *out, const struct ArrowSchema *schema,
                              column_data *data)
{
  data_node *const node = node_new_schema(out, schema->n_children, data);
  if (!node)
    return false;
  out->format = schema->format;
  out->name = schema->name;
  out->metadata = schema->metadata;
  out->flags = schema->flags;
  out->dictionary = schema->dictionary ? &node->dictionary.schema : NULL;
  bool shared = !out->dictionary || data_share_schema(out->dictionary, schema->dictionary, data);
  for (int64_t i = 0; i < schema->n_children && shared; i++)
    shared = data_share_schema(out->children[i], schema->children[i], data);
  if (!shared)
    node_release_schema(out);
  return shared;
}

static bool data_share_array(struct ArrowArray *out, const struct ArrowArray *array, column_data *data)
{
  data_node *const node = uriel_python_node_new_array(out, array->n_children, data);
  if (!node)
    return false;
  out->length = array->length;
  out->null_count = array->null_count;
  out->offset = array->offset;
  out->n_buffers = array->n_buffers;
  out->buffers = array->buffers;
  out->dictionary = array->dictionary ? &node->dictionary.array : NULL;
  bool shared = !out->dictionary || data_share_array(out->dictionary, array->dictionary, data);
  for (int64_t i = 0; i < array->n_children && shared; i++)
    shared = data_share_array(out->children[i], array->children[i], data);
  if (!shared)
    node_release_array(out);
  return shared;
}

/* NOLINTEND(misc-no-recursion) */

bool uriel_python_data_schema(struct ArrowSchema *out, column_data *data)
{
  return data_share_schema(out, &data->schema, data);
}

int uriel_python_data_array(struct ArrowArray *out, column_data *data)
{
  if (data->count == 1)
    return data_share_array(out, &data->chunks[0], data) ? 0 : ENOMEM;
  return uriel_python_data_join(out, data);
}

/* ---- A stream of the chunks ------------------------------------------------------------------- */

typedef struct data_stream {
  column_data *data;
  size_t next;
} data_stream;

static int data_stream_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out)
{
  data_stream *const state = stream->private_data;
  return uriel_python_data_schema(out, state->data) ? 0 : ENOMEM;
}

static int data_stream_next(struct ArrowArrayStream *stream, struct ArrowArray *out)
{
  data_stream *const state = stream->private_data;
  if (state->next == state->data->count) {
    *out = (struct ArrowArray){.release = NULL};
    return 0;
  }
  if (!data_share_array(out, &state->data->chunks[state->next], state->data))
    return ENOMEM;
  state->next++;
  return 0;
}

/* Their only failure. */
static const char *data_stream_error(struct ArrowArrayStream *stream)
{
  (void)stream;
  return "out of memory";
}

static void data_stream_release(struct ArrowArrayStream *stream)
{
  data_stream *const state = stream->private_data;
  uriel_python_data_release(state->data);
  free(state);
  stream->release = NULL;
}

bool uriel_python_data_stream(struct ArrowArrayStream *out, column_data *data)
{
  data_stream *const state = malloc(sizeof *state);
  if (!state)
    return false;
  *state = (data_stream){.data = data_hold(data)};
  *out = (struct ArrowArrayStream){.get_schema = data_stream_schema,
                                   .get_next = data_stream_next,
                                   .get_last_error = data_stream_error,
                                   .release = data_stream_release,
                                   .private_data = state};
  return true;
}
