/* SPDX-License-Identifier: MIT */
/* One array of the chunks of a result: its buffers are copies. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "data.h"

/* The same array of each chunk: `depth` steps into children, path[0] first, or into the dictionary. */
enum { JOIN_DICTIONARY = -1 };
typedef struct join_parts {
  const column_data *data;
  size_t depth;
  int64_t path[DATA_LEVELS];
} join_parts;

static const struct ArrowArray *join_array(const join_parts *parts, size_t chunk)
{
  const struct ArrowArray *array = &parts->data->chunks[chunk];
  for (size_t i = 0; i < parts->depth; i++)
    array = parts->path[i] == JOIN_DICTIONARY ? array->dictionary : array->children[parts->path[i]];
  return array;
}

static int64_t join_length(const join_parts *parts)
{
  int64_t length = 0;
  for (size_t i = 0; i < parts->data->count; i++)
    length += join_array(parts, i)->length;
  return length;
}

/* ---- Buffers ---------------------------------------------------------------------------------- */

static void join_copy_bits(uint8_t *to, int64_t at, const uint8_t *from, int64_t first, int64_t count)
{
  for (int64_t i = 0; i < count; i++)
    if (!from || (from[(first + i) / 8] >> (first + i) % 8 & 1))
      to[(at + i) / 8] |= (uint8_t)(1U << (at + i) % 8);
}

/* Joins bitmaps of valid rows, or of the values of a bool. */
static bool join_bits(void **out, const join_parts *parts, size_t buffer, int64_t length)
{
  uint8_t *const bits = calloc((size_t)length / 8 + 1, 1);
  int64_t row = 0;
  *out = bits;
  for (size_t i = 0; bits && i < parts->data->count; i++) {
    const struct ArrowArray *const array = join_array(parts, i);
    join_copy_bits(bits, row, array->buffers[buffer], array->offset, array->length);
    row += array->length;
  }
  return bits != NULL;
}

static bool join_values(void **out, const join_parts *parts, size_t width, int64_t length)
{
  char *const values = malloc(((size_t)length + 1) * width);
  size_t row = 0;
  *out = values;
  for (size_t i = 0; values && i < parts->data->count; i++) {
    const struct ArrowArray *const array = join_array(parts, i);
    memcpy(values + row * width, (const char *)array->buffers[1] + (size_t)array->offset * width,
           (size_t)array->length * width);
    row += (size_t)array->length;
  }
  return values != NULL;
}

static int64_t join_offset(const void *offsets, size_t width, int64_t row)
{
  return width == sizeof(int32_t) ? ((const int32_t *)offsets)[row] : ((const int64_t *)offsets)[row];
}

/* Joins offsets. They start at 0 in each chunk. Returns 0 or a number of errno.h; `*end` is the last. */
static int join_offsets(void **out, const join_parts *parts, size_t width, int64_t length, int64_t *end)
{
  void *const offsets = malloc(((size_t)length + 1) * width);
  int64_t row = 0, base = 0;
  *out = offsets;
  if (!offsets)
    return ENOMEM;
  memset(offsets, 0, width);
  for (size_t i = 0; i < parts->data->count; i++) {
    const struct ArrowArray *const array = join_array(parts, i);
    for (int64_t k = 1; k <= array->length; k++) {
      *end = base + join_offset(array->buffers[1], width, k);
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

static bool join_text(void **out, const join_parts *parts, size_t width, int64_t end)
{
  char *const text = malloc((size_t)end + 1);
  int64_t at = 0;
  *out = text;
  for (size_t i = 0; text && i < parts->data->count; i++) {
    const struct ArrowArray *const array = join_array(parts, i);
    const int64_t len = join_offset(array->buffers[1], width, array->length);
    if (len > 0)
      memcpy(text + at, array->buffers[2], (size_t)len);
    at += len;
  }
  return text != NULL;
}

/* ---- Indexes into dictionaries ---------------------------------------------------------------- */

static size_t join_width(char format)
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

static void join_add_index(void *indices, size_t width, int64_t row, uint64_t more)
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
static int join_move_indices(void *indices, const join_parts *parts, char format)
{
  const bool is_signed = format >= 'a';
  const size_t width = join_width(format), bits = 8 * width - is_signed;
  const uint64_t most = bits < 64 ? UINT64_C(1) << bits : UINT64_MAX; /* values that have an index */
  uint64_t before = 0;
  int64_t row = 0;
  for (size_t i = 0; i < parts->data->count; i++) {
    const struct ArrowArray *const array = join_array(parts, i);
    for (const int64_t end = row + array->length; row < end; row++)
      join_add_index(indices, width, row, before);
    before += (uint64_t)array->dictionary->length;
    if (before > most)
      return EOVERFLOW;
  }
  return 0;
}

/* ---- Arrays ----------------------------------------------------------------------------------- */

/* Joins the chunks of a column, whose schema `schema` is. Returns 0 or a number of errno.h. It
 * calls itself for children: see DATA_LEVELS. NOLINTNEXTLINE(misc-no-recursion) */
static int join_column(struct ArrowArray *out, const join_parts *parts, const struct ArrowSchema *schema)
{
  const int64_t length = join_length(parts);
  const char *const format = schema->format;
  const bool is_list = strcmp(format, "+l") == 0, is_text = *format == 'u' || *format == 'U';
  const size_t width = *format == 'U' ? sizeof(int64_t) : sizeof(int32_t);
  data_node *const node = uriel_python_node_new_array(out, schema->n_children, NULL);
  int64_t end = 0;
  int error = node ? 0 : ENOMEM;
  if (!node)
    return error;
  out->length = length;
  out->n_buffers = is_text ? 3 : strcmp(format, "+s") == 0 ? 1 : 2;
  for (size_t i = 0; i < parts->data->count; i++)
    out->null_count += join_array(parts, i)->null_count;
  if (out->null_count != 0 && !join_bits(&node->owned[0], parts, 0, length))
    error = ENOMEM;
  if (!error && (is_text || is_list))
    error = join_offsets(&node->owned[1], parts, width, length, &end);
  else if (!error && *format == 'b')
    error = join_bits(&node->owned[1], parts, 1, length) ? 0 : ENOMEM;
  else if (!error && out->n_buffers == 2)
    error = join_values(&node->owned[1], parts, join_width(*format), length) ? 0 : ENOMEM;
  if (!error && is_text)
    error = join_text(&node->owned[2], parts, width, end) ? 0 : ENOMEM;
  for (size_t i = 0; i < 3; i++)
    node->buffers[i] = node->owned[i];
  if (schema->dictionary && !error)
    error = join_move_indices(node->owned[1], parts, *format);
  if (schema->dictionary && !error) {
    join_parts values = *parts;
    values.path[values.depth++] = JOIN_DICTIONARY;
    out->dictionary = &node->dictionary.array;
    error = join_column(out->dictionary, &values, schema->dictionary);
  }
  for (int64_t i = 0; i < schema->n_children && !error; i++) {
    join_parts children = *parts;
    children.path[children.depth++] = i;
    error = join_column(out->children[i], &children, schema->children[i]);
  }
  if (error)
    out->release(out);
  return error;
}

int uriel_python_data_join(struct ArrowArray *out, const column_data *data)
{
  return join_column(out, &(join_parts){.data = data}, &data->schema);
}
