/* SPDX-License-Identifier: MIT */
/* Style sheets that are read as a whole: their sources. And FULL that is ignored. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support.h"
#include "uriel_html.h"

/* A decoder of pairs: a byte from 80 and the next one are U+8868; U+FFFD if there is no next one. */
static size_t pairs(void *context, const char *text, size_t len, char *out, size_t capacity)
{
  size_t n = 0;
  (void)context;
  for (size_t at = 0; at < len; at++) {
    const bool pair = (unsigned char)text[at] >= 0x80;
    const char *const utf_8 = !pair ? text + at : at + 1 < len ? "\xe8\xa1\xa8" : "\xef\xbf\xbd";
    for (size_t i = 0; i < (pair ? 3U : 1U); i++, n++) {
      if (n < capacity)
        out[n] = utf_8[i];
    }
    at += pair;
  }
  return n;
}

static void check_value(const char *page, const uriel_html_options *options, const char *raw,
                        const char *value)
{
  const size_t size = URIEL_HTML_SCRATCH;
  char *const scratch = malloc(size);
  uriel_html html;
  uriel_html_reference found;
  assert_non_null(scratch);
  uriel_html_begin(&html, options, scratch, size);
  uriel_html_feed(&html, page, strlen(page), true);
  assert_int_equal(uriel_html_next(&html, &found), URIEL_HTML_FOUND);
  assert_true(text_equal(found.raw, uriel_text_of(raw)));
  assert_true(text_equal(found.value, uriel_text_of(value)));
  assert_int_equal(found.length, strlen(raw));
  assert_memory_equal(page + found.offset, raw, strlen(raw));
  assert_int_equal(uriel_html_next(&html, &found), URIEL_HTML_END);
  free(scratch);
}

static void sources(void **state)
{
  (void)state;
  const uriel_html_options wide = {.decoder = pairs};
  check_value("<style>@import '\x95\\'; </style>", &wide, "\x95\\", "\xe8\xa1\xa8");
  check_value("<style>\x95\\ b{c:url(&amp;\x95\\\\2f )}</style>", &wide, "&amp;\x95\\\\2f ",
              "&amp;\xe8\xa1\xa8/");
  check_value("<svg><style>&lt; @import 'a&amp;b'</style>", NULL, "a&amp;b", "a&b");
  check_value("<svg><style>&lt; @import '\x95\\&amp;'</style>", &wide, "\x95\\&amp;", "\xe8\xa1\xa8&");
}

/* Reads a page byte by byte in a buffer that does not grow. Returns the number of references. */
static size_t count_without_growth(const char *page, const uriel_html_options *options, size_t size)
{
  char *const scratch = malloc(size + 1), piece[1];
  uriel_html html;
  uriel_html_reference found;
  size_t count = 0;
  assert_non_null(scratch);
  uriel_html_begin(&html, options, scratch, size);
  for (size_t at = 0; page[at]; at++) {
    uriel_html_status status;
    piece[0] = page[at];
    uriel_html_feed(&html, piece, 1, !page[at + 1]);
    while ((status = uriel_html_next(&html, &found)) != URIEL_HTML_MORE && status != URIEL_HTML_END) {
      assert_true(found.offset + found.length <= strlen(page));
      count += status == URIEL_HTML_FOUND;
    }
  }
  free(scratch);
  return count;
}

/* Too long for the buffers of the test, in which the open elements fit. */
#define LONG                                                                                            \
  "cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc"
#define LONGER LONG LONG LONG LONG LONG LONG LONG LONG LONG LONG LONG LONG

static void lost(void **state)
{
  static const char *const pages[] = {
      "<svg><style>&lt; @import 'a&amp;b'; c { d: url(" LONGER ")}</style></svg>",
      "<svg><style>@import '" LONGER "' 'b'",
      "<style>a { b: url('" LONGER "')}</style><p>",
      "<style>\x95\\ { b: url('" LONGER "') }</style><p>",
  };
  const uriel_html_options wide = {.decoder = pairs};
  (void)state;
  for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
    for (size_t size = 1024; size < 1040; size++)
      assert_int_equal(count_without_growth(pages[i], i == 3 ? &wide : NULL, size), 0);
  }
}

/* ---- FULL that is ignored --------------------------------------------------------------------- */

enum { PAGE_MOST = 400, FOUND_MOST = 32 };

struct found {
  size_t count, full;
  uint64_t offsets[FOUND_MOST];
};

