/* SPDX-License-Identifier: MIT */
/* The references of style sheets: whole, and cut anywhere. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support.h"
#include "uriel_html.h"

enum { FOUND_MAX = 1024 };

struct found {
  char text[FOUND_MAX];
  size_t len;
};

static void found_add(struct found *found, const uriel_css_reference *reference)
{
  if (found->len + reference->raw.len + 2 > FOUND_MAX)
    die("too many references");
  found->text[found->len++] = reference->kind == URIEL_HTML_NAME ? '!' : '|';
  memcpy(found->text + found->len, reference->raw.ptr, reference->raw.len);
  found->len += reference->raw.len;
  found->text[found->len] = 0;
}

/* Reads the text in pieces of `step` bytes, of which only the rest after `from` is kept. */
static void css_pieces(const char *text, size_t len, size_t step, struct found *found)
{
  uriel_css css = {0};
  uriel_css_reference reference;
  size_t from = 0, end = 0;
  *found = (struct found){.len = 0};
  do {
    end = len - end > step ? end + step : len;
    const uriel_text window = text_copy(text_from(text + from, end - from));
    size_t at = 0;
    while (uriel_css_next(&css, &reference, &at, window.ptr, window.len, end == len))
      found_add(found, &reference);
    if (at > window.len)
      die("resumes after the text");
    from += at;
    text_free(window);
  } while (end < len);
}

/* Each reference after "|", each name after "!". CSS Syntax 3 unless stated. */
static const struct {
  const char *text, *found;
} css_cases[] = {
    {"", ""},
    {"a { color: red }", ""},
    {"a{background:url(b.png)}", "|b.png"},
    {"URL(a)uRl( 'b' )url(\"c\")url(  d\t)", "|a|b|c|d"},
    {"url()url('')url( )", ""},                        /* an empty one is ignored */
    {"url(a b)url(a(b)url(a'b)url(a\"b)url(c)", "|c"}, /* 4.3.6: bad URLs */
    {"url(a\x01)url(b\x7f)url(c)", "|c"},              /* 4.3.6: controls */
    {"url(a\\\nb)url(c)", "|c"},                       /* 4.3.8: no escape before a line break */
    {"url(a\\)b)url(a\\28 b)", "|a\\)b|a\\28 b"},      /* 4.3.7 */
    {"url(a\\(b)", "|a\\(b"},
    {"url(a\\)", "|a\\)"}, /* the end closes it */
    {"url(a b)", ""},
    {"url(a", "|a"},
    {"url('a", "|a"},
    {"url( ", ""},
    {"url('a\nb)url(c)", "|c"}, /* 4.3.5: a bad string */
    {"url('a\\\nb')", "|a\\\nb"},
    {"url('a\\\r\nb')", "|a\\\r\nb"},
    {"url('a\\41\nb')", "|a\\41\nb"}, /* 4.3.7: the line break ends the escape */
    {"\\75rl(a)u\\72 l(b)\\000055RL(c)\\75 \\72 \\6c(d)", "|a|b|c|d"},
    {"#url(a)@url(b)-url(c)xurl(d)1url(e)", ""}, /* not functions of this name */
    {"#\\75rl(a)", ""},
    {"+url(a),url(b):url(c)", "|a|b|c"},
    {"url/**/(a)url(/**/b)", "|/**/b"}, /* a comment separates, but not in a URL */
    {"/*url(a)*/url(b)/**//*/url(c)*/", "|b"},
    {"/*url(a)", ""},
    {"'url(a)'\"url(b)\"'\\'url(c)'", ""},
    {"'url(a)\nurl(b)", "|b"},
    {"@import 'a';@import \"b\" screen;@import url(c);@import url('d') layer(x);", "|a|b|c|d"},
    {"@IMPORT/**/'a'", "|a"},
    {"@\\69mport 'a'", "|a"},
    {"@importx 'a';@-import 'b'", ""},
    {"@import x;'a'", ""},
    {"@import {'a'}", ""},
    {"@import 'a' 'b'", "|a"},
    {"@import '' 'b'", ""},
    {"@import 'a\n 'b'", ""},
    {"@namespace 'n';@namespace p url(m);@namespace p 'o'", "!n!m!o"},  /* CSS Namespaces 3, 2 */
    {"src('a')src( /* */ \"b\")src(x 'c')src(('d'))src() 'e'", "|a|b"}, /* CSS Values 4, 4.5 */
    {"image-set('a' 1x, url(b) 2x, 'c' type('d') 3x) 'e'", "|a|b|c"},   /* CSS Images 4, 2.4 */
    {"-webkit-image-set(\"a\" 1x)image('b', red)", "|a|b"},
    {"image-set(image-set('a') 'b'", "|b"},
    {"image-set('a'}'b'", "|a"},
    {"image-set(linear-gradient(red, blue) 1x, 'a' 2x)", "|a"},
    {"url-prefix(a)", "|a"},
    {"url(\xc3\xa9\xff)", "|\xc3\xa9\xff"},
    {"\xc3\xa9url(a)", ""},
    {"a\\", ""},
    {"\\\nurl(a)", "|a"},
    {"/", ""},
    {"//url(a)", "|a"},
    {"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaurl(a)url(b)", "|b"},
    {"\\61\\61\\61\\61\\61\\61\\61\\61\\61\\61\\61\\61\\61\\61\\61\\61\\61\\61\\61\\61\\61\\61\\61\\61\\"
     "61"
     "\\61\\61\\61\\61\\61\\61\\61\\61\\61\\61\\61\\61\\61\\61\\61\\61\\61\\61\\61\\61\\61\\61\\61\\61\\"
     "61"
     "\\61\\61\\61\\61\\61\\61url(a)url(b)",
     "|b"},
};

