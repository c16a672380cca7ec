/* SPDX-License-Identifier: MIT */
/* Functions of a reference or a part of one: user and password, the reference without its fragment and
 * over a copy, paths without dot segments, ports as numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "oracle.h"

static void check_reference(uriel_text text, void *context)
{
  size_t *const references = context;
  for (int spec = URIEL_SPEC_RFC3986; spec <= URIEL_SPEC_RFC2141; spec++) {
    uriel_ref ref;
    if (!uriel_parse_as(&ref, text.ptr, text.len, (uriel_spec)spec, URIEL_PARSE_PARTIAL, NULL))
      continue;
    ++*references;
    check_user(&ref);
    check_without_fragment(&ref);
    check_rebase(&ref);
  }
}

static void small_references(void **state)
{
  (void)state;
  static const char *const tokens[] = {"a", "B", "%2E", "%", ".", "/", "//", ":", "?", "#", "@", "urn:"};
  size_t references = 0;
  each_text(tokens, sizeof tokens / sizeof *tokens, 5, check_reference, &references);
  assert_true(references > 100000);
}

/* 3.2.1: "user:password". */
static void users(void **state)
{
  (void)state;
  static const struct {
    const char *text, *user, *password;
  } cases[] = {
      {"//h", NULL, NULL},
      {"//@h", "", NULL},
      {"//u@h", "u", NULL},
      {"//:@h", "", ""},
      {"//u:@h", "u", ""},
      {"//:p@h", "", "p"},
      {"//u:p@h", "u", "p"},
      {"//u:p:q@h", "u", "p:q"},
      {"//%3A:%40@h:1", "%3A", "%40"},
      {"mailto:u:p@h", NULL, NULL},
      {"", NULL, NULL},
  };
  for (size_t at = 0; at < sizeof cases / sizeof *cases; at++) {
    const uriel_ref ref = parsed(uriel_text_of(cases[at].text));
    assert_true(text_equal(uriel_user(&ref), uriel_text_of(cases[at].user)));
    assert_true(text_equal(uriel_password(&ref), uriel_text_of(cases[at].password)));
  }
}

/* An invalid row of a batch stays invalid. */
static void rows(void **state)
{
  (void)state;
  const uriel_ref row = {.text = "", .flags = URIEL_INVALID};
  const uriel_ref less = uriel_without_fragment(&row), moved = uriel_rebase(&row, NULL);
  assert_true((less.flags & moved.flags & URIEL_INVALID) && moved.text);
  assert_true(!uriel_user(&row).ptr && !uriel_password(&row).ptr);
}

static void check_path(uriel_text text, void *context)
{
  (void)context;
  check_remove_dots(text);
}

static void dot_segments(void **state)
{
  (void)state;
  static const char *const tokens[] = {"/", ".", "..", "a", "%2e", "/../", "//"};
  each_text(tokens, sizeof tokens / sizeof *tokens, 6, check_path, NULL);
  static const char *const of_the_document[][2] = {{"/a/b/c/./../../g", "/a/g"}, /* 5.2.4 */
                                                   {"mid/content=5/../6", "mid/6"}};
  for (size_t at = 0; at < 2; at++) {
    char out[16];
    const uriel_text path = uriel_text_of(of_the_document[at][0]);
    const size_t len = uriel_remove_dot_segments(path.ptr, path.len, out, sizeof out);
    assert_true(text_equal(text_from(out, len), uriel_text_of(of_the_document[at][1])));
  }
  assert_int_equal(uriel_remove_dot_segments(NULL, 0, NULL, 0), 0);
}

static void check_port(uriel_text text, void *context)
{
  (void)context;
  check_port_parse(text);
}

static void ports(void **state)
{
  (void)state;
  static const char *const tokens[] = {"0",        "1", "6", "5", "53", "9",
                                       "00000000", "a", "-", " ", "/",  ":"};
  each_text(tokens, sizeof tokens / sizeof *tokens, 5, check_port, NULL);
  for (uint32_t number = 0; number < 70000; number++) {
    char text[16];
    check_port_parse(text_from(text, (size_t)snprintf(text, sizeof text, "%u", number)));
  }
  check_port_parse(text_from(NULL, 0));
  uint16_t number;
  uriel_error error;
  assert_false(uriel_port_parse(&number, "8o", 2, &error));
  assert_true(error.component == URIEL_PORT && error.offset == 1 && error.length == 2);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(small_references), cmocka_unit_test(users), cmocka_unit_test(rows),
      cmocka_unit_test(dot_segments),     cmocka_unit_test(ports),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
