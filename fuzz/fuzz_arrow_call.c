/* SPDX-License-Identifier: MIT */
/* uriel_arrow_call, its schema and its stream: each row has the result of uriel_function_call, whatever
 * the arguments are: constants or columns, plain, with a dictionary or lists, of any format. Then uses
 * the input's bytes as indices and as offsets of lists, valid or not. */
#include "fuzz.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "make.h"

enum {
  ROWS = 12,
  CHOICES = 8,
  LIST_MAX = 4096,
  ARGUMENTS = URIEL_FUNCTION_ARGUMENTS,
  WRITTEN = 1 << 20
};

static const char *const formats[] = {"u", "z", "U", "Z", "vu", "vz"};
static const char *const integers[] = {"c", "C", "s", "S", "i", "I", "l", "L"};

/* The rows of each argument, and how they are given. */
typedef struct fuzz_call {
  const uriel_function *function;
  size_t count;
  bool is_column[ARGUMENTS];
  uriel_text rows[ARGUMENTS][ROWS];
  uriel_arrow_argument arguments[ARGUMENTS];
  struct ArrowSchema schemas[ARGUMENTS];
  struct ArrowArray arrays[ARGUMENTS];
} fuzz_call;

static uriel_text constant_list[LIST_MAX];

/* ---- The same, row by row ----------------------------------------------------------------------- */

static uriel_value value_of(uriel_kind kind, uriel_text row, uriel_text *list)
{
  size_t count = 0;
  char digits[32];
  if (!row.ptr)
    return (uriel_value){.kind = URIEL_KIND_UNDEFINED};
  if (kind == URIEL_KIND_INTEGER) {
    snprintf(digits, sizeof digits, "%.*s", (int)row.len, row.ptr);
    return (uriel_value){.kind = URIEL_KIND_INTEGER, .integer = strtoll(digits, NULL, 10)};
  }
  if (kind != URIEL_KIND_LIST)
    return (uriel_value){.kind = URIEL_KIND_TEXT, .text = row};
  for (const char *from = row.ptr, *const end = from + row.len; from < end && count < LIST_MAX;) {
    const char *const stop = memchr(from, '\x1e', (size_t)(end - from));
    list[count++] = text_from(from, (size_t)((stop ? stop : end) - from));
    from = stop ? stop + 1 : end;
  }
  return (uriel_value){.kind = URIEL_KIND_LIST, .list = list, .count = count};
}

static size_t put(char *to, const uriel_value *value)
{
  const bool text = value->kind == URIEL_KIND_TEXT;
  if (value->kind == URIEL_KIND_BOOL)
    return (size_t)sprintf(to, value->integer ? "true" : "false");
  if (value->kind == URIEL_KIND_INTEGER)
    return (size_t)sprintf(to, "%" PRId64, value->integer);
  if (!text || uriel_utf8_span(value->text.ptr, value->text.len) != value->text.len)
    return (size_t)sprintf(to, "\\N");
  if (value->text.len > 0)
    memcpy(to, value->text.ptr, value->text.len);
  return value->text.len;
}

static size_t put_list(const uriel_function *function, uriel_value *list, size_t bound, char *to)
{
  uriel_value fields[URIEL_FUNCTION_FIELDS];
  char *const out = room(bound);
  size_t len = 0;
  while (uriel_function_next(list, fields, out, bound, NULL)) {
    for (size_t i = 0; i < function->field_count; i++) {
      to[len] = '\x1f';
      len += i > 0;
      len += put(to + len, &fields[i]);
    }
    to[len++] = '\x1e';
  }
  free(out);
  return len;
}

/* Calls the function with a row, and writes the result as result_of does. */
static uriel_text expected_of(const fuzz_call *call, size_t row)
{
  static char written[WRITTEN];
  uriel_value values[ARGUMENTS], result;
  static uriel_text list[LIST_MAX];
  size_t len = 0;
  for (size_t i = 0; i < call->count; i++)
    values[i] =
        value_of(call->function->arguments[i].kind, call->rows[i][call->is_column[i] ? row : 0], list);
  const size_t bound = uriel_function_bound(call->function, values, call->count);
  char *const out = room(bound);
  const bool done = uriel_function_call(&result, call->function, values, call->count, out, bound, NULL);
  bool defined = done && result.kind != URIEL_KIND_UNDEFINED;
  if (defined && result.kind == URIEL_KIND_LIST)
    len = put_list(call->function, &result, bound, written);
  else if (defined && result.kind == URIEL_KIND_TEXT &&
           uriel_utf8_span(result.text.ptr, result.text.len) != result.text.len)
    defined = false;
  else if (defined)
    len = put(written, &result);
  free(out);
  return text_from(defined ? written : NULL, len);
}

