/* SPDX-License-Identifier: MIT */
/* Style sheets that are read as a whole: their sources, and FULL that is ignored. */
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

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(sources), cmocka_unit_test(lost)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
