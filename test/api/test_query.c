/* SPDX-License-Identifier: MIT */
/* uriel_query.h: the vectors, and laws over every small query and random ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "query_laws.h"
#include "vectors.h"

static unsigned options_of(uriel_text names)
{
  static const struct {
    const char *name;
    unsigned bit;
  } options[] = {{"semicolon", URIEL_QUERY_SEMICOLON},
                 {"plus", URIEL_QUERY_PLUS},
                 {"fold", URIEL_QUERY_FOLD},
                 {"glob", URIEL_QUERY_GLOB},
                 {"except", URIEL_QUERY_EXCEPT}};
  unsigned bits = 0;
  for (size_t at = 0; names.ptr && at < names.len;) {
    const char *const comma = memchr(names.ptr + at, ',', names.len - at);
    const size_t len = comma ? (size_t)(comma - names.ptr) - at : names.len - at;
    size_t i = 0;
    while (i < 5 && !text_equal(text_from(names.ptr + at, len), uriel_text_of(options[i].name)))
      i++;
    assert_in_range(i, 0, 4);
    bits |= options[i].bit;
    at += len + 1;
  }
  return bits;
}

/* Runs `in` with the operation of the case. */
static uriel_text run(const vector_case *given, query_input in)
{
  const uriel_text operation = vector_field(given, "operation");
  char *const name = room(operation.len + 1);
  memcpy(name, operation.ptr, operation.len);
  name[operation.len] = '\0';
  in.operation = name;
  const uriel_text got = text_written(write_query, &in);
  free(name);
  return got;
}

static void check_vector(const vector_case *given)
{
  const query_input in = {NULL, vector_field(given, "query"), vector_field(given, "name"),
                          vector_field(given, "value"), options_of(vector_field(given, "options"))};
  const uriel_text got = run(given, in);
  expect_text(given, "output", vector_field(given, "output"), got);
  text_free(got);
  check_query_laws(in.query, in.name, in.value, in.options);
}

static void vectors(void **state)
{
  (void)state;
  vectors_run("query.tsv", 90, check_vector);
}

static size_t write_serialized(const void *context, char *out, size_t capacity)
{
  return uriel_query_append(NULL, *(const uriel_text *)context, NULL, 0, URIEL_QUERY_FORM, out,
                            capacity);
}

/* URLSearchParams has the same list after the same edit. */
static void check_form(const vector_case *given)
{
  const query_input in = {NULL, vector_field(given, "query"), vector_field(given, "name"),
                          vector_field(given, "value"), URIEL_QUERY_PLUS};
  const uriel_text got = run(given, in);
  if (text_equal(vector_field(given, "operation"), uriel_text_of("get"))) {
    expect_text(given, "output", vector_field(given, "output"), got);
  } else {
    const uriel_text serialized = text_written(write_serialized, &got);
    expect_text(given, "output", vector_field(given, "output"), serialized);
    text_free(serialized);
  }
  text_free(got);
}

static void form_vectors(void **state)
{
  (void)state;
  vectors_run("query_form.tsv", 200, check_form);
}

static const char *const tokens[] = {"a", "=", "&", ";", "%61", "A", "+", "b"};

static void check_small(uriel_text text, void *context)
{
  (void)context;
  for (unsigned options = 0; options < 32; options += 9)
    check_query_laws(text, uriel_text_of("a"), uriel_text_of("?"), options);
}

static void every_small_query(void **state)
{
  (void)state;
  each_text(tokens, sizeof tokens / sizeof *tokens, 4, check_small, NULL);
}

/* Every glob of few letters with every name of few letters. */
static void check_small_glob(uriel_text glob, void *context)
{
  const uriel_text key = *(const uriel_text *)context;
  if (uriel_query_is(key, glob.ptr, glob.len, URIEL_QUERY_GLOB) !=
      uriel_glob_matches(key.ptr, key.len, glob.ptr, glob.len, URIEL_GLOB_DECODED))
    die("is and matches differ");
  check_query_laws(key, glob, text_from(NULL, 0), URIEL_QUERY_GLOB);
}

