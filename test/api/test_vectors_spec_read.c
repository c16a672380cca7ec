/* SPDX-License-Identifier: MIT */
/* The vectors of the historic generations, for reading functions: members and their components, texts
 * that are not members, equivalence, sets of characters. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "spec_vectors.h"
#include "support.h"

/* "name=value name=value" of the own parts. */
static size_t write_own_parts(const void *context, char *out, size_t capacity)
{
  uriel_own_part parts[URIEL_OWN_PARTS_MAX];
  const size_t count = uriel_own_parts(parts, context);
  size_t len = 0;
  for (size_t at = 0; at < count; at++) {
    const uriel_text name = uriel_text_of(parts[at].name);
    const uriel_text pieces[] = {{" ", at > 0}, name, {"=", 1}, parts[at].text};
    for (size_t piece = 0; piece < 4; piece++)
      for (size_t byte = 0; byte < pieces[piece].len; byte++, len++)
        if (len < capacity)
          out[len] = pieces[piece].ptr[byte];
  }
  return len;
}

static void check_own_parts(const vector_case *given, const uriel_ref *ref)
{
  const uriel_text expected = vector_field(given, "own");
  if (!expected.ptr)
    return;
  const uriel_text own = text_written(write_own_parts, ref);
  expect_text(given, "own parts", expected, own);
  const bool is_registry = own.len > 9 && memcmp(own.ptr, "reg-name=", 9) == 0;
  expect_true(given, "HAS_REGISTRY", !!(ref->flags & URIEL_HAS_REGISTRY) == is_registry);
  text_free(own);
}

static bool has_prefix(uriel_text input)
{
  return input.len >= 4 && (memcmp(input.ptr, "URL:", 4) == 0 || memcmp(input.ptr, "url:", 4) == 0);
}

/* A member may follow the prefix "URL:", which is not part of the reference. */
static void check_whole(const vector_case *given, const uriel_ref *ref)
{
  const uriel_text input = vector_field(given, "input");
  const size_t before = uriel_spec_of(ref) == URIEL_SPEC_URL_1994 && has_prefix(input) ? 4 : 0;
  expect_true(given, "HAS_PREFIX", !!(ref->flags & URIEL_HAS_PREFIX) == (before > 0));
  expect_text(given, "the whole", text_from(input.ptr + before, input.len - before),
              uriel_component_get(ref, URIEL_REFERENCE));
  expect_true(given, "text", ref->text == input.ptr + before);
}

static void check_valid(const vector_case *given, uriel_spec spec)
{
  uriel_ref ref;
  uriel_error error;
  const uriel_text input = vector_field(given, "input");
  if (!uriel_parse_as(&ref, input.ptr, input.len, spec, spec_options(given), &error)) {
    expect_name(given, "error", text_from("none", 4), uriel_error_name(error.code));
    return;
  }
  expect_name(given, "error", text_from("none", 4), uriel_error_name(error.code));
  expect_number(given, "spec", spec, uriel_spec_of(&ref));
  for (int c = URIEL_SCHEME; c <= URIEL_FRAGMENT; c++) {
    const char *const name = uriel_component_name((uriel_component)c);
    if (c != URIEL_AUTHORITY)
      expect_text(given, name, vector_field(given, name), uriel_component_get(&ref, (uriel_component)c));
  }
  expect_name(given, "form", vector_field(given, "form"), uriel_form_name(uriel_form_of(&ref)));
  check_whole(given, &ref);
  check_own_parts(given, &ref);
}

