/* SPDX-License-Identifier: MIT */
/* uriel_parse_lines, uriel_parse_offsets32 and 64, uriel_columns_put: each row equals the result of
 * uriel_parse, however the text is cut, and only the requested output is written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support.h"
#include "uriel_batch.h"
#include "vectors.h"

/* The expected row of a text, by uriel_parse. */
static uriel_ref row_of(uriel_text text)
{
  uriel_ref ref;
  if (uriel_parse(&ref, text.ptr, text.len, NULL))
    return ref;
  ref = (uriel_ref){.text = text.ptr, .flags = URIEL_INVALID};
  ref.length = ref.path_begin = ref.path_end = ref.query_end = (uint32_t)text.len;
  return ref;
}

static bool rows_equal(const uriel_ref *a, const uriel_ref *b)
{
  return a->text == b->text && a->length == b->length && a->scheme_end == b->scheme_end &&
         a->host_begin == b->host_begin && a->host_end == b->host_end &&
         a->path_begin == b->path_begin && a->path_end == b->path_end && a->query_end == b->query_end &&
         a->flags == b->flags;
}

/* Finds the line at `*from` independently, byte by byte. */
static bool next_line(uriel_text text, size_t *from, uriel_text *line)
{
  const size_t begin = *from;
  size_t end = begin;
  if (begin == text.len)
    return false;
  while (end < text.len && text.ptr[end] != '\n')
    end++;
  *from = end < text.len ? end + 1 : end;
  if (end > begin && text.ptr[end - 1] == '\r')
    end--;
  *line = text_from(text.ptr + begin, end - begin);
  return true;
}

/* Every line of a whole text, `capacity` at a time, into a block of that size. */
static void check_lines(uriel_text text, size_t capacity)
{
  uriel_ref *const rows = (uriel_ref *)(void *)room(capacity * sizeof *rows);
  size_t from = 0;
  size_t expected_from = 0;
  size_t count;
  uriel_text line;
  do {
    count = uriel_parse_lines(rows, capacity, &from, text.ptr, text.len, true);
    assert_true(count <= capacity);
    for (size_t i = 0; i < count; i++) {
      assert_true(next_line(text, &expected_from, &line));
      const uriel_ref expected = row_of(line);
      assert_true(rows_equal(&rows[i], &expected));
    }
    assert_int_equal(from, expected_from);
  } while (count == capacity);
  assert_int_equal(from, text.len);
  free(rows);
}

/* Parses a text of which only `cut` bytes are available, in a block of that size, and then the whole. */
static void check_cut(uriel_text text, size_t cut)
{
  enum { ROWS = 16 };
  uriel_ref rows[ROWS];
  const uriel_text first = text_copy(text_from(text.ptr, cut));
  size_t from = 0;
  size_t expected_from = 0;
  size_t count;
  uriel_text line;
  while ((count = uriel_parse_lines(rows, ROWS, &from, first.ptr, cut, false)) > 0)
    for (size_t i = 0; i < count; i++) {
      assert_true(next_line(text, &expected_from, &line));
      assert_true(expected_from <= cut);
      uriel_ref expected = row_of(line);
      expected.text = first.ptr + (line.ptr - text.ptr);
      assert_true(rows_equal(&rows[i], &expected));
    }
  assert_int_equal(from, expected_from);
  /* The rest has no line feed. */
  assert_true(cut == from || !memchr(first.ptr + from, '\n', cut - from));
  while ((count = uriel_parse_lines(rows, ROWS, &from, text.ptr, text.len, true)) > 0)
    for (size_t i = 0; i < count; i++) {
      assert_true(next_line(text, &expected_from, &line));
      const uriel_ref expected = row_of(line);
      assert_true(rows_equal(&rows[i], &expected));
    }
  assert_int_equal(from, text.len);
  assert_int_equal(expected_from, text.len);
  text_free(first);
}

static void check_text(const char *bytes, size_t len)
{
  const uriel_text text = text_copy(text_from(bytes, len));
  for (size_t capacity = 1; capacity < 5; capacity++)
    check_lines(text, capacity);
  for (size_t cut = 0; cut <= len; cut++)
    check_cut(text, cut);
  text_free(text);
}

/* Line ends and lines. */
static void line_ends(void **state)
{
  static const char *const texts[] = {
      "",        "\n",      "\r",    "\r\n",          "\n\n",       "\n\r",      "a",        "a\n",
      "a\r\n",   "a\r",     "a\r\r", "a\r\r\n",       "a\n\nb",     "a\rb\n",    "a\n\r\nb", "a b\nc",
      "%\n%4\n", "[\n]\n%", "a\n\n", "http://a\r\nb", "\n\n\n\r\n", "a\nb\nc\n", "a\nb\nc"};
  (void)state;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    check_text(texts[i], strlen(texts[i]));
}

