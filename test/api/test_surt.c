/* SPDX-License-Identifier: MIT */
/* Keys of web archives: the cases of the package "surt" and of pywb, the places of errors, and the
 * scratch that the functions need. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support.h"
#include "uriel_site.h"
#include "vectors.h"

static unsigned index_of(uriel_text name, const char *const *names, unsigned count)
{
  unsigned at = 0;
  while (at < count && !text_equal(name, uriel_text_of(names[at])))
    at++;
  return at;
}

static uriel_surt_form form_of(uriel_text name)
{
  static const char *const names[] = {"cdx", "url", "scheme", "heritrix"};
  return (uriel_surt_form)index_of(name, names, 4);
}

/* The key in a block of exactly the bound, at an odd address. */
static uriel_text key_of(uriel_text text, uriel_surt_form form, uriel_error *error)
{
  const size_t size = uriel_surt_bound(text.len);
  char *const block = room(size + 1);
  const size_t len = uriel_surt(text.ptr, text.len, form, block + 1, size, error);
  if ((len == URIEL_FAILED) != (error->code != URIEL_ERROR_NONE) || (len != URIEL_FAILED && len > size))
    die("\"%.*s\": %zu of %zu bytes", (int)text.len, text.ptr, len, size);
  const uriel_text key =
      len == URIEL_FAILED ? (uriel_text){NULL, 0} : text_copy((uriel_text){block + 1, len});
  free(block);
  return key;
}

static void check_key(const vector_case *given)
{
  uriel_error error;
  const uriel_text key =
      key_of(vector_field(given, "text"), form_of(vector_field(given, "form")), &error);
  expect_text(given, "key", vector_field(given, "key"), key);
  text_free(key);
}

static void key_vectors(void **state)
{
  (void)state;
  vectors_run("surt.tsv", 160, check_key);
}

/* ---- Ranges -------------------------------------------------------------------------------------- */

static uriel_surt_scope scope_of(uriel_text name)
{
  static const char *const names[] = {"exact", "prefix", "host", "domain"};
  return (uriel_surt_scope)index_of(name, names, 4);
}

static void check_range(const vector_case *given)
{
  const uriel_text text = vector_field(given, "text");
  char out[4096];
  uriel_error error;
  uriel_text first, end;
  const size_t len = uriel_surt_range(&first, &end, text.ptr, text.len,
                                      scope_of(vector_field(given, "scope")), out, sizeof out, &error);
  expect_text(given, "first", vector_field(given, "first"), first);
  expect_text(given, "end", vector_field(given, "end"), end);
  expect_true(given, "the length", len == (end.ptr ? first.len + end.len : URIEL_FAILED));
  expect_true(given, "the error", (error.code == URIEL_ERROR_ARGUMENT) == (len == URIEL_FAILED));
}

static void range_vectors(void **state)
{
  (void)state;
  vectors_run("surt_ranges.tsv", 9, check_range);
}

static size_t write_undone(const void *context, char *out, size_t capacity)
{
  const uriel_text *const key = context;
  return uriel_surt_undo(key->ptr, key->len, out, capacity);
}

static void keys_undone(void **state)
{
  (void)state;
  static const char *const known[][2] = {
      {"com,example)/", "example.com/"},
      {"com,example)", "com,example)"},
      {"suffix,domain,sub,subsub,another,subdomain)/path/file/index.html?a=b?c=)/",
       "subdomain.another.subsub.sub.domain.suffix/path/file/index.html?a=b?c=)/"},
      {")/", "/"},
      {"", ""},
      {"com)a)/", "com)a/"},
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    const uriel_text key = text_copy(uriel_text_of(known[i][0]));
    const uriel_text undone = text_written(write_undone, &key);
    if (!text_equal(undone, uriel_text_of(known[i][1])))
      die("\"%s\" is \"%.*s\"", known[i][0], (int)undone.len, undone.ptr);
    text_free(key);
    text_free(undone);
  }
}

/* ---- Errors -------------------------------------------------------------------------------------- */

static void error_places(void **state)
{
  (void)state;
  static const struct {
    const char *text;
    uriel_error_code code;
    size_t offset, begin, length;
  } known[] = {
      {" http://h\t:8\n0x/", URIEL_ERROR_PORT_NOT_DIGITS, 14, 11, 4},
      {"http://https://u@h:99999", URIEL_ERROR_PORT_TOO_LARGE, 23, 19, 5},
      {"http://[::1]:a", URIEL_ERROR_PORT_NOT_DIGITS, 13, 13, 1},
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    uriel_error error;
    const uriel_text text = text_copy(uriel_text_of(known[i].text));
    assert_null(key_of(text, URIEL_SURT_CDX, &error).ptr);
    if (error.code != known[i].code || error.offset != known[i].offset ||
        error.begin != known[i].begin || error.length != known[i].length)
      die("\"%s\": %s at %zu in %zu and %zu", known[i].text, uriel_error_name(error.code), error.offset,
          error.begin, error.length);
    text_free(text);
  }
  uriel_error error;
  char out[8];
  assert_int_equal(uriel_surt("a", 1, URIEL_SURT_CDX, out, sizeof out, &error), URIEL_FAILED);
  assert_int_equal(error.code, URIEL_ERROR_BUFFER_TOO_SMALL);
  assert_int_equal(uriel_surt(NULL, (size_t)1 << 29, URIEL_SURT_CDX, out, sizeof out, &error),
                   URIEL_FAILED);
  assert_int_equal(error.code, URIEL_ERROR_TOO_LONG);
  assert_int_equal(uriel_surt("http://h:x", 10, URIEL_SURT_CDX, NULL, 0, NULL), URIEL_FAILED);
  assert_int_equal(uriel_surt("a", 1, (uriel_surt_form)4, NULL, 0, &error), URIEL_FAILED);
  assert_int_equal(error.code, URIEL_ERROR_ARGUMENT);
}

/* Any form, within the bound. */
static void random_keys(void **state)
{
  (void)state;
  uint64_t seed = 18;
  char bytes[16 * 24];
  for (size_t i = 0; i < 20000; i++) {
    uriel_error error;
    const uriel_text text = text_copy((uriel_text){bytes, random_text(&seed, bytes, 24)});
    const uriel_text key = key_of(text, (uriel_surt_form)random_below(&seed, 4), &error);
    text_free(key);
    text_free(text);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(key_vectors),  cmocka_unit_test(range_vectors), cmocka_unit_test(keys_undone),
      cmocka_unit_test(error_places), cmocka_unit_test(random_keys),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
