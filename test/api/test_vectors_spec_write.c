/* SPDX-License-Identifier: MIT */
/* The vectors of the historic generations, for writing functions: resolution, relative references,
 * normal forms, encoding and decoding. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "literal_historic.h"
#include "spec_vectors.h"
#include "support.h"

static unsigned resolve_options(const vector_case *given)
{
  static const char *const names[] = {"lenient", "keep", "drop", "error"};
  static const unsigned options[] = {URIEL_RESOLVE_LENIENT, URIEL_RESOLVE_DOTS_KEEP,
                                     URIEL_RESOLVE_DOTS_DROP, URIEL_RESOLVE_DOTS_ERROR};
  const uriel_text field = vector_field(given, "options");
  for (size_t at = 0; at < sizeof names / sizeof *names; at++)
    if (text_equal(field, uriel_text_of(names[at])))
      return options[at];
  return 0;
}

/* The result of resolution without a target: the error's name, or the current document. */
static const char *resolve_code(size_t returned, const uriel_error *error)
{
  if (returned == URIEL_CURRENT_DOCUMENT)
    return "current document";
  return returned == URIEL_FAILED ? uriel_error_name(error->code) : NULL;
}

/* The document's steps, taken one by one, agree with the vector. */
static void check_literal(const vector_case *given, const uriel_ref *base, const uriel_ref *reference)
{
  const literal_result literal = literal_historic(base, reference, resolve_options(given));
  expect_text(given, "to the letter", vector_field(given, "target"), literal.target);
  const char *const code = literal.code != URIEL_ERROR_NONE ? uriel_error_name(literal.code)
                           : literal.target.ptr             ? NULL
                                                            : "current document";
  expect_name(given, "to the letter", vector_field(given, "code"), code);
  text_free(literal.target);
}

static void check_resolve(const vector_case *given)
{
  uriel_error error;
  const uriel_ref base = spec_parsed(given, "base");
  const uriel_ref reference = spec_parsed(given, "reference");
  const unsigned options = resolve_options(given);
  const size_t returned = uriel_resolve(&base, &reference, options, NULL, 0, &error);
  const char *const code = resolve_code(returned, &error);
  check_literal(given, &base, &reference);
  expect_name(given, "code", vector_field(given, "code"), code);
  if (code) {
    expect_true(given, "no target", !vector_field(given, "target").ptr);
    return;
  }
  const uriel_text target = text_written(write_resolved, &(pair_input){&base, &reference, options});
  expect_text(given, "target", vector_field(given, "target"), target);
  text_free(target);
}

static void check_relative(const vector_case *given)
{
  const uriel_ref base = spec_parsed(given, "base");
  const uriel_ref target = spec_parsed(given, "target");
  const uriel_text relative = text_written(write_relative, &(pair_input){&base, &target, 0});
  expect_text(given, "relative", vector_field(given, "relative"), relative);
  text_free(relative);
}

static void check_normalize(const vector_case *given)
{
  const uriel_text input = vector_field(given, "input");
  const uriel_ref ref = spec_parsed(given, "input");
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
  uriel_error error;
  const unsigned options = vector_field(given, "options").ptr ? URIEL_ENCODE_PERCENT : 0;
  const uriel_text code = vector_field(given, "code");
  const percent_input in = {spec_given(given), encode_for_given(given), vector_field(given, "input"),
                            options};
  const uriel_text output = text_written(write_encoded_as, &in);
  expect_text(given, "output", vector_field(given, "output"), output);
  uriel_encode_as(in.text.ptr, in.text.len, in.spec, in.where, options, NULL, 0, &error);
  expect_name(given, "code", code.ptr ? code : text_from("none", 4), uriel_error_name(error.code));
  if (code.ptr)
    expect_number(given, "offset", vector_number(given, "offset"), error.offset);
  text_free(output);
}

static void check_decode(const vector_case *given)
{
  const unsigned options = vector_field(given, "options").ptr ? URIEL_DECODE_PLUS : 0;
  const percent_input in = {spec_given(given), URIEL_ENCODE_PATH, vector_field(given, "input"), options};
  const uriel_text output = text_written(write_decoded_as, &in);
  expect_text(given, "output", vector_field(given, "output"), output);
  text_free(output);
}

static void vectors_spec_resolve(void **state)
{
  (void)state;
  vectors_run("spec_resolve.tsv", 264, check_resolve);
}
static void vectors_spec_relative(void **state)
{
  (void)state;
  vectors_run("spec_relative.tsv", 43, check_relative);
}
static void vectors_spec_normalize(void **state)
{
  (void)state;
  vectors_run("spec_normalize.tsv", 56, check_normalize);
}
static void vectors_spec_encode(void **state)
{
  (void)state;
  vectors_run("spec_encode.tsv", 101, check_encode);
}
static void vectors_spec_decode(void **state)
{
  (void)state;
  vectors_run("spec_decode.tsv", 23, check_decode);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(vectors_spec_resolve),   cmocka_unit_test(vectors_spec_relative),
      cmocka_unit_test(vectors_spec_normalize), cmocka_unit_test(vectors_spec_encode),
      cmocka_unit_test(vectors_spec_decode),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
