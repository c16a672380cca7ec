/* SPDX-License-Identifier: MIT */
/* HTTP request targets: the vectors, and every small text against a URI that has it as a component. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "oracle.h"
#include "uriel_http.h"
#include "vectors.h"

static const char *form_name(uriel_http_form form)
{
  static const char *const names[] = {NULL, "origin", "absolute", "authority", "asterisk"};
  return names[form];
}

static void check_uri(const vector_case *given, const uriel_http_target *target)
{
  char out[256];
  uriel_error error;
  const size_t len = uriel_http_target_uri(target, vector_field(given, "connection"),
                                           vector_field(given, "host-field"), out, sizeof out, &error);
  const bool fails = len == URIEL_FAILED;
  expect_text(given, "uri", vector_field(given, "uri"),
              fails ? text_from(NULL, 0) : text_from(out, len));
  expect_name(given, "uri-error", vector_field(given, "uri-error"),
              fails ? uriel_error_name(error.code) : NULL);
}

static void check_target(const vector_case *given)
{
  uriel_http_target target;
  uriel_error error;
  const uriel_text text = vector_field(given, "target"), method = vector_field(given, "method");
  const bool is = uriel_http_target_parse(&target, method.ptr, method.len, text.ptr, text.len, &error);
  expect_name(given, "form", vector_field(given, "form"), form_name(target.form));
  expect_text(given, "authority-host", vector_field(given, "host"), target.parts.host);
  expect_text(given, "port", vector_field(given, "port"), target.parts.port);
  expect_text(given, "path", vector_field(given, "path"), target.parts.path);
  expect_text(given, "query", vector_field(given, "query"), target.parts.query);
  expect_name(given, "code", vector_field(given, "code"), is ? NULL : uriel_error_name(error.code));
  expect_number(given, "offset", vector_number(given, "offset"), is ? URIEL_FAILED : error.offset);
  if (is)
    check_uri(given, &target);
  check_http_target(vector_field(given, "method"), text);
}

static void vectors_http_targets(void **state)
{
  (void)state;
  vectors_run("http_targets.tsv", 50, check_target);
}

static void check_methods(uriel_text text, void *context)
{
  (void)context;
  static const char *const methods[] = {"GET", "CONNECT", "OPTIONS", "connect", "", NULL};
  for (size_t at = 0; at < sizeof methods / sizeof *methods; at++)
    check_http_target(uriel_text_of(methods[at]), text);
}

static void small_texts(void **state)
{
  (void)state;
  static const char *const tokens[] = {"a", "/", "//", ":",     "?",     "#",   "*", "@",
                                       "8", "%", " ",  "[::1]", "http:", "%2f", "[", "s"};
  each_text(tokens, sizeof tokens / sizeof *tokens, 4, check_methods, NULL);
}

static void random_texts(void **state)
{
  (void)state;
  uint64_t seed = 3;
  for (size_t round = 0; round < 20000; round++) {
    char buffer[16 * 12];
    const uriel_text text = text_copy(text_from(buffer, random_text(&seed, buffer, 12)));
    check_methods(text, NULL);
    text_free(text);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(vectors_http_targets),
      cmocka_unit_test(small_texts),
      cmocka_unit_test(random_texts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
