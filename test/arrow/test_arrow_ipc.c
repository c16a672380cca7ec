/* SPDX-License-Identifier: MIT */
/* Messages of Arrow's IPC format (Arrow columnar format 1.5, "Serialization and Interprocess
 * Communication"). */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "faulty.h"
#include "make.h"
#include "message.h"
#include "support.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static void keep_schema(struct ArrowSchema *schema)
{
  (void)schema;
}

static void keep_array(struct ArrowArray *array)
{
  (void)array;
}

/* Columns and their rows, which the tests change. */
enum { COLUMNS = 13, ROWS = 20, TEXT = 3 * ROWS };

typedef struct columns {
  struct ArrowSchema schema, schemas[COLUMNS], *schema_pointers[COLUMNS];
  struct ArrowArray array, arrays[COLUMNS], *array_pointers[COLUMNS];
  const void *none[1], *buffers[COLUMNS][3];
  uint64_t values[COLUMNS][ROWS + 1];
  uint8_t valid[COLUMNS][(ROWS + 7) / 8];
  char text[TEXT];
} columns;

static const char *const formats[COLUMNS] = {"u", "U", "z", "Z", "b", "c", "C",
                                             "s", "S", "i", "I", "l", "L"};

/* All formats with random values. Every third column has no nulls. */
static void columns_make(columns *all, uint64_t seed)
{
  static const char *const names[] = {"a", "", "host", NULL, "column", "caf\xc3\xa9"};
  *all = (columns){0};
  all->schema = (struct ArrowSchema){
      .format = "+s", .n_children = COLUMNS, .children = all->schema_pointers, .release = keep_schema};
  all->array = (struct ArrowArray){.length = ROWS,
                                   .n_buffers = 1,
                                   .n_children = COLUMNS,
                                   .buffers = all->none,
                                   .children = all->array_pointers,
                                   .release = keep_array};
  for (size_t i = 0; i < TEXT; i++)
    all->text[i] = (char)('a' + i % 26);
  for (size_t c = 0; c < COLUMNS; c++) {
    const bool nulls = c % 3 > 0, is_text = c < 4;
    all->schema_pointers[c] = &all->schemas[c];
    all->array_pointers[c] = &all->arrays[c];
    all->schemas[c] = (struct ArrowSchema){.format = formats[c],
                                           .name = names[c % COUNT(names)],
                                           .flags = nulls ? ARROW_FLAG_NULLABLE : 0,
                                           .release = keep_schema};
    for (size_t i = 0; i < COUNT(all->values[c]); i++)
      all->values[c][i] = seed = seed * 6364136223846793005u + 1442695040888963407u;
    for (size_t i = 0; i < COUNT(all->valid[c]); i++)
      all->valid[c][i] = (uint8_t)(seed >> (20 + 8 * i));
    for (size_t i = 0; is_text && i <= ROWS; i++) {
      const int64_t wide = i ? 1 + (int64_t)(i * 2 + i % 3) : 1;
      const int32_t narrow = (int32_t)wide;
      if (strchr("UZ", *formats[c]))
        memcpy((char *)all->values[c] + 8 * i, &wide, 8);
      else
        memcpy((char *)all->values[c] + 4 * i, &narrow, 4);
    }
    all->buffers[c][0] = nulls ? all->valid[c] : NULL;
    all->buffers[c][1] = all->values[c];
    all->buffers[c][2] = all->text;
    all->arrays[c] = (struct ArrowArray){.length = ROWS,
                                         .null_count = nulls ? -1 : 0,
                                         .n_buffers = is_text ? 3 : 2,
                                         .buffers = all->buffers[c],
                                         .release = keep_array};
  }
}

/* Writes a stream of `batches` of the array, and checks it. */
static void run_through(const struct ArrowSchema *schema, const struct ArrowArray *array, size_t batches)
{
  sunk got = {0};
  const uriel_arrow_sink sink = {sunk_write, &got};
  assert_int_equal(uriel_arrow_ipc_schema(&sink, schema, NULL), 0);
  for (size_t i = 0; i < batches; i++)
    assert_int_equal(uriel_arrow_ipc_batch(&sink, array, schema, NULL), 0);
  assert_int_equal(uriel_arrow_ipc_end(&sink, NULL), 0);
  uriel_text rest = {got.bytes, got.len};
  check_schema_message(&rest, schema);
  for (size_t i = 0; i < batches; i++)
    check_batch_message(&rest, schema, array);
  check_end_message(rest);
  sunk_free(&got);
}

