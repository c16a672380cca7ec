/* SPDX-License-Identifier: MIT */
/* The expected characters after an error. The library tries one byte for each class that the rules treat
 * alike; these tests try every byte. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "grammar/grammar.h"
#include "support.h"

enum { MOST = 128 };

/* For a text of bytes that all may occur in members. */
static void check_next(const char *text, size_t offset)
{
  char more[MOST + 1];
  grammar_next next;
  uriel_rfc3986_expected(text, offset, &next);
  memcpy(more, text, offset);
  for (unsigned byte = 0; byte < 256; byte++) {
    size_t stuck;
    more[offset] = (char)byte;
    uriel_rfc3986_member(more, offset + 1, &stuck);
    if (next.byte[byte] != (stuck > offset))
      die("\"%.*s\": byte %u is %sexpected", (int)offset, text, byte, next.byte[byte] ? "" : "not ");
  }
}

static void check(uriel_text text, void *context)
{
  size_t stuck, *const checked = context;
  uriel_rfc3986_member(text.ptr, text.len, &stuck);
  assert_true(stuck <= text.len && text.len <= MOST);
  check_next(text.ptr, stuck);
  (*checked)++;
}

/* Each byte that a rule names, and the places where few bytes can follow. */
static void tokens_go_on(void **state)
{
  (void)state;
  static const char *const tokens[] = {
      "a", "G", "v", "1", "2", "25", "3",  "6", "0", ".", "-", "!",  ":",   "/",      "?",
      "#", "@", "[", "]", "%", "::", "//", "_", "+", " ", "~", "%4", "//[", "//[v1.", "//1.2.3."};
  size_t checked = 0;
  each_text(tokens, sizeof tokens / sizeof *tokens, 3, check, &checked);
  assert_true(checked > 20000);
}

/* Addresses go deepest. */
static void addresses_go_on(void **state)
{
  (void)state;
  static const char *const groups[] = {"1:", "ab:", "::", "2", "25", "1.", "F", "255.", "]", "0"};
  uint64_t seed = 3;
  size_t checked = 0;
  for (size_t round = 0; round < 20000; round++) {
    char text[MOST] = "//[";
    for (uint32_t left = random_below(&seed, 12); left > 0; left--)
      strcat(text, groups[random_below(&seed, sizeof groups / sizeof *groups)]);
    check((uriel_text){text, strlen(text)}, &checked);
  }
}

static void random_texts_go_on(void **state)
{
  (void)state;
  uint64_t seed = 5;
  size_t checked = 0;
  for (size_t round = 0; round < 20000; round++) {
    char text[16 * 8];
    const size_t len = random_text(&seed, text, 8);
    check((uriel_text){text, len}, &checked);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(tokens_go_on), cmocka_unit_test(addresses_go_on),
                                     cmocka_unit_test(random_texts_go_on)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
