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

static const struct {
  const char *name;
  unsigned bits;
} option_names[] = {
    {"handy", URIEL_SURT_SCHEME},
    {"scheme", URIEL_SURT_SCHEME},
    {"reverse", URIEL_SURT_REVERSE},
    {"comma", URIEL_SURT_COMMA},
    {"keep-address", URIEL_SURT_KEEP_ADDRESS},
    {"site", URIEL_SURT_SITE},
    {"google", URIEL_SURT_GOOGLE},
    {"ia", URIEL_SURT_IA},
    {"url", URIEL_SURT_URL},
    {"cdx", URIEL_SURT_CDX},
    {"host-massage", URIEL_SURT_HOST_MASSAGE},
    {"port-default", URIEL_SURT_PORT_DEFAULT},
    {"path-session", URIEL_SURT_PATH_SESSION},
    {"path-empty", URIEL_SURT_PATH_EMPTY},
    {"query-lower", URIEL_SURT_QUERY_LOWER},
    {"query-session", URIEL_SURT_QUERY_SESSION},
    {"query-sort", URIEL_SURT_QUERY_SORT},
    {"query-delimiters", URIEL_SURT_QUERY_DELIMITERS},
};

static unsigned bits_of(uriel_text name)
{
  for (size_t i = 0; i < sizeof option_names / sizeof *option_names; i++)
    if (text_equal(name, uriel_text_of(option_names[i].name)))
      return option_names[i].bits;
  die("\"%.*s\" is no option", (int)name.len, name.ptr);
}

/* "cdx scheme -host-massage" */
static unsigned options_of(uriel_text names)
{
  unsigned options = 0;
  for (const char *at = names.ptr, *end = names.ptr + names.len; at < end;) {
    const char *const space = memchr(at, ' ', (size_t)(end - at));
    const bool less = *at == '-';
    const uriel_text name = {at + less, (size_t)((space ? space : end) - at) - less};
    options = less ? options & ~bits_of(name) : options | bits_of(name);
    at = space ? space + 1 : end;
  }
  return options;
}

/* The key in a block of exactly the bound, at an odd address. */
static uriel_text key_of(uriel_text text, unsigned options, uriel_error *error)
{
  const size_t size = uriel_surt_bound(text.len);
  char *const block = room(size + 1);
  const size_t len = uriel_surt(text.ptr, text.len, options, NULL, block + 1, size, error);
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
      key_of(vector_field(given, "text"), options_of(vector_field(given, "options")), &error);
  expect_text(given, "key", vector_field(given, "key"), key);
  text_free(key);
}

static void key_vectors(void **state)
{
  (void)state;
  vectors_run("surt.tsv", 190, check_key);
}

/* ---- Ranges -------------------------------------------------------------------------------------- */

static uriel_surt_scope scope_of(uriel_text name)
{
  static const char *const names[] = {"exact", "prefix", "host", "domain"};
  unsigned scope = 0;
  while (scope < 4 && !text_equal(name, uriel_text_of(names[scope])))
    scope++;
  return (uriel_surt_scope)scope;
}

static void check_range(const vector_case *given)
{
  const uriel_text text = vector_field(given, "text");
  const uriel_surt_scope scope = scope_of(vector_field(given, "scope"));
  char out[4096];
  uriel_error error;
  size_t len = uriel_surt_first(text.ptr, text.len, scope, out, sizeof out, &error);
  expect_text(given, "first", vector_field(given, "first"),
              text_from(len == URIEL_FAILED ? NULL : out, len));
  len = uriel_surt_end(text.ptr, text.len, scope, out, sizeof out, &error);
  expect_text(given, "end", vector_field(given, "end"),
              text_from(len == URIEL_FAILED ? NULL : out, len));
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
  assert_int_equal(uriel_surt("a", 1, 0, NULL, out, sizeof out, &error), URIEL_FAILED);
  assert_int_equal(error.code, URIEL_ERROR_BUFFER_TOO_SMALL);
  assert_int_equal(uriel_surt(NULL, (size_t)1 << 29, 0, NULL, out, sizeof out, &error), URIEL_FAILED);
  assert_int_equal(error.code, URIEL_ERROR_TOO_LONG);
  assert_int_equal(uriel_surt("http://h:x", 10, 0, NULL, NULL, 0, NULL), URIEL_FAILED);
}

/* Any options, within the bound. */
static void random_keys(void **state)
{
  (void)state;
  uint64_t seed = 18;
  char bytes[16 * 24];
  for (size_t i = 0; i < 20000; i++) {
    uriel_error error;
    const uriel_text text = text_copy((uriel_text){bytes, random_text(&seed, bytes, 24)});
    const uriel_text key = key_of(text, random_below(&seed, 0x40000), &error);
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
