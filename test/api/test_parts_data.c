/* SPDX-License-Identifier: MIT */
/* data: the examples of RFC 2397, base64 (RFC 4648), and refused texts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "parts.h"
#include "uriel_scheme.h"

PARTS_SCHEME(data);

#define TEXT(string) uriel_text_of(string)

static void accepts(const char *uri, const char *type, const char *parameters, const char *encoding,
                    const char *content)
{
  const uriel_data expected = {TEXT(type), TEXT(parameters), TEXT(encoding), TEXT(content)};
  parts_builds(&data_scheme, &expected, uri);
}

/* RFC 2397, 4; of the second the misprint "%fg" is put right; and 2's defaults. */
static void the_examples(void **state)
{
  (void)state;
  accepts("data:,A%20brief%20note", "text/plain", "charset=US-ASCII", NULL, "A brief note");
  accepts("data:text/plain;charset=iso-8859-7,%BE%D3%BE", "text/plain", "charset=iso-8859-7", NULL,
          "\xBE\xD3\xBE");
  accepts("data:application/vnd-xxx-query,select_vcount,fcol_from_fieldtable/local",
          "application/vnd-xxx-query", NULL, NULL, "select_vcount,fcol_from_fieldtable/local");
  accepts("data:text/plain,a?b", "text/plain", NULL, NULL, "a?b");
  accepts("data:a/b;c=%22d%20e%22;f=g,", "a/b", "c=%22d%20e%22;f=g", NULL, "");
}

/* RFC 4648, 10. */
static void base64(void **state)
{
  (void)state;
  accepts("data:a/b;base64,", "a/b", NULL, "base64", "");
  accepts("data:a/b;base64,Zg==", "a/b", NULL, "base64", "f");
  accepts("data:a/b;base64,Zm8=", "a/b", NULL, "base64", "fo");
  accepts("data:a/b;base64,Zm9v", "a/b", NULL, "base64", "foo");
  accepts("data:a/b;base64,Zm9vYg==", "a/b", NULL, "base64", "foob");
  accepts("data:a/b;base64,Zm9vYmE=", "a/b", NULL, "base64", "fooba");
  accepts("data:a/b;base64,Zm9vYmFy", "a/b", NULL, "base64", "foobar");
  accepts("data:a/b;base64,+/+/", "a/b", NULL, "base64", "\xFB\xFF\xBF");
}

static void refuses(const char *uri, uriel_error_code code, const char *part, size_t offset)
{
  parts_faulty(&data_scheme, URIEL_SPEC_RFC3986, uri, code, part, offset);
}

/* RFC 4648: 3.3 refuses bytes outside the alphabet, 3.2 needs padding, 3.5 lets bits be 0. */
static void what_is_no_base64(void **state)
{
  (void)state;
  refuses("data:;base64,Zg", URIEL_ERROR_PART_BASE64, "content", 15);
  refuses("data:;base64,Zg=", URIEL_ERROR_PART_BASE64, "content", 16);
  refuses("data:;base64,Z===", URIEL_ERROR_PART_BASE64, "content", 14);
  refuses("data:;base64,Zh==", URIEL_ERROR_PART_BASE64, "content", 15);
  refuses("data:;base64,Zm9=", URIEL_ERROR_PART_BASE64, "content", 16);
  refuses("data:;base64,Zg==Zg==", URIEL_ERROR_PART_BASE64, "content", 17);
  refuses("data:;base64,Zg=v", URIEL_ERROR_PART_BASE64, "content", 16);
  refuses("data:;base64,Zm9v%0D%0A", URIEL_ERROR_PART_BASE64, "content", 17);
  refuses("data:;base64,-_-_", URIEL_ERROR_PART_BASE64, "content", 13);
  refuses("data:;base64,a?bc", URIEL_ERROR_PART_BASE64, "content", 14);
}

static void what_is_no_data(void **state)
{
  (void)state;
  refuses("data:", URIEL_ERROR_PART_MISSING, "content", 5);
  refuses("data:text/plain", URIEL_ERROR_PART_MISSING, "content", 15);
  refuses("data://h/a,b", URIEL_ERROR_PART_NOT_ALLOWED, "host", 7);
  refuses("data:text,a", URIEL_ERROR_PART_FORM, "type", 9);
  refuses("data:text/,a", URIEL_ERROR_PART_FORM, "type", 10);
  refuses("data:/plain,a", URIEL_ERROR_PART_FORM, "type", 5);
  refuses("data:a/b/c,a", URIEL_ERROR_PART_FORM, "type", 8);
  refuses("data:a%20/b,a", URIEL_ERROR_PART_FORM, "type", 6);
  refuses("data:a/b;,a", URIEL_ERROR_PART_FORM, "parameters", 9);
  refuses("data:a/b;c,a", URIEL_ERROR_PART_FORM, "parameters", 10);
  refuses("data:a/b;c=,a", URIEL_ERROR_PART_FORM, "parameters", 11);
  refuses("data:a/b;base64;c=d,a", URIEL_ERROR_PART_FORM, "parameters", 15);
}

/* "base64" is a word of the grammar (RFC 2397, 3; RFC 2045, 6.1: in any case); "%3D" pads. */
static void read_the_same(void **state)
{
  (void)state;
  static const char *const same[] = {"data:a/b;BASE64,Zg==", "data:a/b;base64,Zg%3D%3d",
                                     "data:a/b;base64,%5Ag==", "data:%61/b;base64,Zg=="};
  for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
    parts_read read = parts_parse(&data_scheme, URIEL_SPEC_RFC3986, TEXT(same[i]));
    assert_true(read.valid);
    assert_true(text_equal(read.texts[0], TEXT("a/b")));
    assert_true(text_equal(read.texts[2], TEXT("base64")));
    assert_true(text_equal(read.texts[3], TEXT("f")));
    parts_free(&read);
  }
}

static void what_is_not_built(void **state)
{
  (void)state;
  const uriel_data none = {.type = TEXT("a/b")};
  const uriel_data type = {.type = TEXT("a"), .content = TEXT("")};
  const uriel_data parameters = {.parameters = TEXT("a"), .content = TEXT("")};
  const uriel_data encoding = {.encoding = TEXT("quoted"), .content = TEXT("")};
  const uriel_data query = {.parameters = TEXT("a=%22?%22"), .content = TEXT("")};
  parts_unbuilt(&data_scheme, &query, URIEL_ERROR_PART_FORM, "parameters");
  parts_unbuilt(&data_scheme, &none, URIEL_ERROR_PART_MISSING, "content");
  parts_unbuilt(&data_scheme, &type, URIEL_ERROR_PART_FORM, "type");
  parts_unbuilt(&data_scheme, &parameters, URIEL_ERROR_PART_FORM, "parameters");
  parts_unbuilt(&data_scheme, &encoding, URIEL_ERROR_PART_FORM, "encoding");
}

static void every_byte(void **state)
{
  (void)state;
  const uriel_data data = {.type = TEXT("a/b"), .content = TEXT("c")};
  const parts_bytes content = {"content", 3, "c", "d", "data:a/b,c", "d", parts_any};
  parts_every_byte(&data_scheme, &data, &content);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_examples),      cmocka_unit_test(base64),
      cmocka_unit_test(what_is_no_base64), cmocka_unit_test(what_is_no_data),
      cmocka_unit_test(read_the_same),     cmocka_unit_test(what_is_not_built),
      cmocka_unit_test(every_byte),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
