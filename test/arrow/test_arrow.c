/* SPDX-License-Identifier: MIT */
/* uriel_arrow_schema and uriel_arrow_parse: every vector of parsing in arrays of each format and shape
 * gives the cells that uriel_parse gives, and the arrays conform to Arrow's specification. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "check.h"
#include "make.h"
#include "support.h"
#include "vectors.h"

enum { EVERYTHING = 0x3FF };

static const char *const formats[] = {"u", "z", "U", "Z", "vu", "vz"};
#define COUNT(array) (sizeof(array) / sizeof *(array))

static text_list all;

static void add(uriel_text row)
{
  all.rows = realloc(all.rows, (all.count + 1) * sizeof *all.rows);
  if (!all.rows)
    die("out of memory");
  all.rows[all.count++] = text_copy(row);
}

/* A null after every fifth. */
static void add_input(const vector_case *given)
{
  add(vector_field(given, "input"));
  if (all.count % 6 == 5)
    add(text_from(NULL, 0));
}

static int read_vectors(void **state)
{
  (void)state;
  vectors_run("parse_valid.tsv", 100, add_input);
  vectors_run("parse_invalid.tsv", 100, add_input);
  add(uriel_text_of("http://example.com:65535/"));
  add(uriel_text_of("http://example.com:65536/"));
  add(uriel_text_of("http://example.com:/"));
  add(uriel_text_of(""));
  return 0;
}

static int drop_vectors(void **state)
{
  (void)state;
  for (size_t i = 0; i < all.count; i++)
    text_free(all.rows[i]);
  free(all.rows);
  return make_living != 0;
}

static void expect_cell(const cell *got, bool null, uriel_text text, uint64_t number)
{
  assert_int_equal(got->null, null);
  if (null)
    return;
  assert_int_equal(got->number, number);
  if (text.ptr)
    assert_true(text_equal(got->text, text));
}

static void expect_members(const struct ArrowSchema *schema, const struct ArrowArray *array, int64_t at,
                           const uriel_ref *ref)
{
  const struct {
    const char *name;
    uint32_t value;
  } members[] = {{"length", ref->length},         {"scheme_end", ref->scheme_end},
                 {"host_begin", ref->host_begin}, {"host_end", ref->host_end},
                 {"path_begin", ref->path_begin}, {"path_end", ref->path_end},
                 {"query_end", ref->query_end},   {"flags", ref->flags}};
  for (size_t i = 0; i < COUNT(members); i++) {
    const cell got = cell_of(schema, array, members[i].name, at);
    expect_cell(&got, !ref->text, text_from(NULL, 0), members[i].value);
  }
}

/* Row `at`, with all columns present. */
static void expect_row(const struct ArrowSchema *schema, const struct ArrowArray *array, int64_t at,
                       uriel_text text)
{
  uriel_ref ref = {.text = NULL};
  uriel_error error = {.code = URIEL_ERROR_NONE};
  const bool valid = text.ptr && uriel_parse(&ref, text.ptr, text.len, &error);
  uint16_t port = 0;
  for (int c = URIEL_SCHEME; c <= URIEL_FRAGMENT; c++) {
    const uriel_text expected =
        valid ? uriel_component_get(&ref, (uriel_component)c) : text_from(NULL, 0);
    if (c == URIEL_AUTHORITY)
      continue;
    const cell got = cell_of(schema, array, uriel_component_name((uriel_component)c), at);
    expect_cell(&got, !expected.ptr, expected, 0);
  }
  cell got = cell_of(schema, array, "error", at);
  expect_cell(&got, !text.ptr, text_from(NULL, 0), (uint64_t)error.code);
  const bool has_port = valid && uriel_port_number(&port, &ref, NULL);
  got = cell_of(schema, array, "port_number", at);
  expect_cell(&got, !has_port, text_from(NULL, 0), port);
  if (!valid)
    ref.text = NULL;
  expect_members(schema, array, at, &ref);
}

static void parse_shape(const array_shape *shape, const uriel_arrow_options *options,
                        const text_list *texts)
{
  struct ArrowSchema schema, out_schema;
  struct ArrowArray array, out;
  make_schema(&schema, shape);
  make_array(&array, shape, texts);
  assert_int_equal(uriel_arrow_schema(&out_schema, &schema, options, NULL), 0);
  assert_int_equal(uriel_arrow_parse(&out, &array, &schema, options, NULL), 0);
  assert_int_equal(!array.release, options->views);
  schema.release(&schema);
  if (array.release)
    array.release(&array);
  check_array(&out_schema, &out);
  assert_int_equal(out.length, texts->count);
  assert_int_equal(out.n_children, 17);
  for (size_t i = 0; i < texts->count; i++)
    expect_row(&out_schema, &out, (int64_t)i, texts->rows[i]);
  out.release(&out);
  assert_null(out.release);
  out_schema.release(&out_schema);
  assert_null(out_schema.release);
  assert_int_equal(make_living, 0);
}

