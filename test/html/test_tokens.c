/* SPDX-License-Identifier: MIT */
/* The tokeniser's vectors: whole, cut at every byte, and byte by byte. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tokens.h"
#include "vectors.h"

static token_reading reading_of(const vector_case *given)
{
  static const char *const names[] = {"data", "rcdata", "rawtext", "script", "plaintext", "cdata"};
  const uriel_text state = vector_field(given, "state"), last = vector_field(given, "last");
  unsigned content = 0;
  while (content < 6 && !text_equal(state, text_from(names[content], strlen(names[content]))))
    content++;
  if (content == 6)
    die("%s:%zu: no state of that name", given->file, given->line);
  return (token_reading){.content = content < 5 ? (enum html_content)content : HTML_AS_DATA,
                         .raw = last.ptr ? uriel_html_element_of(last.ptr, last.len) : HTML_TAG_OTHER,
                         .foreign = content == 5};
}

/* Leaves only the tags, which the tests write as "<x" or "</x". */
static uriel_text only_tags(uriel_text tokens)
{
  char *const tags = room(tokens.len);
  size_t len = 0;
  bool in_tag = false;
  for (size_t i = 0; i < tokens.len; i++) {
    in_tag |= tokens.ptr[i] == '<' && i + 1 < tokens.len && tokens.ptr[i + 1] != '!';
    if (in_tag)
      tags[len++] = tokens.ptr[i];
    in_tag &= tokens.ptr[i] != '>';
  }
  return text_from(tags, len);
}

static void check_cut(const vector_case *given, const token_reading *how, size_t first, size_t step,
                      const char *what)
{
  const uriel_text input = vector_field(given, "input"), expected = vector_field(given, "tokens");
  const uriel_text tokens = tokens_written(input, how, first, step);
  expect_text(given, what, expected, text_from(tokens.ptr ? tokens.ptr : "", tokens.len));
  const uriel_text tags = tags_written(input, how, first, step), only = only_tags(expected);
  expect_text(given, what, only, text_from(tags.ptr ? tags.ptr : "", tags.len));
  text_free(only);
  text_free(tags);
  text_free(tokens);
}

static void check_tokens(const vector_case *given)
{
  const token_reading how = reading_of(given);
  const uriel_text input = vector_field(given, "input");
  check_cut(given, &how, input.len, 1, "tokens");
  check_cut(given, &how, 0, 1, "tokens, byte by byte");
  for (size_t cut = 1; cut < input.len; cut++)
    check_cut(given, &how, cut, input.len, "tokens, cut");
}

static void test_html5lib(void **state)
{
  (void)state;
  vectors_run("html_tokens.tsv", 6973, check_tokens);
}

static void test_own(void **state)
{
  (void)state;
  vectors_run("html_tokens_end.tsv", 119, check_tokens);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_html5lib),
      cmocka_unit_test(test_own),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
