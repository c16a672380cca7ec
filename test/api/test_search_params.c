/* SPDX-License-Identifier: MIT */
/* Search parameters: the vectors, and laws over every small query and random ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "search_params.h"
#include "vectors.h"

static bool operation_is(const vector_case *given, const char *name)
{
  return text_equal(vector_field(given, "operation"), uriel_text_of(name));
}

static void check_vector(const vector_case *given)
{
  const uriel_text query = vector_field(given, "query"), name = vector_field(given, "name"),
                   value = vector_field(given, "value"), output = vector_field(given, "output");
  if (operation_is(given, "has")) {
    expect_true(given, "has",
                params_have(query, name, value) == text_equal(output, uriel_text_of("true")));
  } else if (operation_is(given, "count")) {
    expect_number(given, "count", vector_number(given, "output"),
                  uriel_query_count(query, URIEL_QUERY_FORM));
  } else {
    const uriel_text operation = vector_field(given, "operation");
    char *const string = room(operation.len + 1);
    memcpy(string, operation.ptr, operation.len);
    string[operation.len] = '\0';
    const uriel_text got = text_written(write_params, &(params_input){string, query, name, value});
    expect_text(given, "output", output, got);
    text_free(got);
    free(string);
  }
  check_params_laws(query, name, value);
}

static void vectors(void **state)
{
  (void)state;
  vectors_run("search_params.tsv", 200, check_vector);
}

static const char *const tokens[] = {"a", "=", "&", "+", "%", "%61", "%C3", "\xA9", "%F0%9F%92%A9"};

static void check_small(uriel_text text, void *context)
{
  (void)context;
  check_params_laws(text, uriel_text_of("a"), uriel_text_of(""));
}

static void every_small_query(void **state)
{
  (void)state;
  each_text(tokens, sizeof tokens / sizeof *tokens, 4, check_small, NULL);
}

static uriel_text random_tokens(uint64_t *seed, uint32_t most)
{
  static const char *const more[] = {
      "b", "A", "\xEE\x80\x80", "%EF%BF%BD", "%ED%A0%80", "\xF0\x9F", "%2", "%0", ";", "~", " ", "\xC3"};
  char text[512];
  size_t len = 0;
  for (uint32_t left = random_below(seed, most + 1); left > 0; left--) {
    const bool common = random_below(seed, 3) > 0;
    const char *const token = common ? tokens[random_below(seed, sizeof tokens / sizeof *tokens)]
                                     : more[random_below(seed, sizeof more / sizeof *more)];
    const size_t n = strlen(token);
    memcpy(text + len, token, n);
    len += n;
  }
  return text_copy(text_from(text, len));
}

static void random_queries(void **state)
{
  (void)state;
  uint64_t seed = 16;
  for (size_t round = 0; round < 20000; round++) {
    const uriel_text query = random_tokens(&seed, 40), name = random_tokens(&seed, 2),
                     value = random_tokens(&seed, 3);
    check_params_laws(query, name, value);
    text_free(query);
    text_free(name);
    text_free(value);
  }
}

/* Every byte malformed, with "&" and "=" added. */
static void bound_is_reached(void **state)
{
  (void)state;
  const uriel_text bad = uriel_text_of("\xFF\xFF");
  assert_int_equal(uriel_query_append(NULL, bad, &(uriel_param){bad, bad}, 1, URIEL_QUERY_FORM, NULL, 0),
                   uriel_query_bound(bad, 1, 4, URIEL_QUERY_FORM));
  const uriel_text huge = {"", SIZE_MAX / 2};
  assert_int_equal(uriel_query_bound(huge, 2, huge.len, URIEL_QUERY_FORM), PTRDIFF_MAX);
}

static void lists(void **state)
{
  (void)state;
  static const uriel_param params[] = {
      {{"+", 1}, {"%C2", 3}}, {{"c", 1}, {NULL, 0}}, {{NULL, 0}, {"x y", 3}}};
  char out[64];
  const uriel_text none = {NULL, 0};
  uriel_text result;
  const size_t n = uriel_query_append(&result, none, params, 3, URIEL_QUERY_FORM, out, sizeof out);
  assert_int_equal(n, 17);
  assert_memory_equal(out, "%2B=%25C2&c=&=x+y", 17);
  assert_ptr_equal(result.ptr, out);
  assert_int_equal(result.len, 17);
  assert_int_equal(uriel_query_append(&result, none, params, 0, URIEL_QUERY_FORM, NULL, 0), 0);
  assert_null(result.ptr);
  assert_int_equal(
      uriel_query_sort(NULL, uriel_text_of("a"), URIEL_QUERY_FORM, NULL, 0, out, sizeof out),
      URIEL_FAILED);
}

static void must_write(const char *expected, uriel_text got)
{
  if (!text_equal(got, uriel_text_of(expected)))
    die("\"%.*s\", not \"%s\"", (int)got.len, got.ptr, expected);
}

/* Other options with the rules of forms. */
static void options_combined(void **state)
{
  (void)state;
  enum { FORM = URIEL_QUERY_FORM };
  char out[64];
  uriel_text result, scratch[3];
  const uriel_text query = uriel_text_of("B=1;\xC3\xA9\xC3\xA9=~&a%20");
  uriel_query_append(&result, query, NULL, 0, FORM | URIEL_QUERY_SEMICOLON, out, sizeof out);
  must_write("B=1&%C3%A9%C3%A9=%7E&a+=", result);
  const uriel_param pair[] = {{uriel_text_of("b"), {NULL, 0}}, {.name = uriel_text_of("??")}};
  const unsigned all = FORM | URIEL_QUERY_SEMICOLON | URIEL_QUERY_FOLD | URIEL_QUERY_GLOB;
  uriel_query_remove(&result, query, pair, 2, all, out, sizeof out);
  assert_null(result.ptr);
  uriel_query_remove(&result, query, pair, 1, all | URIEL_QUERY_EXCEPT, out, sizeof out);
  must_write("B=1", result);
  uriel_query_sort(&result, query, all, scratch, 3, out, sizeof out);
  must_write("a+=&B=1&%C3%A9%C3%A9=%7E", result);
  uriel_query_rename(&result, query, "*", 1, "\xFF", 1, all, out, sizeof out);
  must_write("%EF%BF%BD=1&%EF%BF%BD=%7E&%EF%BF%BD=", result);
  uriel_query_set(&result, query, (uriel_param){uriel_text_of("?a*"), {NULL, 0}},
                  all | URIEL_QUERY_REPLACE, out, sizeof out);
  must_write("B=1&%C3%A9%C3%A9=%7E&a+=", result);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(vectors),        cmocka_unit_test(every_small_query),
      cmocka_unit_test(random_queries), cmocka_unit_test(bound_is_reached),
      cmocka_unit_test(lists),          cmocka_unit_test(options_combined),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
