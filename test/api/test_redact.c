/* SPDX-License-Identifier: MIT */
/* uriel_redact: the vectors, and laws over every small text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "redact_laws.h"
#include "support.h"
#include "uriel_scheme.h"
#include "vectors.h"

enum { NAMES = 4 };

/* Splits a list at its commas. */
static size_t names_of(uriel_text list, uriel_text *names)
{
  size_t count = 0;
  for (uriel_text rest = list; count < NAMES && uriel_list_next(&rest, &names[count], ',');)
    count++;
  return count;
}

static void check_vector(const vector_case *given)
{
  uriel_text names[NAMES], kept[NAMES];
  const uriel_text text = vector_field(given, "text");
  const uriel_redact_options options = {.replacement = vector_field(given, "replacement"),
                                        .names = names,
                                        .name_count = names_of(vector_field(given, "names"), names),
                                        .kept = kept,
                                        .kept_count = names_of(vector_field(given, "kept"), kept)};
  uriel_delimiter delimiter = URIEL_DELIMITED_BARE;
  while (!text_equal(vector_field(given, "delimiter"), uriel_text_of(uriel_delimiter_name(delimiter))))
    delimiter++;
  size_t count = 0, again = 0;
  const uriel_text result = redacted(&count, text, delimiter, &options);
  expect_text(given, "output", vector_field(given, "output"), result);
  expect_number(given, "count", vector_number(given, "count"), count);
  const uriel_text twice = redacted(&again, result, delimiter, &options);
  expect_text(given, "output again", result, twice);
  check_redact_laws(text, delimiter, &options);
  text_free(twice);
  text_free(result);
}

static void vectors(void **state)
{
  (void)state;
  vectors_run("redact.tsv", 60, check_vector);
}

static void check_small(uriel_text text, void *context)
{
  (void)context;
  check_redact_laws(text, URIEL_DELIMITED_BARE, NULL);
  check_redact_laws(text, URIEL_DELIMITED_QUOTE, NULL);
}

static void every_small_text(void **state)
{
  static const char *const tokens[] = {"//", "a:", "/",   "?",  "pw=", "@",
                                       "&",  ";",  "%3D", "%2", "#",   "b"};
  (void)state;
  each_text(tokens, sizeof tokens / sizeof *tokens, 5, check_small, NULL);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(vectors), cmocka_unit_test(every_small_text)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