static void every_shape(const text_list *texts)
{
  for (size_t f = 0; f < COUNT(formats); f++)
    for (unsigned bits = 0; bits < 32; bits++) {
      const array_shape shape = {formats[f], bits & 1 ? 11 : 0, bits & 2, bits & 4,
                                 bits & 16 ? f % 2 ? "s" : "L" : NULL};
      const uriel_arrow_options options = {EVERYTHING, bits & 8, shape.nested ? "texts" : NULL};
      parse_shape(&shape, &options, texts);
    }
}

static void vectors(void **state)
{
  (void)state;
  every_shape(&all);
}

/* Few rows, also zero. */
static void lengths(void **state)
{
  (void)state;
  for (size_t count = 0; count < 20; count++)
    every_shape(&(text_list){all.rows, count});
  /* The ends of blocks. */
  for (size_t count = 255; count < 258; count++)
    every_shape(&(text_list){all.rows, count});
}

/* Each set of columns has the columns of its names, in the order of the header. */
static void columns(void **state)
{
  static const char *const names[] = {"scheme", "userinfo", "host",        "port",  "path",
                                      "query",  "fragment", "port_number", "error", "length"};
  const array_shape shape = {"u", 0, false, false, NULL};
  struct ArrowSchema schema, out_schema;
  struct ArrowArray array, out;
  (void)state;
  make_schema(&schema, &shape);
  for (unsigned set = 0; set <= EVERYTHING; set++) {
    const uriel_arrow_options options = {set, set % 3 == 0, NULL};
    make_array(&array, &shape, &(text_list){all.rows, 9});
    assert_int_equal(uriel_arrow_schema(&out_schema, &schema, &options, NULL), 0);
    assert_int_equal(uriel_arrow_parse(&out, &array, &schema, &options, NULL), 0);
    check_array(&out_schema, &out);
    int64_t expected = 0;
    for (unsigned i = 0; i < COUNT(names); i++)
      if ((set ? set : URIEL_ARROW_COMPONENTS) >> i & 1)
        assert_int_equal(column_of(&out_schema, names[i]), expected++);
    assert_int_equal(out.n_children, set & URIEL_ARROW_OFFSETS ? expected + 7 : expected);
    if (array.release)
      array.release(&array);
    out.release(&out);
    out_schema.release(&out_schema);
  }
  schema.release(&schema);
}

/* Columns may be moved out, and live on without the struct, in any order. */
static void moved_columns(void **state)
{
  (void)state;
  for (unsigned last = 0; last < 3; last++) {
    const array_shape shape = {"U", 3, false, false, NULL};
    const uriel_arrow_options options = {0, true, NULL};
    struct ArrowSchema schema, out_schema;
    struct ArrowArray array, out, moved[3];
    make_schema(&schema, &shape);
    make_array(&array, &shape, &all);
    assert_int_equal(uriel_arrow_schema(&out_schema, &schema, &options, NULL), 0);
    assert_int_equal(uriel_arrow_parse(&out, &array, &schema, &options, NULL), 0);
    schema.release(&schema);
    for (size_t i = 0; i < 3; i++) {
      moved[i] = *out.children[2 + i];
      out.children[2 + i]->release = NULL;
    }
    out.release(&out);
    struct ArrowSchema path = *out_schema.children[4];
    out_schema.children[4]->release = NULL;
    out_schema.release(&out_schema);
    assert_string_equal(path.name, "path");
    path.release(&path);
    for (unsigned i = 1; i < 3; i++)
      moved[(last + i) % 3].release(&moved[(last + i) % 3]);
    assert_int_equal(make_living, 1); /* the texts, to which the last column refers */
    assert_true(moved[last].n_buffers > 3);
    assert_memory_equal((const char *)moved[last].buffers[2], "not%looked", 10);
    moved[last].release(&moved[last]);
    assert_int_equal(make_living, 0);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(vectors),
      cmocka_unit_test(lengths),
      cmocka_unit_test(columns),
      cmocka_unit_test(moved_columns),
  };
  return cmocka_run_group_tests(tests, read_vectors, drop_vectors);
}