static void check_rows(const fuzz_call *call, const struct ArrowSchema *schema,
                       const struct ArrowArray *array)
{
  check_result(schema, array);
  fuzz_must(array->length == ROWS, "a row for each row");
  for (size_t i = 0; i < ROWS; i++) {
    const uriel_text got = result_of(schema, array, (int64_t)i), expected = expected_of(call, i);
    fuzz_must(!got.ptr == !expected.ptr, "null where undefined");
    fuzz_must(!got.ptr || text_equal(got, expected), "the result of a row");
  }
}

/* ---- Arguments ---------------------------------------------------------------------------------- */

/* The rows of an argument: words or numbers by choice, otherwise lines; "-" is null. */
static void fill(fuzz_call *call, size_t at, const uriel_text *lines, const uint8_t *choices)
{
  static const char *const numbers[] = {"1", "-1", "2", "0", "100"};
  const uriel_parameter *const parameter = &call->function->arguments[at];
  size_t words = 0;
  while (parameter->words && parameter->words[words])
    words++;
  for (size_t row = 0; row < ROWS; row++) {
    const size_t choice = (size_t)choices[at] + row * (choices[4] % 3);
    uriel_text text = lines[(row + at) % ROWS];
    if (words > 0)
      text = uriel_text_of(parameter->words[choice % words]);
    if (parameter->kind == URIEL_KIND_INTEGER)
      text = uriel_text_of(numbers[choice % (sizeof numbers / sizeof *numbers)]);
    const bool is_null = choice % 7 == 6 || (text.len == 1 && text.ptr[0] == '-');
    call->rows[at][row] = is_null ? text_from(NULL, 0) : text;
  }
}

static void prepare(fuzz_call *call, size_t at, const uint8_t *choices)
{
  const uriel_kind kind = call->function->arguments[at].kind;
  array_shape shape = {formats[choices[5] % 6], choices[6] >> 5, choices[6] & 1, choices[6] & 2,
                       choices[6] & 4 ? integers[choices[7] % 8] : NULL};
  if (kind == URIEL_KIND_INTEGER)
    shape.format = integers[(size_t)2 * (choices[5] % 4)];
  if (kind == URIEL_KIND_LIST)
    shape.outer = choices[5] & 1 ? "+l" : "+L";
  if (!call->is_column[at]) {
    call->arguments[at].value = value_of(kind, call->rows[at][0], constant_list);
    return;
  }
  make_schema(&call->schemas[at], &shape);
  make_array(&call->arrays[at], &shape, &(text_list){call->rows[at], ROWS});
  call->arguments[at] = (uriel_arrow_argument){
      .schema = &call->schemas[at], .array = &call->arrays[at], .child = shape.nested ? "texts" : NULL};
}

static void drop(fuzz_call *call)
{
  for (size_t i = 0; i < ARGUMENTS; i++) {
    if (call->schemas[i].release)
      call->schemas[i].release(&call->schemas[i]);
    if (call->arrays[i].release)
      call->arrays[i].release(&call->arrays[i]);
  }
  fuzz_must(make_living == 0, "all is released");
}

/* A stream of one array, which the call moves. */
static int once_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out)
{
  fuzz_call *const call = stream->private_data;
  *out = call->schemas[0];
  call->schemas[0].release = NULL;
  return 0;
}

static int once_next(struct ArrowArrayStream *stream, struct ArrowArray *out)
{
  fuzz_call *const call = stream->private_data;
  *out = call->arrays[0];
  call->arrays[0].release = NULL;
  return 0;
}

static void once_release(struct ArrowArrayStream *stream)
{
  stream->release = NULL;
}

static void check_stream(fuzz_call *call)
{
  struct ArrowArrayStream in = {.get_schema = once_schema,
                                .get_next = once_next,
                                .release = once_release,
                                .private_data = call},
                          out;
  struct ArrowSchema schema;
  struct ArrowArray array;
  for (size_t i = 1; i < call->count; i++)
    if (call->is_column[i])
      return;
  fuzz_must(
      uriel_arrow_call_stream(&out, &in, call->function, call->arguments, call->count, NULL, NULL) == 0,
      "a stream");
  fuzz_must(out.get_schema(&out, &schema) == 0 && out.get_next(&out, &array) == 0, "an array of it");
  check_rows(call, &schema, &array);
  array.release(&array);
  schema.release(&schema);
  out.release(&out);
}

