/* SPDX-License-Identifier: MIT */
/* Results as Arrow's C data interface hands them out: shared with a Column, or as one array. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "column.h"

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

/* What an array or a schema owns. A consumer can move its children and its dictionary out of it. */
typedef struct data_node {
  column_data *data; /* that has the buffers; or NULL */
  void *owned[3];    /* buffers */
  const void *buffers[3];
  union {
    struct ArrowArray *arrays;
    struct ArrowSchema *schemas;
  } children;
  union {
    struct ArrowArray **arrays;
    struct ArrowSchema **schemas;
  } pointers;
  union {
    struct ArrowArray array;
    struct ArrowSchema schema;
  } dictionary;
} data_node;

static void node_free(data_node *node)
{
  for (size_t i = 0; i < 3; i++)
    free(node->owned[i]);
  uriel_python_data_release(node->data);
  free(node->children.arrays);
  free(node->pointers.arrays);
  free(node);
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

/* Makes an array with children that are released. Returns NULL without memory. */
static data_node *node_new_array(struct ArrowArray *array, int64_t children, column_data *data)
{
  data_node *const node = calloc(1, sizeof *node);
  const size_t count = (size_t)children;
  if (!node)
    return NULL;
  node->children.arrays = calloc(count + 1, sizeof *node->children.arrays);
  node->pointers.arrays = calloc(count + 1, sizeof *node->pointers.arrays);
  if (!node->children.arrays || !node->pointers.arrays) {
    node_free(node);
    return NULL;
  }
  for (size_t i = 0; i < count; i++)
    node->pointers.arrays[i] = &node->children.arrays[i];
  node->data = data_hold(data);
  *array = (struct ArrowArray){.n_children = children,
                               .children = node->pointers.arrays,
                               .buffers = node->buffers,
                               .release = node_release_array,
                               .private_data = node};
  return node;
}

static data_node *node_new_schema(struct ArrowSchema *schema, int64_t children, column_data *data)
{
  data_node *const node = calloc(1, sizeof *node);
  const size_t count = (size_t)children;
  if (!node)
    return NULL;
  node->children.schemas = calloc(count + 1, sizeof *node->children.schemas);
  node->pointers.schemas = calloc(count + 1, sizeof *node->pointers.schemas);
  if (!node->children.schemas || !node->pointers.schemas) {
    node_free(node);
    return NULL;
  }
  for (size_t i = 0; i < count; i++)
    node->pointers.schemas[i] = &node->children.schemas[i];
  node->data = data_hold(data);
  *schema = (struct ArrowSchema){.n_children = children,
                                 .children = node->pointers.schemas,
                                 .release = node_release_schema,
                                 .private_data = node};
  return node;
}

bool uriel_python_table_schema(struct ArrowSchema *table, struct ArrowSchema *columns, size_t count)
{
  if (!node_new_schema(table, (int64_t)count, NULL))
    return false;
  table->format = "+s";
  table->name = "";
  for (size_t i = 0; i < count; i++) {
    *table->children[i] = columns[i];
    columns[i].release = NULL;
  }
  return true;
}

bool uriel_python_table_array(struct ArrowArray *table, struct ArrowArray *columns, size_t count)
{
  if (!node_new_array(table, (int64_t)count, NULL))
    return false;
  table->length = columns[0].length;
  table->n_buffers = 1;
  for (size_t i = 0; i < count; i++) {
    *table->children[i] = columns[i];
    columns[i].release = NULL;
  }
  return true;
}

/* The functions below call themselves for children: the results of uriel_arrow.h have at most four
 * levels (a table, a list, a struct, texts), or five with a dictionary.
 * NOLINTBEGIN(misc-no-recursion) */

/* ---- Shared with the data --------------------------------------------------------------------- */

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
  data_node *const node = node_new_array(out, array->n_children, data);
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

bool uriel_python_data_schema(struct ArrowSchema *out, column_data *data)
{
  return data_share_schema(out, &data->schema, data);
}

/* ---- One array of several chunks -------------------------------------------------------------- */

/* The same array of each chunk: `depth` steps into children, path[0] first, or into the dictionary. */
enum { PARTS_DICTIONARY = -1 };
typedef struct data_parts {
  const column_data *data;
  size_t depth;
  int64_t path[5];
} data_parts;

static const struct ArrowArray *parts_array(const data_parts *parts, size_t chunk)
{
  const struct ArrowArray *array = &parts->data->chunks[chunk];
  for (size_t i = 0; i < parts->depth; i++)
    array = parts->path[i] == PARTS_DICTIONARY ? array->dictionary : array->children[parts->path[i]];
  return array;
}

static int64_t parts_length(const data_parts *parts)
{
  int64_t length = 0;
  for (size_t i = 0; i < parts->data->count; i++)
    length += parts_array(parts, i)->length;
  return length;
}

static void bits_copy(uint8_t *to, int64_t at, const uint8_t *from, int64_t first, int64_t count)
{
  for (int64_t i = 0; i < count; i++)
    if (!from || (from[(first + i) / 8] >> (first + i) % 8 & 1))
      to[(at + i) / 8] |= (uint8_t)(1U << (at + i) % 8);
}

/* Joins bitmaps: that of valid rows, or the values of a bool. */
static bool parts_join_bits(void **out, const data_parts *parts, size_t buffer, int64_t length)
{
  uint8_t *const bits = calloc((size_t)length / 8 + 1, 1);
  int64_t row = 0;
  *out = bits;
  for (size_t i = 0; bits && i < parts->data->count; i++) {
    const struct ArrowArray *const array = parts_array(parts, i);
    bits_copy(bits, row, array->buffers[buffer], array->offset, array->length);
    row += array->length;
  }
  return bits != NULL;
}

static bool parts_join_values(void **out, const data_parts *parts, size_t width, int64_t length)
{
  char *const values = malloc(((size_t)length + 1) * width);
  size_t row = 0;
  *out = values;
  for (size_t i = 0; values && i < parts->data->count; i++) {
    const struct ArrowArray *const array = parts_array(parts, i);
    memcpy(values + row * width, (const char *)array->buffers[1] + (size_t)array->offset * width,
           (size_t)array->length * width);
    row += (size_t)array->length;
  }
  return values != NULL;
}

static int64_t offset_get(const void *offsets, size_t width, int64_t row)
{
  return width == sizeof(int32_t) ? ((const int32_t *)offsets)[row] : ((const int64_t *)offsets)[row];
}

/* Joins offsets. They start at 0 in each chunk. Returns 0 or a number of errno.h; `*end` is the last. */
static int parts_join_offsets(void **out, const data_parts *parts, size_t width, int64_t length,
                              int64_t *end)
{
  void *const offsets = malloc(((size_t)length + 1) * width);
  int64_t row = 0, base = 0;
  *out = offsets;
  if (!offsets)
    return ENOMEM;
  memset(offsets, 0, width);
  for (size_t i = 0; i < parts->data->count; i++) {
    const struct ArrowArray *const array = parts_array(parts, i);
    for (int64_t k = 1; k <= array->length; k++) {
      *end = base + offset_get(array->buffers[1], width, k);
      if (width == sizeof(int64_t))
        ((int64_t *)offsets)[row + k] = *end;
      else
        ((int32_t *)offsets)[row + k] = (int32_t)*end;
    }
    row += array->length;
    base = *end;
    if (width == sizeof(int32_t) && base > INT32_MAX)
      return EOVERFLOW;
  }
  return 0;
}

static bool parts_join_text(void **out, const data_parts *parts, size_t width, int64_t end)
{
  char *const text = malloc((size_t)end + 1);
  int64_t at = 0;
  *out = text;
  for (size_t i = 0; text && i < parts->data->count; i++) {
    const struct ArrowArray *const array = parts_array(parts, i);
    const int64_t len = offset_get(array->buffers[1], width, array->length);
    if (len > 0)
      memcpy(text + at, array->buffers[2], (size_t)len);
    at += len;
  }
  return text != NULL;
}

static size_t data_width(char format)
{
  switch (format) {
  case 'c':
  case 'C':
    return sizeof(uint8_t);
  case 's':
  case 'S':
    return sizeof(uint16_t);
  case 'i':
  case 'I':
    return sizeof(uint32_t);
  default:
    return sizeof(uint64_t);
  }
}

static void index_add(void *indices, size_t width, int64_t row, uint64_t more)
{
  switch (width) {
  case sizeof(uint8_t):
    ((uint8_t *)indices)[row] = (uint8_t)(((uint8_t *)indices)[row] + more);
    break;
  case sizeof(uint16_t):
    ((uint16_t *)indices)[row] = (uint16_t)(((uint16_t *)indices)[row] + more);
    break;
  case sizeof(uint32_t):
    ((uint32_t *)indices)[row] = (uint32_t)(((uint32_t *)indices)[row] + more);
    break;
  default:
    ((uint64_t *)indices)[row] += more;
    break;
  }
}

/* Adds the lengths of the dictionaries before its own to each index of a chunk. */
static int parts_move_indices(void *indices, const data_parts *parts, char format)
{
  const bool is_signed = format >= 'a';
  const size_t width = data_width(format), bits = 8 * width - is_signed;
  const uint64_t most = bits < 64 ? UINT64_C(1) << bits : UINT64_MAX; /* values that have an index */
  uint64_t before = 0;
  int64_t row = 0;
  for (size_t i = 0; i < parts->data->count; i++) {
    const struct ArrowArray *const array = parts_array(parts, i);
    for (const int64_t end = row + array->length; row < end; row++)
      index_add(indices, width, row, before);
    before += (uint64_t)array->dictionary->length;
    if (before > most)
      return EOVERFLOW;
  }
  return 0;
}

/* Joins the chunks of a column, whose schema `schema` is. Returns 0 or a number of errno.h. */
static int parts_join(struct ArrowArray *out, const data_parts *parts, const struct ArrowSchema *schema)
{
  const int64_t length = parts_length(parts);
  const char *const format = schema->format;
  const bool is_list = strcmp(format, "+l") == 0, is_text = *format == 'u' || *format == 'U';
  const size_t width = *format == 'U' ? sizeof(int64_t) : sizeof(int32_t);
  data_node *const node = node_new_array(out, schema->n_children, NULL);
  int64_t end = 0;
  int error = node ? 0 : ENOMEM;
  if (!node)
    return error;
  out->length = length;
  out->n_buffers = is_text ? 3 : strcmp(format, "+s") == 0 ? 1 : 2;
  for (size_t i = 0; i < parts->data->count; i++)
    out->null_count += parts_array(parts, i)->null_count;
  if (out->null_count != 0 && !parts_join_bits(&node->owned[0], parts, 0, length))
    error = ENOMEM;
  if (!error && (is_text || is_list))
    error = parts_join_offsets(&node->owned[1], parts, width, length, &end);
  else if (!error && *format == 'b')
    error = parts_join_bits(&node->owned[1], parts, 1, length) ? 0 : ENOMEM;
  else if (!error && out->n_buffers == 2)
    error = parts_join_values(&node->owned[1], parts, data_width(*format), length) ? 0 : ENOMEM;
  if (!error && is_text)
    error = parts_join_text(&node->owned[2], parts, width, end) ? 0 : ENOMEM;
  for (size_t i = 0; i < 3; i++)
    node->buffers[i] = node->owned[i];
  if (schema->dictionary && !error)
    error = parts_move_indices(node->owned[1], parts, *format);
  if (schema->dictionary && !error) {
    data_parts values = *parts;
    values.path[values.depth++] = PARTS_DICTIONARY;
    out->dictionary = &node->dictionary.array;
    error = parts_join(out->dictionary, &values, schema->dictionary);
  }
  for (int64_t i = 0; i < schema->n_children && !error; i++) {
    data_parts children = *parts;
    children.path[children.depth++] = i;
    error = parts_join(out->children[i], &children, schema->children[i]);
  }
  if (error)
    node_release_array(out);
  return error;
}
/* NOLINTEND(misc-no-recursion) */

int uriel_python_data_array(struct ArrowArray *out, column_data *data)
{
  if (data->count == 1)
    return data_share_array(out, &data->chunks[0], data) ? 0 : ENOMEM;
  return parts_join(out, &(data_parts){.data = data}, &data->schema);
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
