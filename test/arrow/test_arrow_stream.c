/* SPDX-License-Identifier: MIT */
/* uriel_arrow_stream gives the arrays of uriel_arrow_parse, one by one, to the end or the first failure,
 * and uriel_arrow_call_stream the arrays of uriel_arrow_call. */
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

#define ROW(string)                                                                                     \
  {                                                                                                     \
    string, sizeof(string) - 1                                                                          \
  }

static uriel_text rows[] = {
    ROW("http://example.com/a/path/that/is/long"), {NULL, 0}, ROW("a b"), ROW("")};
static const text_list some = {rows, 4};

static void expect_array(const struct ArrowSchema *schema, const struct ArrowArray *array)
{
  check_array(schema, array);
  assert_int_equal(array->length, 4);
  assert_true(text_equal(cell_of(schema, array, "path", 0).text, uriel_text_of("/a/path/that/is/long")));
  assert_true(cell_of(schema, array, "path", 1).null);
  assert_true(cell_of(schema, array, "path", 2).null);
  assert_false(cell_of(schema, array, "path", 3).null);
}

/* Three arrays and the end, which is repeated. */
static void run_through(const array_shape *shape, bool views)
{
  struct ArrowArrayStream in, out;
  struct ArrowSchema schema;
  struct ArrowArray array, kept = {.release = NULL};
  char child[] = "texts";
  const uriel_arrow_options options = {0, views, shape->nested ? child : NULL};
  make_stream(&in, shape, &some, 3, 9);
  assert_int_equal(uriel_arrow_stream(&out, &in, &options, NULL), 0);
  assert_null(in.release);
  memset(child, 'x', 5); /* the options were copied */
  assert_int_equal(out.get_schema(&out, &schema), 0);
  for (size_t i = 0; i < 5; i++) {
    assert_int_equal(out.get_next(&out, &array), 0);
    assert_int_equal(!array.release, i >= 3);
    if (!array.release)
      continue;
    expect_array(&schema, &array);
    if (i == 0)
      kept = array;
    else
      array.release(&array);
  }
  out.release(&out);
  assert_null(out.release);
  expect_array(&schema, &kept); /* outlives its stream */
  kept.release(&kept);
  schema.release(&schema);
  assert_int_equal(make_living, 0);
}

static void streams(void **state)
{
  static const char *const formats[] = {"u", "U", "vu"};
  (void)state;
  for (size_t f = 0; f < 3; f++)
    for (unsigned bits = 0; bits < 4; bits++)
      run_through(&(array_shape){formats[f], 1, bits & 1, false, NULL}, bits & 2);
}

/* The failure of the inner stream is passed on unchanged. */
static void failing_source(void **state)
{
  struct ArrowArrayStream in, out;
  struct ArrowArray array;
  (void)state;
  make_stream(&in, &(array_shape){"u", 0, false, false, NULL}, &some, 3, 1);
  assert_int_equal(uriel_arrow_stream(&out, &in, NULL, NULL), 0);
  assert_int_equal(out.get_next(&out, &array), 0);
  array.release(&array);
  assert_int_equal(out.get_next(&out, &array), EIO);
  assert_string_equal(out.get_last_error(&out), "the source is dry");
  out.release(&out);
  assert_int_equal(make_living, 0);
}

/* The caller keeps streams that are refused. */
static void refused(void **state)
{
  struct ArrowArrayStream in, out;
  const char *why = NULL;
  (void)state;
  make_stream(&in, &(array_shape){"i", 0, false, false, NULL}, &some, 3, 9);
  assert_int_equal(uriel_arrow_stream(&out, &in, NULL, &why), ENOTSUP);
  assert_non_null(why);
  assert_non_null(in.release);
  in.release(&in);
  make_stream(&in, &(array_shape){"u", 0, false, false, NULL}, &some, 3, SIZE_MAX);
  assert_int_equal(uriel_arrow_stream(&out, &in, NULL, &why), EIO);
  in.release(&in);
  assert_int_equal(uriel_arrow_stream(&out, &in, NULL, &why), EINVAL);
  assert_int_equal(make_living, 0);
}

/* If memory runs out before the call takes the stream, the stream stays; later, the array is lost and
 * the error reported. */