static void check_call(fuzz_call *call)
{
  struct ArrowSchema schema;
  struct ArrowArray array;
  uriel_error error, other;
  const int refused =
      uriel_arrow_call_schema(&schema, call->function, call->arguments, call->count, &error, NULL);
  fuzz_must(refused == 0 || (refused == EINVAL && error.code == URIEL_ERROR_ARGUMENT),
            "only a constant can be refused");
  fuzz_must(uriel_arrow_call(&array, call->function, call->arguments, call->count, &other, NULL) ==
                refused,
            "a call is refused with its schema");
  fuzz_must(error.code == other.code && error.part == other.part, "for the same constant");
  if (refused) {
    for (size_t i = 0; i < call->count; i++)
      fuzz_must(!call->is_column[i] || error.part != call->function->arguments[i].name,
                "a column is not refused");
    return;
  }
  check_rows(call, &schema, &array);
  array.release(&array);
  schema.release(&schema);
  check_stream(call);
}

/* ---- Arrays that can be invalid ----------------------------------------------------------------- */

static void keep_schema(struct ArrowSchema *schema)
{
  (void)schema;
}

static void keep_array(struct ArrowArray *array)
{
  (void)array;
}

/* The bytes as the indices of a dictionary, or the offsets of lists: the result is well formed, or an
 * error. */
static void check_raw(const char *function, const char *outer, uriel_text bytes, size_t width)
{
  static const char text[] = "http://example.com/a?b=chost=xhttp://h:80-fragment";
  static const int32_t offsets[] = {0, 24, 30, 41, 50};
  const bool lists = outer[0] == '+';
  const void *outer_buffers[] = {NULL, bytes.ptr}, *inner_buffers[] = {NULL, offsets, text};
  struct ArrowSchema inner = {.format = "u", .name = "", .release = keep_schema}, *inners[] = {&inner};
  struct ArrowSchema schema = {.format = outer,
                               .name = "",
                               .n_children = lists,
                               .children = inners,
                               .dictionary = lists ? NULL : &inner,
                               .release = keep_schema},
                     made_schema;
  struct ArrowArray values = {.length = 4,
                              .n_buffers = 3,
                              .buffers = inner_buffers,
                              .release = keep_array},
                    *arrays[] = {&values};
  struct ArrowArray array = {.length = (int64_t)(bytes.len / width) - lists,
                             .n_buffers = 2,
                             .n_children = lists,
                             .buffers = outer_buffers,
                             .children = arrays,
                             .dictionary = lists ? NULL : &values,
                             .release = keep_array},
                    made;
  const uriel_arrow_argument column = {.schema = &schema, .array = &array};
  const uriel_arrow_argument constant = {.value = {.kind = URIEL_KIND_TEXT, .text = {text, 24}}};
  const uriel_arrow_argument arguments[] = {lists ? constant : column, column};
  const uriel_function *const called = uriel_function_find(function, strlen(function));
  const size_t count = lists ? 2 : 1;
  fuzz_must(uriel_arrow_call_schema(&made_schema, called, arguments, count, NULL, NULL) == 0,
            "a schema");
  const int error = uriel_arrow_call(&made, called, arguments, count, NULL, NULL);
  fuzz_must(error == 0 || (error == EINVAL && !lists), "only an index can be refused");
  if (error == 0) {
    check_result(&made_schema, &made);
    made.release(&made);
  }
  made_schema.release(&made_schema);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  uriel_text lines[ROWS];
  size_t functions;
  const uriel_function *const all = uriel_functions(&functions);
  if (size < CHOICES + 1)
    return 0;
  fuzz_call call = {.function = &all[data[0] % functions]};
  const uint8_t *const choices = data + 1;
  fuzz_lines(lines, ROWS, data + CHOICES, size - CHOICES);
  call.count = call.function->argument_count;
  for (size_t i = 0; i < call.count; i++) {
    call.is_column[i] = i == 0 || choices[6] >> (2 + i) & 1;
    fill(&call, i, lines, choices);
    prepare(&call, i, choices);
  }
  check_call(&call);
  drop(&call);
  fuzz_free(lines, ROWS);
  const uriel_text bytes = fuzz_text(data + 1, size - 1);
  check_raw("normalize", "C", bytes, 1);
  check_raw("depth", "s", text_from(bytes.ptr, bytes.len & ~(size_t)1), 2);
  check_raw("edit", "+l", bytes, 4);
  text_free(bytes);
  return 0;
}
