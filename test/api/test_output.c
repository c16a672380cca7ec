/* SPDX-License-Identifier: MIT */
/* The output of functions under each document of the build, for every small text: it is a reference of
 * the same document, and its length is at most the bound in the header, which some result reaches. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support.h"

static const uriel_spec all_specs[] = {URIEL_SPEC_URL_1993, URIEL_SPEC_URL_1994, URIEL_SPEC_URL_1997,
                                       URIEL_SPEC_URI_2003, URIEL_SPEC_RFC3986,  URIEL_SPEC_RFC2141,
                                       URIEL_SPEC_URN_2011, URIEL_SPEC_RFC8141};
enum { ALL_SPECS = sizeof all_specs / sizeof *all_specs };

static bool member(uriel_ref *ref, uriel_spec spec, uriel_text text)
{
  return uriel_parse_as(ref, text.ptr, text.len, spec, URIEL_PARSE_PARTIAL, NULL);
}

/* Frees an output; it must be a reference of the document, unless it is undefined. The steps of older
 * documents can lead to a target that is not a reference: "x://h" and "%2E" to "x://h%2E". */
static void check_output(uriel_text output, uriel_spec spec, unsigned options, size_t bound,
                         const char *function)
{
  uriel_ref ref;
  uriel_error error;
  if (output.len > bound)
    die("%s: wrote %zu bytes of at most %zu", function, output.len, bound);
  const bool resolved = strcmp(function, "uriel_resolve") == 0;
  if (output.ptr && !(resolved && spec != URIEL_SPEC_RFC3986) &&
      !uriel_parse_as(&ref, output.ptr, output.len, spec, options, &error))
    die("%s: wrote \"%.*s\", which is not a reference: %s", function, (int)output.len, output.ptr,
        uriel_error_name(error.code));
  text_free(output);
}

static void check_pair(const uriel_ref *base, const uriel_ref *ref, unsigned options)
{
  const pair_input in = {base, ref, options};
  const uriel_spec spec = uriel_spec_of(ref);
  if (uriel_resolve(base, ref, options, NULL, 0, NULL) != URIEL_CURRENT_DOCUMENT)
    check_output(text_written(write_resolved, &in), spec, URIEL_PARSE_PARTIAL,
                 uriel_resolve_bound(base, ref), "uriel_resolve");
  check_output(text_written(write_relative, &in), spec, URIEL_PARSE_PARTIAL, ref->length,
               "uriel_relative");
}

static void check_pairs(const uriel_ref *ref)
{
  static const char *const bases[] = {"http://h/a/b?q", "x:", "x://h", "urn:a:b"};
  for (size_t at = 0; at < sizeof bases / sizeof *bases; at++) {
    uriel_ref base;
    if (!member(&base, uriel_spec_of(ref), uriel_text_of(bases[at])))
      continue;
    check_pair(&base, ref, URIEL_RESOLVE_STRICT);
    check_pair(&base, ref, URIEL_RESOLVE_LENIENT | URIEL_RESOLVE_DOTS_ERROR);
    check_pair(ref, &base, URIEL_RESOLVE_STRICT);
  }
}

/* The arguments of uriel_component_set, or of uriel_build_as if `component` is not an enumerator. */
typedef struct change {
  const uriel_ref *ref;
  int component;
  uriel_text value;
  uriel_parts parts;
  unsigned options;
} change;

static size_t call_change(const change *in, char *out, size_t capacity)
{
  return in->component < 0
             ? uriel_build_as(&in->parts, uriel_spec_of(in->ref), in->options, out, capacity, NULL)
             : uriel_component_set(in->ref, (uriel_component)in->component, in->value, out, capacity,
                                   NULL);
}

/* Under documents other than RFC 3986, both check and write only a result that fits. */
static size_t write_change(const void *context, char *out, size_t capacity)
{
  const size_t len = call_change(context, NULL, 0);
  if (len == URIEL_FAILED)
    return len;
  char *const whole = room(len);
  const size_t written = call_change(context, whole, len);
  if (written != URIEL_FAILED && capacity > 0)
    memcpy(out, whole, written < capacity ? written : capacity);
  free(whole);
  return written;
}

static void check_changes(const uriel_ref *ref)
{
  static const char *const values[] = {NULL, "", "a", "//", "80", "%"};
  for (int component = URIEL_REFERENCE; component <= URIEL_FRAGMENT; component++)
    for (size_t at = 0; at < sizeof values / sizeof *values; at++) {
      const change in = {.ref = ref, .component = component, .value = uriel_text_of(values[at])};
      check_output(text_written(write_change, &in), uriel_spec_of(ref), URIEL_PARSE_PARTIAL,
                   ref->length + in.value.len + 3, "uriel_component_set");
    }
}

