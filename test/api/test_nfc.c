/* SPDX-License-Identifier: MIT */
/* Normalisation form C: the vectors, every code point by a checksum, every capacity, and long runs of
 * combining marks. `make compare-idna` compares all pairs of interesting code points with Node. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support.h"
#include "uriel_idna.h"
#include "vectors.h"

static size_t write_nfc(const void *context, char *out, size_t capacity)
{
  const uriel_text *const text = context;
  return uriel_nfc(text->ptr, text->len, out, capacity, NULL);
}

static uriel_text nfc_of(uriel_text text)
{
  const uriel_text normal = text_written(write_nfc, &text);
  if (normal.len > 3 * text.len)
    die("the normal form of \"%.*s\" exceeds its bound", (int)text.len, text.ptr);
  return normal;
}

static void check_vector(const vector_case *given)
{
  const uriel_text expected = vector_field(given, "nfc");
  const uriel_text got = nfc_of(vector_field(given, "text")), again = nfc_of(expected);
  expect_text(given, "normal form", expected, got);
  expect_text(given, "its own", expected, again);
  text_free(got);
  text_free(again);
}

static void vectors(void **state)
{
  (void)state;
  vectors_run("nfc.tsv", 2546, check_vector);
}

static size_t encode(uint32_t code, char out[4])
{
  const unsigned n = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  static const unsigned lead[] = {0, 0, 0xC0, 0xE0, 0xF0};
  out[0] = (char)(code >> 6 * (n - 1) | lead[n]);
  for (unsigned i = 1; i < n; i++)
    out[i] = (char)(0x80 | (code >> 6 * (n - 1 - i) & 0x3F));
  return n;
}

/* The FNV-1a hash of the normal forms of all code points, each before U+0301 and after "a". ICU4J 79.1
 * (Unicode 18) gives the same. */
static void every_code_point(void **state)
{
  (void)state;
  uint32_t hash = 0x811C9DC5;
  for (uint32_t code = 0; code < 0x110000; code++) {
    char text[8] = "a", out[24];
    if (code >= 0xD800 && code < 0xE000)
      continue;
    size_t len = 1 + encode(code, text + 1);
    memcpy(text + len, "\xCC\x81", 2);
    const size_t written = uriel_nfc(text, len + 2, out, sizeof out, NULL);
    for (size_t i = 0; i < written; i++)
      hash = (hash ^ (unsigned char)out[i]) * 0x01000193;
  }
  assert_int_equal(hash, 0xC8C77540u);
}

/* Any order of many marks has the same normal form as the order of their classes. */
static void long_runs(void **state)
{
  static const char *const marks[] = {"\xCC\xA3", "\xCC\x81", "\xCC\xA7", "\xCD\x84", "\xCC\x9B"};
  static const size_t sizes[] = {27, 28, 29, 30, 31, 32, 33, 34, 100, 1000};
  uint64_t seed = 3;
  (void)state;
  for (size_t round = 0; round < 2000; round++) {
    const size_t count = sizes[round % 10];
    char *const text = room(2 * count + 4), *const sorted = room(2 * count + 4);
    size_t len = 0, at = 0, counts[5] = {0};
    text[len++] = 'a';
    for (size_t i = 0; i < count; i++) {
      const uint32_t mark = random_below(&seed, 5);
      counts[mark]++;
      memcpy(text + len, marks[mark], 2);
      len += 2;
    }
    sorted[at++] = 'a';
    static const size_t order[] = {2, 4, 0}; /* of class 202, 216, 220 */
    for (size_t i = 0; i < 3; i++)
      for (size_t k = 0; k < counts[order[i]]; k++, at += 2)
        memcpy(sorted + at, marks[order[i]], 2);
    for (size_t i = 1; i < len; i += 2) /* marks of class 230 keep their order */
      if (memcmp(text + i, marks[1], 2) == 0 || memcmp(text + i, marks[3], 2) == 0) {
        memcpy(sorted + at, text + i, 2);
        at += 2;
      }
    text[len++] = 'b', sorted[at++] = 'b';
    const uriel_text one = nfc_of(text_from(text, len)), other = nfc_of(text_from(sorted, at));
    assert_true(text_equal(one, other));
    const uriel_text again = nfc_of(one);
    assert_true(text_equal(one, again));
    text_free(one);
    text_free(other);
    text_free(again);
    free(text);
    free(sorted);
  }
}

static void malformed(void **state)
{
  static const char *const cases[] = {"\xC3", "ab\xFF", "e\xCC", "\xED\xA0\x80", "\xF4\x90\x80\x80"};
  static const size_t offsets[] = {0, 2, 1, 0, 0};
  (void)state;
  for (size_t i = 0; i < 5; i++) {
    uriel_error error;
    const uriel_text text = text_copy(uriel_text_of(cases[i]));
    char out[16] = "unchanged";
    assert_true(uriel_nfc(text.ptr, text.len, out, sizeof out, &error) == URIEL_FAILED);
    assert_string_equal(out, "unchanged");
    assert_int_equal(error.code, URIEL_ERROR_NOT_UTF_8);
    assert_int_equal(error.offset, offsets[i]);
    text_free(text);
  }
  assert_int_equal(uriel_nfc(NULL, 0, NULL, 0, NULL), 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(vectors),
      cmocka_unit_test(every_code_point),
      cmocka_unit_test(long_runs),
      cmocka_unit_test(malformed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