/* The counts that the contract gives. */
static void line_counts(void **state)
{
  static const char text[] = "http://a/\r\n\nb c\nd";
  uriel_ref rows[4];
  size_t from = 0;
  (void)state;
  assert_int_equal(uriel_parse_lines(rows, 4, &from, text, sizeof text - 1, false), 3);
  assert_int_equal(from, 16);
  assert_int_equal(rows[0].length, 9);
  assert_int_equal(rows[1].length, 0);
  assert_int_equal(rows[1].flags, 0);
  assert_int_equal(rows[2].flags, URIEL_INVALID);
  assert_true(rows[2].text == text + 12 && rows[2].length == 3);
  assert_int_equal(uriel_parse_lines(rows, 0, &from, text, sizeof text - 1, true), 0);
  assert_int_equal(from, 16);
  assert_int_equal(uriel_parse_lines(rows, 4, &from, text, sizeof text - 1, true), 1);
  assert_int_equal(from, 17);
  assert_int_equal(uriel_parse_lines(rows, 4, &from, text, sizeof text - 1, true), 0);
  from = 0;
  assert_int_equal(uriel_parse_lines(rows, 4, &from, NULL, 0, true), 0);
}

/* The row of an invalid text has its text, and as its only component an empty path at its end. */
static void invalid_row(void **state)
{
  static const char text[] = "http://[/%";
  uriel_ref row;
  size_t from = 0;
  (void)state;
  assert_int_equal(uriel_parse_lines(&row, 1, &from, text, strlen(text), true), 1);
  assert_true(row.text == text && row.length == strlen(text));
  for (int c = URIEL_SCHEME; c <= URIEL_FRAGMENT; c++) {
    const uriel_text got = uriel_component_get(&row, (uriel_component)c);
    assert_true(c == URIEL_PATH ? got.ptr == text + strlen(text) && got.len == 0 : !got.ptr);
  }
  assert_int_equal(uriel_host_kind_of(&row), URIEL_HOST_NONE);
  assert_int_equal(uriel_form_of(&row), URIEL_FORM_RELATIVE);
}

/* Invalid offsets: out of order, or past the end of the text. */
static void bad_offsets(void **state)
{
  const uriel_text text = text_copy(uriel_text_of("//a/b"));
  const uint32_t narrow[] = {0, 5, 3, 4, 6, 5, UINT32_MAX, 5, 5};
  const uint64_t wide[] = {0, 5, 3, 4, UINT64_MAX, 5, 6, 5, 5};
  static const bool good[] = {true, false, true, false, false, false, false, true};
  uriel_ref rows[8];
  (void)state;
  for (int bits = 0; bits < 2; bits++) {
    assert_int_equal(bits ? uriel_parse_offsets64(rows, 8, text.ptr, text.len, wide)
                          : uriel_parse_offsets32(rows, 8, text.ptr, text.len, narrow),
                     3);
    for (size_t i = 0; i < 8; i++) {
      assert_int_equal(rows[i].flags == URIEL_INVALID, !good[i]);
      assert_true(good[i] || rows[i].length == 0);
    }
  }
  text_free(text);
  assert_int_equal(uriel_parse_offsets32(rows, 2, NULL, 0, (const uint32_t[]){0, 0, 1}), 1);
  assert_true(rows[0].text && rows[0].flags == 0 && rows[1].flags == URIEL_INVALID);
}

/* ---- Columns ------------------------------------------------------------------------------------- */

enum { COLUMN_ROOM = 640, COLUMN_COUNT = 8 };

/* The content of an unwritten column. */
static const uint32_t untouched = 0xA5A5A5A5;

/* Rows [first, first + count) of columns that have more; each column by itself, then all. */
static void check_columns(const uriel_ref *refs, const char *text, size_t first, size_t count)
{
  static uint32_t numbers[COLUMN_COUNT][COLUMN_ROOM];
  static uint64_t begin[COLUMN_ROOM];
  static uint8_t valid[COLUMN_ROOM / 8];
  for (size_t one = 0; one <= COLUMN_COUNT + 2; one++) {
    uriel_columns columns = {.text = text};
    uint32_t **const members[COLUMN_COUNT] = {
        &columns.length,     &columns.scheme_end, &columns.host_begin, &columns.host_end,
        &columns.path_begin, &columns.path_end,   &columns.query_end,  &columns.flags};
    memset(numbers, 0xA5, sizeof numbers);
    memset(begin, 0xA5, sizeof begin);
    memset(valid, 0xA5, sizeof valid);
    for (size_t c = 0; c < COLUMN_COUNT; c++)
      if (one == c || one == COLUMN_COUNT + 2)
        *members[c] = numbers[c];
    columns.begin = one >= COLUMN_COUNT && one != COLUMN_COUNT + 1 ? begin : NULL;
    columns.valid = one >= COLUMN_COUNT + 1 ? valid : NULL;
    uriel_columns_put(&columns, first, refs, count);
    for (size_t i = 0; i < COLUMN_ROOM; i++) {
      const bool in = i >= first && i < first + count;
      const uriel_ref *const ref = in ? &refs[i - first] : NULL;
      const uint32_t expected[COLUMN_COUNT] = {in ? ref->length : 0,     in ? ref->scheme_end : 0,
                                               in ? ref->host_begin : 0, in ? ref->host_end : 0,
                                               in ? ref->path_begin : 0, in ? ref->path_end : 0,
                                               in ? ref->query_end : 0,  in ? ref->flags : 0};
      for (size_t c = 0; c < COLUMN_COUNT; c++)
        assert_int_equal(numbers[c][i], in && *members[c] ? expected[c] : untouched);
      assert_true(in && columns.begin ? text + begin[i] == ref->text
                                      : begin[i] == UINT64_C(0xA5A5A5A5A5A5A5A5));
      assert_int_equal(valid[i / 8] >> i % 8 & 1,
                       in && columns.valid ? !(ref->flags & URIEL_INVALID) : 0xA5 >> i % 8 & 1);
    }
  }
}

