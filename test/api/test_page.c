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

static void check_pieces(const vector_case *given, bool guess)
{
  const uriel_text page = vector_field(given, "page"), tables = vector_field(given, "tables");
  const uriel_text expected = vector_field(given, "references");
  page_listing how = {.options = {.url = uriel_text_of("https://h/d/p"),
                                  .charset = vector_field(given, "charset"),
                                  .encodings = tables.ptr ? &uriel_encodings : NULL,
                                  .guess = guess}};
  for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++)
    for (size_t j = 0; j < sizeof scratches / sizeof *scratches; j++) {
      how.piece = pieces[i];
      how.scratch = scratches[j];
      char *const lines = page_list(&how, page);
      expect_text(given, "references", expected, uriel_text_of(lines));
      free(lines);
    }
}

static void check_page(const vector_case *given)
{
  check_pieces(given, false);
}

static void check_guesses(const vector_case *given)
{
  check_pieces(given, true);
}

static void vectors(void **state)
{
  (void)state;
  vectors_run("page.tsv", 25, check_page);
  vectors_run("page_guess.tsv", 25, check_guesses);
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

/* A reference that was kept, with a later base: its query in the encoding of the page; and documents in
 * the page, reported whole. */
static void kept(void **state)
{
  (void)state;
  static uriel_page page;
  static uint64_t scratch[URIEL_HTML_SCRATCH / sizeof(uint64_t)];
  static const char text[] = "<object codebase='c/' data='\xe9?\xe9'></object>"
                             "<iframe srcdoc='&lt;a href=d>'></iframe><base href='/b/'><a href=e>";
  const uriel_page_options options = {
      .url = uriel_text_of("https://h/d/p"), .charset = uriel_text_of("latin1"), .whole_srcdoc = true};
  uriel_html_reference found, object = {.offset = 0};
  uriel_ref target, base;
  char first[64], out[64], value[8];
  size_t count = 0;
  uriel_page_begin(&page, &options, (char *)scratch, sizeof scratch);
  uriel_page_feed(&page, text, sizeof text - 1, true);
  while (uriel_page_next(&page, &found) == URIEL_PAGE_FOUND) {
    count++;
    if (found.flags & URIEL_HTML_CODEBASE) {
      object = found;
      memcpy(value, found.value.ptr, found.value.len);
      object.value.ptr = value;
      object.codebase = uriel_text_of("c/");
    }
    if (found.kind == URIEL_HTML_SRCDOC)
      assert_memory_equal(found.value.ptr, "<a href=d>", found.value.len);
    if (!(found.flags & URIEL_HTML_BASE_LATE))
      continue;
    const size_t len = uriel_page_target(&base, &page, &found, first, sizeof first);
    assert_memory_equal(base.text, "https://h/b/", len);
    const size_t again = uriel_page_resolve(&target, &page, &object, &base, out, sizeof out);
    assert_int_equal(again, strlen("https://h/b/c/%C3%A9?%E9"));
    assert_memory_equal(target.text, "https://h/b/c/%C3%A9?%E9", again);
    assert_int_equal(uriel_page_resolve(&target, &page, &object, NULL, out, sizeof out), URIEL_FAILED);
  }
  assert_int_equal(count, 5);
}

/* JSON-LD: "url" and "@id" at any depth, also in arrays, but nothing after 63 levels. */
static void linked_data(void **state)
{
  (void)state;
  static const char text[] =
      "<script type='application/ld+json'>[{\"@id\":\"#a\",\"x\":{\"url\":[\"b\",{\"y\":\"c\"},\"d\"],"
      "\"@type\":\"e\"},\"url\":\"\\ud83d\\ude00\\ud83d\\t\\u00\"}]</script>";
  page_listing how = {.options = {.url = uriel_text_of("https://h/"), .guess = true}};
  for (how.piece = 0; how.piece < 12; how.piece++) {
    char *const found = page_list(&how, uriel_text_of(text));
    assert_string_equal(found, "5 0 script - 44+2 https://h/#a\n5 0 script - 61+1 https://h/b\n"
                               "5 0 script - 75+1 https://h/d\n"
                               "5 0 script - 99+24 https://h/%F0%9F%98%80%EF%BF%BDu00\nwindows-1252\n");
    free(found);
  }
  char deep[512] = "<script type=application/ld+json>";
  size_t len = strlen(deep);
  memset(deep + len, '[', 64);
  memcpy(deep + len + 64, "{\"url\":\"a\"}", 12);
  char *const none = page_list(&how, uriel_text_of(deep));
  assert_string_equal(none, "windows-1252\n");
  free(none);
}

/* Guesses are found only on request, next to the attributes that the caller requests. */
static void guesses(void **state)
{
  (void)state;
  static const char text[] =
      "<img src=a data-src=b data-srcset='c 1x, d&amp; 2x' DATA-ORIGINAL=e id=f><i data-href=g data-x=h>"
      "<object><param name=Movie value=i><param name=src value=j><param name=k value=l>"
      "<param name=src valuetype=ref value=m></object><meta name=citation_pdf_url content=n>"
      "<meta name=citation_title content=o><meta name=x itemprop=url content=p>";
  page_listing how = {.options = {.url = uriel_text_of("https://h/"), .guess = true}};
  char *const found = page_list(&how, uriel_text_of(text));
  assert_string_equal(found,
                      "1 0 img src 9+1 https://h/a\n5 0 img data-src 20+1 https://h/b\n"
                      "5 0 img data-srcset 35+1 https://h/c\n5 0 img data-srcset 41+6 https://h/d&\n"
                      "5 0 img data-original 66+1 https://h/e\n5 0 i data-href 86+1 https://h/g\n"
                      "5 0 param value 129+1 https://h/i\n5 0 param value 153+1 https://h/j\n"
                      "1 0 param value 213+1 https://h/m\n5 0 meta content 260+1 https://h/n\n"
                      "1 0 meta content 332+1 https://h/p\nwindows-1252\n");
  free(found);
  how.options.guess = false;
  char *const plain = page_list(&how, uriel_text_of(text));
  assert_string_equal(plain, "1 0 img src 9+1 https://h/a\n1 0 param value 213+1 https://h/m\n"
                             "1 0 meta content 332+1 https://h/p\nwindows-1252\n");
  free(plain);
  const uriel_text asked[] = {{"id", 2}, {"data-x", 6}, {"data-href", 9}, {"a", 1}, {"b", 1}, {"c", 1}};
  const uriel_html_options options = {.attributes = asked, .attribute_count = 6, .guess = true};
  uriel_html html;
  uriel_html_reference reference;
  unsigned attributes = 0, links = 0;
  uriel_html_begin(&html, &options, NULL, 0);
  uriel_html_feed(&html, text, sizeof text - 1, true);
  for (uriel_html_status status; (status = uriel_html_next(&html, &reference)) != URIEL_HTML_END;)
    if (status == URIEL_HTML_FOUND) {
      attributes += reference.kind == URIEL_HTML_ATTRIBUTE;
      links += reference.kind == URIEL_HTML_GUESS;
    }
  assert_int_equal(attributes, 3);
  assert_true(links >= 4);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(vectors), cmocka_unit_test(large),
                                     cmocka_unit_test(small),   cmocka_unit_test(kept),
                                     cmocka_unit_test(guesses), cmocka_unit_test(linked_data)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