static void memory(void **state)
{
  struct ArrowArrayStream in, out;
  struct ArrowSchema schema;
  (void)state;
  for (unsigned long call = 1; call <= 2; call++) {
    make_stream(&in, &(array_shape){"u", 0, true, false, NULL}, &some, 1, 9);
    faulty_countdown = call;
    assert_int_equal(uriel_arrow_stream(&out, &in, &(uriel_arrow_options){0, true, "texts"}, NULL),
                     ENOMEM);
    assert_int_equal(faulty_countdown, 0);
    in.release(&in);
  }
  make_stream(&in, &(array_shape){"u", 0, true, false, NULL}, &some, 2, 9);
  assert_int_equal(uriel_arrow_stream(&out, &in, &(uriel_arrow_options){0, true, "texts"}, NULL), 0);
  faulty_countdown = 1;
  assert_int_equal(out.get_schema(&out, &schema), ENOMEM);
  assert_string_equal(out.get_last_error(&out), "out of memory");
  out.release(&out);
  assert_int_equal(make_living, 0);
}

/* The next array does not match its schema. */
static int give_bad(struct ArrowArrayStream *stream, struct ArrowArray *out)
{
  (void)stream;
  make_array(out, &(array_shape){"u", 0, false, false, NULL}, &some);
  out->n_buffers = 1;
  return 0;
}

static void bad_array(void **state)
{
  struct ArrowArrayStream in, out;
  struct ArrowArray array;
  (void)state;
  make_stream(&in, &(array_shape){"u", 0, false, false, NULL}, &some, 2, 9);
  in.get_next = give_bad;
  for (unsigned views = 0; views < 2; views++) {
    if (views) {
      make_stream(&in, &(array_shape){"u", 0, false, false, NULL}, &some, 2, 9);
      in.get_next = give_bad;
    }
    assert_int_equal(uriel_arrow_stream(&out, &in, &(uriel_arrow_options){.views = views}, NULL), 0);
    assert_int_equal(out.get_next(&out, &array), EINVAL);
    assert_string_equal(out.get_last_error(&out), "the array has too few buffers for its format");
    out.release(&out);
  }
  assert_int_equal(make_living, 0);
}

/* ---- Calls -------------------------------------------------------------------------------------- */

static const uriel_function *named(const char *name)
{
  const uriel_function *const function = uriel_function_find(name, strlen(name));
  assert_non_null(function);
  return function;
}

/* The constants can be changed after the call: a reference, a text and a list. */
static void call_streams(void **state)
{
  static const array_shape shapes[] = {
      {"u", 1, false, false, NULL}, {"vu", 1, true, false, NULL}, {"U", 0, true, true, "c"}};
  (void)state;
  for (size_t i = 0; i < 2 * sizeof shapes / sizeof *shapes; i++) {
    const bool edits = i % 2;
    struct ArrowArrayStream in, out;
    struct ArrowSchema schema;
    struct ArrowArray array;
    uriel_error error = {.code = URIEL_ERROR_ARGUMENT};
    char child[] = "texts", change[] = "host=h", base[] = "http://base/x", spec[] = "rfc3986";
    uriel_text list[] = {{change, 6}};
    uriel_ref ref;
    assert_true(uriel_parse(&ref, base, 13, NULL));
    uriel_arrow_argument given[] = {{.child = shapes[i / 2].nested ? child : NULL},
                                    {.value = {.kind = URIEL_KIND_REFERENCE, .ref = &ref}},
                                    {.value = {.kind = URIEL_KIND_TEXT, .text = {spec, 7}}}};
    if (edits)
      given[1].value = (uriel_value){.kind = URIEL_KIND_LIST, .list = list, .count = 1};
    make_stream(&in, &shapes[i / 2], &some, 2, 9);
    assert_int_equal(
        uriel_arrow_call_stream(&out, &in, named(edits ? "edit" : "relative"), given, 3, &error, NULL),
        0);
    assert_int_equal(error.code, URIEL_ERROR_NONE);
    assert_null(in.release);
    memset(child, 'x', 5);
    memset(change, 'x', 6);
    memset(base, 'x', 13);
    memset(spec, 'x', 7);
    list[0].len = 0;
    ref.text = NULL;
    assert_int_equal(out.get_schema(&out, &schema), 0);
    for (size_t n = 0; n < 2; n++) {
      assert_int_equal(out.get_next(&out, &array), 0);
      check_result(&schema, &array);
      assert_int_equal(array.length, 4);
      const uriel_text got = result_of(&schema, &array, 0);
      assert_true(text_equal(got, uriel_text_of(edits ? "http://h/a/path/that/is/long"
                                                      : "//example.com/a/path/that/is/long")));
      assert_null(result_of(&schema, &array, 1).ptr);
      array.release(&array);
    }
    assert_int_equal(out.get_next(&out, &array), 0);
    assert_null(array.release);
    out.release(&out);
    schema.release(&schema);
    assert_int_equal(make_living, 0);
  }
}