static void check_small_name(uriel_text name, void *context)
{
  static const char *const globs[] = {"a", "b", "*", "?", "\\", "\xBC"};
  (void)context;
  each_text(globs, sizeof globs / sizeof *globs, 4, check_small_glob, &name);
}

static void every_small_glob(void **state)
{
  static const char *const names[] = {"a", "b", "%61", "*", "\\", "\xC3", "\xBC"};
  (void)state;
  each_text(names, 3, 3, check_small_name, NULL);
}

static uriel_text random_tokens(uint64_t *seed, uint32_t most)
{
  static const char *const more[] = {"*",   "?",   "utm_", "%2", "%",    "#", " ", "\xC3\xA9",
                                     "%26", "%3d", "%2B",  "~",  "\xFF", "/", "[", "%00"};
  char text[512];
  size_t len = 0;
  for (uint32_t left = random_below(seed, most + 1); left > 0; left--) {
    const char *const token =
        random_below(seed, 3) ? tokens[random_below(seed, 8)] : more[random_below(seed, 16)];
    const size_t n = strlen(token);
    memcpy(text + len, token, n);
    len += n;
  }
  return text_copy(text_from(text, len));
}

static void random_queries(void **state)
{
  (void)state;
  uint64_t seed = 18;
  for (size_t round = 0; round < 6000; round++) {
    const uriel_text query = random_tokens(&seed, 40), name = random_tokens(&seed, 3),
                     value = random_tokens(&seed, 3);
    check_query_laws(query, name, value, random_below(&seed, 32));
    text_free(query);
    text_free(name);
    text_free(value);
  }
}

static void bounds_are_reached(void **state)
{
  (void)state;
  const uriel_text bad = uriel_text_of("\xFF\xFF"), one = uriel_text_of("a");
  assert_int_equal(uriel_query_append(NULL, bad, &(uriel_param){bad, bad}, 1, 0, NULL, 0),
                   uriel_query_bound(bad, 1, 4, 0));
  assert_int_equal(uriel_query_rename(NULL, one, "a", 1, "", 0, 0, NULL, 0), 1);
  assert_int_equal(uriel_query_rename(NULL, one, "a", 1, bad.ptr, 2, 0, NULL, 0), 6);
  assert_int_equal(uriel_query_bound(one, 1, 2, 0), 9);
  const uriel_text huge = {"", SIZE_MAX / 2};
  assert_int_equal(uriel_query_bound(huge, 2, huge.len, 0), PTRDIFF_MAX);
}

/* Removes all, and nothing. */
static void lists(void **state)
{
  (void)state;
  const uriel_text query = uriel_text_of("a&&b;c"), none = {NULL, 0};
  char out[16];
  uriel_text result;
  assert_int_equal(uriel_query_remove(&result, query, NULL, 0, 0, out, sizeof out), 6);
  assert_true(text_equal(result, query));
  assert_int_equal(uriel_query_remove(&result, query, NULL, 0, URIEL_QUERY_EXCEPT, out, sizeof out), 0);
  assert_null(result.ptr);
  assert_int_equal(uriel_query_sort(&result, none, 0, NULL, 0, NULL, 0), 0);
  assert_null(result.ptr);
  assert_int_equal(uriel_query_append(&result, none, &(uriel_param){none, none}, 1, 0, out, sizeof out),
                   1);
  assert_true(text_equal(result, uriel_text_of("=")));
  assert_int_equal(uriel_query_set(&result, query, (uriel_param){uriel_text_of("b;c"), none}, 0, out, 3),
                   6);
  assert_true(text_equal(result, uriel_text_of("a&&")));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(vectors),
      cmocka_unit_test(form_vectors),
      cmocka_unit_test(every_small_query),
      cmocka_unit_test(every_small_glob),
      cmocka_unit_test(random_queries),
      cmocka_unit_test(bounds_are_reached),
      cmocka_unit_test(lists),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
