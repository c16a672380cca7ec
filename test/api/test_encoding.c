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
  uriel_encoding_context context;
  uriel_text text;
};

static size_t write_decoded_bytes(const void *context, char *out, size_t capacity)
{
  struct bytes bytes = *(const struct bytes *)context;
  return uriel_encoding_decode(&bytes.context, bytes.text.ptr, bytes.text.len, out, capacity);
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
      {"utf-8", "\xc3\xa9\xe3\x81z", "\xc3\xa9\xef\xbf\xbdz"},
      {"sjis", "\x83\x5c|\xb1\xa0\x81\x20", "\xe3\x82\xbd|\xef\xbd\xb1\xef\xbf\xbd\xef\xbf\xbd "},
      {"sjis", "\xf0\x40", "\xee\x80\x80"},
      {"euc-jp", "\xa5\xbd\x8e\xb1\x8f\xb0\xa1\x8f\xa1z",
       "\xe3\x82\xbd\xef\xbd\xb1\xe4\xb8\x82\xef\xbf\xbdz"},
      {"iso-2022-jp", "\x1b$B%=\x1b(Jz\\\x1b(I1\x1b(B\x1b(B\\",
       "\xe3\x82\xbdz\xc2\xa5\xef\xbd\xb1\xef\xbf\xbd\\"},
      {"big5", "\xa4\xa4\x88\x62z\x87\x40", "\xe4\xb8\xad\xc3\x8a\xcc\x84z\xe4\x8f\xb0"},
      {"euc-kr", "\xb0\xa1\x81\x41\xff\x41", "\xea\xb0\x80\xea\xb0\x82\xef\xbf\xbd\x41"},
      {"gbk", "\x80\xd6\xd0\x81\x30\x81\x30\x81\x30\x81z",
       "\xe2\x82\xac\xe4\xb8\xad\xc2\x80\xef\xbf\xbd\x30\xe4\xba\x83"},
      {"gb18030", "\x90\x30\x81\x30\xa6\xd9\x84\x32\xa4\x30",
       "\xf0\x90\x80\x80\xef\xb8\x90\xef\xbf\xbd"},
      {"utf-16le", "a\x01", "\xc5\xa1"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const struct bytes given = {
        {.encoding = uriel_encoding_find(&uriel_encodings, cases[i][0], strlen(cases[i][0]))},
        uriel_text_of(cases[i][1])};
    assert_non_null(given.context.encoding);
    const uriel_text text = text_written(write_decoded_bytes, &given);
    if (!text_equal(text, uriel_text_of(cases[i][2])))
      die("%s: %.*s", cases[i][0], (int)text.len, text.ptr);
    text_free(text);
  }
}

/* Without the set, only the encodings without tables exist. */
static void sets(void **state)
{
  (void)state;
  static const char *const labels[] = {"utf8", "latin1", "utf-16",     "unicodefffe",
                                       "gbk",  "koi8-r", "replacement"};
  for (size_t i = 0; i < sizeof labels / sizeof *labels; i++) {
    const size_t len = strlen(labels[i]);
    const uriel_text name = uriel_encoding_of(labels[i], len);
    const uriel_encoding *const plain = uriel_encoding_find(NULL, labels[i], len);
    const uriel_encoding *const all = uriel_encoding_find(&uriel_encodings, labels[i], len);
    assert_int_equal(plain != NULL, i < 4);
    assert_int_equal(all != NULL, i < 6);
    if (all)
      assert_true(text_equal(uriel_text_of(uriel_encoding_name(all)), name));
  }
  assert_null(uriel_encoding_find(&uriel_encodings, "utf-7", 5));
  assert_null(uriel_encoding_find(&uriel_encodings, NULL, 0));
}

/* A text that is cut within a character, and not the last part, needs more. */
static void cut(void **state)
{
  (void)state;
  static const struct {
    const char *label, *text;
    size_t len, read;
  } cases[] = {
      {"sjis", "\x83", 1, 0},        {"sjis", "\x83\x5c", 2, 2},   {"sjis", "a", 1, 1},
      {"gbk", "\x81", 1, 0},         {"gbk", "\x81\x30", 2, 0},    {"gbk", "\x81\x30\x81", 3, 0},
      {"gbk", "\x81\x40", 2, 2},     {"euc-jp", "\x8f\xa1", 2, 0}, {"iso-2022-jp", "\x1b(", 2, 0},
      {"iso-2022-jp", "\x1b", 1, 0}, {"utf-16le", "a", 1, 0},      {"utf-16le", "a\0", 2, 2},
      {"utf-16be", "\xd8\0", 2, 0},  {"utf-8", "\xe3\x81", 2, 0}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    uint32_t scalar, mode = 0;
    const uriel_encoding *const encoding =
        uriel_encoding_find(&uriel_encodings, cases[i].label, strlen(cases[i].label));
    const uriel_text text = text_copy((uriel_text){cases[i].text, cases[i].len});
    assert_int_equal(uriel_encoding_read(&scalar, &mode, encoding, text.ptr, text.len, false),
                     cases[i].read);
    const size_t whole = uriel_encoding_read(&scalar, &mode, encoding, text.ptr, text.len, true);
    assert_true(whole > 0 && whole <= text.len);
    assert_true(cases[i].read || scalar == URIEL_ENCODING_MALFORMED);
    text_free(text);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(declared), cmocka_unit_test(labels),
                                     cmocka_unit_test(bytes), cmocka_unit_test(sets),
                                     cmocka_unit_test(cut)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
