/* SPDX-License-Identifier: MIT */
/* The vectors of finding: the hits of a text, their kind, their delimiters, and their cleaned form. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "find_support.h"
#include "uriel_find.h"

/* One hit, as the vectors write it: "uri:bare:0-18:http://example.com". */
static size_t put_hit(char *out, size_t size, uriel_text text, const uriel_hit *hit, unsigned clean)
{
  const uriel_text cleaned = hit_cleaned(text, hit, clean);
  const int n = snprintf(out, size, "%s:%s:%zu-%zu:%.*s", uriel_hit_kind_name(hit->kind),
                         uriel_delimiter_name(hit->delimiter), hit->begin, hit->end, (int)cleaned.len,
                         cleaned.ptr ? cleaned.ptr : "");
  text_free(cleaned);
  return n < 0 || (size_t)n >= size ? size - 1 : (size_t)n;
}

static void check_hits(const vector_case *given)
{
  static hits found;
  static char out[65536];
  find_given options;
  size_t len = 0;
  find_given_of(&options, given);
  const uriel_text text = vector_field(given, "text");
  find_whole(&found, &options.find, text);
  for (size_t at = 0; at < found.count; at++) {
    if (at > 0)
      out[len++] = ' ';
    len += put_hit(out + len, sizeof out - 1 - len, text, &found.all[at], options.clean);
  }
  if (found.count == 0)
    out[len++] = '-';
  expect_text(given, "hits", vector_field(given, "hits"), text_from(out, len));
}

static void vectors_find(void **state)
{
  (void)state;
  find_vectors(check_hits);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(vectors_find)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
