/* SPDX-License-Identifier: MIT */
/* uriel_regex.h: the vectors, laws over every small expression, and the C library's regexec. */
#include <regex.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "regex_laws.h"
#include "support.h"
#include "vectors.h"

/* ---- Vectors ------------------------------------------------------------------------------------ */

static void check_vector(const vector_case *given)
{
  enum { GROUPS = 8 };
  const uriel_text expression = vector_field(given, "expression"), text = vector_field(given, "text");
  const unsigned options = vector_field(given, "options").ptr ? URIEL_REGEX_FOLD : 0;
  char got[256] = "none";
  size_t len = 0;
  uriel_regex_error error;
  uriel_text found[GROUPS];
  uriel_regex *const regex = regex_compiled(expression, options, &error);
  if (regex && regex_found(found, GROUPS, regex, text))
    for (size_t i = 0; i <= uriel_regex_groups(regex); i++)
      len += (size_t)(found[i].ptr ? snprintf(got + len, sizeof got - len, "%s%zu-%zu", i ? "," : "",
                                              (size_t)(found[i].ptr - text.ptr),
                                              (size_t)(found[i].ptr - text.ptr) + found[i].len)
                                   : snprintf(got + len, sizeof got - len, ",-"));
  expect_text(given, "found", vector_field(given, "found"),
              regex ? uriel_text_of(got) : text_from(NULL, 0));
  snprintf(got, sizeof got, "%zu-%zu", error.offset, error.offset + error.length);
  expect_text(given, "error", vector_field(given, "error"),
              regex ? text_from(NULL, 0) : uriel_text_of(got));
  free(regex);
  check_regex_laws(expression, text, options);
}

static void vectors(void **state)
{
  (void)state;
  vectors_run("regex.tsv", 110, check_vector);
}

/* ---- Laws --------------------------------------------------------------------------------------- */

static void check_small(uriel_text expression, void *context)
{
  const char *const *texts = context;
  for (; *texts; texts++)
    check_regex_laws(expression, uriel_text_of(*texts), URIEL_REGEX_FOLD * (*texts[0] == 'B'));
}

static void every_small_expression(void **state)
{
  static const char *const tokens[] = {"a", "b", "(",   ")",     "|", "*", "?",
                                       "+", "^", "[b]", "{1,2}", "$", ".", "\\"};
  const char *texts[] = {"", "ab", "Bba", NULL};
  (void)state;
  each_text(tokens, sizeof tokens / sizeof *tokens, 4, check_small, texts);
}

static void texts_that_are_missing(void **state)
{
  (void)state;
  check_regex_laws(text_from(NULL, 0), text_from(NULL, 0), 0);
  check_regex_laws(uriel_text_of("a"), text_from(NULL, 0), 0);
  assert_int_equal(uriel_regex_compile("a", 1, 0, NULL, 0, NULL), URIEL_FAILED);
  uriel_regex *const regex = regex_compiled(uriel_text_of("a"), 0, NULL);
  assert_false(uriel_regex_search(NULL, 0, regex, "a", 1, NULL, 0));
  free(regex);
}

/* ---- Limits ------------------------------------------------------------------------------------- */

/* Returns whether `count` times the text, after `begin` and before `end`, is an expression. */
static bool compiles(const char *begin, const char *each, size_t count, const char *end)
{
  const size_t first = strlen(begin), size = strlen(each), last = strlen(end);
  char *const text = room(first + size * count + last);
  memcpy(text, begin, first);
  for (size_t i = 0; i < count; i++)
    memcpy(text + first + size * i, each, size);
  memcpy(text + first + size * count, end, last);
  uriel_regex *const regex = regex_compiled(text_from(text, first + size * count + last), 0, NULL);
  const bool is = regex != NULL;
  free(regex);
  free(text);
  return is;
}

static void limits(void **state)
{
  (void)state;
  assert_true(compiles("", "a", 9990, ""));
  assert_false(compiles("", "a", 10001, ""));
  assert_true(compiles("a{", "9990", 1, "}"));
  assert_false(compiles("a{", "9", 1000, "}"));
  assert_false(compiles("", "(", 1000000, ""));
  assert_false(compiles("(", "|", 100000, ")"));
  assert_true(compiles("", "[abcdefghijklmnopqrstuvwxyz]", 5000, ""));
  assert_true(compiles("[", "\xC3\xA9", 64, "]"));
  assert_false(compiles("[", "\xC3\xA9", 65, "]"));
  assert_false(compiles("[", "\xE9", 65, "]"));
  assert_true(compiles("[", "a", 1000000, "]"));
}

