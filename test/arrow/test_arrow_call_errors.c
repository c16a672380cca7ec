/* SPDX-License-Identifier: MIT */
/* Arguments that uriel_arrow_call refuses, rows that it cannot read, columns of integers, and memory
 * that runs out at each call. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "check.h"
#include "faulty.h"
#include "make.h"
#include "support.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define ROW(string)                                                                                     \
  {                                                                                                     \
    string, sizeof(string) - 1                                                                          \
  }

static uriel_text rows[] = {ROW("http://user@example.com:80/a/long/path?q=1&q=2#fragment"),
                            ROW("mailto:a@b"),
                            {NULL, 0},
                            ROW("no reference"),
                            ROW(""),
                            ROW("//[::1]/and/another/path/that/is/long?q=%FF&r")};
static const text_list some = {rows, COUNT(rows)};
static const array_shape plain = {"u", 0, false, false, NULL};

/* A call with the column `made` as its first argument. */
typedef struct made_call {
  const uriel_function *function;
  struct ArrowSchema schema;
  struct ArrowArray array;
  uriel_arrow_argument arguments[URIEL_FUNCTION_ARGUMENTS + 1];
  size_t count;
} made_call;

static void make_call(made_call *call, const char *name, const array_shape *shape)
{
  *call = (made_call){.function = uriel_function_find(name, strlen(name)), .count = 1};
  assert_non_null(call->function);
  make_schema(&call->schema, shape);
  make_array(&call->array, shape, &some);
  call->arguments[0] = (uriel_arrow_argument){
      .schema = &call->schema, .array = &call->array, .child = shape->nested ? "texts" : NULL};
}

static void drop_call(made_call *call)
{
  if (call->array.release)
    call->array.release(&call->array);
  if (call->schema.release)
    call->schema.release(&call->schema);
  assert_int_equal(make_living, 0);
}

/* The call fails, with a message and without one, and makes nothing; so does its schema if `schemas`. */
static void refuse(int expected, const made_call *call, bool schemas)
{
  struct ArrowArray out = {.length = 7};
  struct ArrowSchema schema = {.n_children = 7};
  uriel_error error = {.code = URIEL_ERROR_ARGUMENT};
  const char *why = NULL;
  assert_int_equal(uriel_arrow_call(&out, call->function, call->arguments, call->count, &error, &why),
                   expected);
  assert_non_null(why);
  assert_int_equal(error.code, URIEL_ERROR_NONE);
  assert_int_equal(uriel_arrow_call(&out, call->function, call->arguments, call->count, NULL, NULL),
                   expected);
  assert_int_equal(
      uriel_arrow_call_schema(&schema, call->function, call->arguments, call->count, &error, &why),
      schemas ? expected : 0);
  if (!schemas)
    schema.release(&schema);
  else
    assert_int_equal(schema.n_children, 7);
  assert_int_equal(out.length, 7);
}

/* ---- Schemas ------------------------------------------------------------------------------------ */

static void schemas(void **state)
{
  static const char *const texts[] = {"i", "b", "w:8", "+l", "", "uu", "+vl", "v", "Uu", "+L"};
  static const char *const numbers[] = {"u", "b", "f", "g", "e", "vu", "+l", "", "tdD"};
  static const char *const lists[] = {"u", "+vl", "+w:2", "", "l"};
  made_call call;
  (void)state;
  make_call(&call, "edit", &plain);
  for (size_t i = 0; i < COUNT(texts); i++) {
    call.schema.format = texts[i];
    refuse(ENOTSUP, &call, true);
  }
  call.schema.format = NULL;
  refuse(EINVAL, &call, true);
  call.arguments[0] = (uriel_arrow_argument){.value = {.kind = URIEL_KIND_TEXT, .text = {"a", 1}}};
  call.arguments[1] = (uriel_arrow_argument){.schema = &call.schema, .array = &call.array};
  call.count = 2;
  for (size_t i = 0; i < COUNT(lists); i++) {
    call.schema.format = lists[i];
    refuse(ENOTSUP, &call, true);
  }
  call.schema.format = "+l";
  refuse(EINVAL, &call, true); /* without elements */
  call.function = uriel_function_find("segment", 7);
  for (size_t i = 0; i < COUNT(numbers); i++) {
    call.schema.format = numbers[i];
    refuse(ENOTSUP, &call, true);
  }
  drop_call(&call);
}

