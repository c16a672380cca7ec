/* SPDX-License-Identifier: MIT */
/* Arrays of texts as other libraries hand them over; see make.h. */
#include "make.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

long make_living;

enum { BUFFERS = 6, INSIDE = 12 };

/* What an array or schema of ours owns. */
typedef struct owned {
  void *blocks[BUFFERS];
  const void *buffers[BUFFERS];
  struct ArrowArray arrays[2];
  struct ArrowArray *array_pointers[2];
  struct ArrowSchema schemas[2];
  struct ArrowSchema *schema_pointers[2];
} owned;

static owned *own(void)
{
  owned *const mine = (owned *)(void *)room(sizeof *mine);
  *mine = (owned){0};
  make_living++;
  return mine;
}

static void disown(owned *mine)
{
  for (size_t i = 0; i < BUFFERS; i++)
    free(mine->blocks[i]);
  free(mine);
  make_living--;
}

static void release_array(struct ArrowArray *array)
{
  if (array->dictionary && array->dictionary->release)
    array->dictionary->release(array->dictionary);
  for (int64_t i = 0; i < array->n_children; i++)
    if (array->children[i]->release)
      array->children[i]->release(array->children[i]);
  disown(array->private_data);
  array->release = NULL;
}

static void release_schema(struct ArrowSchema *schema)
{
  if (schema->dictionary && schema->dictionary->release)
    schema->dictionary->release(schema->dictionary);
  for (int64_t i = 0; i < schema->n_children; i++)
    if (schema->children[i]->release)
      schema->children[i]->release(schema->children[i]);
  disown(schema->private_data);
  schema->release = NULL;
}

static void make_leaf(struct ArrowSchema *schema, const char *format, const char *name)
{
  *schema = (struct ArrowSchema){.format = format,
                                 .name = name,
                                 .flags = ARROW_FLAG_NULLABLE,
                                 .release = release_schema,
                                 .private_data = own()};
}

/* The schema of the column. */
static void make_column(struct ArrowSchema *schema, const array_shape *shape)
{
  make_leaf(schema, shape->outer ? shape->outer : shape->format, "texts");
  if (!shape->outer)
    return;
  owned *const mine = schema->private_data;
  make_leaf(&mine->schemas[0], shape->format, "item");
  if (shape->outer[0] != '+') {
    schema->dictionary = &mine->schemas[0];
    return;
  }
  mine->schema_pointers[0] = &mine->schemas[0];
  schema->n_children = 1;
  schema->children = mine->schema_pointers;
}

void make_schema(struct ArrowSchema *schema, const array_shape *shape)
{
  if (!shape->nested) {
    make_column(schema, shape);
    return;
  }
  owned *const mine = own();
  make_leaf(&mine->schemas[0], "i", "beside");
  make_column(&mine->schemas[1], shape);
  mine->schema_pointers[0] = &mine->schemas[0];
  mine->schema_pointers[1] = &mine->schemas[1];
  *schema = (struct ArrowSchema){.format = "+s",
                                 .name = "",
                                 .n_children = 2,
                                 .children = mine->schema_pointers,
                                 .release = release_schema,
                                 .private_data = mine};
}

static void *buffer(owned *mine, size_t at, size_t size)
{
  mine->blocks[at] = room(size ? size : 1);
  memset(mine->blocks[at], 0xAA, size);
  mine->buffers[at] = mine->blocks[at];
  return mine->blocks[at];
}

/* The text of row `at`; the first `lead` rows are skipped. */
static uriel_text row_at(const text_list *texts, size_t lead, size_t at)
{
  return at < lead ? text_from("not%looked at", 13) : texts->rows[at - lead];
}

static void make_bits(owned *mine, const text_list *texts, size_t lead, size_t count)
{
  uint8_t *const bits = buffer(mine, 0, (count + 7) / 8);
  for (size_t i = 0; i < count; i++) {
    const bool set = row_at(texts, lead, i).ptr != NULL;
    bits[i / 8] = (uint8_t)((bits[i / 8] & ~(1u << i % 8)) | (unsigned)set << i % 8);
  }
}

static size_t sum_of(const text_list *texts, size_t lead, size_t count)
{
  size_t sum = 0;
  for (size_t i = 0; i < count; i++)
    sum += row_at(texts, lead, i).len;
  return sum;
}

static void make_offsets(owned *mine, const text_list *texts, size_t lead, size_t count, bool wide)
{
  int32_t *const narrow = buffer(mine, 1, (count + 1) * (wide ? sizeof(int64_t) : sizeof(int32_t)));
  int64_t *const wider = (int64_t *)(void *)narrow;
  char *const text = buffer(mine, 2, sum_of(texts, lead, count));
  size_t used = 0;
  for (size_t i = 0; i <= count; i++) {
    if (wide)
      wider[i] = (int64_t)used;
    else
      narrow[i] = (int32_t)used;
    const uriel_text row = i < count ? row_at(texts, lead, i) : text_from("", 0);
    if (row.len)
      memcpy(text + used, row.ptr, row.len);
    used += row.len;
  }
}

