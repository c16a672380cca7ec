/* SPDX-License-Identifier: MIT */
/* Properties of every text, tried on every small one and on random longer ones: components build
 * back, normal forms are idempotent, resolution follows the literal steps of 5.2, errors lie within
 * the text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "literal.h"
#include "support.h"
#include "uriel_query.h"

static void must(bool holds, const char *what, uriel_text text)
{
  if (!holds)
    die("\"%.*s\": %s does not hold", (int)text.len, text.ptr, what);
}

static void check_build(uriel_text text, const uriel_ref *ref)
{
  const uriel_parts parts = uriel_parts_of(ref);
  const uriel_text built = text_written(write_built, &parts);
  must(text_equal(text, built), "build(parts(x)) = x", text);
  text_free(built);
}

static void check_set(uriel_text text, const uriel_ref *ref)
{
  char *const out = malloc(text.len + 1);
  for (int c = URIEL_SCHEME; c <= URIEL_FRAGMENT && out; c++) {
    const uriel_component component = (uriel_component)c;
    const size_t len =
        uriel_component_set(ref, component, uriel_component_get(ref, component), out, text.len, NULL);
    must(len == text.len && memcmp(out, text.ptr, len) == 0, "set(x, get(x)) = x", text);
  }
  free(out);
}

static void check_segments(uriel_text text, const uriel_ref *ref)
{
  uriel_text rest = uriel_path(ref);
  uriel_text segment;
  const char *at = rest.ptr;
  const char *const end = at + rest.len;
  bool first = true;
  while (uriel_segment_next(&rest, &segment)) {
    if (!first || *at == '/')
      must(*at++ == '/', "a slash before each segment", text);
    must(segment.ptr == at && !(segment.len && memchr(segment.ptr, '/', segment.len)),
         "segments follow each other", text);
    at += segment.len;
    first = false;
  }
  must(at == end, "segments join back", text);
}

static void check_pairs(uriel_text text, const uriel_ref *ref, unsigned options)
{
  uriel_text rest = uriel_query(ref);
  if (!rest.ptr)
    return;
  const char *at = rest.ptr;
  for (uriel_param param; uriel_query_next(&rest, &param, options);) {
    const uriel_text key = param.name, value = param.value;
    while (at < key.ptr)
      must(*at == '&' || (options && *at == ';'), "only separators between pairs", text), at++;
    must(key.ptr == at && !(key.len && memchr(key.ptr, '=', key.len)), "a key up to \"=\"", text);
    at += key.len;
    if (value.ptr) {
      must(*at == '=' && value.ptr == at + 1, "a value after \"=\"", text);
      at = value.ptr + value.len;
    }
  }
}

/* At level scheme a port and an ldap query are removed, and file gets its authority. */
static bool normal_may_change(uriel_component component)
{
  return component == URIEL_PORT || component == URIEL_QUERY || component == URIEL_AUTHORITY ||
         component == URIEL_HOST;
}

/* Undefined stays undefined, and defined defined; only a path may gain a guard. */
static void check_same_shape(uriel_text text, const uriel_ref *ref, const uriel_ref *normal,
                             uriel_level level)
{
  for (int c = URIEL_SCHEME; c <= URIEL_FRAGMENT; c++) {
    if (level == URIEL_LEVEL_SCHEME && normal_may_change((uriel_component)c))
      continue;
    must(!uriel_component_get(ref, (uriel_component)c).ptr ==
             !uriel_component_get(normal, (uriel_component)c).ptr,
         "the normal form has the same components", text);
  }
  if (level < URIEL_LEVEL_PERCENT)
    must(normal->length == ref->length, "case changes no length", text);
}

static void check_normal(uriel_text text, const uriel_ref *ref)
{
  for (int r = URIEL_LEVEL_STRING; r < URIEL_LEVEL_DIFFERENT; r++) {
    const uriel_level level = (uriel_level)r;
    const uriel_text normal = text_written(write_normal, &(normal_input){ref, level});
    const uriel_ref again = parsed(normal);
    check_same_shape(text, ref, &again, level);
    const uriel_text twice = text_written(write_normal, &(normal_input){&again, level});
    must(text_equal(normal, twice), "a normal form is its own", text);
    must(uriel_equal(ref, &again, level), "equal to its normal form", text);
    must(uriel_compare(ref, &again) <= level, "compares as equal to its normal form", text);
    must(uriel_hash(ref, level, 1) == uriel_hash(&again, level, 1), "hashes as its normal form", text);
    text_free(twice);
    text_free(normal);
  }
}

