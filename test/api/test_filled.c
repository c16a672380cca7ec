/* SPDX-License-Identifier: MIT */
/* Bounds, which results reach and never exceed, and references filled in for results: over every small
 * text, of every built generation. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "filled.h"

static const uriel_spec all_specs[] = {URIEL_SPEC_URL_1993, URIEL_SPEC_URL_1994, URIEL_SPEC_URL_1997,
                                       URIEL_SPEC_URI_2003, URIEL_SPEC_RFC3986,  URIEL_SPEC_RFC2141,
                                       URIEL_SPEC_URN_2011, URIEL_SPEC_RFC8141};
enum { ALL_SPECS = sizeof all_specs / sizeof *all_specs };

static bool member(uriel_ref *ref, uriel_spec spec, uriel_text text)
{
  return uriel_parse_as(ref, text.ptr, text.len, spec, URIEL_PARSE_PARTIAL, NULL);
}

static void check_pairs(const uriel_ref *ref)
{
  static const char *const bases[] = {"http://h/a/b?q", "x:", "x://h", "urn:a:b"};
  for (size_t at = 0; at < sizeof bases / sizeof *bases; at++) {
    uriel_ref base;
    if (!member(&base, uriel_spec_of(ref), uriel_text_of(bases[at])))
      continue;
    check_resolve_ref(&base, ref, URIEL_RESOLVE_STRICT);
    check_resolve_ref(&base, ref, URIEL_RESOLVE_LENIENT | URIEL_RESOLVE_DOTS_ERROR);
    check_resolve_ref(ref, &base, URIEL_RESOLVE_STRICT);
    check_relative_ref(&base, ref);
  }
}

static void check_changes(const uriel_ref *ref)
{
  static const char *const values[] = {NULL, "", "a", "//", "80", "%"};
  for (int component = URIEL_REFERENCE; component <= URIEL_FRAGMENT; component++)
    for (size_t at = 0; at < sizeof values / sizeof *values; at++)
      check_set_ref(ref, (uriel_component)component, uriel_text_of(values[at]));
}

static void check_member(uriel_text text, void *context)
{
  size_t *const members = context;
  for (size_t at = 0; at < ALL_SPECS; at++) {
    uriel_ref ref;
    if (!member(&ref, all_specs[at], text))
      continue;
    ++*members;
    for (int level = URIEL_LEVEL_STRING; level < URIEL_LEVEL_DIFFERENT; level++)
      check_normalize_ref(&ref, (uriel_level)level);
    const uriel_parts parts = uriel_parts_of(&ref);
    check_build_ref(&parts);
    check_build_as_ref(all_specs[at], URIEL_PARSE_PARTIAL, &parts);
    check_build_as_ref(all_specs[at], URIEL_PARSE_REQUIRE_PREFIX, &parts);
    check_pairs(&ref);
    check_changes(&ref);
  }
}

static void small_texts(void **state)
{
  (void)state;
  static const char *const tokens[] = {"a", "B", "%2E", ".", "/",  "//",
                                       ":", "?", "#",   "@", "x:", "urn:"};
  size_t members = 0;
  each_text(tokens, sizeof tokens / sizeof *tokens, 4, check_member, &members);
  assert_true(members > 10000);
}

/* The references may be the inputs: a chain of redirections. */
static void in_place(void **state)
{
  (void)state;
  char out[2][64];
  uriel_ref here = parsed(uriel_text_of("http://h/a/b"));
  static const char *const locations[] = {"../c", "d?q", "//i", "e#f"};
  for (size_t at = 0; at < 4; at++) {
    const uriel_ref next = parsed(uriel_text_of(locations[at]));
    assert_true(uriel_resolve_ref(&here, &next, 0, out[at % 2], sizeof *out, &here, NULL) <= 64);
  }
  assert_true(text_equal(uriel_component_get(&here, URIEL_REFERENCE), uriel_text_of("http://i/e#f")));
}