/* A schema of one column and a batch of one row, derived by hand: the tables of Message.fbs and
 * Schema.fbs in the layout of FlatBuffers, "Internals". */
static void minimal(void **state)
{
  static const unsigned char expected[] = {
      0xFF, 0xFF, 0xFF, 0xFF, 0x88, 0, 0,  0,               /* continuation; 136 bytes of metadata */
      16,   0,    0,    0,                                  /* the root: Message at 16 */
      12,   0,    20,   0,    16,   0, 18, 0, 4,  0, 8,  0, /* its vtable: version header_type header
                                                               bodyLength */
      12,   0,    0,    0,    28,   0, 0,  0,               /* at 16: vtable; header at 20 + 28 */
      0,    0,    0,    0,    0,    0, 0,  0, 4,  0, 1,  0, /* bodyLength 0; V5; Schema */
      0,    0,    0,    0,                                  /* padding */
      8,    0,    12,   0,    8,    0, 4,  0, /* at 40: vtable of Schema: endianness fields */
      8,    0,    0,    0,    8,    0, 0,  0, 0,  0, 0,  0, /* at 48: vtable; fields at 52 + 8; Little */
      1,    0,    0,    0,    20,   0, 0,  0,               /* at 60: one field, at 64 + 20 */
      16,   0,    20,   0,    4,    0, 16, 0, 17, 0, 8,  0, 0, 0, 12, 0, /* at 68: vtable of Field */
      16,   0,    0,    0,    40,   0, 0,  0, 24, 0, 0,  0, 8, 0, 0,  0, /* at 84: vtable name type
                                                                            children */
      1,    6,    0,    0,                                               /* nullable; Bool */
      0,    0,    0,    0,                                               /* at 104: no children */
      8,    0,    12,   0,    0,    0, 0,  0,                            /* at 108: vtable of Bool */
      8,    0,    0,    0,    0,    0, 0,  0, 0,  0, 0,  0,              /* at 116 */
      1,    0,    0,    0,    'b',  0, 0,  0,                            /* at 128: the name */
      0xFF, 0xFF, 0xFF, 0xFF, 0x88, 0, 0,  0, /* the batch: 136 bytes of metadata */
      16,   0,    0,    0,    12,   0, 20, 0, 16, 0, 18, 0, 4, 0, 8,  0, 12, 0, 0, 0, 36,
      0,    0,    0,                                                     /* Message */
      16,   0,    0,    0,    0,    0, 0,  0, 4,  0, 3,  0, 0, 0, 0,  0, /* bodyLength 16; V5;
                                                                            RecordBatch */
      10,   0,    20,   0,    8,    0, 4,  0, 16, 0, 0,  0, 0, 0, 0,  0, /* vtable: length nodes buffers;
                                                                            padding */
      16,   0,    0,    0,    16,   0, 0,  0, 1,  0, 0,  0, 0, 0, 0,  0, /* at 56: nodes at 60 + 16;
                                                                            length 1 */
      28,   0,    0,    0,                                               /* buffers at 72 + 28 */
      1,    0,    0,    0,    1,    0, 0,  0, 0,  0, 0,  0, 1, 0, 0,  0, 0,  0, 0, 0, /* a node: 1 row, 1
                                                                                         null */
      0,    0,    0,    0,    2,    0, 0,  0, /* padding; at 100: two buffers */
      0,    0,    0,    0,    0,    0, 0,  0, 1,  0, 0,  0, 0, 0, 0,  0, /* the bitmap */
      8,    0,    0,    0,    0,    0, 0,  0, 1,  0, 0,  0, 0, 0, 0,  0, /* the values */
      0,    0,    0,    0,    0,    0, 0,  0, 1,  0, 0,  0, 0, 0, 0,  0, /* the body */
      0xFF, 0xFF, 0xFF, 0xFF, 0,    0, 0,  0};                           /* the end */
  const uint8_t bits[] = {0xFE, 0xFF};
  const void *buffers[] = {bits, bits + 1}, *none[] = {NULL};
  struct ArrowSchema column = {.format = "b", .name = "b", .flags = 2, .release = keep_schema};
  struct ArrowSchema *schemas[] = {&column};
  const struct ArrowSchema schema = {
      .format = "+s", .n_children = 1, .children = schemas, .release = keep_schema};
  struct ArrowArray values = {
      .length = 1, .null_count = 1, .n_buffers = 2, .buffers = buffers, .release = keep_array};
  struct ArrowArray *arrays[] = {&values};
  const struct ArrowArray array = {.length = 1,
                                   .n_buffers = 1,
                                   .n_children = 1,
                                   .buffers = none,
                                   .children = arrays,
                                   .release = keep_array};
  sunk got = {0};
  const uriel_arrow_sink sink = {sunk_write, &got};
  (void)state;
  assert_int_equal(uriel_arrow_ipc_schema(&sink, &schema, NULL), 0);
  assert_int_equal(uriel_arrow_ipc_batch(&sink, &array, &schema, NULL), 0);
  assert_int_equal(uriel_arrow_ipc_end(&sink, NULL), 0);
  assert_int_equal(got.len, sizeof expected);
  assert_memory_equal(got.bytes, expected, sizeof expected);
  sunk_free(&got);
  run_through(&schema, &array, 2);
}

