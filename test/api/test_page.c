/* SPDX-License-Identifier: MIT */
/* Pages as crawlers read them: encodings, bases, documents in the page, targets and places. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "page_listing.h"
#include "support.h"
#include "vectors.h"

static const size_t pieces[] = {0, 1, 2, 3, 7, 1000};
static const size_t scratches[] = {0, 64, 3000, 40000};

static void check_page(const vector_case *given)
{
  const uriel_text page = vector_field(given, "page"), tables = vector_field(given, "tables");
  const uriel_text expected = vector_field(given, "references");
  page_listing how = {.options = {.url = uriel_text_of("https://h/d/p"),
                                  .charset = vector_field(given, "charset"),
                                  .encodings = tables.ptr ? &uriel_encodings : NULL}};
  for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++)
    for (size_t j = 0; j < sizeof scratches / sizeof *scratches; j++) {
      how.piece = pieces[i];
      how.scratch = scratches[j];
      char *const lines = page_list(&how, page);
      expect_text(given, "references", expected, uriel_text_of(lines));
      free(lines);
    }
}

static void vectors(void **state)
{
  (void)state;
  vectors_run("page.tsv", 25, check_page);
}

/* A large page in UTF-16 and in ISO-2022-JP, whose tags are longer than the scratch buffer at first. */
static void large(void **state)
{
  (void)state;
  static const char *const tags[] = {"<a href='/%d'>\xe3\x82\xbd", "<p title='x'>",
                                     "<img srcset='a%d 1x, b 2x'>", "<style>a{b:url(%d)}</style>",
                                     "<a name=%dyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy>"};
  char *utf_8 = NULL;
  size_t len = 0;
  FILE *const out = open_memstream(&utf_8, &len);
  for (int i = 0; i < 2000; i++)
    fprintf(out, tags[i % 5], i);
  fprintf(out, "<a title='%05000d' href='/last'>", 1);
  fclose(out);
  page_listing how = {.options = {.url = uriel_text_of("https://h/d/p"), .encodings = &uriel_encodings}};
  static const char *const names[] = {"utf-16le", "utf-16be", "iso-2022-jp"};
  for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
    uriel_encoding_context context = {
        .encoding = uriel_encoding_find(&uriel_encodings, names[n], strlen(names[n]))};
    char *bytes = NULL;
    size_t size = 0;
    FILE *const to = open_memstream(&bytes, &size);
    for (size_t at = 0; at < len;) {
      uint32_t scalar;
      char encoded[8];
      at += uriel_utf8_next(&scalar, utf_8 + at, len - at);
      if (n < 2)
        fprintf(to, "%c%c", (int)(n ? scalar >> 8 : scalar & 0xff),
                (int)(n ? scalar & 0xff : scalar >> 8));
      else
        fwrite(encoded, 1, uriel_encoding_encode(&context, scalar, encoded), to);
    }
    fclose(to);
    how.options.charset = uriel_text_of(names[n]);
    how.piece = how.scratch = 0;
    char *const whole = page_list(&how, (uriel_text){bytes, size});
    assert_non_null(strstr(whole, "/last\n"));
    assert_non_null(strstr(whole, "https://h/d/a1997\n"));
    for (size_t i = 1; i < 5; i++)
      for (size_t j = 0; j < 4; j++) {
        how.piece = pieces[i] * 5;
        how.scratch = scratches[j];
        char *const cut = page_list(&how, (uriel_text){bytes, size});
        assert_string_equal(cut, whole);
        free(cut);
      }
    free(whole);
    free(bytes);
  }
  free(utf_8);
}

/* With a scratch buffer that does not grow, references are lost, but the page ends. */
static void small(void **state)
{
  (void)state;
  const uriel_text page =
      uriel_text_of("<a href=a><iframe srcdoc='&lt;a href=b>'><p style='b:url(\\63)'><a href='&amp;d'>");
  page_listing how = {.options = {.url = uriel_text_of("https://h/")}, .ignore = true};
  for (size_t size = 1; size < 9000; size = size * 3 / 2 + 1) {
    how.scratch = size;
    free(page_list(&how, page));
    how.options.charset = uriel_text_of("utf-16");
    free(page_list(&how, page));
    how.options.charset = (uriel_text){NULL, 0};
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(vectors), cmocka_unit_test(large),
                                     cmocka_unit_test(small)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
