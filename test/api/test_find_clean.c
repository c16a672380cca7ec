/* SPDX-License-Identifier: MIT */
/* The other fields of a hit, and the result of cleaning it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "find_support.h"
#include "uriel_find.h"

static uriel_hit only_hit(const char *text)
{
  static hits found;
  find_whole(&found, NULL, uriel_text_of(text));
  if (found.count != 1)
    die("%zu hits in %s", found.count, text);
  return found.all[0];
}

static void assert_cleaned(const char *text, unsigned options, const char *expected)
{
  const uriel_hit hit = only_hit(text);
  const uriel_text cleaned = hit_cleaned(uriel_text_of(text), &hit, options);
  if (!text_equal(cleaned, uriel_text_of(expected)))
    die("%s: \"%.*s\", not \"%s\"", text, (int)cleaned.len, cleaned.ptr, expected);
  text_free(cleaned);
}

static void flags(void **state)
{
  (void)state;
  static const struct {
    const char *text;
    unsigned flags;
  } cases[] = {
      {"http://h/a", 0},
      {"<http://h/a b>", 0},
      {"<http://h/a\n>", 0},
      {"<http://h/a\nb>", URIEL_HIT_WRAPPED},
      {"\"http://h/a\r\n b\"", URIEL_HIT_WRAPPED},
      {"<http://h/a\n> b>", URIEL_HIT_WRAPPED},
      {"<http://h/a-\nb>", URIEL_HIT_WRAPPED | URIEL_HIT_HYPHEN},
      {"<http://h/a- \r\n > b>", URIEL_HIT_WRAPPED | URIEL_HIT_HYPHEN},
      {"<http://h/a- b>", 0},
      {"<http://h/a-\n> and then", 0},
      {"http:\\/\\/h\\/a", URIEL_HIT_ESCAPED},
      {"http://h/?a\\u0026b", URIEL_HIT_ESCAPED},
      {"\\url{http://h/a\\_b}", URIEL_HIT_ESCAPED},
      {"http://h/\xC3\xA9", URIEL_HIT_IRI},
      {"<http://h/\xC3\xA9-\nb>", URIEL_HIT_IRI | URIEL_HIT_WRAPPED | URIEL_HIT_HYPHEN},
  };
  for (size_t at = 0; at < sizeof cases / sizeof *cases; at++)
    assert_int_equal(only_hit(cases[at].text).flags, cases[at].flags);
}

static void cleaning(void **state)
{
  (void)state;
  assert_cleaned("<http://h/a\r\n  b>", 0, "http://h/ab");
  assert_cleaned("<http://h/a\n> > b>", 0, "http://h/ab");
  assert_cleaned("<http://h/a-\n> b-c>", 0, "http://h/a-b-c");
  assert_cleaned("<http://h/a-\n> b-c>", URIEL_CLEAN_NO_HYPHEN, "http://h/ab-c");
  assert_cleaned("<http://h/a- b>", URIEL_CLEAN_NO_HYPHEN, "http://h/a-b");
  assert_cleaned("http:\\/\\/h\\/a\\u0026b", 0, "http://h/a&b");
  assert_cleaned("\\href{http://h/a\\%20\\#b}{c}", 0, "http://h/a%20#b");
  assert_cleaned("http://\xC3\xA9/%C3%A9\xE2\x82\xAC", URIEL_CLEAN_TO_URI,
                 "http://%C3%A9/%C3%A9%E2%82%AC");
}

/* `out` may be `text`, escapes and all. */
static void in_place(void **state)
{
  (void)state;
  char text[] = "<http://h/a-\n> bc>";
  char escaped[] = "see http:\\/\\/h\\/a\\u0026b\\u003dc.";
  uriel_hit hit = only_hit(escaped);
  const size_t len = uriel_hit_clean(escaped, &hit, 0, escaped, sizeof escaped);
  assert_int_equal(len, strlen("http://h/a&b=c"));
  assert_memory_equal(escaped, "http://h/a&b=c", len);
  hit = only_hit(text);
  assert_int_equal(uriel_hit_clean(text, &hit, URIEL_CLEAN_NO_HYPHEN, text, sizeof text),
                   strlen("http://h/abc"));
  assert_memory_equal(text, "http://h/abc", strlen("http://h/abc"));
}

static void names(void **state)
{
  (void)state;
  assert_string_equal(uriel_hit_kind_name(URIEL_HIT_NETWORK_PATH), "network-path");
  assert_string_equal(uriel_delimiter_name(URIEL_DELIMITED_LABEL), "label");
  assert_string_equal(uriel_hit_kind_name((uriel_hit_kind)99), "");
  assert_string_equal(uriel_delimiter_name((uriel_delimiter)99), "");
}

/* An empty list of schemes finds nothing; an empty text has no hits. */
static void nothing(void **state)
{
  (void)state;
  const uriel_text schemes[] = {{"http", 4}};
  const uriel_find_options options = {0, schemes, 0};
  uriel_hit hit;
  size_t from = 0;
  assert_false(uriel_find(&hit, &from, "http://h/", 9, true, &options));
  assert_int_equal(from, 9);
  from = 0;
  assert_false(uriel_find(&hit, &from, NULL, 0, true, NULL));
  assert_int_equal(from, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(flags), cmocka_unit_test(cleaning), cmocka_unit_test(in_place),
      cmocka_unit_test(names), cmocka_unit_test(nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
