/* SPDX-License-Identifier: MIT */
/* uriel_arrow_call: each vector of the vocabulary is a row of a column; its further arguments are
 * constants, or rows of columns. The arrays conform to Arrow's specification. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "check.h"
#include "make.h"
#include "support.h"
#include "vectors.h"

/* Of dictionaries with a few hundred values. */
static const char *const indices[] = {"s", "S", "i", "I", "l", "L"};

#define COUNT(array) (sizeof(array) / sizeof *(array))
enum { LIST_MAX = 64, COLUMNS = URIEL_FUNCTION_ARGUMENTS };

static const char *const formats[] = {"u", "z", "U", "Z", "vu", "vz"};

/* The rows of one function. */
typedef struct vector_group {
  const uriel_function *function;
  text_list arguments[COLUMNS];
  text_list results;
} vector_group;

static vector_group *groups;

static void add(text_list *list, uriel_text row)
{
  list->rows = realloc(list->rows, (list->count + 1) * sizeof *list->rows);
  if (!list->rows)
    die("out of memory");
  list->rows[list->count++] = text_copy(row);
}

/* Arguments that are left out are "-" in the file. */
static void add_row(const vector_case *given)
{
  static const char *const columns[] = {"first", "second", "third", "fourth"};
  const uriel_text name = vector_field(given, "function");
  const uriel_function *const function = uriel_function_find(name.ptr, name.len);
  size_t all;
  if (!function || !vector_is_built(given))
    return;
  vector_group *const group = &groups[function - uriel_functions(&all)];
  group->function = function;
  for (size_t i = 0; i < function->argument_count; i++) {
    const uriel_text field = vector_field(given, columns[i]);
    const bool out = field.len == 1 && field.ptr[0] == '-' && function->arguments[i].usual;
    add(&group->arguments[i], out ? text_from(NULL, 0) : field);
  }
  add(&group->results, vector_field(given, "result"));
}

static int read_vectors(void **state)
{
  size_t count;
  (void)state;
  uriel_functions(&count);
  groups = calloc(count, sizeof *groups);
  if (!groups)
    die("out of memory");
  vectors_run("functions.tsv", 20 * count, add_row);
  return 0;
}

static void drop(text_list *list)
{
  for (size_t i = 0; i < list->count; i++)
    text_free(list->rows[i]);
  free(list->rows);
}

static int drop_vectors(void **state)
{
  size_t count;
  (void)state;
  uriel_functions(&count);
  for (size_t i = 0; i < count; i++) {
    for (size_t j = 0; j < COLUMNS; j++)
      drop(&groups[i].arguments[j]);
    drop(&groups[i].results);
  }
  free(groups);
  return make_living != 0;
}

/* ---- Calls -------------------------------------------------------------------------------------- */

/* The arguments of a call, and the memory of its columns. */
typedef struct prepared {
  uriel_arrow_argument arguments[COLUMNS];
  struct ArrowSchema schemas[COLUMNS];
  struct ArrowArray arrays[COLUMNS];
  uriel_text list[LIST_MAX];
  size_t count;
} prepared;

static void prepare_column(prepared *call, size_t at, const array_shape *shape, const text_list *texts)
{
  make_schema(&call->schemas[at], shape);
  make_array(&call->arrays[at], shape, texts);
  call->arguments[at] = (uriel_arrow_argument){
      .schema = &call->schemas[at], .array = &call->arrays[at], .child = shape->nested ? "texts" : NULL};
}

static void prepare_constant(prepared *call, size_t at, uriel_kind kind, uriel_text field)
{
  uriel_value *const value = &call->arguments[at].value;
  if (!field.ptr || (kind != URIEL_KIND_INTEGER && kind != URIEL_KIND_LIST)) {
    *value = (uriel_value){.kind = URIEL_KIND_TEXT, .text = field};
  } else if (kind == URIEL_KIND_INTEGER) {
    char digits[32];
    snprintf(digits, sizeof digits, "%.*s", (int)field.len, field.ptr);
    *value = (uriel_value){.kind = URIEL_KIND_INTEGER, .integer = strtoll(digits, NULL, 10)};
  } else {
    size_t count = 0;
    for (const char *from = field.ptr, *const end = from + field.len; from < end && count < LIST_MAX;) {
      const char *const stop = memchr(from, '\x1e', (size_t)(end - from));
      call->list[count++] = text_from(from, (size_t)((stop ? stop : end) - from));
      from = stop ? stop + 1 : end;
    }
    *value = (uriel_value){.kind = URIEL_KIND_LIST, .list = call->list, .count = count};
  }
}

static void release(prepared *call)
{
  for (size_t i = 0; i < COLUMNS; i++) {
    if (call->schemas[i].release)
      call->schemas[i].release(&call->schemas[i]);
    if (call->arrays[i].release)
      call->arrays[i].release(&call->arrays[i]);
  }
  assert_int_equal(make_living, 0);
}

