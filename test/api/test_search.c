/* SPDX-License-Identifier: MIT */
/* The URIs of searches and of filled-in forms: what they send is the words, and the answers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "plan_support.h"
#include "uriel_plan.h"

typedef struct words {
  const uriel_ref *ref;
  uriel_text words;
} words;

static size_t write_search(const void *context, char *out, size_t capacity)
{
  const words *const in = context;
  return uriel_search_write(in->ref, in->words.ptr, in->words.len, out, capacity, NULL);
}

static const struct {
  const char *uri, *words, *search;
} searches[] = {
    /* RFC 4266, 2.1: "%09" and the words. */
    {"gopher://h/7/find", "a b", "gopher://h/7/find%09a%20b"},
    {"gopher://h/%37/find?x", " a+b ", "gopher://h/%37/find%09a%2Bb"},
    {"gopher://h/7/find%09old", "a/b", "gopher://h/7/find%09a%2Fb"},
    {"gopher://h/7/find%09old%09+", "a", "gopher://h/7/find%09a%09+"},
    {"GOPHER://h/7#x", "100%", "GOPHER://h/7%09100%25"},
    /* url-1994, WAIS and HTTP. */
    {"wais://h:210/db", "a  b", "wais://h:210/db?a+b"},
    {"wais://h/db?old", "a+b", "wais://h/db?a%2Bb"},
    {"http://h", "a b c", "http://h?a+b+c"},
    {"https://u@h/p/?q=1#f", "x&y=z", "https://u@h/p/?x%26y%3Dz"},
    {"http://h/", "\xC3\xA9", "http://h/?%C3%A9"},
    {"gopher://h/1a", "a", NULL},
    {"gopher://h/", "a", NULL},
    {"wais://h/", "a", NULL},
    {"wais://h/db/TEXT/1=a;", "a", NULL},
    {"ftp://h/a", "a", NULL},
    {"ws://h/", "a", NULL},
    {"//h/", "a", NULL},
};

static void found(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof searches / sizeof *searches; i++) {
    const uriel_ref ref = parsed(uriel_text_of(searches[i].uri));
    const uriel_text asked = text_copy(uriel_text_of(searches[i].words));
    const uriel_text text = text_written(write_search, &(words){&ref, asked});
    uriel_error error;
    if (!searches[i].search) {
      assert_null(text.ptr);
      assert_int_equal(uriel_search_write(&ref, asked.ptr, asked.len, NULL, 0, &error), URIEL_FAILED);
      assert_int_equal(error.code, URIEL_ERROR_PLAN_SEARCH);
    } else {
      if (!text_equal(text, uriel_text_of(searches[i].search)))
        die("%zu: \"%.*s\"", i, (int)text.len, text.ptr);
      assert_true(text.len <= strlen(searches[i].uri) + 3 * asked.len + 3);
    }
    text_free(text);
    text_free(asked);
  }
}

/* url-1993, BNF syntax: the search is the query. */
static void found_in_1993(void **state)
{
  (void)state;
  uriel_ref ref;
  char out[64];
  if (!uriel_spec_built(URIEL_SPEC_URL_1993))
    return;
  assert_true(uriel_parse_as(&ref, "gopher://h/7a?old", 17, URIEL_SPEC_URL_1993, 0, NULL));
  assert_int_equal(uriel_search_write(&ref, "b c", 3, out, sizeof out, NULL), 19);
  assert_memory_equal(out, "gopher://h/7a?b%20c", 19);
}

static void sent(void **state)
{
  (void)state;
  plan_is(URIEL_SPEC_RFC3986, "gopher://h/7/find%09a%20b", NULL,
          "connect h 70 tcp\nsend /find\\ta b\\r\\n\nexpect\nclose\n", 0);
  plan_is(URIEL_SPEC_RFC3986, "gopher://h/0a%09%09+%091%0D%0A+-1%0D%0Ab%20c%0D%0A%0D%0A.%0D%0A", NULL,
          "connect h 70 tcp\nsend a\\t+\\t1\\r\\n+-1\\r\\nb c\\r\\n\\r\\n.\\r\\n\nexpect\nclose\n", 0);
}

static void filled(void **state)
{
  (void)state;
  static const char *const forms[] = {"gopher://h/0a%09%09?", "gopher://h/0a%09%09%3F",
                                      "gopher://h/0a%09%09?#f"};
  static const char *const others[] = {"gopher://h/0a",         "gopher://h/0a%09%09+", "gopher://h/0a?",
                                       "gopher://h/0a%09?",     "http://h/%09%09?",     "//h/0a%09%09?",
                                       "gopher://h/0a%09%09??", "gopher://h/8a%09%09?"};
  const uriel_text answers[] = {uriel_text_of("b c"), uriel_text_of("")};
  static const char wanted[] = "+%091%0D%0A+-1%0D%0Ab%20c%0D%0A%0D%0A.%0D%0A";
  char out[128];
  uriel_error error;
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    const uriel_ref ref = parsed(uriel_text_of(forms[i]));
    const size_t len = uriel_answers_write(&ref, answers, 2, out, sizeof out, NULL);
    assert_int_equal(len, 19 + sizeof wanted - 1);
    assert_memory_equal(out, "gopher://h/0a%09%09", 19);
    assert_memory_equal(out + 19, wanted, sizeof wanted - 1);
    assert_true(len <= ref.length + 31 + 3 * answers[0].len + 12);
    assert_int_equal(uriel_answers_write(&ref, NULL, 0, out, sizeof out, NULL), 19 + 20 + 7);
  }
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    const uriel_ref ref = parsed(uriel_text_of(others[i]));
    assert_int_equal(uriel_answers_write(&ref, answers, 2, out, sizeof out, &error), URIEL_FAILED);
    assert_int_equal(error.code, URIEL_ERROR_PLAN_FORM);
  }
}

static void refused(void **state)
{
  (void)state;
  static const struct {
    const char *answer;
    uriel_error_code code;
    size_t offset;
  } cases[] = {{".", URIEL_ERROR_PART_FORM, 0},
               {"a\r\nb", URIEL_ERROR_PART_LINE_BREAK, 1},
               {"ab\n", URIEL_ERROR_PART_LINE_BREAK, 2}};
  const uriel_ref form = parsed(uriel_text_of("gopher://h/0a%09%09?")),
                  index = parsed(uriel_text_of("gopher://h/7"));
  char out[128];
  uriel_error error;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const uriel_text both[] = {uriel_text_of("x"), text_copy(uriel_text_of(cases[i].answer))};
    assert_int_equal(uriel_answers_write(&form, both, 2, out, sizeof out, &error), URIEL_FAILED);
    assert_int_equal(error.code, cases[i].code);
    assert_int_equal(error.offset, cases[i].offset);
    assert_string_equal(error.part, "answer");
    text_free(both[1]);
  }
  assert_int_equal(uriel_search_write(&index, "a\tb", 3, out, sizeof out, &error), URIEL_FAILED);
  assert_int_equal(error.code, URIEL_ERROR_PART_CHARACTER);
  assert_int_equal(error.offset, 1);
  assert_string_equal(error.part, "search");
  assert_int_equal(uriel_search_write(&index, "  ", 2, out, sizeof out, &error), URIEL_FAILED);
  assert_int_equal(error.code, URIEL_ERROR_PART_EMPTY);
  assert_int_equal(uriel_search_write(&index, NULL, 0, out, sizeof out, &error), URIEL_FAILED);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(found), cmocka_unit_test(found_in_1993),
                                     cmocka_unit_test(sent), cmocka_unit_test(filled),
                                     cmocka_unit_test(refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
