/* SPDX-License-Identifier: MIT */
/* uriel_find on text that arrives in pieces: every cut of every vector's text, and of texts long enough
 * for the limits on kept text, gives the same hits as the whole. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "find_support.h"
#include "uriel_find.h"

enum { LONG = 4096 };

static void check_pieces(const vector_case *given)
{
  static hits whole;
  static hits pieces;
  find_given options;
  find_given_of(&options, given);
  const uriel_text text = vector_field(given, "text");
  find_whole(&whole, &options.find, text);
  for (size_t size = 1; size <= text.len; size++) {
    find_in_pieces(&pieces, &options.find, text, size);
    expect_true(given, "the same hits in pieces", same_hits(&whole, &pieces));
  }
}

static void vectors_in_pieces(void **state)
{
  (void)state;
  find_vectors(check_pieces);
}

/* `filler` 300 times, and `end` in the middle. */
static uriel_text long_text(const char *filler, const char *end)
{
  char buffer[LONG];
  size_t len = 0;
  for (size_t round = 0; round < 300; round++)
    len += (size_t)snprintf(buffer + len, sizeof buffer - len, "%s%s", filler, round == 150 ? end : "");
  return text_copy(text_from(buffer, len));
}

static const uriel_find_options everything = {
    URIEL_FIND_ANY_SCHEME | URIEL_FIND_ABBREVIATED | URIEL_FIND_MAIL, NULL, 0};

/* Returns the number of piece sizes whose hits differ from the hits of the whole text. */
static size_t differing_sizes(const uriel_find_options *options, const char *filler, const char *end)
{
  static const size_t sizes[] = {1, 7, 63, 64, 65, 96, 97, 100, 127, 128, 129, 255, 257, 1000};
  static hits whole;
  static hits pieces;
  const uriel_text text = long_text(filler, end);
  find_whole(&whole, options, text);
  size_t differing = 0;
  for (size_t at = 0; at < sizeof sizes / sizeof *sizes; at++) {
    find_in_pieces(&pieces, options, text, sizes[at]);
    if (same_hits(&whole, &pieces))
      continue;
    fprintf(stderr, "filler \"%s\", end \"%s\", pieces of %zu: %zu hits, not %zu\n", filler, end,
            sizes[at], pieces.count, whole.count);
    differing++;
  }
  text_free(text);
  return differing;
}

/* Long runs around apparent references, so that limits on kept text apply. */
static void long_texts_in_pieces(void **state)
{
  (void)state;
  static const char *const fillers[] = {"e",   ".",     " ", "<",        "\"",   "a ",      "www.",
                                        "<\n", "file:", "(", "\xC3\xA9", "http", "mailto:", "a.b@",
                                        "//a", "&",     "-", "\\",       "'",    "x:/",     "[1m"};
  static const char *const ends[] = {"",
                                     "http://h/a",
                                     "efile:///x y",
                                     "<http://h/\nb>",
                                     "\"http://h/\"",
                                     "http://h/)",
                                     "mailto:a;http://h/ b",
                                     "file:a;http://h/ b",
                                     "www.a.example/b",
                                     "//a.com/ b",
                                     "c@d.example ",
                                     "<http://h/\n> b> c"};
  size_t differing = 0;
  for (size_t f = 0; f < sizeof fillers / sizeof *fillers; f++)
    for (size_t e = 0; e < sizeof ends / sizeof *ends; e++) {
      differing += differing_sizes(NULL, fillers[f], ends[e]);
      differing += differing_sizes(&everything, fillers[f], ends[e]);
    }
  assert_int_equal(differing, 0);
}

/* A stream has to keep only the bytes from `from` on: less than everything if nothing was found. */
static void little_is_kept(void **state)
{
  (void)state;
  char text[LONG];
  memset(text, 'x', sizeof text);
  size_t from = 0;
  uriel_hit hit;
  assert_false(uriel_find(&hit, &from, text, sizeof text, false, NULL));
  assert_true(from > sizeof text - 1024);
}

/* `out` may be `text`. */
static void clean_in_place(void **state)
{
  (void)state;
  char text[] = "see <http://example.com/a/\n  b> there";
  uriel_hit hit;
  size_t from = 0;
  assert_true(uriel_find(&hit, &from, text, strlen(text), true, NULL));
  const size_t len = uriel_hit_clean(text, &hit, 0, text, sizeof text);
  assert_int_equal(len, strlen("http://example.com/a/b"));
  assert_memory_equal(text, "http://example.com/a/b", len);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(vectors_in_pieces),
      cmocka_unit_test(long_texts_in_pieces),
      cmocka_unit_test(little_is_kept),
      cmocka_unit_test(clean_in_place),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
