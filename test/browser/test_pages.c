/* SPDX-License-Identifier: MIT */
/* The references of the pages in test/vectors/html.tsv, which Chromium found. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "cuts.h"
#include "list_lines.h"
#include "vectors.h"

/* Returns the lines without offsets, as in the column: spaces instead of tabs, which the names and
 * values do not have. */
static char *found(uriel_text page)
{
  struct lines lines = {0};
  char *text = NULL;
  size_t size = 0;
  FILE *const out = open_memstream(&text, &size);
  list_lines(page.ptr, page.len, false, &lines);
  for (size_t i = 0; i < lines.count; i++)
    fprintf(out, "%s%s\t%s", i ? "\n" : "", line_flags(&lines.all[i]).text, lines.all[i].text);
  fclose(out);
  for (char *at = text; *at; at++)
    *at = (char)(*at == '\t' ? ' ' : *at);
  lines_free(&lines);
  return text;
}

static void check(const vector_case *given)
{
  const uriel_text page = vector_field(given, "page");
  char *const ours = found(page);
  expect_name(given, "references", vector_field(given, "references"), ours);
  const char *const why = cuts_check(page.ptr, page.len, given->line);
  expect_true(given, why ? why : "the reader agrees", why == NULL);
  free(ours);
}

static void pages_are_read_as_by_chromium(void **state)
{
  (void)state;
  vectors_run("html.tsv", 3000, check);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(pages_are_read_as_by_chromium)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
