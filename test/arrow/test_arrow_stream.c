/* SPDX-License-Identifier: MIT */
/* uriel_arrow_stream gives the arrays of uriel_arrow_parse, one by one, to the end or the first failure.
 */
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
      run_through(&(array_shape){formats[f], 1, bits & 1, false}, bits & 2);
}

/* The failure of the inner stream is passed on unchanged. */
static void failing_source(void **state)
{
  struct ArrowArrayStream in, out;
  struct ArrowArray array;
  (void)state;
  make_stream(&in, &(array_shape){"u", 0, false, false}, &some, 3, 1);
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
  make_stream(&in, &(array_shape){"i", 0, false, false}, &some, 3, 9);
  assert_int_equal(uriel_arrow_stream(&out, &in, NULL, &why), ENOTSUP);
  assert_non_null(why);
  assert_non_null(in.release);
  in.release(&in);
  make_stream(&in, &(array_shape){"u", 0, false, false}, &some, 3, SIZE_MAX);
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
    make_stream(&in, &(array_shape){"u", 0, true, false}, &some, 1, 9);
    faulty_countdown = call;
    assert_int_equal(uriel_arrow_stream(&out, &in, &(uriel_arrow_options){0, true, "texts"}, NULL),
                     ENOMEM);
    assert_int_equal(faulty_countdown, 0);
    in.release(&in);
  }
  make_stream(&in, &(array_shape){"u", 0, true, false}, &some, 2, 9);
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
  make_array(out, &(array_shape){"u", 0, false, false}, &some);
  out->n_buffers = 1;
  return 0;
}

static void bad_array(void **state)
{
  struct ArrowArrayStream in, out;
  struct ArrowArray array;
  (void)state;
  make_stream(&in, &(array_shape){"u", 0, false, false}, &some, 2, 9);
  in.get_next = give_bad;
  for (unsigned views = 0; views < 2; views++) {
    if (views) {
      make_stream(&in, &(array_shape){"u", 0, false, false}, &some, 2, 9);
      in.get_next = give_bad;
    }
    assert_int_equal(uriel_arrow_stream(&out, &in, &(uriel_arrow_options){.views = views}, NULL), 0);
    assert_int_equal(out.get_next(&out, &array), EINVAL);
    assert_string_equal(out.get_last_error(&out), "the array has too few buffers for its format");
    out.release(&out);
  }
  assert_int_equal(make_living, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(streams), cmocka_unit_test(failing_source), cmocka_unit_test(refused),
      cmocka_unit_test(memory),  cmocka_unit_test(bad_array),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
