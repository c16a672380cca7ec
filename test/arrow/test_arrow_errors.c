/* SPDX-License-Identifier: MIT */
/* Arrays that uriel_arrow_parse refuses, rows that it cannot read, and memory that runs out at each
 * call. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

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

static uriel_text rows[] = {ROW("http://user@example.com:80/a/long/path?query#fragment"),
                            ROW("mailto:a@b"),
                            {NULL, 0},
                            ROW("no reference"),
                            ROW(""),
                            ROW("//[::1]/and/another/path/that/is/long")};
static const text_list some = {rows, COUNT(rows)};

/* One call that must fail and change nothing. */
static void refuse_once(int error, const struct ArrowSchema *schema, struct ArrowArray *array,
                        const uriel_arrow_options *options)
{
  const char *why = NULL;
  struct ArrowArray out = {.length = 7};
  void (*const release)(struct ArrowArray *) = array->release;
  assert_int_equal(uriel_arrow_parse(&out, array, schema, options, &why), error);
  assert_non_null(why);
  assert_int_equal(out.length, 7);
  assert_true(array->release == release);
}

/* The same without a message too. */
static void refuse(int error, const struct ArrowSchema *schema, struct ArrowArray *array,
                   const uriel_arrow_options *options)
{
  struct ArrowArray out;
  refuse_once(error, schema, array, options);
  assert_int_equal(uriel_arrow_parse(&out, array, schema, options, NULL), error);
}

static void refuse_schema(int error, const struct ArrowSchema *schema,
                          const uriel_arrow_options *options)
{
  const char *why = NULL;
  struct ArrowSchema out = {.flags = 7};
  struct ArrowArray array;
  assert_int_equal(uriel_arrow_schema(&out, schema, options, &why), error);
  assert_non_null(why);
  assert_int_equal(out.flags, 7);
  make_array(&array, &(array_shape){"u", 0, false, false, NULL}, &some);
  refuse(error, schema, &array, options);
  array.release(&array);
}

static void schemas(void **state)
{
  static const char *const others[] = {"i", "b", "w:8", "+l", "", "uu", "+vl", "v", "Uu"};
  struct ArrowSchema schema;
  (void)state;
  make_schema(&schema, &(array_shape){"u", 0, false, false, NULL});
  for (size_t i = 0; i < COUNT(others); i++) {
    schema.format = others[i];
    refuse_schema(ENOTSUP, &schema, NULL);
  }
  schema.format = NULL;
  refuse_schema(EINVAL, &schema, NULL);
  schema.format = "u";
  schema.dictionary = &schema;
  refuse_schema(ENOTSUP, &schema, NULL);
  schema.dictionary = NULL;
  refuse_schema(EINVAL, &schema, &(uriel_arrow_options){.columns = 0x400});
  refuse_schema(EINVAL, &schema, &(uriel_arrow_options){.child = "texts"});
  schema.release(&schema);
  refuse_schema(EINVAL, &schema, NULL);
  refuse_schema(EINVAL, NULL, NULL);
}

static void nested_schemas(void **state)
{
  struct ArrowSchema schema;
  (void)state;
  make_schema(&schema, &(array_shape){"u", 0, true, false, NULL});
  refuse_schema(EINVAL, &schema, NULL); /* which of the two? */
  refuse_schema(EINVAL, &schema, &(uriel_arrow_options){.child = "text"});
  refuse_schema(ENOTSUP, &schema, &(uriel_arrow_options){.child = "beside"});
  const char *const name = schema.children[0]->name;
  schema.children[0]->name = NULL;
  refuse_schema(EINVAL, &schema, &(uriel_arrow_options){.child = "beside"});
  schema.children[0]->name = name;
  schema.release(&schema);
}