static void inner_schemas(void **state)
{
  static const char *const outers[] = {"c", "+l"};
  (void)state;
  for (size_t i = 0; i < COUNT(outers); i++) {
    made_call call;
    make_call(&call, "edit", &(array_shape){"u", 0, false, false, outers[i]});
    struct ArrowSchema *const inner = i == 0 ? call.schema.dictionary : call.schema.children[0];
    if (i == 1) {
      call.arguments[1] = call.arguments[0];
      call.arguments[0] = (uriel_arrow_argument){.value = {.kind = URIEL_KIND_TEXT, .text = {"a", 1}}};
      call.count = 2;
    }
    inner->format = "i";
    refuse(ENOTSUP, &call, true);
    inner->format = NULL;
    refuse(EINVAL, &call, true);
    inner->format = "u";
    inner->dictionary = inner;
    refuse(ENOTSUP, &call, true);
    inner->dictionary = NULL;
    call.schema.format = i == 0 ? "u" : "+m";
    refuse(ENOTSUP, &call, true);
    call.schema.format = outers[i];
    void (*const release)(struct ArrowSchema *) = inner->release;
    inner->release = NULL;
    refuse(EINVAL, &call, true);
    inner->release = release;
    drop_call(&call);
  }
}

/* No column; too many arguments; and columns of unequal length. */
static void arguments(void **state)
{
  made_call call;
  struct ArrowArray out;
  uriel_error error;
  (void)state;
  make_call(&call, "relative", &plain);
  const uriel_arrow_argument column = call.arguments[0];
  call.arguments[0] = (uriel_arrow_argument){.value = {.kind = URIEL_KIND_TEXT, .text = {"a", 1}}};
  refuse(EINVAL, &call, true);
  call.count = 0;
  refuse(EINVAL, &call, true);
  call.count = 2;
  call.arguments[0] = call.arguments[1] = column;
  struct ArrowArray shorter = call.array;
  shorter.length--;
  call.arguments[1].array = &shorter;
  refuse(EINVAL, &call, false);
  call.arguments[1].array = NULL;
  refuse(EINVAL, &call, false);
  call.arguments[1] = column;
  for (call.count = 4; call.count <= URIEL_FUNCTION_ARGUMENTS + 1; call.count++) {
    assert_int_equal(uriel_arrow_call(&out, call.function, call.arguments, call.count, &error, NULL),
                     EINVAL);
    assert_int_equal(error.code, URIEL_ERROR_ARGUMENT);
    assert_string_equal(error.part, "spec");
  }
  call.count = 1; /* the second is missing */
  assert_int_equal(uriel_arrow_call(&out, call.function, call.arguments, call.count, &error, NULL),
                   EINVAL);
  assert_int_equal(error.code, URIEL_ERROR_ARGUMENT);
  drop_call(&call);
}

/* A constant that only the function itself can judge is refused, even if there are no rows, and if a
 * column before it has a wrong value. */
static void constants(void **state)
{
  static const struct {
    const char *function, *constant, *part;
  } wrong[] = {{"matches", "(", "regex"}, {"ip_in", "x", "network"}, {"normalize", "x", "level"}};
  (void)state;
  for (size_t i = 0; i < COUNT(wrong); i++) {
    made_call call;
    struct ArrowArray out;
    struct ArrowSchema schema;
    uriel_error error;
    make_call(&call, wrong[i].function, &plain);
    call.array.length = 0;
    call.arguments[1].value =
        (uriel_value){.kind = URIEL_KIND_TEXT, .text = uriel_text_of(wrong[i].constant)};
    call.count = 2;
    assert_int_equal(uriel_arrow_call(&out, call.function, call.arguments, 2, &error, NULL), EINVAL);
    assert_string_equal(error.part, wrong[i].part);
    assert_int_equal(uriel_arrow_call_schema(&schema, call.function, call.arguments, 2, &error, NULL),
                     EINVAL);
    assert_string_equal(error.part, wrong[i].part);
    call.array.length = (int64_t)some.count;
    drop_call(&call);
  }
}

/* ---- Arrays ------------------------------------------------------------------------------------- */

static void set_index(struct ArrowArray *array, const char *format, int64_t index)
{
  const size_t width = format[0] == 'l' || format[0] == 'L' ? 8 : 1;
  memcpy((char *)(uintptr_t)array->buffers[1], &index, width);
}