static void columns(void **state)
{
  static char text[16 * COLUMN_ROOM];
  static uriel_ref refs[COLUMN_ROOM];
  size_t len = 0;
  size_t from = 0;
  (void)state;
  for (size_t i = 0; i < 600; i++)
    len += (size_t)sprintf(text + len, i % 3 ? "//h%zu/?%zu\n" : "%%%zu%zu x\n", i, i);
  assert_int_equal(uriel_parse_lines(refs, COLUMN_ROOM, &from, text, len, true), 600);
  for (size_t first = 0; first < 10; first++)
    for (size_t count = 0; count < 20; count++)
      check_columns(refs + first, text, first, count);
  check_columns(refs, text, 3, 600);
  check_columns(refs, text, 8, 128);
  check_columns(refs, text, 7, 129);
}

/* ---- Every vector of parsing ------------------------------------------------------------------- */

typedef struct vector_text {
  char *ptr;
  size_t len;
  size_t offsets[4096];
  size_t rows;
} vector_text;

static vector_text all;

/* A vector that contains a line feed becomes two lines, which are equally useful. */
static void append_input(const vector_case *given)
{
  const uriel_text input = vector_field(given, "input");
  const char *const feed = all.rows % 3 ? "\n" : "\r\n";
  all.ptr = realloc(all.ptr, all.len + input.len + 2);
  if (!all.ptr || all.rows + 2 > sizeof all.offsets / sizeof *all.offsets)
    die("too many vectors");
  if (input.len)
    memcpy(all.ptr + all.len, input.ptr, input.len);
  memcpy(all.ptr + all.len + input.len, feed, strlen(feed));
  all.offsets[++all.rows] = all.len += input.len + strlen(feed);
}

static void append_vectors(void)
{
  all = (vector_text){0};
  vectors_run("parse_valid.tsv", 100, append_input);
  vectors_run("parse_invalid.tsv", 100, append_input);
  vectors_run("uri-2003_valid.tsv", 10, append_input);
  vectors_run("uri-2003_invalid.tsv", 10, append_input);
}

static void vectors_in_lines(void **state)
{
  (void)state;
  append_vectors();
  check_lines(text_from(all.ptr, all.len), 7);
  check_lines(text_from(all.ptr, all.len), 4096);
  for (size_t cut = 0; cut <= all.len; cut++)
    check_cut(text_from(all.ptr, all.len), cut);
  free(all.ptr);
}

/* Rows keep their line ends here, so most are invalid, which is an equally good test. */
static void vectors_in_offsets(void **state)
{
  (void)state;
  append_vectors();
  uint32_t *const offsets32 = (uint32_t *)(void *)room((all.rows + 1) * sizeof *offsets32);
  uint64_t *const offsets64 = (uint64_t *)(void *)room((all.rows + 1) * sizeof *offsets64);
  uriel_ref *const rows = (uriel_ref *)(void *)room(all.rows * sizeof *rows);
  for (size_t trim = 0; trim < 2; trim++) {
    for (size_t i = 0; i <= all.rows; i++)
      offsets64[i] = offsets32[i] = (uint32_t)(i && trim ? all.offsets[i] - 1 : all.offsets[i]);
    for (int wide = 0; wide < 2; wide++) {
      const size_t valid = wide ? uriel_parse_offsets64(rows, all.rows, all.ptr, all.len, offsets64)
                                : uriel_parse_offsets32(rows, all.rows, all.ptr, all.len, offsets32);
      size_t expected_valid = 0;
      for (size_t i = 0; i < all.rows; i++) {
        const uriel_ref expected =
            row_of(text_from(all.ptr + offsets32[i], offsets32[i + 1] - offsets32[i]));
        assert_true(rows_equal(&rows[i], &expected));
        expected_valid += !(expected.flags & URIEL_INVALID);
      }
      assert_int_equal(valid, expected_valid);
    }
  }
  free(rows);
  free(offsets64);
  free(offsets32);
  free(all.ptr);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(line_ends),
      cmocka_unit_test(line_counts),
      cmocka_unit_test(invalid_row),
      cmocka_unit_test(vectors_in_lines),
      cmocka_unit_test(vectors_in_offsets),
      cmocka_unit_test(bad_offsets),
      cmocka_unit_test(columns),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
