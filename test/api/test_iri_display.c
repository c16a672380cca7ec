/* SPDX-License-Identifier: MIT */
/* uriel_iri_display and uriel_iri_warnings: RFC 3987's examples of bidirectional text, spoofs, and laws.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support.h"

#include "uriel_iri.h"
#include "vectors.h"

enum { WARNINGS = 16 };

static size_t write_display(const void *context, char *out, size_t capacity)
{
  const size_t len = uriel_iri_display(context, out, capacity);
  if (len > uriel_iri_display_bound(context))
    die("longer than its bound");
  return len;
}

static size_t write_message(const void *context, char *out, size_t capacity)
{
  const pair_input *const pair = context; /* the reference, and the number of the warning */
  uriel_iri_warning all[WARNINGS];
  uriel_iri_warnings(pair->base, all, WARNINGS);
  return uriel_iri_warning_describe(&all[pair->options], pair->base, out, capacity);
}

static void check_message(const uriel_ref *ref, unsigned number)
{
  const pair_input pair = {.base = ref, .options = number};
  const uriel_text message = text_written(write_message, &pair);
  assert_true(message.len > 20);
  for (size_t at = 0; at < message.len; at++)
    assert_true(message.ptr[at] >= ' ' && message.ptr[at] < 0x7F);
  text_free(message);
}

/* "bidi-ends@9[7-12] ...": the name, the offset, and the part from its begin to its end. */
static uriel_text warnings_text(const uriel_ref *ref, char *out, size_t capacity)
{
  uriel_iri_warning all[WARNINGS], first;
  const size_t count = uriel_iri_warnings(ref, all, WARNINGS);
  size_t len = 0;
  assert_true(count <= WARNINGS);
  assert_int_equal(uriel_iri_warnings(ref, NULL, 0), count);
  assert_int_equal(uriel_iri_warnings(ref, &first, 1), count);
  for (size_t at = 0; at < count; at++) {
    const uriel_iri_warning *const w = &all[at];
    assert_true(w->offset >= w->begin && w->offset < w->begin + w->length);
    assert_true(w->kind != URIEL_IRI_SCRIPTS || w->level > URIEL_RESTRICTION_HIGHLY);
    len += (size_t)snprintf(out + len, capacity - len, "%s%s@%zu[%zu-%zu]", at ? " " : "",
                            uriel_iri_warning_name(w->kind), w->offset, w->begin, w->begin + w->length);
    check_message(ref, (unsigned)at);
  }
  return text_from(out, len);
}

static void check_case(const vector_case *given)
{
  char buffer[1024];
  uriel_ref ref, again;
  const uriel_text input = vector_field(given, "input");
  if (!uriel_parse_as(&ref, input.ptr, input.len, URIEL_SPEC_IRI, 0, NULL))
    die("%s:%zu: not an IRI reference", given->file, given->line);
  const uriel_text shown = text_written(write_display, &ref);
  expect_text(given, "display", vector_field(given, "display"), shown);
  expect_text(given, "warnings", vector_field(given, "warnings"),
              warnings_text(&ref, buffer, sizeof buffer));
  expect_true(given, "the display is an IRI reference",
              uriel_parse_as(&again, shown.ptr, shown.len, URIEL_SPEC_IRI, 0, NULL));
  const uriel_text twice = text_written(write_display, &again);
  expect_text(given, "display of the display", shown, twice);
  expect_true(given, "no warnings about the display",
              uriel_iri_warnings(&again, NULL, 0) == 0 || uriel_host(&again).len > 0);
  text_free(twice);
  text_free(shown);
}

static void vectors(void **state)
{
  (void)state;
  vectors_run("iri_display.tsv", 40, check_case);
}

static void names(void **state)
{
  (void)state;
  const uriel_iri_warning other = {0};
  const uriel_ref ref = {.text = "", .flags = URIEL_INVALID};
  assert_string_equal(uriel_iri_warning_name(URIEL_IRI_HIDDEN), "hidden");
  assert_string_equal(uriel_iri_warning_name((uriel_iri_warning_kind)0), "");
  assert_string_equal(uriel_iri_warning_name(URIEL_IRI_USERINFO), "userinfo");
  assert_string_equal(uriel_iri_warning_name((uriel_iri_warning_kind)7), "");
  assert_int_equal(uriel_iri_warning_describe(&other, &ref, NULL, 0), 0);
  assert_int_equal(uriel_iri_warnings(&ref, NULL, 0), 0);
  assert_true(uriel_iri_display(&ref, NULL, 0) == URIEL_FAILED);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(vectors),
      cmocka_unit_test(names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