/* Arrow's C data interface, ArrowSchema.children: as many pointers as n_children says. */
static void incomplete_schemas(void **state)
{
  static const uriel_arrow_options named = {.child = "texts"};
  struct ArrowSchema schema;
  (void)state;
  make_schema(&schema, &(array_shape){"u", 0, true, false, NULL});
  struct ArrowSchema **const children = schema.children;
  const int64_t count = schema.n_children;
  const int64_t counts[] = {1, count, -1, INT64_MIN};
  for (size_t i = 0; i < COUNT(counts); i++) {
    schema.n_children = counts[i];
    schema.children = counts[i] < 0 ? children : NULL;
    refuse_schema(EINVAL, &schema, NULL);
    refuse_schema(EINVAL, &schema, &named);
  }
  schema.children = children;
  for (int64_t i = 0; i < count; i++) {
    struct ArrowSchema *const child = children[i];
    void (*const release)(struct ArrowSchema *) = child->release;
    for (schema.n_children = i + 1; schema.n_children <= count; schema.n_children++) {
      children[i] = NULL;
      refuse_schema(EINVAL, &schema, NULL);
      refuse_schema(EINVAL, &schema, &named);
      children[i] = child;
      child->release = NULL; /* moved out of the struct */
      refuse_schema(EINVAL, &schema, &named);
      child->release = release;
    }
    schema.n_children = count;
  }
  schema.n_children = 0;
  schema.children = NULL;
  refuse_schema(EINVAL, &schema, NULL);
  refuse_schema(EINVAL, &schema, &named);
  schema.n_children = count;
  schema.children = children;
  schema.release(&schema);
}

/* An array with one error, which `put` makes and then undoes. */
typedef void spoiler(struct ArrowArray *array, bool back);

static void spoil_length(struct ArrowArray *array, bool back)
{
  array->length = back ? (int64_t)some.count : -1;
}
static void spoil_large_length(struct ArrowArray *array, bool back)
{
  array->length = back ? (int64_t)some.count : INT64_MAX - 1;
}
static void spoil_offset(struct ArrowArray *array, bool back)
{
  array->offset = back ? 0 : -1;
}
static void spoil_large_offset(struct ArrowArray *array, bool back)
{
  array->offset = back ? 0 : INT64_MAX;
}
static void spoil_buffer_count(struct ArrowArray *array, bool back)
{
  array->n_buffers += back ? 3 : -3;
}
static void spoil_buffers(struct ArrowArray *array, bool back)
{
  static const void **kept;
  if (!back)
    kept = array->buffers;
  array->buffers = back ? kept : NULL;
}
static void spoil_many_buffers(struct ArrowArray *array, bool back)
{
  static int64_t kept;
  if (!back)
    kept = array->n_buffers;
  array->n_buffers = back ? kept : INT64_MAX;
}
static void spoil_null_count(struct ArrowArray *array, bool back)
{
  static int64_t kept;
  if (!back)
    kept = array->null_count;
  array->null_count = back ? kept : -2;
}
static void spoil_large_null_count(struct ArrowArray *array, bool back)
{
  static int64_t kept;
  if (!back)
    kept = array->null_count;
  array->null_count = back ? kept : array->length + 1;
}
/* Only an array without nulls can do without a bitmap. */
static void spoil_bitmap(struct ArrowArray *array, bool back)
{
  static const void *kept;
  static int64_t count;
  if (!back) {
    kept = array->buffers[0];
    count = array->null_count;
  }
  array->buffers[0] = back ? kept : NULL;
  array->null_count = back ? count : 1;
}
static void spoil_rows(struct ArrowArray *array, bool back)
{
  static const void *kept;
  if (!back)
    kept = array->buffers[1];
  array->buffers[1] = back ? kept : NULL;
}
static void spoil_last(struct ArrowArray *array, bool back)
{
  static const void *kept;
  if (!back)
    kept = array->buffers[array->n_buffers - 1];
  array->buffers[array->n_buffers - 1] = back ? kept : NULL;
}
static void spoil_release(struct ArrowArray *array, bool back)
{
  static void (*kept)(struct ArrowArray *);
  if (!back)
    kept = array->release;
  array->release = back ? kept : NULL;
}

