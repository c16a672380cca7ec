/* SPDX-License-Identifier: MIT */
/* Setters and getters of URLs: the vectors, and laws over random URLs and values. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "uriel_query.h"
#include "url_laws.h"
#include "vectors.h"

static void check_vector(const vector_case *given)
{
  uriel_ref url;
  const uriel_url_attribute attribute = url_attribute_named(vector_field(given, "attribute"));
  const uriel_text value = vector_field(given, "value");
  if (!url_parsed(&url, vector_field(given, "input")))
    die("line %zu: not a URL", given->line);
  const url_set_input in = {&url, attribute, value};
  const size_t capacity = uriel_url_bound(&url, value.len);
  char *const out = room(capacity);
  uriel_ref set;
  (void)uriel_url_set(&set, &url, attribute, value.ptr, value.len, out, capacity);
  for (int at = 0; at < URL_ATTRIBUTES; at++) {
    const uriel_url_attribute getter = (uriel_url_attribute)at;
    const uriel_text expected = vector_field(given, url_attribute_name(getter));
    if (expected.ptr)
      expect_text(given, url_attribute_name(getter), expected, uriel_url_get(&set, getter));
  }
  check_url_set_laws(in.url, in.attribute, in.value);
  free(out);
  text_free(text_from(url.text, url.length));
}

static void vectors(void **state)
{
  (void)state;
  vectors_run("url_setters.tsv", 700, check_vector);
}

static uriel_text random_joined(uint64_t *seed, const char *const *tokens, size_t count, uint32_t most)
{
  char text[512];
  size_t len = 0;
  for (uint32_t left = random_below(seed, most + 1); left > 0; left--) {
    const char *const token = tokens[random_below(seed, (uint32_t)count)];
    memcpy(text + len, token, strlen(token));
    len += strlen(token);
  }
  return text_copy(text_from(text, len));
}

static const char *const starts[] = {"http://h/",      "https://u:p@h:1/a/b?q#f",
                                     "file:///C:/x",   "file://h/x/y",
                                     "foo:/x",         "foo:/.//x",
                                     "foo://h",        "foo://u@h:2/?",
                                     "foo:///x",       "mailto:x",
                                     "data:x  ?q  #f", "ws://[::1]:80/",
                                     "blob:http://h",  "foo://",
                                     "http://127.1"};

static const char *const tokens[] = {"a",    "/",   "\\",       ":",  "?",  "#",    "@",         "..",
                                     ".",    "|",   "C:",       "C|", "[",  "]",    "[::]",      "%",
                                     "%2e",  "%41", " ",        "\t", "\n", "80",   "443",       "0x7f",
                                     "1",    "//",  "\xC3\xA9", "'",  "\"", "<",    "localhost", "file",
                                     "http", "foo", "^",        "`",  "{",  "\xFF", "https"};

static void random_setters(void **state)
{
  (void)state;
  uint64_t seed = 16;
  for (size_t round = 0; round < 30000; round++) {
    uriel_ref url;
    const char *const start = starts[random_below(&seed, sizeof starts / sizeof *starts)];
    if (!url_parsed(&url, uriel_text_of(start)))
      die("not a URL: %s", start);
    const uriel_text value = random_joined(&seed, tokens, sizeof tokens / sizeof *tokens, 6);
    check_url_set_laws(&url, (uriel_url_attribute)random_below(&seed, URL_ATTRIBUTES), value);
    text_free(value);
    text_free(text_from(url.text, url.length));
  }
}

/* The example of doc/url.md. */
static void documented(void **state)
{
  (void)state;
  char first[256], second[256], query[256];
  uriel_ref url;
  uriel_url_parse(&url, NULL, "http://h/list?page=1", 20, NULL, first, sizeof first);
  uriel_url_set(&url, &url, URIEL_URL_PROTOCOL, "https", 5, second, sizeof second);
  const uriel_param page = {uriel_text_of("page"), uriel_text_of("a b")};
  size_t n = uriel_query_set(NULL, uriel_query(&url), page, URIEL_QUERY_FORM, query, sizeof query);
  n = uriel_url_set(&url, &url, URIEL_URL_SEARCH, query, n, first, sizeof first);
  assert_int_equal(n, strlen("https://h/list?page=a+b"));
  assert_memory_equal(url.text, "https://h/list?page=a+b", n);
}

/* References of other documents, and numbers that are not attributes. */
static void refused(void **state)
{
  (void)state;
  uriel_ref ref = parsed(uriel_text_of("http://h/")), url;
  char out[64];
  assert_int_equal(uriel_url_set(&ref, &ref, URIEL_URL_PORT, "1", 1, out, sizeof out), URIEL_FAILED);
  assert_null(uriel_url_get(&ref, URIEL_URL_HREF).ptr);
  assert_true(url_parsed(&url, uriel_text_of("http://h/")));
  assert_null(uriel_url_get(&url, (uriel_url_attribute)99).ptr);
  assert_int_equal(uriel_url_set(&ref, &url, URIEL_URL_HREF, "x", 1, out, sizeof out), URIEL_FAILED);
  assert_string_equal(ref.text, "http://h/");
  text_free(text_from(url.text, url.length));
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(vectors), cmocka_unit_test(random_setters),
                                     cmocka_unit_test(documented), cmocka_unit_test(refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
