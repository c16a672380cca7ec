/* SPDX-License-Identifier: MIT */
/* The vectors of reading functions: parsing, addresses, iterators, comparison. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support.h"
#include "uriel_query.h"
#include "vectors.h"

static bool text_has(uriel_text text, char c)
{
  return text.len > 0 && memchr(text.ptr, c, text.len) != NULL;
}

static bool has_upper(uriel_text text)
{
  for (size_t at = 0; at < text.len; at++)
    if (text.ptr[at] >= 'A' && text.ptr[at] <= 'Z')
      return true;
  return false;
}

static bool has_dot_segment(uriel_text path)
{
  uriel_text segment;
  while (uriel_segment_next(&path, &segment))
    if (text_equal(segment, uriel_text_of(".")) || text_equal(segment, uriel_text_of("..")))
      return true;
  return false;
}

/* The hints agree with the text. */
static void check_flags(const vector_case *given, const uriel_ref *ref)
{
  expect_true(given, "HAS_PERCENT",
              !!(ref->flags & URIEL_HAS_PERCENT) == text_has(vector_field(given, "input"), '%'));
  expect_true(given, "HAS_UPPER",
              !!(ref->flags & URIEL_HAS_UPPER) ==
                  (has_upper(uriel_scheme(ref)) || has_upper(uriel_host(ref))));
  expect_true(given, "HAS_DOT_SEGMENT",
              !!(ref->flags & URIEL_HAS_DOT_SEGMENT) == has_dot_segment(uriel_path(ref)));
}

static void check_valid(const vector_case *given)
{
  uriel_ref ref;
  uriel_error error;
  const uriel_text input = vector_field(given, "input");
  if (!uriel_parse(&ref, input.ptr, input.len, &error)) {
    expect_name(given, "error", text_from("none", 4), uriel_error_name(error.code));
    return;
  }
  expect_name(given, "error", text_from("none", 4), uriel_error_name(error.code));
  for (int c = URIEL_SCHEME; c <= URIEL_FRAGMENT; c++) {
    const char *const name = uriel_component_name((uriel_component)c);
    expect_text(given, name, vector_field(given, name), uriel_component_get(&ref, (uriel_component)c));
  }
  expect_text(given, "the whole", input, uriel_component_get(&ref, URIEL_REFERENCE));
  expect_name(given, "host kind", vector_field(given, "host_kind"),
              uriel_host_kind_name(uriel_host_kind_of(&ref)));
  expect_name(given, "form", vector_field(given, "form"), uriel_form_name(uriel_form_of(&ref)));
  expect_true(given, "text", ref.text == input.ptr);
  check_flags(given, &ref);
}

static void check_invalid(const vector_case *given)
{
  uriel_ref ref;
  uriel_error error;
  const uriel_text input = vector_field(given, "input");
  expect_true(given, "no reference", !uriel_parse(&ref, input.ptr, input.len, &error));
  expect_number(given, "offset", vector_number(given, "offset"), error.offset);
  expect_name(given, "code", vector_field(given, "code"), uriel_error_name(error.code));
  expect_name(given, "component", vector_field(given, "component"),
              uriel_component_name(error.component));
  expect_number(given, "begin", vector_number(given, "begin"), error.begin);
  expect_number(given, "length", vector_number(given, "length"), error.length);
  expect_true(given, "no reference, without an error", !uriel_parse(&ref, input.ptr, input.len, NULL));
  expect_number(given, "the empty reference's length", 0, ref.length);
}

static uriel_text hexadecimal(const uint8_t *bytes, size_t count, char *out)
{
  for (size_t at = 0; at < count; at++)
    sprintf(out + 2 * at, "%02x", bytes[at]);
  return text_from(out, 2 * count);
}

static void check_address(const vector_case *given)
{
  const uriel_text input = vector_field(given, "input");
  const uriel_text undefined = {NULL, 0};
  uint8_t four[4];
  uint8_t six[16];
  char out[33];
  memset(four, 0xEE, sizeof four);
  memset(six, 0xEE, sizeof six);
  expect_text(given, "ipv4", vector_field(given, "ipv4"),
              uriel_ipv4_parse(four, input.ptr, input.len) ? hexadecimal(four, 4, out) : undefined);
  expect_text(given, "ipv6", vector_field(given, "ipv6"),
              uriel_ipv6_parse(six, input.ptr, input.len) ? hexadecimal(six, 16, out) : undefined);
  if (!vector_field(given, "ipv4").ptr)
    expect_true(given, "bytes are written only for an address", four[0] == 0xEE && four[3] == 0xEE);
  if (!vector_field(given, "ipv6").ptr)
    expect_true(given, "bytes are written only for an address", six[0] == 0xEE && six[15] == 0xEE);
}