static void dictionaries(void **state)
{
  static const char *const formats[] = {"c", "C", "l", "L"};
  (void)state;
  for (size_t i = 0; i < 2 * COUNT(formats); i++) {
    const char *const format = formats[i / 2];
    made_call call;
    make_call(&call, "normalize", &(array_shape){"u", 0, false, false, format});
    if (i % 2) { /* as a second argument */
      call.arguments[1] = call.arguments[0];
      call.arguments[0] = (uriel_arrow_argument){.value = {.kind = URIEL_KIND_TEXT, .text = {"a", 1}}};
      call.function = uriel_function_find("relative", 8);
      call.count = 2;
    }
    const int64_t wrong[] = {-1, call.array.dictionary->length, INT64_MIN, INT64_MAX};
    for (size_t k = 0; k < (i / 2 < 2 ? 2 : COUNT(wrong)); k++) {
      set_index(&call.array, format, wrong[k]);
      refuse(EINVAL, &call, false);
    }
    set_index(&call.array, format, 0);
    struct ArrowArray *const dictionary = call.array.dictionary;
    call.array.dictionary = NULL;
    refuse(EINVAL, &call, false);
    call.array.dictionary = dictionary;
    const int64_t offset = dictionary->offset;
    dictionary->offset = -1;
    refuse(EINVAL, &call, false);
    dictionary->offset = offset;
    dictionary->n_buffers = 2;
    refuse(EINVAL, &call, false);
    dictionary->n_buffers = 3;
    const void *const indices = call.array.buffers[1];
    call.array.buffers[1] = NULL;
    refuse(EINVAL, &call, false);
    call.array.buffers[1] = indices;
    call.array.n_buffers = 1;
    refuse(EINVAL, &call, false);
    call.array.n_buffers = 2;
    drop_call(&call);
  }
}

/* uriel_arrow_parse checks indices too. */
static void parsed_dictionaries(void **state)
{
  struct ArrowArray out = {.length = 7};
  made_call call;
  (void)state;
  make_call(&call, "host", &(array_shape){"u", 0, false, false, "l"});
  set_index(&call.array, "l", -1);
  for (unsigned views = 0; views < 2; views++)
    assert_int_equal(
        uriel_arrow_parse(&out, &call.array, &call.schema, &(uriel_arrow_options){.views = views}, NULL),
        EINVAL);
  assert_int_equal(out.length, 7);
  drop_call(&call);
}

static void ignore_array(struct ArrowArray *array)
{
  array->release = NULL;
}

static void ignore_schema(struct ArrowSchema *schema)
{
  schema->release = NULL;
}

/* Lists whose offsets are out of order, and lists with a null, are undefined. */
static void lists(void **state)
{
  static const int32_t offsets[] = {0, 1, 0, 3, -1, 2, 2, 2, 5};
  static const int32_t text_offsets[] = {0, 6, 11};
  static const uint8_t valid[] = {1};
  const void *buffers[] = {NULL, offsets}, *text_buffers[] = {valid, text_offsets, "host=hpath="};
  struct ArrowSchema texts = {.format = "u", .name = "item", .release = ignore_schema},
                     *schemas_of[] = {&texts}, out_schema;
  struct ArrowSchema schema = {
      .format = "+l", .name = "", .n_children = 1, .children = schemas_of, .release = ignore_schema};
  struct ArrowArray elements = {.length = 2,
                                .null_count = -1,
                                .n_buffers = 3,
                                .buffers = text_buffers,
                                .release = ignore_array},
                    *arrays_of[] = {&elements}, out;
  struct ArrowArray array = {.length = 8,
                             .n_buffers = 2,
                             .n_children = 1,
                             .buffers = buffers,
                             .children = arrays_of,
                             .release = ignore_array};
  uriel_arrow_argument given[] = {
      {.value = {.kind = URIEL_KIND_TEXT, .text = uriel_text_of("http://e/x")}},
      {.schema = &schema, .array = &array}};
  const uriel_function *const edit = uriel_function_find("edit", 4);
  static const char *const expected[] = {"http://h/x", NULL,         NULL,         NULL,
                                         NULL,         "http://e/x", "http://e/x", NULL};
  (void)state;
  assert_int_equal(uriel_arrow_call_schema(&out_schema, edit, given, 2, NULL, NULL), 0);
  assert_int_equal(uriel_arrow_call(&out, edit, given, 2, NULL, NULL), 0);
  check_result(&out_schema, &out);
  for (int64_t i = 0; i < 8; i++) {
    const uriel_text got = result_of(&out_schema, &out, i);
    assert_int_equal(!got.ptr, !expected[i]);
    if (expected[i])
      assert_true(text_equal(got, uriel_text_of(expected[i])));
  }
  out.release(&out);
  out_schema.release(&out_schema);
  array.children = NULL;
  assert_int_equal(uriel_arrow_call(&out, edit, given, 2, NULL, NULL), EINVAL);
  array.children = arrays_of;
  elements.release = NULL;
  assert_int_equal(uriel_arrow_call(&out, edit, given, 2, NULL, NULL), EINVAL);
  elements.release = ignore_array;
  array.n_children = 0;
  assert_int_equal(uriel_arrow_call(&out, edit, given, 2, NULL, NULL), EINVAL);
}

