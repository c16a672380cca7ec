/* SPDX-License-Identifier: MIT */
/* The documents of test/vectors/markdown.tsv, which commonmark.js read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "markdown_lines.h"
#include "vectors.h"

static void check(const vector_case *given)
{
  const uriel_text document = vector_field(given, "document");
  char *text = NULL;
  size_t size = 0;
  FILE *const out = open_memstream(&text, &size);
  expect_true(given, "there is memory", markdown_lines(document.ptr, document.len, out));
  fclose(out);
  expect_text(given, "found", vector_field(given, "found"), (uriel_text){text, size});
  free(text);
}

static void documents_are_read_as_by_commonmark_js(void **state)
{
  (void)state;
  vectors_run("markdown.tsv", 2000, check);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(documents_are_read_as_by_commonmark_js)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
