/* SPDX-License-Identifier: MIT */
/* Encodings: labels, byte order marks, what HTML declares, and bytes to characters. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support.h"
#include "uriel_html.h"
#include "vectors.h"

static void check_declared(const vector_case *given)
{
  const uriel_text html = vector_field(given, "html");
  size_t mark;
  uriel_text name = uriel_encoding_marked(&mark, html.ptr, html.len);
  expect_true(given, "has a name if it has a mark", (mark > 0) == (name.ptr != NULL));
  if (!name.ptr)
    name = uriel_encoding_declared(html.ptr, html.len);
  expect_text(given, "encoding", vector_field(given, "encoding"), name);
}

static void declared(void **state)
{
  (void)state;
  vectors_run("encodings.tsv", 90, check_declared);
}

static void labels(void **state)
{
  (void)state;
  static const char *const cases[][2] = {
      {"utf-8", "utf-8"},
      {"UTF8", "utf-8"},
      {" unicode20utf8\n", "utf-8"},
      {"latin1", "windows-1252"},
      {"ISO-8859-1", "windows-1252"},
      {"us-ascii", "windows-1252"},
      {"iso-8859-8-i", "iso-8859-8-i"},
      {"x-user-defined", "x-user-defined"},
      {"sjis", "shift_jis"},
      {"gb2312", "gbk"},
      {"gb18030", "gb18030"},
      {"cn-big5", "big5"},
      {"x-euc-jp", "euc-jp"},
      {"csISO2022JP", "iso-2022-jp"},
      {"windows-949", "euc-kr"},
      {"hz-gb-2312", "replacement"},
      {"utf-16", "utf-16le"},
      {"unicodefffe", "utf-16be"},
      {"utf-7", NULL},
      {"", NULL},
      {" ", NULL},
      {"utf", NULL},
      {"utf-8 utf8", NULL},
      {"utf-88", NULL},
      {"\xc3\xa9", NULL},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const uriel_text label = text_copy(uriel_text_of(cases[i][0]));
    const uriel_text name = uriel_encoding_of(label.ptr, label.len);
    if (!text_equal(name, cases[i][1] ? uriel_text_of(cases[i][1]) : (uriel_text){NULL, 0}))
      die("%s: %.*s", cases[i][0], (int)name.len, name.ptr);
    text_free(label);
  }
}

struct bytes {
  const uint16_t *table;
  uriel_text text;
};

static size_t write_decoded_bytes(const void *context, char *out, size_t capacity)
{
  struct bytes bytes = *(const struct bytes *)context;
  return uriel_encoding_decode(&bytes.table, bytes.text.ptr, bytes.text.len, out, capacity);
}

static void bytes(void **state)
{
  (void)state;
  static const char *const cases[][3] = {
      {"windows-1252", "a\x80\xe9\x81", "a\xe2\x82\xac\xc3\xa9\xc2\x81"},
      {"latin2", "\xb1", "\xc4\x85"},
      {"iso-8859-3", "\xa5z", "\xef\xbf\xbdz"},
      {"koi8-r", "\xc1", "\xd0\xb0"},
      {"x-user-defined", "\x80\xff", "\xef\x9e\x80\xef\x9f\xbf"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const struct bytes given = {uriel_encoding_table(cases[i][0], strlen(cases[i][0])),
                                uriel_text_of(cases[i][1])};
    assert_non_null(given.table);
    const uriel_text text = text_written(write_decoded_bytes, &given);
    if (!text_equal(text, uriel_text_of(cases[i][2])))
      die("%s: %.*s", cases[i][0], (int)text.len, text.ptr);
    text_free(text);
  }
  assert_null(uriel_encoding_table("utf-8", 5));
  assert_null(uriel_encoding_table("gbk", 3));
  assert_null(uriel_encoding_table(NULL, 0));
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(declared), cmocka_unit_test(labels),
                                     cmocka_unit_test(bytes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