/* ---- Values ------------------------------------------------------------------------------------- */

/* Each format of integers, plain and in a dictionary; one above INT64_MAX is undefined. */
static void integers(void **state)
{
  static const char *const formats[] = {"c", "C", "s", "S", "i", "I", "l", "L"};
  static uriel_text numbers[] = {ROW("1"), ROW("2"), {NULL, 0}, ROW("-1"), ROW("3")};
  static const char *const parts[] = {"a", "b", NULL, "c", "c"};
  const text_list all = {numbers, COUNT(numbers)};
  (void)state;
  for (size_t f = 0; f < COUNT(formats); f++)
    for (unsigned bits = 0; bits < 8; bits++) {
      const array_shape shape = {formats[f], bits & 1 ? 2 : 0, bits & 2, false, bits & 4 ? "C" : NULL};
      struct ArrowSchema schema, out_schema;
      struct ArrowArray array, out;
      make_schema(&schema, &shape);
      make_array(&array, &shape, &all);
      const uriel_arrow_argument given[] = {
          {.value = {.kind = URIEL_KIND_TEXT, .text = uriel_text_of("http://h/a/b/c")}},
          {.schema = &schema, .array = &array, .child = shape.nested ? "texts" : NULL}};
      const uriel_function *const segment = uriel_function_find("segment", 7);
      assert_int_equal(uriel_arrow_call_schema(&out_schema, segment, given, 2, NULL, NULL), 0);
      assert_int_equal(uriel_arrow_call(&out, segment, given, 2, NULL, NULL), 0);
      check_result(&out_schema, &out);
      assert_string_equal(out_schema.format, "u");
      for (int64_t i = 0; i < out.length; i++) {
        const bool is_signed = f % 2 == 0;
        const char *const expected = i == 3 && !is_signed ? NULL : parts[i];
        const uriel_text got = result_of(&out_schema, &out, i);
        assert_int_equal(!got.ptr, !expected);
        if (expected)
          assert_true(text_equal(got, uriel_text_of(expected)));
      }
      out.release(&out);
      out_schema.release(&out_schema);
      array.release(&array);
      schema.release(&schema);
    }
}

/* "%FF" is not UTF-8: null in a column, and in a list. */
static void not_utf8(void **state)
{
  made_call call;
  struct ArrowSchema schema;
  struct ArrowArray out;
  (void)state;
  make_call(&call, "param_all", &plain);
  call.arguments[1].value = (uriel_value){.kind = URIEL_KIND_TEXT, .text = {"q", 1}};
  assert_int_equal(uriel_arrow_call_schema(&schema, call.function, call.arguments, 2, NULL, NULL), 0);
  assert_int_equal(uriel_arrow_call(&out, call.function, call.arguments, 2, NULL, NULL), 0);
  check_result(&schema, &out);
  assert_true(text_equal(result_of(&schema, &out, 0), uriel_text_of("1\x1e"
                                                                    "2\x1e")));
  assert_true(text_equal(result_of(&schema, &out, 5), uriel_text_of("\\N\x1e")));
  out.release(&out);
  schema.release(&schema);
  drop_call(&call);
  make_call(&call, "param", &plain);
  call.arguments[1].value = (uriel_value){.kind = URIEL_KIND_TEXT, .text = {"q", 1}};
  assert_int_equal(uriel_arrow_call_schema(&schema, call.function, call.arguments, 2, NULL, NULL), 0);
  assert_int_equal(uriel_arrow_call(&out, call.function, call.arguments, 2, NULL, NULL), 0);
  assert_true(text_equal(result_of(&schema, &out, 0), uriel_text_of("1")));
  assert_null(result_of(&schema, &out, 5).ptr);
  out.release(&out);
  schema.release(&schema);
  drop_call(&call);
}