/* Every format, at each offset and length, of the struct and of the columns. */
static void formats_and_offsets(void **state)
{
  (void)state;
  for (int64_t outer = 0; outer <= 9; outer++)
    for (int64_t inner = 0; outer + inner <= ROWS; inner += 3)
      for (int64_t length = 0; outer + inner + length <= ROWS; length++) {
        columns *const all = (columns *)(void *)room(sizeof *all);
        columns_make(all, (uint64_t)(outer * 31 + inner * 7 + length));
        all->array.offset = outer;
        all->array.length = length;
        for (size_t c = 0; c < COLUMNS; c++) {
          all->arrays[c].offset = inner;
          all->arrays[c].length = ROWS - inner;
        }
        run_through(&all->schema, &all->array, 1);
        free(all);
      }
}

/* "Encapsulated message format": a stream may have no batches. Batches may have no rows, and buffers
 * without bytes may be NULL; a schema may have no columns. */
static void empty(void **state)
{
  columns *const all = (columns *)(void *)room(sizeof *all);
  (void)state;
  columns_make(all, 1);
  run_through(&all->schema, &all->array, 0);
  all->array.length = 0;
  for (size_t c = 0; c < COLUMNS; c++) {
    all->arrays[c].length = all->arrays[c].null_count = 0;
    memset(all->buffers[c], 0, sizeof all->buffers[c]);
  }
  run_through(&all->schema, &all->array, 2);
  all->schema.n_children = all->array.n_children = 0;
  all->schema.children = NULL;
  all->array.children = NULL;
  all->array.length = 5;
  run_through(&all->schema, &all->array, 2);
  free(all);
}

/* Rows that do not fit a piece. */
static void large(void **state)
{
  enum { MANY = 100000 };
  uriel_text *const rows = (uriel_text *)(void *)room(MANY * sizeof *rows);
  const text_list texts = {rows, MANY};
  (void)state;
  for (size_t i = 0; i < MANY; i++)
    rows[i] = i % 7 == 0 ? (uriel_text){NULL, 0} : (uriel_text){"http://example.com/a", i % 20};
  for (size_t lead = 0; lead < 2; lead++) {
    const array_shape shape = {lead ? "U" : "u", lead, true, false, NULL};
    struct ArrowSchema schema;
    struct ArrowArray array;
    make_schema(&schema, &shape);
    make_array(&array, &shape, &texts);
    run_through(&schema, &array, 2);
    array.release(&array);
    schema.release(&schema);
  }
  free(rows);
}

static void refuse(int error, const struct ArrowSchema *schema, const struct ArrowArray *array)
{
  const char *why = NULL;
  sunk got = {0};
  const uriel_arrow_sink sink = {sunk_write, &got};
  assert_int_equal(uriel_arrow_ipc_batch(&sink, array, schema, NULL), error);
  assert_int_equal(uriel_arrow_ipc_batch(&sink, array, schema, &why), error);
  assert_non_null(why);
  assert_int_equal(got.pieces, 0);
}

static void refuse_schema(int error, const struct ArrowSchema *schema, const struct ArrowArray *array)
{
  const char *why = NULL;
  sunk got = {0};
  const uriel_arrow_sink sink = {sunk_write, &got};
  assert_int_equal(uriel_arrow_ipc_schema(&sink, schema, &why), error);
  assert_non_null(why);
  assert_int_equal(got.pieces, 0);
  refuse(error, schema, array);
}

