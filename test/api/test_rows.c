/* SPDX-License-Identifier: MIT */
/* Every function that takes a reference refuses an invalid row of a batch. Functions that take an enum
 * refuse numbers that are not its values. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "support.h"
#include "uriel_batch.h"
#include "uriel_plan.h"
#include "uriel_urn.h"

static const char lines[] =
    "http://e.com/a/b?q\njavascript:alert(\"x\")\nurn:ab:c\nfile:///a\nno text\n";
enum { BASE, INVALID, URN, LOCAL, OTHER, ROWS };

static char out[256];
static uriel_ref rows[ROWS];

static int read_rows(void **state)
{
  size_t from = 0;
  (void)state;
  memset(out, '~', sizeof out);
  return uriel_parse_lines(rows, ROWS, &from, lines, sizeof lines - 1, true) == ROWS ? 0 : 1;
}

/* Nothing was written, and the error describes the row. */
static void refused(size_t result, const uriel_error *error)
{
  assert_true(result == URIEL_FAILED);
  assert_int_equal(error->code, URIEL_ERROR_ROW_INVALID);
  assert_true(error->offset <= rows[INVALID].length);
  for (size_t i = 0; i < sizeof out; i++)
    assert_int_equal(out[i], '~');
}

static void the_row_is_marked(void **state)
{
  (void)state;
  assert_true(rows[INVALID].flags & URIEL_INVALID);
  assert_true(rows[OTHER].flags & URIEL_INVALID);
  assert_false(rows[BASE].flags & URIEL_INVALID);
}

static void resolution(void **state)
{
  uriel_error error;
  (void)state;
  for (unsigned options = 0; options < 16; options++) {
    refused(uriel_resolve(&rows[BASE], &rows[INVALID], options, out, sizeof out, &error), &error);
    refused(uriel_resolve(&rows[INVALID], &rows[BASE], options, out, sizeof out, &error), &error);
    refused(uriel_resolve(&rows[INVALID], &rows[INVALID], options, out, sizeof out, &error), &error);
    refused(uriel_resolve(&rows[BASE], &rows[INVALID], options, NULL, 0, &error), &error);
  }
  assert_true(uriel_resolve(&rows[BASE], &rows[INVALID], 0, out, sizeof out, NULL) == URIEL_FAILED);
  error.code = URIEL_ERROR_ROW_INVALID;
  refused(uriel_relative(&rows[BASE], &rows[INVALID], out, sizeof out, &error), &error);
  refused(uriel_relative(&rows[INVALID], &rows[BASE], out, sizeof out, &error), &error);
  refused(uriel_relative(&rows[INVALID], &rows[INVALID], out, sizeof out, &error), &error);
}

static void normal_forms(void **state)
{
  const uriel_error error = {.code = URIEL_ERROR_ROW_INVALID};
  (void)state;
  for (int level = URIEL_LEVEL_STRING; level <= URIEL_LEVEL_DIFFERENT; level++) {
    const uriel_level on = (uriel_level)level;
    refused(uriel_normalize(&rows[INVALID], on, out, sizeof out), &error);
    refused(uriel_normalize(&rows[INVALID], on, NULL, 0), &error);
    refused(uriel_normalize_with(NULL, &rows[INVALID], on, out, sizeof out), &error);
  }
}

/* Like NaN, it equals nothing, not even itself. */
static void comparison(void **state)
{
  uriel_ref early;
  (void)state;
  if (!uriel_parse_as(&early, "urn:ab:c", 8, URIEL_SPEC_RFC8141, 0, NULL))
    fail();
  const uriel_ref *const others[] = {&rows[BASE], &rows[INVALID], &rows[OTHER], &early};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    for (int level = URIEL_LEVEL_STRING; level <= URIEL_LEVEL_DIFFERENT; level++) {
      assert_false(uriel_equal(&rows[INVALID], others[i], (uriel_level)level));
      assert_false(uriel_equal(others[i], &rows[INVALID], (uriel_level)level));
    }
    assert_int_equal(uriel_compare(&rows[INVALID], others[i]), URIEL_LEVEL_DIFFERENT);
    assert_int_equal(uriel_compare(others[i], &rows[INVALID]), URIEL_LEVEL_DIFFERENT);
    assert_false(uriel_urn_equal(&rows[INVALID], others[i]));
    assert_false(uriel_urn_equal(others[i], &rows[INVALID]));
  }
  for (int level = URIEL_LEVEL_STRING; level <= URIEL_LEVEL_DIFFERENT; level++)
    assert_true(uriel_hash(&rows[INVALID], (uriel_level)level, 7) ==
                uriel_hash(&rows[INVALID], URIEL_LEVEL_STRING, 7));
}