static void put_integer(char *to, size_t width, int64_t number)
{
  const int32_t number32 = (int32_t)number;
  const int16_t number16 = (int16_t)number;
  const int8_t number8 = (int8_t)number;
  memcpy(to,
         width == 8   ? (const void *)&number
         : width == 4 ? (const void *)&number32
         : width == 2 ? (const void *)&number16
                      : (const void *)&number8,
         width);
}

/* Integers of 1, 2, 4 or 8 bytes. */
static void make_integers(owned *mine, const text_list *texts, size_t lead, size_t count, size_t width)
{
  char *const numbers = buffer(mine, 1, width * count);
  for (size_t i = lead; i < count; i++) {
    char digits[32] = "0";
    const uriel_text row = row_at(texts, lead, i);
    if (row.ptr)
      snprintf(digits, sizeof digits, "%.*s", (int)row.len, row.ptr);
    put_integer(numbers + width * i, width, strtoll(digits, NULL, 10));
  }
}

/* The width of the integers of a format; 0: texts. */
static size_t width_of(const char *format)
{
  static const char formats[] = "cCsSiIlL";
  const char *const at = strchr(formats, format[0]);
  return at ? (size_t)1 << (at - formats) / 2 : 0;
}

/* Long rows go to two buffers in turn. */
static void make_views(owned *mine, const text_list *texts, size_t lead, size_t count)
{
  char *const views = buffer(mine, 1, 16 * count);
  char *const text[2] = {buffer(mine, 2, sum_of(texts, lead, count)),
                         buffer(mine, 3, sum_of(texts, lead, count))};
  int64_t *const lens = buffer(mine, 4, 2 * sizeof *lens);
  lens[0] = lens[1] = 0;
  for (size_t i = 0; i < count; i++) {
    const uriel_text row = row_at(texts, lead, i);
    const int32_t len = (int32_t)row.len;
    const int32_t which = (int32_t)(i % 2);
    const int32_t begin = (int32_t)lens[which];
    memset(views + 16 * i, 0, 16);
    memcpy(views + 16 * i, &len, 4);
    if (row.len)
      memcpy(views + 16 * i + 4, row.ptr, row.len <= INSIDE ? row.len : 4);
    if (row.len <= INSIDE)
      continue;
    memcpy(views + 16 * i + 8, &which, 4);
    memcpy(views + 16 * i + 12, &begin, 4);
    memcpy(text[which] + begin, row.ptr, row.len);
    lens[which] += len;
  }
}

static void make_leaf_array(struct ArrowArray *array, const array_shape *shape, const text_list *texts,
                            bool bits, size_t lead, size_t offset)
{
  owned *const mine = own();
  const size_t count = lead + texts->count;
  const bool views = shape->format[0] == 'v';
  const size_t width = width_of(shape->format);
  if (bits)
    make_bits(mine, texts, lead, count);
  if (width > 0)
    make_integers(mine, texts, lead, count, width);
  else if (views)
    make_views(mine, texts, lead, count);
  else
    make_offsets(mine, texts, lead, count, shape->format[0] == 'U' || shape->format[0] == 'Z');
  *array = (struct ArrowArray){.length = (int64_t)(count - offset),
                               .null_count = bits ? -1 : 0,
                               .offset = (int64_t)offset,
                               .n_buffers = width > 0 ? 2
                                            : views   ? 5
                                                      : 3,
                               .buffers = mine->buffers,
                               .release = release_array,
                               .private_data = mine};
}

static void append(text_list *list, uriel_text row)
{
  uriel_text *const rows = (uriel_text *)(void *)room((list->count + 1) * sizeof *rows);
  if (list->count > 0)
    memcpy(rows, list->rows, list->count * sizeof *rows);
  free(list->rows);
  list->rows = rows;
  rows[list->count++] = row;
}

/* The elements of all rows, and where each row begins. */
static void make_lists(owned *mine, const text_list *texts, size_t lead, size_t count, bool wide,
                       text_list *elements)
{
  int32_t *const narrow = buffer(mine, 1, (count + 1) * (wide ? sizeof(int64_t) : sizeof(int32_t)));
  int64_t *const wider = (int64_t *)(void *)narrow;
  for (size_t i = 0; i <= count; i++) {
    if (wide)
      wider[i] = (int64_t)elements->count;
    else
      narrow[i] = (int32_t)elements->count;
    const uriel_text row = i >= lead && i < count ? texts->rows[i - lead] : text_from(NULL, 0);
    for (const char *from = row.ptr ? row.ptr : "", *const end = from + row.len; from < end;) {
      const char *const stop = memchr(from, '\x1e', (size_t)(end - from));
      append(elements, text_from(from, (size_t)((stop ? stop : end) - from)));
      from = stop ? stop + 1 : end;
    }
  }
}

/* The dictionary has the rows from the last to the first, and a value that no row has. Every other null
 * is an index of a null; the index of the others is out of range. */
