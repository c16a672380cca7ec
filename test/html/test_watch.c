/* SPDX-License-Identifier: MIT */
/* The vectors of uriel_html_watch: the bytes of the element with the id "x". The document comes whole
 * and in pieces. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "support.h"
#include "uriel_html.h"
#include "vectors.h"

/* Returns the element that has "x" as the value of an id and is watched last; undefined if none is. */
static uriel_text watched(uriel_text document, size_t step)
{
  static const uriel_text names[] = {{"id", 2}};
  static const uriel_html_options options = {.attributes = names, .attribute_count = 1};
  static uriel_html html;
  char *const scratch = room(URIEL_HTML_SCRATCH);
  uriel_text element = {NULL, 0};
  size_t at = 0;
  uriel_html_begin(&html, &options, scratch, URIEL_HTML_SCRATCH);
  for (uriel_html_status status = URIEL_HTML_MORE; status != URIEL_HTML_END;) {
    uriel_html_reference found;
    if (status == URIEL_HTML_MORE) {
      const size_t rest = document.len - at, len = rest < step ? rest : step;
      uriel_html_feed(&html, document.ptr + at, len, len == rest);
      at += len;
    }
    status = uriel_html_next(&html, &found);
    if (status == URIEL_HTML_FOUND && found.kind == URIEL_HTML_ELEMENT)
      element = (uriel_text){document.ptr + found.offset, (size_t)found.length};
    else if (status == URIEL_HTML_FOUND && text_equal(found.value, uriel_text_of("x")))
      uriel_html_watch(&html);
  }
  free(scratch);
  return element;
}

static void check(const vector_case *given)
{
  const uriel_text document = vector_field(given, "document"), element = vector_field(given, "element");
  expect_text(given, "element", element, watched(document, SIZE_MAX));
  for (size_t step = 1; step < 9; step += 3)
    expect_text(given, "element of a document in pieces", element, watched(document, step));
}

static void test_watch(void **state)
{
  (void)state;
  vectors_run("html_elements.tsv", 40, check);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_watch)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