/* Expressions that make backtracking exponential take as long as any of their size. */
static void hard_expressions(void **state)
{
  enum { LENGTH = 20000 };
  static const char *const hard[] = {"(a*)*b", "(a|a)*b", "(a+)+$b", "((a?){20}){20}b", "(.*)*(.*)*b"};
  char *const text = room(LENGTH);
  uriel_text found[3];
  (void)state;
  memset(text, 'a', LENGTH);
  for (size_t i = 0; i < sizeof hard / sizeof *hard; i++) {
    uriel_regex *const regex = regex_compiled(uriel_text_of(hard[i]), 0, NULL);
    assert_non_null(regex);
    assert_false(regex_found(found, 3, regex, text_from(text, LENGTH)));
    free(regex);
  }
  free(text);
}

/* ---- The C library ------------------------------------------------------------------------------ */

/* Appends a random expression, in which each "*" follows what can be repeated. "^" and "$" are at the
 * ends only: glibc has errors with repeated anchors. */
static size_t random_expression(uint64_t *chance, char *out, size_t tokens)
{
  static const char *const atoms[] = {"a", "b", "c", ".", "[ab]", "[^a]", "[[:upper:]]", "\\.", "A"};
  static const char *const repetitions[] = {"*", "+", "?", "{2}", "{1,2}", "{0,1}", "{2,}"};
  size_t len = 0, depth = 0;
  bool atom = false, counted = false;
  if (random_below(chance, 8) == 0)
    out[len++] = '^';
  for (size_t i = 0; i < tokens; i++) {
    const uint32_t kind = random_below(chance, 10);
    const char *token = atoms[random_below(chance, 9)];
    if (kind < 3 && atom) {
      token = repetitions[random_below(chance, counted ? 3 : 7)];
      counted = counted || *token == '{'; /* once, as glibc is slow with nested ones */
      atom = false;
    } else if (kind == 4 || (kind == 5 && depth > 0)) {
      token = kind == 4 ? "(" : ")";
      depth = kind == 4 ? depth + 1 : depth - 1;
      atom = kind == 5;
    } else {
      token = kind == 6 ? "|" : token;
      atom = kind != 6;
    }
    len += (size_t)sprintf(out + len, "%s", token);
  }
  for (; depth > 0; depth--)
    out[len++] = ')';
  if (random_below(chance, 8) == 0)
    out[len++] = '$';
  out[len] = '\0';
  return len;
}

static void as_the_c_library(void **state)
{
  enum { TOKENS = 14, TEXTS = 3 };
  uint64_t chance = 28;
  (void)state;
  for (size_t i = 0; i < 40000; i++) {
    char expression[16 * TOKENS], text[12];
    const bool fold = random_below(&chance, 4) == 0;
    const size_t len = random_expression(&chance, expression, 1 + random_below(&chance, TOKENS));
    regex_t theirs;
    uriel_regex_error error;
    uriel_regex *const ours =
        regex_compiled(text_from(expression, len), fold ? URIEL_REGEX_FOLD : 0, &error);
    if (!ours)
      die("%s: %s", expression, error.message);
    assert_int_equal(regcomp(&theirs, expression, REG_EXTENDED | (fold ? REG_ICASE : 0)), 0);
    for (size_t j = 0; j < TEXTS; j++) {
      const size_t size = random_below(&chance, sizeof text);
      for (size_t at = 0; at < size; at++)
        text[at] = "aabbcA.-"[random_below(&chance, 8)];
      text[size] = '\0';
      uriel_text found;
      regmatch_t match;
      const bool has = regex_found(&found, 1, ours, text_from(text, size));
      if (has != (regexec(&theirs, text, 1, &match, 0) == 0))
        die("%s: %s: regexec differs", expression, text);
      if (has && (found.ptr != text + match.rm_so || found.len != (size_t)(match.rm_eo - match.rm_so)))
        die("%s: %s: regexec finds %d-%d", expression, text, (int)match.rm_so, (int)match.rm_eo);
    }
    regfree(&theirs);
    free(ours);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(vectors),
      cmocka_unit_test(every_small_expression),
      cmocka_unit_test(texts_that_are_missing),
      cmocka_unit_test(limits),
      cmocka_unit_test(hard_expressions),
      cmocka_unit_test(as_the_c_library),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