static void make_indices(owned *mine, const text_list *texts, size_t lead, size_t count,
                         const char *format, text_list *values)
{
  const size_t width = width_of(format);
  char *const indices = buffer(mine, 1, width * count);
  uint8_t *const bits = mine->blocks[0];
  memset(indices, 0, width * count);
  append(values, text_from("17", 2));
  for (size_t i = texts->count; i > 0; i--)
    append(values, texts->rows[i - 1]);
  for (size_t i = 0; i < texts->count; i++) {
    const bool null = !texts->rows[i].ptr;
    if (null && i % 2 && bits)
      bits[(lead + i) / 8] |= (uint8_t)(1u << (lead + i) % 8);
    put_integer(indices + width * (lead + i), width,
                null && (i % 2 == 0 || !bits) ? -1 : (int64_t)(texts->count - i));
  }
}

/* A column of lists, or of indices with a dictionary; their values begin at an offset. */
static void make_outer(struct ArrowArray *array, const array_shape *shape, const text_list *texts,
                       bool bits, size_t lead, size_t offset)
{
  enum { LEAD = 3 };
  owned *const mine = own();
  const size_t count = lead + texts->count;
  const bool lists = shape->outer[0] == '+';
  text_list inner = {NULL, 0};
  if (bits)
    make_bits(mine, texts, lead, count);
  if (lists)
    make_lists(mine, texts, lead, count, shape->outer[1] == 'L', &inner);
  else
    make_indices(mine, texts, lead, count, shape->outer, &inner);
  make_leaf_array(&mine->arrays[0], shape, &inner, true, LEAD, LEAD);
  free(inner.rows);
  mine->array_pointers[0] = &mine->arrays[0];
  *array = (struct ArrowArray){.length = (int64_t)(count - offset),
                               .null_count = bits ? -1 : 0,
                               .offset = (int64_t)offset,
                               .n_buffers = 2,
                               .n_children = lists,
                               .buffers = mine->buffers,
                               .children = mine->array_pointers,
                               .dictionary = lists ? NULL : &mine->arrays[0],
                               .release = release_array,
                               .private_data = mine};
}

static void make_texts(struct ArrowArray *array, const array_shape *shape, const text_list *texts,
                       bool bits, size_t lead, size_t offset)
{
  (shape->outer ? make_outer : make_leaf_array)(array, shape, texts, bits, lead, offset);
}

void make_array(struct ArrowArray *array, const array_shape *shape, const text_list *texts)
{
  enum { OUTSIDE = 2 };
  if (!shape->nested) {
    make_texts(array, shape, texts, true, shape->lead, shape->lead);
    return;
  }
  owned *const mine = own();
  make_texts(&mine->arrays[1], shape, texts, !shape->nulls_outside, shape->lead + OUTSIDE, shape->lead);
  owned *const beside = own();
  mine->arrays[0] = (struct ArrowArray){.length = (int64_t)texts->count + OUTSIDE,
                                        .n_buffers = 2,
                                        .buffers = beside->buffers,
                                        .release = release_array,
                                        .private_data = beside};
  buffer(beside, 1, 4 * (texts->count + OUTSIDE));
  if (shape->nulls_outside)
    make_bits(mine, texts, OUTSIDE, texts->count + OUTSIDE);
  mine->array_pointers[0] = &mine->arrays[0];
  mine->array_pointers[1] = &mine->arrays[1];
  *array = (struct ArrowArray){.length = (int64_t)texts->count,
                               .null_count = shape->nulls_outside ? -1 : 0,
                               .offset = OUTSIDE,
                               .n_buffers = 1,
                               .n_children = 2,
                               .buffers = mine->buffers,
                               .children = mine->array_pointers,
                               .release = release_array,
                               .private_data = mine};
}

typedef struct source {
  array_shape shape;
  const text_list *texts;
  size_t given;
  size_t count;
  size_t fail_at;
} source;

static int source_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out)
{
  const source *const from = stream->private_data;
  if (from->fail_at == SIZE_MAX)
    return EIO;
  make_schema(out, &from->shape);
  return 0;
}

static int source_next(struct ArrowArrayStream *stream, struct ArrowArray *out)
{
  source *const from = stream->private_data;
  if (from->given == from->fail_at)
    return EIO;
  *out = (struct ArrowArray){.release = NULL};
  if (from->given++ < from->count)
    make_array(out, &from->shape, from->texts);
  return 0;
}

static const char *source_error(struct ArrowArrayStream *stream)
{
  (void)stream;
  return "the source is dry";
}

static void source_release(struct ArrowArrayStream *stream)
{
  free(stream->private_data);
  make_living--;
  stream->release = NULL;
}

void make_stream(struct ArrowArrayStream *stream, const array_shape *shape, const text_list *texts,
                 size_t count, size_t fail_at)
{
  source *const from = (source *)(void *)room(sizeof *from);
  *from = (source){*shape, texts, 0, count, fail_at};
  make_living++;
  *stream = (struct ArrowArrayStream){.get_schema = source_schema,
                                      .get_next = source_next,
                                      .get_last_error = source_error,
                                      .release = source_release,
                                      .private_data = from};
}
