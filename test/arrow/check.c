/* SPDX-License-Identifier: MIT */
/* Arrow's specification (columnar format and C data interface), as far as these columns go, checked on
 * an array that is handed over. Written from the document only. */
#include "check.h"

#include <string.h>

#include "support.h"

static void must(bool holds, const char *what)
{
  if (!holds)
    die("not as the specification says: %s", what);
}

static bool is_set(const void *bits, int64_t at)
{
  return !bits || ((const uint8_t *)bits)[at / 8] >> at % 8 & 1;
}

/* "The lengths of the variadic buffers" are in a last buffer of int64. */
static void check_view(const struct ArrowArray *array, int64_t at)
{
  const char *const view = (const char *)array->buffers[1] + 16 * at;
  const int64_t *const lens = array->buffers[array->n_buffers - 1];
  int32_t len, buffer, offset;
  memcpy(&len, view, 4);
  memcpy(&buffer, view + 8, 4);
  memcpy(&offset, view + 12, 4);
  must(len >= 0, "a view's length is not negative");
  if (len <= 12) {
    for (int32_t i = len; i < 12; i++)
      must(view[4 + i] == 0, "a short view is padded with zeros");
    return;
  }
  must(buffer >= 0 && buffer < array->n_buffers - 3, "a view's buffer is one of the array's");
  must(offset >= 0 && (int64_t)offset + len <= lens[buffer], "a view is within its buffer");
  must(memcmp(view + 4, (const char *)array->buffers[2 + buffer] + offset, 4) == 0,
       "a view's prefix is what its text begins with");
}

static int64_t offset_at(const struct ArrowArray *array, bool wide, int64_t at)
{
  return wide ? ((const int64_t *)array->buffers[1])[at] : ((const int32_t *)array->buffers[1])[at];
}

static void check_values(const char *format, const struct ArrowArray *array)
{
  const bool wide = strcmp(format, "U") == 0;
  if (wide || strcmp(format, "u") == 0) {
    must(array->n_buffers == 3 && array->buffers[2], "text has three buffers");
    must(offset_at(array, wide, 0) >= 0, "the first offset is not negative");
    for (int64_t i = 0; i < array->length; i++)
      must(offset_at(array, wide, i) <= offset_at(array, wide, i + 1), "offsets never go back");
  } else if (strcmp(format, "vu") == 0) {
    must(array->n_buffers >= 3 && array->buffers[array->n_buffers - 1], "views have their lengths");
    for (int64_t i = 0; i < array->length; i++)
      check_view(array, i);
  } else {
    must(strcmp(format, "S") == 0 || strcmp(format, "I") == 0, "a format that is made here");
    must(array->n_buffers == 2, "numbers have two buffers");
  }
}

static void check_column(const struct ArrowSchema *schema, const struct ArrowArray *array)
{
  int64_t nulls = 0;
  must(schema->release && array->release, "a column is not released");
  must(schema->name && schema->n_children == 0 && !schema->dictionary, "a column is a leaf");
  must(array->n_children == 0 && !array->dictionary && array->offset == 0, "so is its array");
  must(array->buffers && array->buffers[1], "a column has its values");
  check_values(schema->format, array);
  for (int64_t i = 0; i < array->length; i++)
    nulls += !is_set(array->buffers[0], i);
  must(array->null_count == nulls, "the nulls are counted");
  must(nulls == 0 || schema->flags & ARROW_FLAG_NULLABLE, "what has nulls is nullable");
}

void check_array(const struct ArrowSchema *schema, const struct ArrowArray *array)
{
  must(schema->release && array->release, "neither is released");
  must(strcmp(schema->format, "+s") == 0 && schema->name, "a struct");
  must(array->n_buffers == 1 && array->buffers && !array->buffers[0] && array->null_count == 0,
       "a struct without nulls has no bits");
  must(array->offset == 0 && array->length >= 0, "a length");
  must(array->n_children == schema->n_children, "as many columns as the schema has");
  for (int64_t i = 0; i < array->n_children; i++) {
    must(array->children[i]->length == array->length, "columns are as long as their struct");
    check_column(schema->children[i], array->children[i]);
  }
}

int64_t column_of(const struct ArrowSchema *schema, const char *name)
{
  for (int64_t i = 0; i < schema->n_children; i++)
    if (strcmp(schema->children[i]->name, name) == 0)
      return i;
  return -1;
}

static uriel_text view_text(const struct ArrowArray *array, int64_t at)
{
  const char *const view = (const char *)array->buffers[1] + 16 * at;
  int32_t len, buffer, offset;
  memcpy(&len, view, 4);
  memcpy(&buffer, view + 8, 4);
  memcpy(&offset, view + 12, 4);
  if (len <= 12)
    return text_from(view + 4, (size_t)len);
  return text_from((const char *)array->buffers[2 + buffer] + offset, (size_t)len);
}

cell cell_of(const struct ArrowSchema *schema, const struct ArrowArray *array, const char *name,
             int64_t at)
{
  const int64_t column = column_of(schema, name);
  if (column < 0)
    die("there is no column %s", name);
  const char *const format = schema->children[column]->format;
  const struct ArrowArray *const values = array->children[column];
  const bool wide = strcmp(format, "U") == 0;
  cell got = {.null = !is_set(values->buffers[0], at)};
  if (wide || strcmp(format, "u") == 0) {
    const int64_t begin = offset_at(values, wide, at);
    got.text = text_from((const char *)values->buffers[2] + begin,
                         (size_t)(offset_at(values, wide, at + 1) - begin));
  } else if (strcmp(format, "vu") == 0) {
    got.text = view_text(values, at);
  } else if (strcmp(format, "S") == 0) {
    got.number = ((const uint16_t *)values->buffers[1])[at];
  } else {
    got.number = ((const uint32_t *)values->buffers[1])[at];
  }
  return got;
}