static void check_invalid(const vector_case *given, uriel_spec spec)
{
  uriel_ref ref;
  uriel_error error;
  const uriel_text input = vector_field(given, "input");
  const uriel_text code = vector_field(given, "code");
  const uriel_text component = vector_field(given, "component");
  const unsigned options = spec_options(given);
  expect_true(given, "no member", !uriel_parse_as(&ref, input.ptr, input.len, spec, options, &error));
  expect_number(given, "offset", vector_number(given, "offset"), error.offset);
  if (code.ptr)
    expect_name(given, "code", code, uriel_error_name(error.code));
  if (component.ptr)
    expect_name(given, "component", component, uriel_component_name(error.component));
  expect_true(given, "within the text",
              error.begin <= input.len && error.length <= input.len - error.begin);
  expect_number(given, "spec", spec, error.spec);
  expect_number(given, "options", options, error.options);
  expect_true(given, "a rule", error.code == URIEL_ERROR_NONE || *uriel_error_rule(&error));
  expect_true(given, "a section", error.code == URIEL_ERROR_NONE || *uriel_error_section(&error));
}

#define CHECK_AS(name, constant)                                                                        \
  static void valid_##name(const vector_case *given)                                                    \
  {                                                                                                     \
    check_valid(given, URIEL_SPEC_##constant);                                                          \
  }                                                                                                     \
  static void invalid_##name(const vector_case *given)                                                  \
  {                                                                                                     \
    check_invalid(given, URIEL_SPEC_##constant);                                                        \
  }
CHECK_AS(url_1993, URL_1993)
CHECK_AS(url_1994, URL_1994)
CHECK_AS(url_1997, URL_1997)
CHECK_AS(uri_2003, URI_2003)
CHECK_AS(iri, IRI)
#undef CHECK_AS

static uriel_level level_named(uriel_text name)
{
  for (int level = URIEL_LEVEL_STRING; level <= URIEL_LEVEL_DIFFERENT; level++)
    if (text_equal(name, uriel_text_of(uriel_level_name((uriel_level)level))))
      return (uriel_level)level;
  die("no level is called %.*s", (int)name.len, name.ptr);
}

static void check_equal(const vector_case *given)
{
  const uriel_ref a = spec_parsed(given, "a");
  const uriel_ref b = spec_parsed(given, "b");
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

static void check_set(const vector_case *given)
{
  char members[128];
  size_t count = 0;
  const uriel_text name = vector_field(given, "set");
  const uriel_byte_set *const set = uriel_byte_set_find(spec_given(given), name.ptr, name.len);
  if (!set) {
    expect_true(given, "a set of that name", false);
    return;
  }
  for (int byte = 0; byte < 256; byte++)
    if (uriel_byte_set_has(set, (unsigned char)byte) && count < sizeof members)
      members[count++] = (char)byte;
  expect_name(given, "name", name, set->name);
  expect_text(given, "characters", vector_field(given, "characters"), text_from(members, count));
}

static void vectors_spec_valid(void **state)
{
  (void)state;
  vectors_run("url-1993_valid.tsv", 139, valid_url_1993);
  vectors_run("url-1994_valid.tsv", 109, valid_url_1994);
  vectors_run("url-1997_valid.tsv", 97, valid_url_1997);
  vectors_run("uri-2003_valid.tsv", 128, valid_uri_2003);
  vectors_run("iri_valid.tsv", 73, valid_iri);
}
static void vectors_spec_invalid(void **state)
{
  (void)state;
  vectors_run("url-1993_invalid.tsv", 113, invalid_url_1993);
  vectors_run("url-1994_invalid.tsv", 132, invalid_url_1994);
  vectors_run("url-1997_invalid.tsv", 77, invalid_url_1997);
  vectors_run("uri-2003_invalid.tsv", 87, invalid_uri_2003);
  vectors_run("iri_invalid.tsv", 62, invalid_iri);
}
static void vectors_spec_equal(void **state)
{
  (void)state;
  vectors_run("spec_equal.tsv", 57, check_equal);
}
static void vectors_spec_sets(void **state)
{
  (void)state;
  vectors_run("spec_sets.tsv", 49, check_set);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(vectors_spec_valid),
      cmocka_unit_test(vectors_spec_invalid),
      cmocka_unit_test(vectors_spec_equal),
      cmocka_unit_test(vectors_spec_sets),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