/* The caller keeps streams that are refused. A wrong constant is found before the first array. */
static void refused_calls(void **state)
{
  static const array_shape shape = {"u", 0, false, false, NULL};
  const uriel_arrow_argument wrong[] = {{.child = NULL},
                                        {.value = {.kind = URIEL_KIND_TEXT, .text = {"x", 1}}},
                                        {.child = NULL},
                                        {.child = NULL},
                                        {.child = NULL}};
  const uriel_arrow_argument texts[] = {{.child = "texts"}};
  const uriel_function *const function = named("normalize");
  struct ArrowArrayStream in, out;
  uriel_error error;
  const char *why = NULL;
  (void)state;
  make_stream(&in, &shape, &some, 3, 9);
  for (size_t count = 2; count <= 5; count++) {
    assert_int_equal(uriel_arrow_call_stream(&out, &in, function, wrong, count, &error, &why), EINVAL);
    assert_non_null(why);
    assert_int_equal(error.code, URIEL_ERROR_ARGUMENT);
    assert_string_equal(error.part, count > 3 ? "spec" : "level");
    assert_int_equal(uriel_arrow_call_stream(&out, &in, function, wrong, count, NULL, NULL), EINVAL);
  }
  assert_int_equal(uriel_arrow_call_stream(&out, &in, function, texts, 1, &error, &why), EINVAL);
  assert_int_equal(error.code, URIEL_ERROR_NONE);
  struct ArrowSchema schema;
  make_schema(&schema, &shape);
  const uriel_arrow_argument column[] = {{.child = NULL}, {.schema = &schema}};
  assert_int_equal(uriel_arrow_call_stream(&out, &in, function, column, 2, &error, &why), EINVAL);
  schema.release(&schema);
  in.release(&in);
  assert_int_equal(uriel_arrow_call_stream(&out, &in, function, NULL, 0, &error, &why), EINVAL);
  make_stream(&in, &shape, &some, 2, 9);
  in.get_next = give_bad;
  assert_int_equal(uriel_arrow_call_stream(&out, &in, function, NULL, 0, NULL, NULL), 0);
  struct ArrowArray array;
  assert_int_equal(out.get_next(&out, &array), EINVAL);
  assert_string_equal(out.get_last_error(&out), "the array has too few buffers for its format");
  out.release(&out);
  assert_int_equal(make_living, 0);
}

static void call_memory(void **state)
{
  static const uriel_text list[] = {{"host=h", 6}};
  const uriel_arrow_argument given[] = {{.child = "texts"},
                                        {.value = {.kind = URIEL_KIND_LIST, .list = list, .count = 1}},
                                        {.value = {.kind = URIEL_KIND_TEXT, .text = {"rfc3986", 7}}}};
  struct ArrowArrayStream in, out;
  (void)state;
  make_stream(&in, &(array_shape){"u", 0, true, false, NULL}, &some, 1, 9);
  const long living = make_living;
  for (unsigned long call = 1; call <= 4; call++) { /* later ones are calls of the source */
    faulty_countdown = call;
    assert_int_equal(uriel_arrow_call_stream(&out, &in, named("edit"), given, 3, NULL, NULL), ENOMEM);
    assert_int_equal(faulty_countdown, 0);
    assert_non_null(in.release);
    assert_int_equal(make_living, living);
  }
  in.release(&in);
  assert_int_equal(make_living, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(streams),       cmocka_unit_test(failing_source), cmocka_unit_test(refused),
      cmocka_unit_test(memory),        cmocka_unit_test(bad_array),      cmocka_unit_test(call_streams),
      cmocka_unit_test(refused_calls), cmocka_unit_test(call_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