/* Elements can be moved out of the lists, and a dictionary out of its column. */
static void moved(void **state)
{
  struct ArrowSchema schema, inner_schema;
  struct ArrowArray out, inner;
  made_call call;
  (void)state;
  make_call(&call, "params", &(array_shape){"U", 2, false, false, "I"});
  assert_int_equal(uriel_arrow_call_schema(&schema, call.function, call.arguments, 1, NULL, NULL), 0);
  assert_int_equal(uriel_arrow_call(&out, call.function, call.arguments, 1, NULL, NULL), 0);
  drop_call(&call);
  inner = *out.children[0];
  out.children[0]->release = NULL;
  inner_schema = *schema.children[0];
  schema.children[0]->release = NULL;
  out.release(&out);
  schema.release(&schema);
  check_array(&inner_schema, &inner);
  assert_true(text_equal(cell_of(&inner_schema, &inner, "name", 0).text, uriel_text_of("q")));
  inner.release(&inner);
  inner_schema.release(&inner_schema);
  make_call(&call, "host", &(array_shape){"U", 2, false, false, "I"});
  assert_int_equal(uriel_arrow_call_schema(&schema, call.function, call.arguments, 1, NULL, NULL), 0);
  assert_int_equal(uriel_arrow_call(&out, call.function, call.arguments, 1, NULL, NULL), 0);
  drop_call(&call);
  inner = *out.dictionary;
  out.dictionary->release = NULL;
  inner_schema = *schema.dictionary;
  schema.dictionary->release = NULL;
  out.release(&out);
  schema.release(&schema);
  check_result(&inner_schema, &inner);
  assert_int_equal(inner.length, 2); /* example.com and [::1] */
  inner.release(&inner);
  inner_schema.release(&inner_schema);
}

/* ---- Memory that runs out ----------------------------------------------------------------------- */

static void memory_of(const char *name, const array_shape *shape)
{
  struct ArrowSchema schema;
  struct ArrowArray out;
  made_call call;
  make_call(&call, name, shape);
  const long living = make_living;
  for (unsigned schemas_only = 0; schemas_only < 2; schemas_only++) {
    unsigned long calls = 0;
    for (bool well = false; !well;) {
      const char *why = NULL;
      faulty_countdown = ++calls;
      const int error =
          schemas_only ? uriel_arrow_call_schema(&schema, call.function, call.arguments, 1, NULL, &why)
                       : uriel_arrow_call(&out, call.function, call.arguments, 1, NULL, &why);
      well = faulty_countdown > 0;
      faulty_countdown = 0;
      assert_int_equal(error, well ? 0 : ENOMEM);
      assert_true(well == !why);
      assert_int_equal(make_living, living);
    }
    assert_true(calls > (schemas_only ? 1 : 4));
  }
  check_result(&schema, &out);
  out.release(&out);
  schema.release(&schema);
  drop_call(&call);
}

static void memory(void **state)
{
  static const char *const names[] = {"host", "user", "normalize", "surt", "key",     "valid",
                                      "port", "find", "params",    "hash", "lineage", "filename"};
  static const char *const outers[] = {NULL, "c", "L"};
  (void)state;
  for (size_t i = 0; i < COUNT(names); i++)
    for (size_t k = 0; k < COUNT(outers); k++)
      memory_of(names[i], &(array_shape){k % 2 ? "u" : "vu", 0, k == 2, false, outers[k]});
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(schemas),      cmocka_unit_test(inner_schemas),
      cmocka_unit_test(arguments),    cmocka_unit_test(constants),
      cmocka_unit_test(dictionaries), cmocka_unit_test(parsed_dictionaries),
      cmocka_unit_test(lists),        cmocka_unit_test(integers),
      cmocka_unit_test(not_utf8),     cmocka_unit_test(moved),
      cmocka_unit_test(memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
