/* SPDX-License-Identifier: MIT */
/* uriel_arrow_parse: the input's lines, as an array of any format and shape, also with a dictionary ("-"
 * is null), give the same results as uriel_parse, in arrays that follow Arrow's specification. Then uses
 * the input's bytes as offsets and as views, valid or not. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "make.h"

enum { ROWS = 40 };

static const char *const formats[] = {"u", "z", "U", "Z", "vu", "vz"};

static void check_cells(const struct ArrowSchema *schema, const struct ArrowArray *array, int64_t at,
                        uriel_text text)
{
  uriel_ref ref;
  uriel_error error = {.code = URIEL_ERROR_NONE};
  const bool valid = text.ptr && uriel_parse(&ref, text.ptr, text.len, &error);
  for (int c = URIEL_SCHEME; c <= URIEL_FRAGMENT; c++) {
    if (c == URIEL_AUTHORITY)
      continue;
    const cell got = cell_of(schema, array, uriel_component_name((uriel_component)c), at);
    const uriel_text expected =
        valid ? uriel_component_get(&ref, (uriel_component)c) : text_from(NULL, 0);
    fuzz_must(got.null == !expected.ptr, "null where undefined");
    fuzz_must(got.null || text_equal(got.text, expected), "a component's text");
  }
  const cell got = cell_of(schema, array, "error", at);
  fuzz_must(got.null == !text.ptr && (got.null || got.number == (unsigned)error.code), "the error");
}

static void check_texts(const array_shape *shape, bool views, const text_list *texts)
{
  struct ArrowSchema schema, made_schema;
  struct ArrowArray array, made;
  const uriel_arrow_options options = {0x3FF, views, shape->nested ? "texts" : NULL};
  make_schema(&schema, shape);
  make_array(&array, shape, texts);
  fuzz_must(uriel_arrow_schema(&made_schema, &schema, &options, NULL) == 0, "a schema");
  fuzz_must(uriel_arrow_parse(&made, &array, &schema, &options, NULL) == 0, "an array");
  check_array(&made_schema, &made);
  for (size_t i = 0; i < texts->count; i++)
    check_cells(&made_schema, &made, (int64_t)i, texts->rows[i]);
  made.release(&made);
  made_schema.release(&made_schema);
  if (array.release)
    array.release(&array);
  schema.release(&schema);
  fuzz_must(make_living == 0, "all is released");
}

static void ignore_array(struct ArrowArray *array)
{
  array->release = NULL;
}

static void ignore_schema(struct ArrowSchema *schema)
{
  schema->release = NULL;
}

/* Uses the bytes as the second buffer of an array: the result is well formed, or an error. */
static void check_raw(const char *format, bool views, uriel_text bytes, int64_t rows)
{
  static const char text[] = "http://example.com/a/path%20that/is/long?query#fragment//h/a:b";
  static const int64_t lens[] = {sizeof text - 1};
  const bool is_view = format[0] == 'v';
  const void *buffers[] = {NULL, bytes.ptr, text, lens};
  struct ArrowSchema schema = {.format = format, .name = "", .release = ignore_schema}, made_schema;
  struct ArrowArray array = {
      .length = rows, .n_buffers = is_view ? 4 : 3, .buffers = buffers, .release = ignore_array};
  struct ArrowArray made;
  const uriel_arrow_options options = {0x3FF, views, NULL};
  int64_t last = 0;
  if (!is_view)
    memcpy(&last, bytes.ptr + rows * (format[0] == 'u' ? 4 : 8), format[0] == 'u' ? 4 : 8);
  if (last > lens[0]) /* offsets outside the text cannot be checked */
    return;
  fuzz_must(uriel_arrow_schema(&made_schema, &schema, &options, NULL) == 0, "a schema");
  if (uriel_arrow_parse(&made, &array, &schema, &options, NULL) == 0) {
    check_array(&made_schema, &made);
    made.release(&made);
  } else {
    fuzz_must(array.release != NULL, "a refused array is not released");
  }
  made_schema.release(&made_schema);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  uriel_text rows[ROWS];
  if (size < 2)
    return 0;
  const array_shape shape = {formats[data[0] % 6], data[1] >> 4, data[1] & 1, data[1] & 2,
                             data[0] & 0x80 ? "s" : NULL};
  fuzz_lines(rows, ROWS, data + 2, size - 2);
  for (size_t i = 0; i < ROWS; i++)
    if (rows[i].ptr && rows[i].len == 1 && rows[i].ptr[0] == '-') {
      text_free(rows[i]);
      rows[i] = text_from(NULL, 0);
    }
  check_texts(&shape, data[1] & 4, &(text_list){rows, data[1] & 8 ? ROWS : ROWS / 8});
  fuzz_free(rows, ROWS);
  const uriel_text bytes = fuzz_text(data + 2, size - 2);
  if (bytes.len >= 16) {
    check_raw("u", data[1] & 4, bytes, (int64_t)bytes.len / 4 - 1);
    check_raw("U", data[1] & 4, bytes, (int64_t)bytes.len / 8 - 1);
    check_raw("vu", data[1] & 4, bytes, (int64_t)bytes.len / 16);
  }
  text_free(bytes);
  return 0;
}