/* A wrong argument of a row, and a text that is not UTF-8, give null. */
static void expect_rows(const vector_group *group, const struct ArrowSchema *schema,
                        const struct ArrowArray *array, size_t first)
{
  check_result(schema, array);
  assert_string_equal(schema->name, group->function->name);
  for (int64_t i = 0; i < array->length; i++) {
    uriel_text expected = group->results.rows[first + (size_t)i];
    const bool wrong = expected.len > 7 && memcmp(expected.ptr, "error: ", 7) == 0;
    const uriel_text got = result_of(schema, array, i);
    if (wrong || (group->function->result != URIEL_KIND_LIST &&
                  uriel_utf8_span(expected.ptr, expected.len) != expected.len))
      expected = text_from(NULL, 0);
    if (got.ptr != NULL && expected.ptr && text_equal(got, expected))
      continue;
    if (got.ptr || expected.ptr) {
      const uriel_text u = group->arguments[0].rows[first + (size_t)i];
      printf("%s(%.*s, ...): \"%.*s\", not \"%.*s\"\n", group->function->name, (int)u.len, u.ptr,
             (int)got.len, got.ptr, (int)expected.len, expected.ptr);
      fail();
    }
  }
}

static void run(const vector_group *group, const prepared *call, size_t first)
{
  struct ArrowSchema schema;
  struct ArrowArray array;
  uriel_error error = {.code = URIEL_ERROR_ARGUMENT};
  const char *why = NULL;
  assert_int_equal(
      uriel_arrow_call_schema(&schema, group->function, call->arguments, call->count, &error, &why), 0);
  assert_int_equal(error.code, URIEL_ERROR_NONE);
  assert_int_equal(uriel_arrow_call(&array, group->function, call->arguments, call->count, NULL, NULL),
                   0);
  expect_rows(group, &schema, &array, first);
  array.release(&array);
  assert_null(array.release);
  schema.release(&schema);
  assert_null(schema.release);
}

/* ---- Vectors ------------------------------------------------------------------------------------ */

/* The first `count` arguments are columns, and the others are left out. */
static void columns_of(const vector_group *group, const array_shape *shape, size_t count)
{
  prepared call = {.count = count};
  for (size_t i = 0; i < count; i++) {
    const uriel_kind kind = group->function->arguments[i].kind;
    array_shape own = *shape;
    if (kind == URIEL_KIND_INTEGER)
      own.format = "l";
    if (kind == URIEL_KIND_LIST)
      own.outer = shape->lead ? "+l" : "+L";
    prepare_column(&call, i, &own, &group->arguments[i]);
  }
  run(group, &call, 0);
  release(&call);
}

static void columns(void **state)
{
  size_t count;
  (void)state;
  uriel_functions(&count);
  for (size_t i = 0; i < count; i++)
    for (size_t f = 0; f < COUNT(formats); f++)
      for (unsigned bits = 0; bits < 16; bits++) {
        const array_shape shape = {formats[f], bits & 1 ? 11 : 0, bits & 2, bits & 4,
                                   bits & 8 ? indices[bits % COUNT(indices)] : NULL};
        if (groups[i].function)
          columns_of(&groups[i], &shape, groups[i].function->argument_count);
      }
}

/* A text of one column with a dictionary has one too; other results do not. */
static void encoded_of(const vector_group *group, const array_shape *shape)
{
  vector_group whole = {.function = group->function};
  struct ArrowSchema schema;
  bool one = false;
  for (size_t row = 0; row < group->results.count; row++) {
    bool usual = true;
    for (size_t i = 1; i < group->function->argument_count; i++)
      usual = usual && !group->arguments[i].rows[row].ptr;
    if (!usual)
      continue;
    add(&whole.arguments[0], group->arguments[0].rows[row]);
    add(&whole.results, group->results.rows[row]);
    one = true;
  }
  if (one && (group->function->argument_count < 2 || group->function->arguments[1].usual)) {
    prepared call = {.count = 1};
    prepare_column(&call, 0, shape, &whole.arguments[0]);
    assert_int_equal(uriel_arrow_call_schema(&schema, group->function, call.arguments, 1, NULL, NULL),
                     0);
    assert_true((group->function->result == URIEL_KIND_TEXT) == (schema.dictionary != NULL));
    assert_string_equal(schema.dictionary ? schema.format : shape->outer, shape->outer);
    schema.release(&schema);
    run(&whole, &call, 0);
    release(&call);
  }
  drop(&whole.arguments[0]);
  drop(&whole.results);
}

static void dictionaries(void **state)
{
  size_t count;
  (void)state;
  uriel_functions(&count);
  for (size_t i = 0; i < count; i++)
    for (size_t f = 0; f < COUNT(formats); f++)
      for (unsigned bits = 0; bits < 8; bits++) {
        const array_shape shape = {formats[f], bits & 1 ? 11 : 0, bits & 2, bits & 4,
                                   indices[(bits + f) % COUNT(indices)]};
        if (groups[i].function)
          encoded_of(&groups[i], &shape);
      }
}