static void building(void **state)
{
  uriel_error error;
  uriel_own_part own[URIEL_OWN_PARTS_MAX];
  (void)state;
  const uriel_parts parts = uriel_parts_of(&rows[INVALID]);
  refused(uriel_build(&parts, out, sizeof out, &error), &error);
  for (int component = URIEL_REFERENCE; component <= URIEL_FRAGMENT; component++)
    refused(uriel_component_set(&rows[INVALID], (uriel_component)component, uriel_text_of("x"), out,
                                sizeof out, &error),
            &error);
  for (int component = URIEL_SCHEME; component <= URIEL_FRAGMENT; component++) {
    const uriel_text text = uriel_component_get(&rows[INVALID], (uriel_component)component);
    assert_true(component == URIEL_PATH ? text.ptr && text.len == 0 : !text.ptr);
  }
  assert_int_equal(uriel_own_parts(own, &rows[INVALID]), 0);
}

/* The text of a scheme's URI, except a blank. */
static uriel_ref bad_row(const char *text)
{
  uriel_ref row;
  const uint32_t offsets[] = {0, (uint32_t)strlen(text)};
  assert_int_equal(uriel_parse_offsets32(&row, 1, text, offsets[1], offsets), 0);
  return row;
}

#define PARSES(X) X(http) X(mailto) X(file) X(data) X(tel)