static void css_vectors(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof css_cases / sizeof *css_cases; i++) {
    const size_t len = strlen(css_cases[i].text);
    struct found found;
    for (size_t step = 1; step <= len + 1; step++) {
      css_pieces(css_cases[i].text, len, step, &found);
      if (strcmp(found.text, css_cases[i].found) != 0)
        die("%s, in pieces of %zu: %s, not %s", css_cases[i].text, step, found.text, css_cases[i].found);
    }
  }
}

static void css_random(void **state)
{
  (void)state;
  static const char *const tokens[] = {"url(",
                                       "URL(",
                                       "src(",
                                       "image-set(",
                                       "image(",
                                       "@import",
                                       "@namespace",
                                       " ",
                                       "\n",
                                       "\r\n",
                                       "\"",
                                       "'",
                                       "a.png",
                                       "b",
                                       "/*",
                                       "*/",
                                       "/",
                                       "*",
                                       "\\",
                                       "\\41 ",
                                       "\\000041",
                                       "(",
                                       ")",
                                       ";",
                                       "{",
                                       "}",
                                       "#",
                                       "@",
                                       "x",
                                       "-",
                                       "\\75rl(",
                                       "\x01",
                                       "\xc3\xa9",
                                       "%",
                                       "u\\72 l(",
                                       "\f",
                                       "aaaaaaaaaaaaaaaaaaaaaaaa"};
  uint64_t seed = 17;
  for (size_t round = 0; round < 20000; round++) {
    char text[512];
    size_t len = 0;
    struct found whole, cut;
    for (uint32_t i = random_below(&seed, 12); i > 0; i--) {
      const char *const token = tokens[random_below(&seed, sizeof tokens / sizeof *tokens)];
      memcpy(text + len, token, strlen(token));
      len += strlen(token);
    }
    css_pieces(text, len, len + 1, &whole);
    css_pieces(text, len, 1 + random_below(&seed, 4), &cut);
    if (whole.len != cut.len || memcmp(whole.text, cut.text, whole.len) != 0)
      die("%.*s: %s, cut: %s", (int)len, text, whole.text, cut.text);
  }
}

/* A comment, a string or a name of any size is not kept, nor is a URL that is bad. */
static void css_keeps_little(void **state)
{
  (void)state;
  static const char *const starts[] = {"/*", "'", "x", "\\61", "url(a b", "a{b:c}"};
  char piece[4096];
  memset(piece, 'y', sizeof piece);
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
    uriel_css css = {0};
    uriel_css_reference reference;
    size_t from = 0;
    memcpy(piece, starts[i], strlen(starts[i]));
    assert_false(uriel_css_next(&css, &reference, &from, piece, sizeof piece, false));
    assert_in_range(from, sizeof piece - 200, sizeof piece);
    memset(piece, 'y', 16);
  }
}

static size_t css_write(const void *context, char *out, size_t capacity)
{
  const uriel_text *const raw = context;
  return uriel_css_unescape(raw->ptr, raw->len, out, capacity);
}

static void css_escapes(void **state)
{
  (void)state;
  static const struct {
    const char *raw, *text;
  } cases[] = {
      {"", ""},
      {"a", "a"},
      {"\\2f b", "/b"},
      {"\\2Fb", "\xcb\xbb"},
      {"\\00002fb", "/b"},
      {"\\00002f b", "/b"},
      {"\\2f\r\nb", "/b"},
      {"\\2f\tb\\2f  c", "/b/ c"},
      {"a\\)\\\\\\z", "a)\\z"},
      {"a\\\nb\\\r\nc\\\fd", "abcd"},
      {"\\0\\d800 \\110000 ", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},
      {"\\10ffff", "\xf4\x8f\xbf\xbf"},
      {"a\\", "a"},
      /* Bytes are decoded before escapes (CSS Syntax, 3.2): these are malformed on both sides of one. */
      {"\xef\xbc\\\n\x8e", "\xff\x8e"},
      {"\xef\\\xbc\x8e", "\xff\xbc\x8e"},
      {"\\\xef\xbc\x8e\\\xef\xbc\\\n\x8e", "\xef\xbc\x8e\xff\x8e"},
      {"\xf0\\\n\x9f\x98\x80\xed\xa0\\\n\x80", "\xff\x9f\x98\x80\xed\xa0\x80"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const uriel_text raw = uriel_text_of(cases[i].raw);
    const uriel_text text = text_written(css_write, &raw);
    if (!text_equal(text, uriel_text_of(cases[i].text)))
      die("%s: %.*s", cases[i].raw, (int)text.len, text.ptr);
    text_free(text);
  }
}

static void clean(void **state)
{
  (void)state;
  char out[16];
  static const char text[] = " \f\ta\r\nb\f \tc \n";
  assert_int_equal(uriel_html_clean(text, sizeof text - 1, out), 5);
  assert_memory_equal(out, "ab\f c", 5);
  assert_int_equal(uriel_html_clean(" \n", 2, out), 0);
  /* Bytes that are malformed before a line break is removed stay so: none of them becomes U+FF0E. */
  assert_int_equal(uriel_html_clean("\xef\xbc\n\x8e.\xc3\t\xa9\xc3\xa9\r\xa9", 12, out), 8);
  assert_memory_equal(out, "\xff\x8e.\xff\xa9\xc3\xa9\xa9", 8);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(css_vectors), cmocka_unit_test(css_random),
                                     cmocka_unit_test(css_keeps_little), cmocka_unit_test(css_escapes),
                                     cmocka_unit_test(clean)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