static void schemas(void **state)
{
  static const char *const others[] = {"", "n", "f", "g", "vu", "+l", "+s", "w:4", "tdD", "uu", NULL};
  columns *const all = (columns *)(void *)room(sizeof *all);
  (void)state;
  columns_make(all, 1);
  for (size_t i = 0; i < COUNT(others); i++) {
    all->schemas[3].format = others[i];
    refuse_schema(ENOTSUP, &all->schema, &all->array);
  }
  all->schemas[3].format = "i";
  all->schemas[3].dictionary = &all->schemas[0];
  refuse_schema(ENOTSUP, &all->schema, &all->array);
  all->schemas[3].dictionary = NULL;
  refuse_schema(ENOTSUP, &all->schemas[0], &all->array);
  all->schema_pointers[1] = NULL;
  refuse_schema(EINVAL, &all->schema, &all->array);
  all->schema.release = NULL;
  refuse_schema(EINVAL, &all->schema, &all->array);
  refuse_schema(EINVAL, NULL, &all->array);
  free(all);
}

static void arrays(void **state)
{
  const int32_t backwards[ROWS + 1] = {0, 2, 1}, negative[ROWS + 1] = {-1};
  const void *outer_bits[] = {"\xEF\xFF\xFF"};
  columns *const all = (columns *)(void *)room(sizeof *all);
  (void)state;
  for (int which = 0; which < 12; which++) {
    columns_make(all, 1);
    switch (which) {
    case 0:
      all->array.release = NULL;
      break;
    case 1:
      all->array.n_children = 2;
      break;
    case 2:
      all->array.children = NULL;
      break;
    case 3:
      all->array.buffers = outer_bits;
      all->array.null_count = -1;
      break;
    case 4:
      all->array.length = ROWS + 1;
      break;
    case 5:
      all->array.offset = 1;
      break;
    case 6:
      all->buffers[0][1] = NULL;
      break;
    case 7:
      all->buffers[0][1] = backwards;
      break;
    case 8:
      all->buffers[0][1] = negative;
      break;
    case 9:
      all->buffers[0][2] = NULL;
      break;
    case 10:
      all->arrays[0].n_buffers = 2;
      break;
    default:
      all->arrays[12].offset = -1;
      break;
    }
    refuse(EINVAL, &all->schema, &all->array);
  }
  free(all);
}

static void memory(void **state)
{
  columns *const all = (columns *)(void *)room(sizeof *all);
  (void)state;
  columns_make(all, 1);
  for (unsigned i = 0; i < 2; i++) {
    const char *why = NULL;
    sunk got = {0};
    const uriel_arrow_sink sink = {sunk_write, &got};
    faulty_countdown = 1;
    assert_int_equal(uriel_arrow_ipc_batch(&sink, &all->array, &all->schema, &why), ENOMEM);
    assert_string_equal(why, "out of memory");
    assert_int_equal(got.pieces, 0);
  }
  free(all);
}

/* The number that the sink returns is returned, and it gets nothing more. */
static void sinks(void **state)
{
  enum { MANY = 5000 };
  uriel_text *const rows = (uriel_text *)(void *)room(MANY * sizeof *rows);
  const array_shape shape = {"u", 1, true, false, NULL};
  struct ArrowSchema schema;
  struct ArrowArray array;
  (void)state;
  for (size_t i = 0; i < MANY; i++)
    rows[i] = (uriel_text){"http://example.com/a", i % 20};
  make_schema(&schema, &shape);
  make_array(&array, &shape, &(text_list){rows, MANY});
  for (size_t fail_at = 1;; fail_at++) {
    const char *why = NULL;
    sunk got = {.fail_at = fail_at};
    const uriel_arrow_sink sink = {sunk_write, &got};
    const int error = uriel_arrow_ipc_batch(&sink, &array, &schema, &why);
    const bool failed = got.pieces == fail_at;
    sunk_free(&got);
    if (!failed) {
      assert_int_equal(error, 0);
      assert_true(fail_at > 5);
      break;
    }
    assert_int_equal(error, EPIPE);
    assert_non_null(why);
  }
  sunk got = {.fail_at = 1};
  const uriel_arrow_sink sink = {sunk_write, &got};
  assert_int_equal(uriel_arrow_ipc_schema(&sink, &schema, NULL), EPIPE);
  got.pieces = 0;
  assert_int_equal(uriel_arrow_ipc_end(&sink, NULL), EPIPE);
  array.release(&array);
  schema.release(&schema);
  free(rows);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(minimal), cmocka_unit_test(formats_and_offsets),
      cmocka_unit_test(empty),   cmocka_unit_test(large),
      cmocka_unit_test(schemas), cmocka_unit_test(arrays),
      cmocka_unit_test(memory),  cmocka_unit_test(sinks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