static void check_resolve(uriel_text text, const uriel_ref *ref)
{
  static const char *const bases[] = {"s://h/a/b;c?q#f", "s:a/./b", "s:/.//x/..", "S://u@h?q", "s:"};
  for (size_t at = 0; at < sizeof bases / sizeof *bases; at++) {
    const uriel_ref base = parsed(uriel_text_of(bases[at]));
    for (unsigned lenient = 0; lenient < 2; lenient++) {
      const uriel_text target = text_written(write_resolved, &(pair_input){&base, ref, lenient});
      const uriel_text literal = literal_resolve(&base, ref, lenient);
      must(text_equal(target, literal), "5.2 to the letter", text);
      parsed(target);
      text_free(literal);
      text_free(target);
    }
  }
}

static bool is_printable(const char *text, size_t len)
{
  for (size_t at = 0; at < len; at++)
    if (text[at] < ' ' || text[at] > '~')
      return false;
  return true;
}

typedef struct described {
  const uriel_error *error;
  uriel_text text;
} described;

static size_t write_described(const void *context, char *out, size_t capacity)
{
  const described *const in = context;
  return uriel_error_describe(in->error, in->text.ptr, in->text.len, out, capacity);
}

static size_t write_expected(const void *context, char *out, size_t capacity)
{
  const described *const in = context;
  return uriel_error_expected(in->error, in->text.ptr, in->text.len, out, capacity);
}

static void check_error(uriel_text text, const uriel_error *error)
{
  must(error->code != URIEL_ERROR_NONE, "an error has a code", text);
  must(error->offset <= text.len, "an error's offset is in the text", text);
  must(error->begin <= text.len && error->length <= text.len - error->begin,
       "an error's component is in the text", text);
  const described in = {error, text};
  const uriel_text message = text_written(write_described, &in);
  const uriel_text expected = text_written(write_expected, &in);
  must(message.len <= URIEL_ERROR_TEXT_MAX && expected.len <= URIEL_ERROR_TEXT_MAX,
       "the bound of an error's texts", text);
  must(message.len > 0 && is_printable(message.ptr, message.len), "a printable message", text);
  must(expected.len > 0 && is_printable(expected.ptr, expected.len), "what was expected", text);
  text_free(message);
  text_free(expected);
}

/* No valid text continues with the byte at the offset, but one continues without it: see test/prove.
 * This checks that the text before the offset has no earlier error. */
static void check_prefix(uriel_text text, const uriel_error *error)
{
  uriel_ref ref;
  uriel_error shorter;
  const uriel_text prefix = text_copy(text_from(text.ptr, error->offset));
  if (!uriel_parse(&ref, prefix.ptr, prefix.len, &shorter))
    must(shorter.offset == prefix.len, "a text up to its error could continue", text);
  text_free(prefix);
}

static void check_text(uriel_text text, void *context)
{
  size_t *const references = context;
  uriel_ref ref;
  uriel_error error;
  if (!uriel_parse(&ref, text.ptr, text.len, &error)) {
    check_error(text, &error);
    check_prefix(text, &error);
    return;
  }
  ++*references;
  check_build(text, &ref);
  check_set(text, &ref);
  check_segments(text, &ref);
  check_pairs(text, &ref, 0);
  check_pairs(text, &ref, URIEL_QUERY_SEMICOLON);
  check_normal(text, &ref);
  check_resolve(text, &ref);
}

static void every_small_text(void **state)
{
  (void)state;
  static const char *const wide[] = {"a", "B", "%2E", "%6a", "/",     ".", ":",
                                     "?", "#", "@",   "08",  "[::A]", "&", " "};
  static const char *const deep[] = {"a", "/", ".", "%2e.", "s:"};
  size_t references = 0;
  each_text(wide, sizeof wide / sizeof *wide, 4, check_text, &references);
  assert_true(references > 10000);
  references = 0;
  each_text(deep, sizeof deep / sizeof *deep, 6, check_text, &references);
  assert_true(references > 10000);
}

static void random_texts(void **state)
{
  (void)state;
  uint64_t seed = 1;
  size_t references = 0;
  for (size_t round = 0; round < 30000; round++) {
    char buffer[16 * 24];
    const uriel_text text = text_copy(text_from(buffer, random_text(&seed, buffer, 24)));
    check_text(text, &references);
    text_free(text);
  }
  assert_true(references > 2000);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_small_text),
      cmocka_unit_test(random_texts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
