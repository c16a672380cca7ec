/* SPDX-License-Identifier: MIT */
/* uriel_find on text that comes in pieces: every cut of every vector's text, and of texts long
 * enough that what is kept back matters, gives the hits that the whole gives. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support.h"
#include "vectors.h"

enum { MOST_HITS = 64, LONG = 4096 };

typedef struct hits {
  uriel_hit all[MOST_HITS];
  size_t count;
} hits;

static void add_hit(hits *list, uriel_hit hit)
{
  if (list->count == MOST_HITS)
    die("too many hits");
  list->all[list->count++] = hit;
}

static hits find_whole(uriel_text text)
{
  hits found = {.count = 0};
  uriel_hit hit;
  size_t from = 0;
  while (uriel_find(NULL, text.ptr, text.len, true, &from, &hit))
    add_hit(&found, hit);
  return found;
}

/* As a reader of a stream does: pieces of `size` bytes; what came before stays in front of what comes.
 */
static hits find_in_pieces(uriel_text text, size_t size)
{
  hits found = {.count = 0};
  uriel_hit hit;
  size_t from = 0;
  size_t len = 0;
  while (len < text.len) {
    len = text.len - len > size ? len + size : text.len;
    const uriel_text piece = text_copy(text_from(text.ptr, len));
    while (uriel_find(NULL, piece.ptr, len, len == text.len, &from, &hit))
      add_hit(&found, hit);
    if (from > len)
      die("went past the piece");
    text_free(piece);
  }
  return found;
}

static bool same_hits(const hits *a, const hits *b)
{
  if (a->count != b->count)
    return false;
  for (size_t at = 0; at < a->count; at++) {
    const uriel_hit *const x = &a->all[at];
    const uriel_hit *const y = &b->all[at];
    if (x->begin != y->begin || x->end != y->end || x->delimiter != y->delimiter)
      return false;
  }
  return true;
}

static void check_pieces(const vector_case *given)
{
  const uriel_text text = vector_field(given, "text");
  const hits whole = find_whole(text);
  for (size_t size = 1; size <= text.len; size++) {
    const hits pieces = find_in_pieces(text, size);
    expect_true(given, "the same hits in pieces", same_hits(&whole, &pieces));
  }
}

static void vectors_in_pieces(void **state)
{
  (void)state;
  vectors_run("find.tsv", 90, check_pieces);
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

/* How many sizes of pieces give other hits than the whole. */
static size_t differing_sizes(const char *filler, const char *end)
{
  static const size_t sizes[] = {1, 7, 63, 64, 65, 66, 100, 127, 128, 129, 255, 257, 1000};
  const uriel_text text = long_text(filler, end);
  const hits whole = find_whole(text);
  size_t differing = 0;
  for (size_t at = 0; at < sizeof sizes / sizeof *sizes; at++) {
    const hits pieces = find_in_pieces(text, sizes[at]);
    if (same_hits(&whole, &pieces))
      continue;
    fprintf(stderr, "filler \"%s\", end \"%s\", pieces of %zu: %zu hits, not %zu\n", filler, end,
            sizes[at], pieces.count, whole.count);
    differing++;
  }
  text_free(text);
  return differing;
}

/* Long runs around what looks like a reference, so that limits on what is kept back come into play. */
static void long_texts_in_pieces(void **state)
{
  (void)state;
  static const char *const fillers[] = {"e",   ".",     " ", "<",        "\"",   "a ",     "www.",
                                        "<\n", "file:", "(", "\xC3\xA9", "http", "mailto:"};
  static const char *const ends[] = {
      "",           "http://h/a",           "efile:///x y",      "<http://h/\nb>", "\"http://h/\"",
      "http://h/)", "mailto:a;http://h/ b", "file:a;http://h/ b"};
  size_t differing = 0;
  for (size_t f = 0; f < sizeof fillers / sizeof *fillers; f++)
    for (size_t e = 0; e < sizeof ends / sizeof *ends; e++)
      differing += differing_sizes(fillers[f], ends[e]);
  assert_int_equal(differing, 0);
}

/* The bytes from `from` on are all that a stream has to keep: less than everything, where nothing was
 * found. */
static void little_is_kept(void **state)
{
  (void)state;
  char text[LONG];
  memset(text, 'x', sizeof text);
  size_t from = 0;
  uriel_hit hit;
  assert_false(uriel_find(NULL, text, sizeof text, false, &from, &hit));
  assert_true(from > sizeof text - 1024);
}

/* `out` may be `text`. */
static void clean_in_place(void **state)
{
  (void)state;
  char text[] = "see <http://example.com/a/\n  b> there";
  uriel_hit hit;
  size_t from = 0;
  assert_true(uriel_find(NULL, text, strlen(text), true, &from, &hit));
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
