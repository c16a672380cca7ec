/* SPDX-License-Identifier: MIT */
/* Arrow's specification (columnar format and C data interface), as far as these columns go, checked on
 * an array that is handed over. Written from the document only. */
#include "check.h"

#include <inttypes.h>
#include <stdio.h>
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

static void check_offsets(const struct ArrowArray *array, bool wide)
{
  must(offset_at(array, wide, 0) >= 0, "the first offset is not negative");
  for (int64_t i = 0; i < array->length; i++)
    must(offset_at(array, wide, i) <= offset_at(array, wide, i + 1), "offsets never go back");
}

static void check_values(const char *format, const struct ArrowArray *array)
{
  const bool wide = strcmp(format, "U") == 0;
  if (wide || strcmp(format, "u") == 0) {
    must(array->n_buffers == 3 && array->buffers[2], "text has three buffers");
    check_offsets(array, wide);
  } else if (strcmp(format, "vu") == 0) {
    must(array->n_buffers >= 3 && array->buffers[array->n_buffers - 1], "views have their lengths");
    for (int64_t i = 0; i < array->length; i++)
      check_view(array, i);
  } else {
    must(strlen(format) == 1 && strchr("SIlb", format[0]), "a format that is made here");
    must(array->n_buffers == 2, "numbers have two buffers");
  }
}

static void check_nulls(const struct ArrowSchema *schema, const struct ArrowArray *array)
{
  int64_t nulls = 0;
  must(schema->release && array->release, "a column is not released");
  must(schema->name != NULL, "a column has a name");
  must(array->offset == 0 && array->buffers && array->buffers[1], "a column has its values");
  for (int64_t i = 0; array->buffers && i < array->length; i++)
    nulls += !is_set(array->buffers[0], i);
  must(array->null_count == nulls, "the nulls are counted");
  must(nulls == 0 || schema->flags & ARROW_FLAG_NULLABLE, "what has nulls is nullable");
}