static void arrays(void **state)
{
  static spoiler *const spoilers[] = {spoil_length,       spoil_large_length, spoil_offset,
                                      spoil_large_offset, spoil_buffer_count, spoil_buffers,
                                      spoil_rows,         spoil_last,         spoil_release,
                                      spoil_many_buffers, spoil_null_count,   spoil_large_null_count,
                                      spoil_bitmap};
  static const char *const formats[] = {"u", "U", "vu"};
  (void)state;
  for (size_t f = 0; f < COUNT(formats); f++) {
    const array_shape shape = {formats[f], 0, false, false, NULL};
    struct ArrowSchema schema;
    struct ArrowArray array;
    make_schema(&schema, &shape);
    make_array(&array, &shape, &some);
    for (size_t i = 0; i < COUNT(spoilers); i++) {
      spoilers[i](&array, false);
      refuse(EINVAL, &schema, &array, NULL);
      refuse(EINVAL, &schema, &array, &(uriel_arrow_options){.views = true});
      spoilers[i](&array, true);
    }
    array.release(&array);
    schema.release(&schema);
  }
}

/* Some libraries pass an empty array without any buffers. */
static void empty_arrays(void **state)
{
  static const char *const formats[] = {"u", "U", "vu"};
  (void)state;
  for (size_t f = 0; f < COUNT(formats); f++) {
    const array_shape shape = {formats[f], 0, false, false, NULL};
    struct ArrowSchema schema, out_schema;
    struct ArrowArray array, out;
    make_schema(&schema, &shape);
    make_array(&array, &shape, &(text_list){rows, 0});
    for (int64_t i = 0; i < array.n_buffers; i++)
      array.buffers[i] = NULL;
    assert_int_equal(uriel_arrow_schema(&out_schema, &schema, NULL, NULL), 0);
    assert_int_equal(uriel_arrow_parse(&out, &array, &schema, NULL, NULL), 0);
    check_array(&out_schema, &out);
    assert_int_equal(out.length, 0);
    out.release(&out);
    out_schema.release(&out_schema);
    array.release(&array);
    schema.release(&schema);
  }
}

static void nested_arrays(void **state)
{
  const array_shape shape = {"u", 0, true, true, NULL};
  const uriel_arrow_options options = {0, true, "texts"};
  struct ArrowSchema schema;
  struct ArrowArray array;
  (void)state;
  make_schema(&schema, &shape);
  make_array(&array, &shape, &some);
  array.n_children = 1;
  refuse(EINVAL, &schema, &array, &options);
  array.n_children = 2;
  array.offset++; /* the struct's end is past its column's */
  refuse(EINVAL, &schema, &array, &options);
  array.offset--;
  struct ArrowArray **const children = array.children;
  array.children = NULL;
  refuse(EINVAL, &schema, &array, &options);
  array.children = children;
  children[1]->length = -1;
  refuse(EINVAL, &schema, &array, &options);
  array.release(&array);
  schema.release(&schema);
}

/* ---- Rows that cannot be read ------------------------------------------------------------------- */

static void ignore_array(struct ArrowArray *array)
{
  array->release = NULL;
}

static void ignore_schema(struct ArrowSchema *schema)
{
  schema->release = NULL;
}

/* Four rows; those whose bits are set in `bad` are invalid. */
static void expect_bad_rows(const char *format, const void **buffers, int64_t count, unsigned bad)
{
  struct ArrowSchema schema = {.format = format, .name = "", .release = ignore_schema}, out_schema;
  struct ArrowArray array = {
      .length = 4, .null_count = 0, .n_buffers = count, .buffers = buffers, .release = ignore_array};
  for (int views = 0; views < 2; views++) {
    const uriel_arrow_options options = {URIEL_ARROW_PATH | URIEL_ARROW_ERROR, views, NULL};
    struct ArrowArray out;
    array.release = ignore_array;
    assert_int_equal(uriel_arrow_schema(&out_schema, &schema, &options, NULL), 0);
    assert_int_equal(uriel_arrow_parse(&out, &array, &schema, &options, NULL), 0);
    check_array(&out_schema, &out);
    for (int64_t i = 0; i < 4; i++) {
      assert_int_equal(cell_of(&out_schema, &out, "path", i).null, bad >> i & 1);
      assert_int_equal(cell_of(&out_schema, &out, "error", i).number,
                       bad >> i & 1 ? URIEL_ERROR_TOO_LONG : URIEL_ERROR_NONE);
    }
    out.release(&out);
    out_schema.release(&out_schema);
  }
}

