/* SPDX-License-Identifier: MIT */
/* Reading what people have: the cases of lenient.tsv, and laws for all short texts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lenient_laws.h"
#include "support.h"
#include "uriel_spec.h"
#include "vectors.h"

static const char *const read_names[] = {"exact", "encoded", "whatwg"};

static void check_case(const vector_case *given)
{
  const uriel_text text = vector_field(given, "text"), name = vector_field(given, "base");
  const bool relative = text_equal(vector_field(given, "relative"), uriel_text_of("yes"));
  uriel_ref base;
  if (name.ptr)
    expect_true(given, "base", uriel_parse_as(&base, name.ptr, name.len, URIEL_SPEC_WHATWG, 0, NULL));
  lenient l = lenient_read(name.ptr ? &base : NULL, text, relative ? URIEL_LENIENT_RELATIVE : 0);
  const bool valid = l.need != URIEL_FAILED;
  expect_name(given, "read", vector_field(given, "read"), valid ? read_names[l.read] : "invalid");
  expect_text(given, "uri", vector_field(given, "uri"),
              valid ? (uriel_text){l.ref.text, l.ref.length} : (uriel_text){NULL, 0});
  expect_name(given, "error", vector_field(given, "error"),
              l.error.code == URIEL_ERROR_NONE ? "none" : uriel_error_name(l.error.code));
  if (valid)
    expect_true(given, "RFC 3986", uriel_spec_of(&l.ref) == URIEL_SPEC_RFC3986);
  free(l.out);
}

static void lenient_vectors(void **state)
{
  (void)state;
  vectors_run("lenient.tsv", 44, check_case);
}

static void short_texts(void **state)
{
  static const char alphabet[] = "a1:/?#[]@%\\ |.\xC3\xBC";
  enum { LONGEST = 5, LETTERS = sizeof alphabet - 1 };
  char text[3 + LONGEST];
  uriel_ref base;
  (void)state;
  assert_true(uriel_parse_as(&base, "http://h/x", 10, URIEL_SPEC_WHATWG, 0, NULL));
  memcpy(text, "a:/", 3);
  size_t count = 1;
  for (size_t len = 0; len <= LONGEST; len++, count *= LETTERS)
    for (size_t i = 0; i < count; i++) {
      for (size_t at = 0, rest = i; at < len; at++, rest /= LETTERS)
        text[3 + at] = alphabet[rest % LETTERS];
      lenient_check_laws(i % 2 ? &base : NULL, (uriel_text){text + 3, len}, i / 2 % 2);
      lenient_check_laws(NULL, (uriel_text){text, 3 + len}, 0);
    }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(lenient_vectors), cmocka_unit_test(short_texts)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
