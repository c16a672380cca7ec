/* SPDX-License-Identifier: MIT */
/* Restriction levels, and texts that look like US-ASCII: UTS #39's examples, and ICU's answers to random
 * labels. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support.h"
#include "uriel_iri.h"
#include "vectors.h"

static size_t write_look(const void *context, char *out, size_t capacity)
{
  const uriel_text *const text = context;
  const size_t len = uriel_looks_ascii(text->ptr, text->len, out, capacity);
  if (len > text->len)
    die("looks longer than it is");
  return len > 0 ? len : URIEL_FAILED;
}

static void check_level(const vector_case *given, uriel_text label)
{
  const uriel_restriction level = uriel_restriction_of(label.ptr, label.len);
  expect_name(given, "level", vector_field(given, "level"), uriel_restriction_name(level));
}

static void check_document(const vector_case *given)
{
  const uriel_text label = vector_field(given, "label");
  const uriel_text looks = text_written(write_look, &label);
  check_level(given, label);
  expect_text(given, "looks", vector_field(given, "looks"), looks);
  text_free(looks);
}

/* The skeletons of the characters of US-ASCII that have others than themselves. */
static const char *ascii_skeleton(char c)
{
  static const char *const table[] = {"\"''", "0O", "1l", "Il", "`'", "mrn", "|l"};
  for (size_t at = 0; at < sizeof table / sizeof *table; at++)
    if (table[at][0] == c)
      return table[at] + 1;
  return NULL;
}

static uriel_text skeleton_of(uriel_text text)
{
  char *const out = room(2 * text.len);
  size_t len = 0;
  for (size_t at = 0; at < text.len; at++) {
    const char *const other = ascii_skeleton(text.ptr[at]);
    const size_t step = other ? strlen(other) : 1;
    memcpy(out + len, other ? other : text.ptr + at, step);
    len += step;
  }
  const uriel_text skeleton = text.ptr ? text_copy(text_from(out, len)) : text;
  free(out);
  return skeleton;
}

static void check_icu(const vector_case *given)
{
  const uriel_text label = vector_field(given, "label");
  const uriel_text looks = text_written(write_look, &label);
  const uriel_text skeleton = skeleton_of(looks);
  check_level(given, label);
  expect_text(given, "skeleton", vector_field(given, "skeleton"), skeleton);
  text_free(skeleton);
  text_free(looks);
}

static void documents(void **state)
{
  (void)state;
  vectors_run("spoof.tsv", 38, check_document);
}

static void icu(void **state)
{
  (void)state;
  vectors_run("spoof_icu.tsv", 1500, check_icu);
}

static void names(void **state)
{
  (void)state;
  assert_string_equal(uriel_restriction_name(URIEL_RESTRICTION_ASCII_ONLY), "ascii-only");
  assert_string_equal(uriel_restriction_name(URIEL_RESTRICTION_UNRESTRICTED), "unrestricted");
  assert_string_equal(uriel_restriction_name((uriel_restriction)6), "");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(documents),
      cmocka_unit_test(icu),
      cmocka_unit_test(names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
