/* SPDX-License-Identifier: MIT */
/* The vectors of writing functions: resolution, relative references, normal forms, encoding, building.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "literal.h"
#include "support.h"
#include "vectors.h"

static void check_resolve(const vector_case *given)
{
  const uriel_ref base = parsed(vector_field(given, "base"));
  const uriel_ref reference = parsed(vector_field(given, "reference"));
  static const char *const columns[] = {"target", "lenient"};
  for (unsigned lenient = 0; lenient < 2; lenient++) {
    const uriel_text target = text_written(write_resolved, &(pair_input){&base, &reference, lenient});
    const uriel_text literal = literal_resolve(&base, &reference, lenient);
    expect_text(given, columns[lenient], vector_field(given, columns[lenient]), target);
    expect_text(given, "5.2 to the letter", vector_field(given, columns[lenient]), literal);
    text_free(target);
    text_free(literal);
  }
}

static void check_relative(const vector_case *given)
{
  const uriel_ref base = parsed(vector_field(given, "base"));
  const uriel_ref target = parsed(vector_field(given, "target"));
  const uriel_text relative = text_written(write_relative, &(pair_input){&base, &target, 0});
  if (vector_field(given, "relative").ptr)
    expect_text(given, "relative", vector_field(given, "relative"), relative);
  if (vector_field(given, "resolved").ptr) {
    const uriel_ref back = parsed(relative);
    const uriel_text resolved = text_written(write_resolved, &(pair_input){&base, &back, 0});
    expect_text(given, "resolved", vector_field(given, "resolved"), resolved);
    text_free(resolved);
  }
  expect_true(given, "not longer than the target",
              relative.len <= vector_field(given, "target").len || uriel_path(&target).len > 0);
  text_free(relative);
}

static void check_normalize(const vector_case *given)
{
  const uriel_text input = vector_field(given, "input");
  const uriel_ref ref = parsed(input);
  for (int r = URIEL_LEVEL_STRING; r < URIEL_LEVEL_DIFFERENT; r++) {
    const uriel_level level = (uriel_level)r;
    const char *const name = uriel_level_name(level);
    const uriel_text normal = text_written(write_normal, &(normal_input){&ref, level});
    expect_text(given, name, r ? vector_field(given, name) : input, normal);
    text_free(normal);
  }
}

static void check_encode(const vector_case *given)
{
  const unsigned options = vector_field(given, "options").ptr ? URIEL_ENCODE_PERCENT : 0;
  const percent_input in = {URIEL_SPEC_RFC3986, encode_for_given(given), vector_field(given, "input"),
                            options};
  const uriel_text output = text_written(write_encoded, &in);
  expect_text(given, "output", vector_field(given, "output"), output);
  text_free(output);
}

static void check_decode_in_place(const vector_case *given, const percent_input *in)
{
  char *const text = room(in->text.len + 1);
  memcpy(text, in->text.ptr, in->text.len);
  const size_t len = uriel_decode(text, in->text.len, in->options, text, in->text.len, NULL);
  expect_text(given, "in place", vector_field(given, "output"), text_from(text, len));
  free(text);
}

static void check_decode(const vector_case *given)
{
  const uriel_text input = vector_field(given, "input");
  const unsigned options = vector_field(given, "options").ptr ? URIEL_DECODE_PLUS : 0;
  const percent_input in = {URIEL_SPEC_RFC3986, URIEL_ENCODE_PATH, input, options};
  const uriel_text output = text_written(write_decoded, &in);
  expect_text(given, "output", vector_field(given, "output"), output);
  text_free(output);
  check_decode_in_place(given, &in);
  uriel_error error;
  const size_t place = vector_number(given, "begin");
  uriel_decode(input.ptr, input.len, options, NULL, 0, &error);
  expect_name(given, "code", uriel_text_of(place == URIEL_FAILED ? "none" : "percent"),
              uriel_error_name(error.code));
  if (place != URIEL_FAILED) {
    expect_number(given, "begin", place, error.begin);
    expect_number(given, "offset", vector_number(given, "offset"), error.offset);
  }
}

static uriel_parts parts_given(const vector_case *given)
{
  return (uriel_parts){vector_field(given, "scheme"),  vector_field(given, "userinfo"),
                       vector_field(given, "host"),    vector_field(given, "port"),
                       vector_field(given, "path"),    vector_field(given, "query"),
                       vector_field(given, "fragment")};
}

static void check_build(const vector_case *given)
{
  const uriel_parts parts = parts_given(given);
  const uriel_text output = text_written(write_built, &parts);
  expect_text(given, "output", vector_field(given, "output"), output);
  uriel_error error;
  uriel_build(&parts, NULL, 0, &error);
  const uriel_text code = vector_field(given, "code");
  expect_name(given, "code", code.ptr ? code : text_from("none", 4), uriel_error_name(error.code));
  if (vector_field(given, "component").ptr)
    expect_name(given, "component", vector_field(given, "component"),
                uriel_component_name(error.component));
  if (vector_field(given, "offset").ptr)
    expect_number(given, "offset", vector_number(given, "offset"), error.offset);
  text_free(output);
}

typedef struct set_input {
  uriel_ref ref;
  uriel_component component;
  uriel_text value;
} set_input;

static size_t write_set(const void *context, char *out, size_t capacity)
{
  const set_input *const in = context;
  return uriel_component_set(&in->ref, in->component, in->value, out, capacity, NULL);
}

static uriel_component component_named(uriel_text name)
{
  for (int c = URIEL_REFERENCE; c <= URIEL_FRAGMENT; c++)
    if (text_equal(name, uriel_text_of(uriel_component_name((uriel_component)c))))
      return (uriel_component)c;
  die("no component is called %.*s", (int)name.len, name.ptr);
}

static void check_set(const vector_case *given)
{
  const set_input in = {parsed(vector_field(given, "input")),
                        component_named(vector_field(given, "component")), vector_field(given, "value")};
  const uriel_text output = text_written(write_set, &in);
  expect_text(given, "output", vector_field(given, "output"), output);
  text_free(output);
  uriel_error error;
  uriel_component_set(&in.ref, in.component, in.value, NULL, 0, &error);
  const uriel_text code = vector_field(given, "code");
  expect_name(given, "code", code.ptr ? code : text_from("none", 4), uriel_error_name(error.code));
}

static void check_append(const vector_case *given)
{
  const uriel_text input = vector_field(given, "input"), spec = vector_field(given, "spec");
  const uriel_text code = vector_field(given, "code");
  segment_input in = {.segment = vector_field(given, "segment")};
  uriel_spec document = URIEL_SPEC_RFC3986;
  uriel_error error;
  expect_true(given, "a spec", uriel_spec_find(&document, spec.ptr, spec.len));
  if (!uriel_spec_built(document))
    return;
  expect_true(given, "valid", uriel_parse_as(&in.ref, input.ptr, input.len, document, 0, NULL));
  const uriel_text output = text_written(write_appended, &in);
  expect_text(given, "output", vector_field(given, "output"), output);
  uriel_segment_append(&in.ref, in.segment.ptr, in.segment.len, NULL, 0, &error);
  expect_name(given, "code", code.ptr ? code : text_from("none", 4), uriel_error_name(error.code));
  if (output.ptr)
    expect_true(given, "valid", uriel_parse_as(&in.ref, output.ptr, output.len, document, 0, NULL));
  text_free(output);
}

static void vectors_resolve(void **state)
{
  (void)state;
  vectors_run("resolve.tsv", 500, check_resolve);
}
static void vectors_relative(void **state)
{
  (void)state;
  vectors_run("relative.tsv", 140, check_relative);
}
static void vectors_normalize(void **state)
{
  (void)state;
  vectors_run("normalize.tsv", 320, check_normalize);
  vectors_run("normalize_schemes.tsv", 58, check_normalize);
}
static void vectors_encode(void **state)
{
  (void)state;
  vectors_run("encode.tsv", 100, check_encode);
}
static void vectors_decode(void **state)
{
  (void)state;
  vectors_run("decode.tsv", 60, check_decode);
}
static void vectors_build(void **state)
{
  (void)state;
  vectors_run("build.tsv", 75, check_build);
}
static void vectors_set(void **state)
{
  (void)state;
  vectors_run("set.tsv", 70, check_set);
  vectors_run("append.tsv", 55, check_append);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(vectors_resolve),   cmocka_unit_test(vectors_relative),
      cmocka_unit_test(vectors_normalize), cmocka_unit_test(vectors_encode),
      cmocka_unit_test(vectors_decode),    cmocka_unit_test(vectors_build),
      cmocka_unit_test(vectors_set),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
