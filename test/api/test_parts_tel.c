/* SPDX-License-Identifier: MIT */
/* tel: the examples of RFC 3966, its grammar, and refused texts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "parts.h"
#include "uriel_scheme.h"

PARTS_SCHEME(tel);

#define TEXT(string) uriel_text_of(string)

static void accepts(const char *uri, uriel_tel expected)
{
  parts_builds(&tel_scheme, &expected, uri);
}

/* RFC 3966, 3: a built URI has no visual separators. */
static void numbers(void **state)
{
  (void)state;
  accepts("tel:+12015550123", (uriel_tel){.number = TEXT("+12015550123")});
  accepts("tel:7042;phone-context=example.com",
          (uriel_tel){.number = TEXT("7042"), .context = TEXT("example.com")});
  accepts("tel:8631234;phone-context=+1-914-555",
          (uriel_tel){.number = TEXT("8631234"), .context = TEXT("+1-914-555")});
  accepts("tel:*%23aF;phone-context=a.b.", (uriel_tel){.number = TEXT("*#aF"), .context = TEXT("a.b.")});
  accepts("tel:+1;ext=123;isub=a?b%3B;a;b-c=%41/:", (uriel_tel){.number = TEXT("+1"),
                                                                .extension = TEXT("123"),
                                                                .subaddress = TEXT("a?b;"),
                                                                .parameters = TEXT("a;b-c=%41/:")});
}

/* RFC 3966, 6: its examples; 5.1.1: separators are for the eye. */
static void reads(const char *uri, const char *number, const char *extension, const char *context,
                  const char *parameters)
{
  parts_read read = parts_parse(&tel_scheme, URIEL_SPEC_RFC3986, TEXT(uri));
  assert_true(read.valid);
  assert_true(text_equal(read.texts[PARTS_AT(uriel_tel, number)], TEXT(number)));
  assert_true(text_equal(read.texts[PARTS_AT(uriel_tel, extension)], TEXT(extension)));
  assert_true(text_equal(read.texts[PARTS_AT(uriel_tel, context)], TEXT(context)));
  assert_true(text_equal(read.texts[PARTS_AT(uriel_tel, parameters)], TEXT(parameters)));
  parts_free(&read);
}

static void the_examples(void **state)
{
  (void)state;
  reads("tel:+1-201-555-0123", "+12015550123", NULL, NULL, NULL);
  reads("tel:863-1234;phone-context=+1-914-555", "8631234", NULL, "+1-914-555", NULL);
  reads("tel:+1(201)555.0123;EXT=1-2;A=b", "+12015550123", "12", NULL, "A=b");
  reads("tel:%2B1%2D2;a;ext=%31-2;b", "+12", "12", NULL, "a;b");
}

static void refuses(const char *uri, uriel_error_code code, const char *part, size_t offset)
{
  parts_faulty(&tel_scheme, URIEL_SPEC_RFC3986, uri, code, part, offset);
}

/* RFC 3966, 3. */
static void what_is_no_tel(void **state)
{
  (void)state;
  refuses("tel:", URIEL_ERROR_PART_FORM, "number", 4);
  refuses("tel:+", URIEL_ERROR_PART_FORM, "number", 5);
  refuses("tel:+-", URIEL_ERROR_PART_FORM, "number", 6);
  refuses("tel:+1a", URIEL_ERROR_PART_FORM, "number", 6);
  refuses("tel:+1*", URIEL_ERROR_PART_FORM, "number", 6);
  refuses("tel:1g;phone-context=a", URIEL_ERROR_PART_FORM, "number", 5);
  refuses("tel:7042", URIEL_ERROR_PART_MISSING, "context", 8);
  refuses("tel://h/1", URIEL_ERROR_PART_NOT_ALLOWED, "host", 6);
  refuses("tel:1;phone-context=1", URIEL_ERROR_PART_FORM, "context", 21);
  refuses("tel:1;phone-context=a..b", URIEL_ERROR_PART_FORM, "context", 22);
  refuses("tel:1;phone-context=a-", URIEL_ERROR_PART_FORM, "context", 22);
  refuses("tel:1;phone-context=+", URIEL_ERROR_PART_FORM, "context", 21);
  refuses("tel:+1;ext=a", URIEL_ERROR_PART_FORM, "extension", 11);
  refuses("tel:+1;ext=-", URIEL_ERROR_PART_FORM, "extension", 12);
  refuses("tel:+1;ext=", URIEL_ERROR_PART_FORM, "extension", 11);
  refuses("tel:+1;isub", URIEL_ERROR_PART_EMPTY, "subaddress", 11);
  refuses("tel:+1;ext=1;ext=2", URIEL_ERROR_PART_NOT_ALLOWED, "extension", 13);
  refuses("tel:+1;", URIEL_ERROR_PART_FORM, "parameters", 7);
  refuses("tel:+1;a_b", URIEL_ERROR_PART_FORM, "parameters", 8);
  refuses("tel:+1;a=", URIEL_ERROR_PART_FORM, "parameters", 8);
  refuses("tel:+1;a=b@c", URIEL_ERROR_PART_FORM, "parameters", 10);
}

static void what_is_not_built(void **state)
{
  (void)state;
  const uriel_tel none = {.context = TEXT("a")}, local = {.number = TEXT("1")};
  const uriel_tel separated = {.number = TEXT("+1-2")};
  const uriel_tel hidden = {.number = TEXT("+1"), .parameters = TEXT("ext=1")};
  parts_unbuilt(&tel_scheme, &none, URIEL_ERROR_PART_MISSING, "number");
  parts_unbuilt(&tel_scheme, &local, URIEL_ERROR_PART_MISSING, "context");
  parts_unbuilt(&tel_scheme, &separated, URIEL_ERROR_PART_FORM, "number");
  parts_unbuilt(&tel_scheme, &hidden, URIEL_ERROR_PART_NOT_ALLOWED, "parameters");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers),
      cmocka_unit_test(the_examples),
      cmocka_unit_test(what_is_no_tel),
      cmocka_unit_test(what_is_not_built),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