/* The last offset is the length of the text: 3. */
static void bad_offsets(void **state)
{
  static const char text[] = {'/', 'a', 'b'};
  static const int32_t back[] = {0, 3, 1, 3, 3};
  static const int32_t beyond[] = {0, 4, -1, 3, 3};
  static const int64_t wide[] = {0, INT64_MAX, -1, 0, 3};
  (void)state;
  const void *buffers[] = {NULL, back, text};
  expect_bad_rows("u", buffers, 3, 2);
  buffers[1] = beyond;
  expect_bad_rows("u", buffers, 3, 1 | 2 | 4);
  buffers[1] = wide;
  expect_bad_rows("U", buffers, 3, 1 | 2 | 4);
}

static void bad_views(void **state)
{
  static const char text[] = "a/text/that/is/long/enough";
  static const int64_t lens[] = {26};
  (void)state;
  const struct {
    int32_t length, prefix, buffer, offset;
  } bad[] = {{-1, 0, 0, 0}, {20, 0, 1, 0}, {20, 0, -1, 0}, {20, 0, 0, 7}, {20, 0, 0, -1}};
  for (size_t i = 0; i < COUNT(bad); i++) {
    char views[4 * 16] = {0};
    memcpy(views, (const int32_t[]){26, 0, 0, 0}, 16);
    memcpy(views, (const int32_t[]){26}, 4);
    memcpy(views + 4, text, 4);
    memcpy(views + 16, &bad[i], 16);
    memcpy(views + 32, (const int32_t[]){3}, 4);
    memcpy(views + 36, "a:b", 3);
    memcpy(views + 48, &bad[i], 16);
    const void *buffers[] = {NULL, views, text, lens};
    expect_bad_rows("vu", buffers, 4, 2 | 8);
  }
}

/* ---- What the interface cannot express ---------------------------------------------------------- */

/* Address space that only gets memory where something is written. */
static char *map(size_t size)
{
  char *const text =
      mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (text == MAP_FAILED)
    skip();
  return text;
}

/* Texts beyond 2^31 bytes: views lead into a window. */
static void far_texts(void **state)
{
  static const char uri[] = "http://host.example.com.org/a/path/that/is/long";
  const size_t size = (size_t)3 << 30;
  char *const text = map(size);
  const int64_t begin = ((int64_t)1 << 31) - 20;
  const int64_t len = sizeof uri - 1;
  const int64_t offsets[] = {begin, begin + len, begin + 2 * len};
  const void *buffers[] = {NULL, offsets, text};
  struct ArrowSchema schema = {.format = "U", .name = "", .release = ignore_schema}, out_schema;
  struct ArrowArray array = {.length = 2, .n_buffers = 3, .buffers = buffers, .release = ignore_array};
  struct ArrowArray out;
  const uriel_arrow_options options = {URIEL_ARROW_HOST | URIEL_ARROW_PATH, true, NULL};
  (void)state;
  memcpy(text + begin, uri, (size_t)len);
  memcpy(text + begin + len, uri, (size_t)len);
  assert_int_equal(uriel_arrow_schema(&out_schema, &schema, &options, NULL), 0);
  assert_int_equal(uriel_arrow_parse(&out, &array, &schema, &options, NULL), 0);
  check_array(&out_schema, &out);
  assert_int_equal(out.children[0]->n_buffers, 5);
  for (int64_t i = 0; i < 2; i++) {
    cell got = cell_of(&out_schema, &out, "host", i);
    assert_true(text_equal(got.text, uriel_text_of("host.example.com.org")));
    got = cell_of(&out_schema, &out, "path", i);
    assert_true(got.text.ptr == text + begin + i * len + 27);
  }
  out.release(&out);
  out_schema.release(&out_schema);
  munmap(text, size);
}