/* The first argument is a column of one row, the others are constants. A wrong one is described. */
static void constants_of(const vector_group *group, size_t row, const char *format)
{
  const array_shape shape = {format, row % 3, false, false, NULL};
  const uriel_text expected = group->results.rows[row];
  const bool wrong = expected.len > 7 && memcmp(expected.ptr, "error: ", 7) == 0;
  prepared call = {.count = group->function->argument_count};
  prepare_column(&call, 0, &shape, &(text_list){&group->arguments[0].rows[row], 1});
  for (size_t i = 1; i < call.count; i++)
    prepare_constant(&call, i, group->function->arguments[i].kind, group->arguments[i].rows[row]);
  if (!wrong) {
    run(group, &call, row);
    release(&call);
    return;
  }
  char described[URIEL_FUNCTION_DESCRIBE_MAX];
  struct ArrowSchema schema = {.n_children = 7};
  struct ArrowArray array = {.length = 7};
  uriel_error error, other;
  const char *why = NULL;
  assert_int_equal(
      uriel_arrow_call_schema(&schema, group->function, call.arguments, call.count, &error, &why),
      EINVAL);
  assert_non_null(why);
  assert_int_equal(uriel_arrow_call(&array, group->function, call.arguments, call.count, &other, NULL),
                   EINVAL);
  assert_int_equal(other.code, URIEL_ERROR_ARGUMENT);
  assert_ptr_equal(error.part, other.part);
  const size_t len = uriel_function_describe(group->function, &error, described, sizeof described);
  assert_int_equal(len, expected.len - 7);
  assert_memory_equal(described, expected.ptr + 7, len);
  assert_int_equal(schema.n_children, 7);
  assert_int_equal(array.length, 7);
  release(&call);
}

static void constants(void **state)
{
  size_t count;
  (void)state;
  uriel_functions(&count);
  for (size_t i = 0; i < count; i++)
    for (size_t row = 0; row < groups[i].results.count; row++)
      for (size_t f = 0; f < COUNT(formats); f++)
        constants_of(&groups[i], row, formats[f]);
}

/* A text of each length is written where the column continues, also if it just fits there. */
static void lengths(void **state)
{
  enum { MOST = 600, COUNT_OF_ROWS = 3 };
  const uriel_function *const decode = uriel_function_find("decode", 6);
  const array_shape shape = {"u", 0, false, false, NULL};
  char text[MOST];
  (void)state;
  memset(text, 'a', sizeof text);
  for (size_t len = 0; len < MOST; len++) {
    uriel_text rows[COUNT_OF_ROWS] = {{text, len}, {text, MOST - len}, {text, len / 2}};
    prepared call = {.count = 1};
    struct ArrowSchema schema;
    struct ArrowArray array;
    prepare_column(&call, 0, &shape, &(text_list){rows, COUNT_OF_ROWS});
    assert_int_equal(uriel_arrow_call_schema(&schema, decode, call.arguments, 1, NULL, NULL), 0);
    assert_int_equal(uriel_arrow_call(&array, decode, call.arguments, 1, NULL, NULL), 0);
    check_result(&schema, &array);
    for (int64_t i = 0; i < COUNT_OF_ROWS; i++)
      assert_true(text_equal(result_of(&schema, &array, i), rows[i]));
    array.release(&array);
    schema.release(&schema);
    release(&call);
  }
}

static void unreleased(struct ArrowArray *array)
{
  (void)array;
}
static void unreleased_schema(struct ArrowSchema *schema)
{
  (void)schema;
}

/* Arrow's null layout has no buffers: every row is an undefined argument, of any kind. */
static void nulls(void **state)
{
  enum { ROWS = 300 };
  (void)state;
  size_t count;
  const uriel_function *const all = uriel_functions(&count);
  const uriel_text changes[] = {uriel_text_of("host=a")};
  const struct ArrowSchema none = {.format = "n", .release = unreleased_schema};
  const struct ArrowArray empty = {
      .length = ROWS, .offset = 2, .null_count = ROWS, .release = unreleased};
  for (size_t f = 0; f < count; f++) {
    uriel_arrow_argument arguments[COLUMNS] = {{.schema = &none, .array = &empty}};
    size_t given = 1;
    for (; given < all[f].argument_count && all[f].arguments[given].kind != URIEL_KIND_LIST; given++)
      arguments[given] = arguments[0];
    if (given < all[f].argument_count) /* of edit() */
      arguments[given++].value = (uriel_value){.kind = URIEL_KIND_LIST, .list = changes, .count = 1};
    struct ArrowSchema schema;
    struct ArrowArray array;
    const char *why = "";
    assert_int_equal(uriel_arrow_call_schema(&schema, &all[f], arguments, given, NULL, &why), 0);
    assert_int_equal(uriel_arrow_call(&array, &all[f], arguments, given, NULL, &why), 0);
    check_result(&schema, &array);
    assert_int_equal(array.length, ROWS);
    assert_int_equal(array.null_count, ROWS);
    array.release(&array);
    schema.release(&schema);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(columns), cmocka_unit_test(dictionaries), cmocka_unit_test(constants),
      cmocka_unit_test(lengths), cmocka_unit_test(nulls),
  };
  return cmocka_run_group_tests(tests, read_vectors, drop_vectors);
}