static void check_column(const struct ArrowSchema *schema, const struct ArrowArray *array)
{
  check_nulls(schema, array);
  must(schema->n_children == 0 && !schema->dictionary, "a column is a leaf");
  must(array->n_children == 0 && !array->dictionary, "so is its array");
  check_values(schema->format, array);
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

static bool is_list(const struct ArrowSchema *schema)
{
  return strcmp(schema->format, "+l") == 0;
}

/* A column, or a list of columns or structs. */
static void check_values_of(const struct ArrowSchema *schema, const struct ArrowArray *array)
{
  if (!is_list(schema)) {
    check_column(schema, array);
    return;
  }
  check_nulls(schema, array);
  must(array->n_buffers == 2 && array->n_children == 1 && schema->n_children == 1, "a list");
  must(!array->dictionary && !schema->dictionary, "a list has no dictionary");
  check_offsets(array, false);
  must(offset_at(array, false, array->length) <= array->children[0]->length, "a list has its elements");
  if (strcmp(schema->children[0]->format, "+s") == 0)
    check_array(schema->children[0], array->children[0]);
  else
    check_column(schema->children[0], array->children[0]);
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

static cell value_of(const char *format, const struct ArrowArray *values, int64_t at)
{
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
  } else if (strcmp(format, "I") == 0) {
    got.number = ((const uint32_t *)values->buffers[1])[at];
  } else if (strcmp(format, "l") == 0) {
    got.number = ((const uint64_t *)values->buffers[1])[at];
  } else {
    got.number = is_set(values->buffers[1], at);
  }
  return got;
}

static int64_t index_at(const struct ArrowSchema *schema, const struct ArrowArray *array, int64_t at)
{
  const char *const bytes = array->buffers[1];
  int64_t wide;
  int32_t narrow;
  int16_t half;
  switch (schema->format[0]) {
  case 'c':
    return ((const signed char *)bytes)[at];
  case 'C':
    return ((const unsigned char *)bytes)[at];
  case 's':
  case 'S':
    memcpy(&half, bytes + 2 * at, 2);
    return schema->format[0] == 's' ? half : (uint16_t)half;
  case 'i':
  case 'I':
    memcpy(&narrow, bytes + 4 * at, 4);
    return schema->format[0] == 'i' ? narrow : (int64_t)(uint32_t)narrow;
  default:
    memcpy(&wide, bytes + 8 * at, 8);
    return wide;
  }
}

void check_result(const struct ArrowSchema *schema, const struct ArrowArray *array)
{
  if (!schema->dictionary) {
    check_values_of(schema, array);
    return;
  }
  check_nulls(schema, array);
  must(strlen(schema->format) == 1 && strchr("cCsSiIlL", schema->format[0]), "indices are integers");
  must(array->n_buffers == 2 && array->n_children == 0 && array->dictionary, "an encoded column");
  check_column(schema->dictionary, array->dictionary);
  must(array->dictionary->null_count == 0, "values of a dictionary are not null");
  for (int64_t i = 0; i < array->dictionary->length; i++)
    for (int64_t k = 0; k < i; k++)
      must(!text_equal(value_of(schema->dictionary->format, array->dictionary, i).text,
                       value_of(schema->dictionary->format, array->dictionary, k).text),
           "values of a dictionary differ");
  for (int64_t i = 0; i < array->length; i++) {
    const int64_t index = index_at(schema, array, i);
    must(!is_set(array->buffers[0], i) || (index >= 0 && index < array->dictionary->length),
         "an index is one of the dictionary");
  }
}

int64_t column_of(const struct ArrowSchema *schema, const char *name)
{
  for (int64_t i = 0; i < schema->n_children; i++)
    if (strcmp(schema->children[i]->name, name) == 0)
      return i;
  return -1;
}

cell cell_of(const struct ArrowSchema *schema, const struct ArrowArray *array, const char *name,
             int64_t at)
{
  const int64_t column = column_of(schema, name);
  if (column < 0)
    die("there is no column %s", name);
  return value_of(schema->children[column]->format, array->children[column], at);
}

/* ---- Results as vectors have them --------------------------------------------------------------- */

static size_t put_cell(char *to, const char *format, const struct ArrowArray *array, int64_t at)
{
  const cell got = value_of(format, array, at);
  if (got.null)
    return (size_t)sprintf(to, "\\N");
  if (strcmp(format, "l") == 0)
    return (size_t)sprintf(to, "%" PRId64, (int64_t)got.number);
  if (strcmp(format, "b") == 0)
    return (size_t)sprintf(to, got.number ? "true" : "false");
  if (got.text.len > 0)
    memcpy(to, got.text.ptr, got.text.len);
  return got.text.len;
}

static size_t put_element(char *to, const struct ArrowSchema *schema, const struct ArrowArray *array,
                          int64_t at)
{
  size_t len = 0;
  if (array->n_children == 0)
    len = put_cell(to, schema->format, array, at);
  for (int64_t i = 0; i < array->n_children; i++) {
    to[len] = '\x1f';
    len += i > 0;
    len += put_cell(to + len, schema->children[i]->format, array->children[i], at);
  }
  to[len] = '\x1e';
  return len + 1;
}

uriel_text result_of(const struct ArrowSchema *schema, const struct ArrowArray *array, int64_t at)
{
  static char written[1 << 20];
  if (is_set(array->buffers[0], at) && schema->dictionary) {
    at = index_at(schema, array, at);
    array = array->dictionary;
    schema = schema->dictionary;
  }
  if (!is_set(array->buffers[0], at))
    return text_from(NULL, 0);
  if (array->n_children == 0)
    return text_from(written, put_cell(written, schema->format, array, at));
  size_t len = 0;
  for (int64_t i = offset_at(array, false, at); i < offset_at(array, false, at + 1); i++)
    len += put_element(written + len, schema->children[0], array->children[0], i);
  return text_from(written, len);
}