/* A component of a view that begins after 2^31 bytes of its buffer. */
static void far_views(void **state)
{
  static const char uri[] = "http://host.example.com.org/a/path/that/is/long";
  const size_t size = ((size_t)1 << 31) + 4096;
  char *const text = map(size);
  const int32_t begin = INT32_MAX - 20;
  const int32_t view[] = {sizeof uri - 1, 0, 0, begin};
  const int64_t lens[] = {(int64_t)size};
  const void *buffers[] = {NULL, view, text, lens};
  struct ArrowSchema schema = {.format = "vu", .name = "", .release = ignore_schema};
  struct ArrowArray array = {.length = 1, .n_buffers = 4, .buffers = buffers, .release = ignore_array};
  struct ArrowArray out;
  (void)state;
  memcpy(text + begin, uri, sizeof uri - 1);
  refuse(EOVERFLOW, &schema, &array, &(uriel_arrow_options){URIEL_ARROW_PATH, true, NULL});
  assert_int_equal(uriel_arrow_parse(&out, &array, &schema, NULL, NULL), 0);
  out.release(&out);
  munmap(text, size);
}

/* Offsets out of order read text repeatedly: the results exceed 32-bit offsets. */
static void too_much_text(void **state)
{
  enum { LONG = 1 << 24, TIMES = 255 };
  char *const text = room(LONG);
  int32_t offsets[TIMES + 1];
  const void *buffers[] = {NULL, offsets, text};
  struct ArrowSchema schema = {.format = "u", .name = "", .release = ignore_schema};
  struct ArrowArray array = {
      .length = TIMES, .n_buffers = 3, .buffers = buffers, .release = ignore_array};
  (void)state;
  memset(text, 'a', LONG);
  for (size_t i = 0; i <= TIMES; i++)
    offsets[i] = i % 2 ? LONG : 0;
  refuse_once(EOVERFLOW, &schema, &array, &(uriel_arrow_options){.columns = URIEL_ARROW_PATH});
  free(text);
}

/* ---- Memory that runs out ------------------------------------------------------------------------ */

static void memory_of(const array_shape *shape, const uriel_arrow_options *options)
{
  struct ArrowSchema schema, out_schema;
  struct ArrowArray array, out;
  const char *why;
  make_schema(&schema, shape);
  make_array(&array, shape, &some);
  const long living = make_living;
  enum { COPIES = 7 }; /* columns of text */
  unsigned long calls = 0, guesses = 0;
  for (bool well = false; !well;) {
    faulty_countdown = ++calls;
    why = NULL;
    const int error = uriel_arrow_parse(&out, &array, &schema, options, &why);
    well = faulty_countdown > 0;
    faulty_countdown = 0;
    if (!well && error == 0) { /* the guess of a text's memory, which need not be available */
      guesses++;
      out.release(&out);
      continue;
    }
    assert_int_equal(error, well ? 0 : ENOMEM);
    assert_true(well == !why);
    assert_true(well || array.release);
    assert_int_equal(make_living, living);
  }
  assert_true(calls > 5);
  assert_true(guesses <= COPIES && (guesses == 0 || !options->views));
  out.release(&out);
  faulty_countdown = 1;
  assert_int_equal(uriel_arrow_schema(&out_schema, &schema, options, &why), ENOMEM);
  assert_int_equal(faulty_countdown, 0);
  if (array.release)
    array.release(&array);
  schema.release(&schema);
  assert_int_equal(make_living, 0);
}

static void memory(void **state)
{
  static const char *const formats[] = {"u", "U", "vu"};
  (void)state;
  for (size_t f = 0; f < COUNT(formats); f++)
    for (unsigned bits = 0; bits < 8; bits++)
      memory_of(&(array_shape){formats[f], 0, bits & 1, false, bits & 4 ? "c" : NULL},
                &(uriel_arrow_options){0x3FF, bits & 2, bits & 1 ? "texts" : NULL});
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(schemas),
      cmocka_unit_test(nested_schemas),
      cmocka_unit_test(incomplete_schemas),
      cmocka_unit_test(arrays),
      cmocka_unit_test(empty_arrays),
      cmocka_unit_test(nested_arrays),
      cmocka_unit_test(bad_offsets),
      cmocka_unit_test(bad_views),
      cmocka_unit_test(far_texts),
      cmocka_unit_test(far_views),
      cmocka_unit_test(too_much_text),
      cmocka_unit_test(memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