static void rows_are_refused(void **state)
{
  (void)state;
  uriel_ref filled = {.length = 1};
  const uriel_ref row = {.text = "", .flags = URIEL_INVALID}, fine = parsed(uriel_text_of("x:"));
  uriel_error error;
  assert_true(uriel_normalize_ref(&row, URIEL_LEVEL_PATH, NULL, 0, &filled, &error) == URIEL_FAILED);
  assert_int_equal(error.code, URIEL_ERROR_ROW_INVALID);
  assert_true(filled.text && filled.length == 0);
  assert_true(uriel_relative_ref(&row, &fine, NULL, 0, &filled, &error) == URIEL_FAILED);
  assert_int_equal(error.code, URIEL_ERROR_ROW_INVALID);
  assert_true(uriel_relative_ref(&fine, &row, NULL, 0, &filled, &error) == URIEL_FAILED);
  assert_int_equal(error.code, URIEL_ERROR_ROW_INVALID);
  assert_true(uriel_segment_append(&row, uriel_text_of("a"), NULL, 0, &error) == URIEL_FAILED);
  assert_int_equal(error.code, URIEL_ERROR_ROW_INVALID);
  assert_true(uriel_resolve_ref(&fine, &row, 0, NULL, 0, &filled, &error) == URIEL_FAILED);
  assert_int_equal(error.code, URIEL_ERROR_ROW_INVALID);
}

/* Each bound is the length of some result. */
static void bounds_are_reached(void **state)
{
  (void)state;
  const uriel_text one = uriel_text_of("x");
  const uriel_ref base = parsed(uriel_text_of("s://h")), reference = parsed(uriel_text_of("g"));
  assert_int_equal(uriel_resolve(&base, &reference, 0, NULL, 0, NULL),
                   uriel_resolve_bound(&base, &reference)); /* 5.2.3: s://h/g */
  assert_int_equal(uriel_relative(&base, &reference, NULL, 0, NULL),
                   uriel_relative_bound(&base, &reference));
  const uriel_ref isan = parsed(uriel_text_of("urn:isan:000000018947000000000000"));
  assert_int_equal(uriel_normalize(&isan, URIEL_LEVEL_SCHEME, NULL, 0), uriel_normalize_bound(&isan));
  assert_int_equal(uriel_encode("  ", 2, URIEL_ENCODE_PATH, 0, NULL, 0), uriel_encode_bound(2));
  assert_int_equal(uriel_decode("ab", 2, 0, NULL, 0, NULL), uriel_decode_bound(2));
  const uriel_parts parts = {one, one, one, one, one, one, one};
  assert_int_equal(
      uriel_build_as(&parts, URIEL_SPEC_URL_1994, URIEL_PARSE_REQUIRE_PREFIX, NULL, 0, NULL),
      uriel_build_bound(&parts));
  const uint8_t bytes[16] = {0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11,
                             0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11};
  assert_int_equal(uriel_ipv6_print(bytes, NULL, 0), URIEL_IPV6_MAX);
  assert_int_equal(uriel_segment_append(&base, uriel_text_of("  "), NULL, 0, NULL),
                   uriel_segment_append_bound(&base, uriel_text_of("  "))); /* s://h/%20%20 */
  uriel_ref old;
  if (member(&old, URIEL_SPEC_URL_1997, one))
    assert_int_equal(uriel_component_set(&old, URIEL_USERINFO, one, NULL, 0, NULL),
                     uriel_component_set_bound(&old, one));
}

/* If a sum exceeds PTRDIFF_MAX, or even SIZE_MAX. */
static void bounds_do_not_wrap(void **state)
{
  (void)state;
  const size_t most = (size_t)PTRDIFF_MAX;
  const uriel_ref longest = {.text = "", .length = UINT32_MAX};
  const uint64_t two = 2 * (uint64_t)UINT32_MAX + 1, grown = (uint64_t)UINT32_MAX + 9;
  assert_true(uriel_resolve_bound(&longest, &longest) == (two < most ? (size_t)two : most));
  assert_true(uriel_normalize_bound(&longest) == (grown < most ? (size_t)grown : most));
  static const size_t lengths[] = {SIZE_MAX, SIZE_MAX - 1, SIZE_MAX / 2 + 1, SIZE_MAX / 3 + 1};
  for (size_t at = 0; at < sizeof lengths / sizeof *lengths; at++) {
    const uriel_text text = {"", lengths[at]};
    const uriel_parts parts = {.scheme = text, .host = text, .path = text};
    assert_true(uriel_encode_bound(lengths[at]) == most);
    assert_true(uriel_build_bound(&parts) == most);
    assert_true(uriel_decode_bound(lengths[at]) == (lengths[at] < most ? lengths[at] : most));
    assert_true(uriel_component_set_bound(&longest, text) <= most);
    assert_true(uriel_segment_append_bound(&longest, text) == most);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(small_texts),        cmocka_unit_test(in_place),
      cmocka_unit_test(rows_are_refused),   cmocka_unit_test(bounds_are_reached),
      cmocka_unit_test(bounds_do_not_wrap),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