static void check_build(const uriel_ref *ref, unsigned options)
{
  const change in = {.ref = ref, .component = -1, .parts = uriel_parts_of(ref), .options = options};
  check_output(text_written(write_change, &in), uriel_spec_of(ref), options,
               uriel_build_bound(&in.parts), "uriel_build_as");
}

static void check_member(uriel_text text, void *context)
{
  size_t *const members = context;
  for (size_t at = 0; at < ALL_SPECS; at++) {
    uriel_ref ref;
    if (!member(&ref, all_specs[at], text))
      continue;
    ++*members;
    for (int level = URIEL_LEVEL_STRING; level < URIEL_LEVEL_DIFFERENT; level++) {
      const normal_input in = {&ref, (uriel_level)level};
      check_output(text_written(write_normal, &in), all_specs[at], URIEL_PARSE_PARTIAL,
                   uriel_normalize_bound(&ref), "uriel_normalize");
    }
    const uriel_parts parts = uriel_parts_of(&ref);
    check_output(text_written(write_built, &parts), URIEL_SPEC_RFC3986, 0, uriel_build_bound(&parts),
                 "uriel_build");
    check_build(&ref, URIEL_PARSE_PARTIAL);
    check_build(&ref, URIEL_PARSE_REQUIRE_PREFIX);
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

/* A chain of redirections: each result is the next base. */
static void chain(void **state)
{
  (void)state;
  char out[2][64];
  uriel_ref here = parsed(uriel_text_of("http://h/a/b"));
  static const char *const locations[] = {"../c", "d?q", "//i", "e#f"};
  for (size_t at = 0; at < 4; at++) {
    const uriel_ref next = parsed(uriel_text_of(locations[at]));
    const size_t len = uriel_resolve(&here, &next, 0, out[at % 2], sizeof *out, NULL);
    assert_true(len <= sizeof *out && uriel_parse(&here, out[at % 2], len, NULL));
  }
  assert_true(text_equal(uriel_component_get(&here, URIEL_REFERENCE), uriel_text_of("http://i/e#f")));
}

static void rows_are_refused(void **state)
{
  (void)state;
  const uriel_ref row = {.text = "", .flags = URIEL_INVALID}, fine = parsed(uriel_text_of("x:"));
  uriel_error error;
  assert_true(uriel_normalize(&row, URIEL_LEVEL_PATH, NULL, 0) == URIEL_FAILED);
  assert_true(uriel_relative(&row, &fine, NULL, 0, &error) == URIEL_FAILED);
  assert_int_equal(error.code, URIEL_ERROR_ROW_INVALID);
  assert_true(uriel_relative(&fine, &row, NULL, 0, &error) == URIEL_FAILED);
  assert_int_equal(error.code, URIEL_ERROR_ROW_INVALID);
  assert_true(uriel_segment_append(&row, "a", 1, NULL, 0, &error) == URIEL_FAILED);
  assert_int_equal(error.code, URIEL_ERROR_ROW_INVALID);
  assert_true(uriel_resolve(&fine, &row, 0, NULL, 0, &error) == URIEL_FAILED);
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
  assert_int_equal(uriel_relative(&base, &reference, NULL, 0, NULL), reference.length);
  const uriel_ref isan = parsed(uriel_text_of("urn:isan:000000018947000000000000"));
  assert_int_equal(uriel_normalize(&isan, URIEL_LEVEL_SCHEME, NULL, 0), uriel_normalize_bound(&isan));
  assert_int_equal(uriel_encode("  ", 2, URIEL_ENCODE_PATH, 0, NULL, 0), uriel_encode_bound(2));
  assert_int_equal(uriel_decode("ab", 2, 0, NULL, 0, NULL), 2);
  const uriel_parts parts = {one, one, one, one, one, one, one};
  assert_int_equal(
      uriel_build_as(&parts, URIEL_SPEC_URL_1994, URIEL_PARSE_REQUIRE_PREFIX, NULL, 0, NULL),
      uriel_build_bound(&parts));
  const uint8_t bytes[16] = {0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11,
                             0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11};
  assert_int_equal(uriel_ipv6_print(bytes, NULL, 0), URIEL_IPV6_MAX);
  assert_int_equal(uriel_segment_append(&base, "  ", 2, NULL, 0, NULL),
                   base.length + 3 * 2 + 1); /* s://h/%20%20 */
  uriel_ref old;
  if (member(&old, URIEL_SPEC_URL_1997, one))
    assert_int_equal(uriel_component_set(&old, URIEL_USERINFO, one, NULL, 0, NULL),
                     old.length + one.len + 3);
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
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(small_texts),        cmocka_unit_test(chain),
      cmocka_unit_test(rows_are_refused),   cmocka_unit_test(bounds_are_reached),
      cmocka_unit_test(bounds_do_not_wrap),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
