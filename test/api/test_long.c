/* SPDX-License-Identifier: MIT */
/* The greatest length, 2^32-1 bytes, and one more. The text takes little memory: one block is mapped at
 * all of its addresses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sys/mman.h>

#include <cmocka.h>

#include "letters.h"
#include "support.h"
#include "uriel_scheme.h"

#define LONGEST ((size_t)UINT32_MAX)

/* Results may be longer than a reference: lengths are counted in size_t. */
static void results_are_counted_beyond(const uriel_ref *ref)
{
  uriel_ref base;
  assert_true(uriel_parse(&base, "http://h/b/", 11, NULL));
  assert_true(uriel_resolve(&base, ref, 0, NULL, 0, NULL) == LONGEST + 11);
}

static void longest_is_parsed(char *text)
{
  uriel_ref ref;
  uriel_error error;
  assert_true(uriel_parse(&ref, text, LONGEST, &error));
  assert_true(uriel_path(&ref).len == LONGEST);
  results_are_counted_beyond(&ref);
  const uriel_parts parts = uriel_parts_of(&ref);
  assert_true(uriel_build(&parts, NULL, 0, &error) == LONGEST);
}

static void longer_is_refused(char *text)
{
  uriel_ref ref;
  uriel_error error;
  assert_false(uriel_parse(&ref, text, LONGEST + 1, &error));
  assert_int_equal(error.code, URIEL_ERROR_TOO_LONG);
  const uriel_parts parts = {.path = {text, LONGEST}, .query = {text, 1}};
  assert_true(uriel_build(&parts, NULL, 0, &error) == URIEL_FAILED);
  assert_int_equal(error.code, URIEL_ERROR_TOO_LONG);
}

/* A URI of parts is no longer than a reference. */
static void longer_is_not_built(char *text)
{
  uriel_error error;
  uriel_own_part parts[] = {{"authority", uriel_text_of("a")},
                            {"date", uriel_text_of("2001")},
                            {"specific", {text, LONGEST - strlen("tag:a,2001:")}}};
  assert_true(uriel_scheme_build("tag", 3, parts, 3, NULL, 0, NULL, 0, &error) == LONGEST);
  parts[2].text.len++;
  assert_true(uriel_scheme_build("tag", 3, parts, 3, NULL, 0, NULL, 0, &error) == URIEL_FAILED);
  assert_int_equal(error.code, URIEL_ERROR_TOO_LONG);
}

static void lengths(void **state)
{
  (void)state;
  char *const text = letters_map(0);
  if (!text) {
    print_message("no memory for 4 GiB of addresses\n");
    skip();
  }
  longest_is_parsed(text);
  longer_is_refused(text);
  longer_is_not_built(text);
  munmap(text, LONGEST + 1);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(lengths)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