static void schemes(void **state)
{
  uriel_error error;
  uint16_t number = 9;
  char room[64];
  uriel_own_part parts[8];
  const uriel_ref http = bad_row("http://h:80/ x");
  (void)state;
#define PARSE(scheme)                                                                                   \
  {                                                                                                     \
    uriel_##scheme of;                                                                                  \
    const uriel_ref row = bad_row(#scheme "://h/ x");                                                   \
    assert_false(uriel_##scheme##_parse(&of, &row, room, sizeof room, &error));                         \
    assert_int_equal(error.code, URIEL_ERROR_ROW_INVALID);                                              \
  }
  PARSES(PARSE)
#undef PARSE
  assert_false(uriel_port_number(&number, &http, &error));
  assert_int_equal(number, 9);
  assert_int_equal(error.code, URIEL_ERROR_ROW_INVALID);
  refused(uriel_scheme_parts(parts, 8, &http, room, sizeof room, &error), &error);
  const uriel_ref file = bad_row("file:///a b");
  refused(uriel_file_to_local(&file, URIEL_LOCAL_POSIX, out, sizeof out, &error), &error);
  refused(uriel_search_write(&http, "a", 1, out, sizeof out, &error), &error);
  refused(uriel_answers_write(&http, NULL, 0, out, sizeof out, &error), &error);
  refused(uriel_template_expand("http://g/{uri}", 14, &http, out, sizeof out, &error), &error);
}

static void plans(void **state)
{
  uriel_error error;
  uriel_step steps[80];
  static char text[8192];
  uriel_plan plan = {.steps = steps, .step_capacity = 80, .text = text, .text_capacity = sizeof text};
  const uriel_ref http = bad_row("http://h/ x");
  (void)state;
  assert_false(uriel_plan_make(&plan, &http, NULL, &error));
  assert_int_equal(error.code, URIEL_ERROR_ROW_INVALID);
  assert_int_equal(plan.step_count, 0);
  const uriel_plan_options options = {.previous = &http};
  assert_false(uriel_plan_make(&plan, &rows[BASE], &options, &error));
  assert_int_equal(error.code, URIEL_ERROR_ROW_INVALID);
  assert_true(uriel_plan_make(&plan, &rows[BASE], NULL, &error));
}

static void urns(void **state)
{
  uriel_error error;
  uriel_urn urn;
  const uriel_ref bad = bad_row("urn:ab:c d");
  const uriel_ref resolver = bad_row("http://h/ ");
  (void)state;
  assert_false(uriel_urn_parse(&urn, &bad, &error));
  assert_int_equal(error.code, URIEL_ERROR_ROW_INVALID);
  assert_null(urn.nid.ptr);
  assert_false(uriel_urn_check(&bad, &error));
  assert_int_equal(error.code, URIEL_ERROR_ROW_INVALID);
  refused(uriel_urn_normal(&bad, out, sizeof out, &error), &error);
  refused(uriel_urn_show(&bad, out, sizeof out, &error), &error);
  refused(uriel_urn_request("N2L", 3, &rows[BASE], &bad, out, sizeof out, &error), &error);
  refused(uriel_urn_request("L2Ns", 4, &rows[BASE], &bad, out, sizeof out, &error), &error);
  refused(uriel_urn_request("N2L", 3, &resolver, &rows[URN], out, sizeof out, &error), &error);
}

/* Invalid offsets make a row without text. */
static void rows_without_text(void **state)
{
  uriel_error error;
  uriel_ref row;
  const uint32_t offsets[] = {5, 2};
  (void)state;
  uriel_parse_offsets32(&row, 1, lines, 6, offsets);
  refused(uriel_resolve(&rows[BASE], &row, 0, out, sizeof out, &error), &error);
  refused(uriel_normalize(&row, URIEL_LEVEL_SCHEME, out, sizeof out), &error);
  const uriel_ref null = {.text = NULL, .flags = URIEL_INVALID};
  refused(uriel_resolve(&rows[BASE], &null, 0, out, sizeof out, &error), &error);
  refused(uriel_normalize(&null, URIEL_LEVEL_STRING, out, sizeof out), &error);
  assert_true(uriel_hash(&null, URIEL_LEVEL_SCHEME, 1) == uriel_hash(&row, URIEL_LEVEL_SCHEME, 1));
}

/* ---- Numbers that are not values of an enum ------------------------------------------------------ */

static void no_argument(size_t result, const uriel_error *error, const char *name)
{
  assert_true(result == URIEL_FAILED);
  assert_int_equal(error->code, URIEL_ERROR_ARGUMENT);
  assert_string_equal(error->part, name);
}

static void no_spec(uriel_spec spec)
{
  uriel_error error;
  uriel_ref ref;
  size_t count;
  assert_false(uriel_parse_as(&ref, "a", 1, spec, 0, &error));
  assert_int_equal(error.code, URIEL_ERROR_SPEC_NOT_BUILT);
  assert_false(uriel_spec_built(spec));
  assert_null(uriel_byte_sets(&count, spec));
  assert_int_equal(count, 0);
  assert_true(uriel_decode_as("a", 1, spec, 0, out, sizeof out, &error) == URIEL_FAILED);
  assert_true(uriel_encode_as("a", 1, spec, URIEL_ENCODE_PATH, 0, out, sizeof out, &error) ==
              URIEL_FAILED);
  assert_int_equal(error.code, URIEL_ERROR_SPEC_NOT_BUILT);
}

static const int strange[] = {-1, 9, 10, 17, 4711, 0x7FFFFFFF};

static void strange_numbers(void **state)
{
  uriel_error error;
  (void)state;
  for (size_t i = 0; i < sizeof strange / sizeof *strange; i++) {
    const int at = strange[i];
    assert_null(uriel_component_get(&rows[BASE], (uriel_component)at).ptr);
    no_argument(uriel_component_set(&rows[BASE], (uriel_component)at, uriel_text_of("x"), out,
                                    sizeof out, &error),
                &error, "component");
    assert_true(uriel_component_set(&rows[BASE], (uriel_component)at, uriel_text_of("x"), out,
                                    sizeof out, NULL) == URIEL_FAILED);
    no_argument(uriel_file_to_local(&rows[LOCAL], (uriel_local_style)at, out, sizeof out, &error),
                &error, "style");
    no_argument(uriel_file_from_local("/a", 2, (uriel_local_style)at, out, sizeof out, &error), &error,
                "style");
    /* As documented: the most careful set, and the top level. */
    if (at != URIEL_ENCODE_REFERENCE)
      assert_int_equal(uriel_encode("a:", 2, (uriel_encode_for)at, 0, NULL, 0), 4);
    assert_true(uriel_normalize(&rows[BASE], (uriel_level)at, NULL, 0) ==
                uriel_normalize(&rows[BASE], URIEL_LEVEL_SCHEME, NULL, 0));
    assert_true(uriel_equal(&rows[BASE], &rows[BASE], (uriel_level)at));
    if (at != URIEL_SPEC_WHATWG && at != URIEL_SPEC_LENIENT)
      no_spec((uriel_spec)at);
    assert_false(uriel_cpu_force((uriel_cpu)at));
    const uriel_warning warning = {.kind = (uriel_warning_kind)at};
    assert_int_equal(uriel_warning_describe(&warning, &rows[BASE], NULL, 0), 0);
  }
}

#define SETUP(test) cmocka_unit_test_setup(test, read_rows)

int main(void)
{
  const struct CMUnitTest tests[] = {
      SETUP(the_row_is_marked), SETUP(resolution),      SETUP(normal_forms), SETUP(comparison),
      SETUP(building),          SETUP(schemes),         SETUP(plans),        SETUP(urns),
      SETUP(rows_without_text), SETUP(strange_numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