/* Reads a page in three pieces, and ignores FULL. The calls are linear in the page's length. */
static void read_cut(const char *page, const uriel_html_options *options, size_t size, size_t first,
                     size_t second, struct found *found)
{
  const size_t len = strlen(page), ends[] = {first, second, len};
  char *const scratch = room(size);
  uriel_html html;
  uriel_html_reference reference;
  size_t calls = 0, from = 0;
  *found = (struct found){0};
  uriel_html_begin(&html, options, scratch, size);
  for (size_t i = 0; i < 3; from = ends[i++]) {
    char *const piece = memcpy(malloc(ends[i] - from + 1), page + from, ends[i] - from);
    uriel_html_status status;
    uriel_html_feed(&html, piece, ends[i] - from, i == 2);
    while ((status = uriel_html_next(&html, &reference)) != URIEL_HTML_MORE &&
           status != URIEL_HTML_END) {
      if (calls++ > 4 * len + 16)
        die("%s: %zu bytes, cut at %zu and %zu: does not end", page, size, first, second);
      found->full += status == URIEL_HTML_FULL;
      if (status == URIEL_HTML_FOUND)
        found->offsets[found->count++] = reference.offset;
    }
    free(piece);
  }
  free(scratch);
}

/* Every reference that is found is one of the page, and they are in order. */
static void check_part(const char *page, const struct found *all, const struct found *found)
{
  size_t at = 0;
  for (size_t i = 0; i < found->count; i++) {
    while (at < all->count && all->offsets[at] != found->offsets[i])
      at++;
    if (at++ == all->count)
      die("%s: a reference at %zu", page, (size_t)found->offsets[i]);
  }
}

#define SHEET "<style>a{b:url(\\61 bcdefghijklmnop)}c{d:url(\\61 bc\x95\\xyz)}e{f:url(\\2f)}"

static const char *const pages_of_many[] = {
    SHEET "</style><a href=x>",
    "<style>@import '\x95\\bcdefghijklm';@import '\x95\\bcdefghijklmnop';@import '\x95\\'</style><a "
    "href=x>",
    "<svg><style>a{b:url(&lt;\\61 bcdefghi)}c{d:url(&lt;\\61 bc)}</style></svg><a href=x>",
    "<p style='a:url(\\61 bcdefghi) url(\\61 bcdefghijkl) url(\\61)'><a href=x>",
    "<p style='a:url(&amp;\\61 bcdefghi) url(\x95\\61 bcdefghijkl)' fill='url(\\61)'><a href=x>",
    "<img srcset='a&amp;bcdefghijkl 1x, b&amp;bcdefghijkl 2x' src=a&amp;b longdesc=a&amp;bcde><a "
    "href=x>",
    "<iframe srcdoc='&lt;style>a{b:url(\\61)}'></iframe><object data=a&amp;b codebase=&amp;bcdef><a "
    "href=x>",
    "<!-- a comment --><table><b><b><i>t<td><p><p>&amp;text<a href=x></table><svg><a href=y>",
};

static void ends(void **state)
{
  const uriel_html_options wide = {.decoder = pairs};
  (void)state;
  for (size_t i = 0; i < sizeof pages_of_many / sizeof *pages_of_many; i++) {
    const char *const page = pages_of_many[i];
    const size_t len = strlen(page);
    for (int decodes = 0; decodes < 2; decodes++) {
      struct found all, found;
      read_cut(page, decodes ? &wide : NULL, 4096, len, len, &all);
      assert_int_equal(all.full, 0);
      for (size_t size = 0; size < 200; size += size < 8 ? 1 : 7) {
        for (size_t first = 0; first <= len; first++) {
          for (size_t second = first; second <= len; second++) {
            read_cut(page, decodes ? &wide : NULL, size, first, second, &found);
            check_part(page, &all, &found);
          }
        }
      }
    }
  }
}

/* Only the references that do not fit are lost, each with one FULL. */
static void skips_one(void **state)
{
  static const char page[] = "<style>a{b:url(\\61 " LONG LONG ")}c{d:url(e\\61)}f{g:url(\\61 " LONG LONG
                             ")}h{i:url(\\61 " LONG LONG ")}j{k:url(l\\61)}</style><a href=x>";
  struct found found;
  (void)state;
  read_cut(page, NULL, 100, sizeof page - 1, sizeof page - 1, &found);
  assert_int_equal(found.count, 3);
  assert_true(page[found.offsets[0]] == 'e' && page[found.offsets[1]] == 'l');
  read_cut(page, NULL, 1600, sizeof page - 1, sizeof page - 1, &found);
  assert_int_equal(found.count, 6);
}

/* A tag that no piece cuts needs no buffer, after a comment that was cut. */
static void returns_to_the_piece(void **state)
{
  static const char page[] = "<p>a<!-- --> a <a title='" LONGER LONGER "' href=x>";
  struct found found;
  (void)state;
  for (size_t first = 0; first < 14; first++) {
    read_cut(page, NULL, 2000, first, sizeof page - 1, &found);
    assert_int_equal(found.count, 1);
    assert_int_equal(found.full, 0);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(sources), cmocka_unit_test(lost),
                                     cmocka_unit_test(ends), cmocka_unit_test(skips_one),
                                     cmocka_unit_test(returns_to_the_piece)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