static size_t write_ipv6(const void *context, char *out, size_t capacity)
{
  return uriel_ipv6_print(context, out, capacity);
}

static void check_ipv6_text(const vector_case *given)
{
  const uriel_text input = vector_field(given, "input");
  uint8_t bytes[16];
  expect_true(given, "address", uriel_ipv6_parse(bytes, input.ptr, input.len));
  const uriel_text text = text_written(write_ipv6, bytes);
  expect_text(given, "text", vector_field(given, "text"), text);
  text_free(text);
}

/* "[first][second]" of the iterated items. */
typedef struct bracketed {
  char text[512];
  size_t len;
} bracketed;

static void put(bracketed *out, uriel_text part)
{
  if (part.ptr)
    memcpy(out->text + out->len, part.ptr, part.len);
  out->len += part.len;
}

static void check_segments(const vector_case *given)
{
  bracketed out = {.len = 0};
  uriel_text rest = vector_field(given, "path");
  uriel_text segment;
  while (uriel_segment_next(&rest, &segment)) {
    put(&out, uriel_text_of("["));
    put(&out, segment);
    put(&out, uriel_text_of("]"));
  }
  expect_text(given, "segments", vector_field(given, "segments"), text_from(out.text, out.len));
  expect_true(given, "stays at the end", !uriel_segment_next(&rest, &segment));
}

static void check_pairs(const vector_case *given)
{
  bracketed out = {.len = 0};
  uriel_text rest = vector_field(given, "query");
  uriel_param param;
  const unsigned options = vector_field(given, "options").ptr ? URIEL_QUERY_SEMICOLON : 0;
  while (uriel_query_next(&rest, &param, options)) {
    expect_true(given, "a name is defined", param.name.ptr != NULL);
    put(&out, uriel_text_of("["));
    put(&out, param.name);
    put(&out, uriel_text_of(param.value.ptr ? "=" : ""));
    put(&out, param.value);
    put(&out, uriel_text_of("]"));
  }
  expect_text(given, "pairs", vector_field(given, "pairs"), text_from(out.text, out.len));
  expect_true(given, "stays at the end", !uriel_query_next(&rest, &param, options));
}

static uriel_level level_named(uriel_text name)
{
  for (int level = URIEL_LEVEL_STRING; level <= URIEL_LEVEL_DIFFERENT; level++)
    if (text_equal(name, uriel_text_of(uriel_level_name((uriel_level)level))))
      return (uriel_level)level;
  die("no level is called %.*s", (int)name.len, name.ptr);
}

static void check_equal(const vector_case *given)
{
  const uriel_ref a = parsed(vector_field(given, "a"));
  const uriel_ref b = parsed(vector_field(given, "b"));
  const uriel_level lowest = level_named(vector_field(given, "level"));
  expect_name(given, "compare", vector_field(given, "level"), uriel_level_name(uriel_compare(&a, &b)));
  expect_name(given, "the other way", vector_field(given, "level"),
              uriel_level_name(uriel_compare(&b, &a)));
  for (int r = URIEL_LEVEL_STRING; r < URIEL_LEVEL_DIFFERENT; r++) {
    const uriel_level level = (uriel_level)r;
    expect_true(given, uriel_level_name(level), uriel_equal(&a, &b, level) == (level >= lowest));
    if (level >= lowest)
      expect_true(given, "hash", uriel_hash(&a, level, 7) == uriel_hash(&b, level, 7));
  }
}

static void vectors_parse_valid(void **state)
{
  (void)state;
  vectors_run("parse_valid.tsv", 600, check_valid);
}
static void vectors_parse_invalid(void **state)
{
  (void)state;
  vectors_run("parse_invalid.tsv", 280, check_invalid);
}
static void vectors_ip_hosts(void **state)
{
  (void)state;
  vectors_run("ip_hosts.tsv", 300, check_address);
}
static void vectors_ipv6_text(void **state)
{
  (void)state;
  vectors_run("ipv6_text.tsv", 130, check_ipv6_text);
}
static void vectors_segments(void **state)
{
  (void)state;
  vectors_run("segments.tsv", 19, check_segments);
}
static void vectors_pairs(void **state)
{
  (void)state;
  vectors_run("pairs.tsv", 28, check_pairs);
}
static void vectors_equal(void **state)
{
  (void)state;
  vectors_run("equal.tsv", 140, check_equal);
}
int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(vectors_parse_valid), cmocka_unit_test(vectors_parse_invalid),
      cmocka_unit_test(vectors_ip_hosts),    cmocka_unit_test(vectors_ipv6_text),
      cmocka_unit_test(vectors_segments),    cmocka_unit_test(vectors_pairs),
      cmocka_unit_test(vectors_equal),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
