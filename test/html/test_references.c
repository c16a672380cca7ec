/* SPDX-License-Identifier: MIT */
/* The references of start tags, as the cursor gives them: values, kinds, sources, in rooms of any size.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "html/reference.h"
#include "support.h"

enum { LIST_MAX = 2048 };

/* A tag of the tests: attributes without quotes in the value, one space before each. */
struct tag {
  const char *text;
  uriel_text name;
  struct html_values values;
};

static void tag_attribute(struct tag *tag, uriel_text name, uriel_text value,
                          const uriel_html_options *options)
{
  const enum html_attribute known = uriel_html_attribute_of(name.ptr, name.len);
  unsigned id = known < HTML_ATTRIBUTES ? known : 64;
  for (unsigned i = 0; id == 64 && i < options->attribute_count; i++) {
    if (text_equal(name, options->attributes[i]))
      id = HTML_ATTRIBUTES + i;
  }
  if (id == 64 || (tag->values.has >> id & 1))
    return;
  tag->values.has |= (uint64_t)1 << id;
  tag->values.of[id] =
      (struct html_kept){(uintptr_t)value.ptr, value.len,
                         !memchr(value.ptr, '&', value.len) && !memchr(value.ptr, '\r', value.len)};
}

/* Reads `<name a="b" c="d">`. */
static void tag_read(struct tag *tag, const char *text, const uriel_html_options *options)
{
  *tag = (struct tag){.text = text};
  const char *at = text + 1;
  const size_t len = strcspn(at, " >");
  tag->name = text_from(at, len);
  for (at += len; *at == ' '; at++) {
    const char *const name = at + 1, *const equals = strchr(name, '='),
                      *const end = strchr(equals + 2, '"');
    tag_attribute(tag, text_from(name, (size_t)(equals - name)),
                  text_from(equals + 2, (size_t)(end - equals - 2)), options);
    at = end;
  }
}

static size_t list_add(char *list, size_t len, const struct tag *tag,
                       const uriel_html_reference *reference)
{
  static const char *const kinds[] = {"", "", "name ", "srcdoc ", "attribute "};
  const uriel_text raw = reference->raw;
  if (raw.ptr < tag->text || raw.ptr + raw.len > tag->text + strlen(tag->text) ||
      reference->length != raw.len)
    die("%s: a source outside of the tag", tag->text);
  if (reference->element.ptr[reference->element.len] != 0)
    die("%s: no NUL after the element's name", tag->text);
  len +=
      (size_t)snprintf(list + len, LIST_MAX - len, "%s%s%s%s%.*s.%.*s=%.*s", kinds[reference->kind],
                       reference->flags & URIEL_HTML_BASE_ELEMENT ? "base " : "",
                       reference->flags & URIEL_HTML_CSS ? "css " : "",
                       reference->flags & URIEL_HTML_INERT ? "inert " : "", (int)reference->element.len,
                       reference->element.ptr, (int)reference->attribute.len, reference->attribute.ptr,
                       (int)reference->value.len, reference->value.ptr);
  if (!text_equal(raw, reference->value))
    len += (size_t)snprintf(list + len, LIST_MAX - len, " [%.*s]", (int)raw.len, raw.ptr);
  if (reference->flags & URIEL_HTML_CODEBASE)
    len += (size_t)snprintf(list + len, LIST_MAX - len, " (%.*s)", (int)reference->codebase.len,
                            reference->codebase.ptr);
  if (reference->rel.ptr)
    len += (size_t)snprintf(list + len, LIST_MAX - len, " rel=%.*s", (int)reference->rel.len,
                            reference->rel.ptr);
  if (reference->rev.ptr)
    len += (size_t)snprintf(list + len, LIST_MAX - len, " rev=%.*s", (int)reference->rev.len,
                            reference->rev.ptr);
  return len + (size_t)snprintf(list + len, LIST_MAX - len, "\n");
}

/* Lists the references of a tag. The buffer starts at `size` bytes, and grows when it is too small; the
 * tag moves then, too. */
static void list_tag(const char *text, const uriel_html_options *options, const struct html_made *made,
                     size_t size, char list[LIST_MAX])
{
  struct tag tag;
  struct html_cursor cursor;
  uriel_html_reference reference;
  uriel_html_status status;
  char *place = room(size), *moved = NULL;
  size_t len = 0;
  tag_read(&tag, text, options);
  uriel_html_cursor_begin(&cursor, uriel_html_element_of(tag.name.ptr, tag.name.len), &tag.name, made,
                          &tag.values, options);
  list[0] = 0;
  while ((status = uriel_html_cursor_next(&cursor, place, size, &reference)) != URIEL_HTML_END) {
    if (status == URIEL_HTML_FOUND) {
      len = list_add(list, len, &tag, &reference);
      continue;
    }
    assert_true(cursor.needed > size);
    char *const larger = room(cursor.needed);
    if (size > 0)
      memcpy(larger, place, size);
    free(place);
    place = larger;
    size = cursor.needed;
    char *const copy = strdup(tag.text);
    tag_read(&tag, copy, options);
    free(moved);
    moved = copy;
  }
  free(place);
  free(moved);
}

/* HTML unless stated. */
static const struct {
  const char *tag, *list;
} reference_cases[] = {
    {"<a>", ""},
    {"<a href=\"b\">", "a.href=b\n"},
    {"<A HREF=\"b\">", "a.href=b\n"},
    {"<a href=\"\">", "a.href=\n"},
    {"<a class=\"b\" title=\"c\">", ""},
    {"<a href=\"b?c&amp;d&copy=1&copy;\">", "a.href=b?c&d&copy=1\xc2\xa9 [b?c&amp;d&copy=1&copy;]\n"},
    {"<a ping=\"b  c\" href=\"d\" href=\"e\">", "a.ping=b\na.ping=c\na.href=d\n"},
    {"<b ping=\"b\" action=\"c\" poster=\"d\" href=\"e\">", "b.href=e\n"},
    {"<X-Y src=\"b\">", "x-y.src=b\n"},
    {"<base href=\"b\">", "base base.href=b\n"},
    {"<image href=\"b\" longdesc=\"c\">", "img.href=b\nimg.longdesc=c\n"}, /* 13.2.6.4.7 */
    {"<form action=\"b\">", "form.action=b\n"},
    {"<a itemid=\"b\" itemtype=\"c d\" urn=\"e\" definitionurl=\"f\">",
     "name a.itemid=b\nname a.itemtype=c\nname a.itemtype=d\nname a.urn=e\nname a.definitionurl=f\n"},
    /* Parsing a srcset attribute (4.8.4.2.2) */
    {"<img srcset=\"a 1x, b 2x\">", "img.srcset=a\nimg.srcset=b\n"},
    {"<img srcset=\" ,, a,b c, ,d,\">", "img.srcset=a,b\nimg.srcset=d\n"},
    {"<img srcset=\"a,, b\">", "img.srcset=a\nimg.srcset=b\n"},
    {"<img srcset=\"a x(1,2), b\">", "img.srcset=a\nimg.srcset=b\n"},
    {"<img srcset=\"a ((,),), b\">", "img.srcset=a\nimg.srcset=)\nimg.srcset=b\n"},
    {"<img srcset=\"a x(,b\">", "img.srcset=a\n"},
    {"<img srcset=\"data:,a 1x,b\">", "img.srcset=data:,a\nimg.srcset=b\n"},
    {"<img srcset=\"a&#32;1x&#44;b&amp;c 2x\">", "img.srcset=a\nimg.srcset=b&c [b&amp;c]\n"},
    {"<img srcset=\"&#97; 1x, &quot;b&NotEqualTilde;\">",
     "img.srcset=a [&#97;]\nimg.srcset=\"b\xe2\x89\x82\xcc\xb8 [&quot;b&NotEqualTilde;]\n"},
    {"<img srcset=\"&AMP 1x,\r\n\r&lt&#0;,\">",
     "img.srcset=& [&AMP]\nimg.srcset=<\xef\xbf\xbd [&lt&#0;]\n"},
    {"<link imagesrcset=\"a 1x\">", "link.imagesrcset=a\n"},
    {"<img imagesrcset=\"a 1x\">", ""},
    /* Shared declarative refresh steps (4.2.5.3) */
    {"<meta http-equiv=\"refresh\" content=\"5; url=b\">", "meta.content=b\n"},
    {"<meta content=\"5;URL='b'c\" http-equiv=\"Refresh\">", "meta.content=b\n"},
    {"<meta content=\"5,b\" http-equiv=\"&#114;efresh\">", "meta.content=b\n"},
    {"<meta content=\" .5 b\" http-equiv=\"refresh\">", "meta.content=b\n"},
    {"<meta content=\"5\t;\turl = &quot;b&quot;c\" http-equiv=\"refresh\">", "meta.content=b\n"},
    {"<meta content=\"5;url='b&amp;c\" http-equiv=\"refresh\">", "meta.content=b&c [b&amp;c]\n"},
    {"<meta content=\"5;url b\" http-equiv=\"refresh\">", "meta.content=url b\n"},
    {"<meta content=\"5;url=\" http-equiv=\"refresh\">", "meta.content=\n"},
    {"<meta content=\"5;\" http-equiv=\"refresh\">", ""},
    {"<meta content=\"5\" http-equiv=\"refresh\">", ""},
    {"<meta content=\"5b\" http-equiv=\"refresh\">", ""},
    {"<meta content=\"b\" http-equiv=\"refresh\">", ""},
    {"<meta content=\"5;url=b\" http-equiv=\"refreshx\">", ""},
    {"<meta content=\"b\" property=\"og:image\">", "meta.content=b\n"},
    {"<meta content=\"b\" name=\"og:i&#109;age\">", "meta.content=b\n"},
    {"<meta content=\"b\" itemprop=\"LOGO\">", "meta.content=b\n"},
    {"<meta content=\"b\" name=\"description\">", ""},
    {"<meta content=\"0;b\" name=\"url\" http-equiv=\"refresh\">", "meta.content=b\nmeta.content=0;b\n"},
    /* HTML 4.01, 13.3 */
    {"<object data=\"b\" codebase=\"c&amp;\" archive=\"d e\" classid=\"f\">",
     "object.data=b (c&)\nobject.codebase=c& [c&amp;]\nobject.archive=d (c&)\nobject.archive=e (c&)\n"
     "object.classid=f (c&)\n"},
    {"<object data=\"b\">", "object.data=b\n"},
    {"<applet code=\"b\" archive=\"c d , e,,\" codebase=\"f\">",
     "applet.code=b (f)\napplet.archive=c d (f)\napplet.archive=e (f)\napplet.codebase=f\n"},
    /* HTML, 4.6.2; HTML 4.01, 12.2 */
    {"<a href=\"b\" rel=\"c d\">", "a.href=b rel=c d\n"},
    {"<area rev=\"c\" href=\"b\" rel=\"d\">", "area.href=b rel=d rev=c\n"},
    {"<link rel=\"c&amp;d\" href=\"b&amp;\" rev=\"&#101;\">", "link.href=b& [b&amp;] rel=c&d rev=e\n"},
    {"<link rel=\"&amp;\" href=\"b\">", "link.href=b rel=&\n"},
    {"<form action=\"b\" rel=\"c\">", "form.action=b rel=c\n"},
    {"<a ping=\"b c\" rel=\"d\" xlink:href=\"e\">", "a.ping=b\na.ping=c\na.xlink:href=e rel=d\n"},
    {"<img src=\"b\" rel=\"c\">", "img.src=b\n"},
    {"<p href=\"b\" rel=\"c\">", "p.href=b\n"},
    {"<a rel=\"c\">", ""},
    {"<a href=\"b\" rel=\"\">", "a.href=b rel=\n"},
    {"<param value=\"b\" valuetype=\"ref\">", "param.value=b\n"},
    {"<param value=\"b\" valuetype=\"data\">", ""},
    {"<param value=\"b\">", ""},
    {"<iframe srcdoc=\"&lt;a href=b>\" src=\"c\" longdesc=\"d\">",
     "srcdoc iframe.srcdoc=<a href=b> [&lt;a href=b>]\niframe.src=c\niframe.longdesc=d\n"},
    {"<p srcdoc=\"b\">", ""},
    {"<p style=\"a:url(b) url('c&amp;d')\">", "css p.style=b\ncss p.style=c&d [c&amp;d]\n"},
    {"<p style=\"a:url(&quot;\\62 c&quot;)url(d)\" src=\"e\">",
     "css p.style=bc [\\62 c]\ncss p.style=d\np.src=e\n"},
    {"<p style=\"@namespace 'b'\" fill=\"url(#c)\">", "name css p.style=b\ncss p.fill=#c\n"},
};

static void references(void **state)
{
  (void)state;
  static const uriel_html_options options = {.scripting = false};
  static const struct html_made made = {.element = true, .html = true};
  for (size_t i = 0; i < sizeof reference_cases / sizeof *reference_cases; i++) {
    for (size_t size = 0; size < 40; size += 1 + size / 2) {
      char list[LIST_MAX];
      list_tag(reference_cases[i].tag, &options, &made, size, list);
      if (strcmp(list, reference_cases[i].list) != 0)
        die("%s: %snot %s", reference_cases[i].tag, list, reference_cases[i].list);
    }
  }
}

/* A decoder of Latin-1. */
static size_t latin_1(void *context, const char *text, size_t len, char *out, size_t capacity)
{
  size_t n = 0;
  (void)context;
  for (size_t i = 0; i < len; i++) {
    const unsigned char byte = (unsigned char)text[i];
    const char both[] = {(char)(byte < 0x80 ? byte : 0xc0 | byte >> 6), (char)(0x80 | (byte & 0x3f))};
    for (size_t j = 0; j < (byte < 0x80 ? 1U : 2U); j++, n++) {
      if (n < capacity)
        out[n] = both[j];
    }
  }
  return n;
}

static void options(void **state)
{
  (void)state;
  static const uriel_text names[] = {{"id", 2}, {"name", 4}, {"href", 4}};
  static const struct html_made made = {.element = true, .html = true},
                                svg = {.element = true, .inert = true};
  const uriel_html_options further = {.attributes = names, .attribute_count = 3},
                           base = {.only_base = true, .attributes = names, .attribute_count = 3},
                           latin = {.decoder = latin_1};
  char list[LIST_MAX];
  list_tag("<a id=\"b\" href=\"c\" name=\"d&amp;\">", &further, &made, 0, list);
  assert_string_equal(list,
                      "attribute a.id=b\nattribute a.href=c\na.href=c\nattribute a.name=d& [d&amp;]\n");
  list_tag("<a id=\"b\" href=\"c\">", &base, &made, 0, list);
  assert_string_equal(list, "");
  list_tag("<base id=\"b\" href=\"c\" style=\"url(d)\">", &base, &made, 0, list);
  assert_string_equal(list, "base base.href=c\n");
  list_tag("<base href=\"c\">", &latin, &svg, 0, list);
  assert_string_equal(list, "inert base.href=c\n");
  list_tag("<iframe srcdoc=\"c\">", &latin, &svg, 0, list);
  assert_string_equal(list, "");
  list_tag("<b\xe9 srcset=\"c\xe9 1x, \xe9&amp;\xe9, d\">", &latin, &made, 0, list);
  assert_string_equal(list, "b\xc3\xa9.srcset=c\xc3\xa9 [c\xe9]\n"
                            "b\xc3\xa9.srcset=\xc3\xa9&\xc3\xa9 [\xe9&amp;\xe9]\nb\xc3\xa9.srcset=d\n");
}

/* After FULL, a value can be skipped. */
static void skipping(void **state)
{
  (void)state;
  static const uriel_html_options none = {.scripting = false};
  static const struct html_made made = {.element = true, .html = true};
  struct tag tag;
  struct html_cursor cursor;
  uriel_html_reference reference;
  tag_read(&tag, "<a href=\"&amp;\" style=\"url(b\\63 )url(d)\" src=\"e\">", &none);
  uriel_html_cursor_begin(&cursor, HTML_TAG_A, &tag.name, &made, &tag.values, &none);
  assert_int_equal(uriel_html_cursor_next(&cursor, NULL, 0, &reference), URIEL_HTML_FULL);
  assert_int_equal(uriel_html_cursor_next(&cursor, NULL, 0, &reference), URIEL_HTML_FULL);
  assert_int_equal(cursor.needed, 1);
  uriel_html_cursor_skip(&cursor);
  assert_int_equal(uriel_html_cursor_next(&cursor, NULL, 0, &reference), URIEL_HTML_FULL);
  uriel_html_cursor_skip(&cursor);
  assert_int_equal(uriel_html_cursor_next(&cursor, NULL, 0, &reference), URIEL_HTML_FOUND);
  assert_true(text_equal(reference.value, uriel_text_of("e")));
  assert_int_equal(uriel_html_cursor_next(&cursor, NULL, 0, &reference), URIEL_HTML_END);
}

/* An unknown element's name is cut to 63 bytes. */
static void long_name(void **state)
{
  (void)state;
  static const uriel_html_options none = {.scripting = false};
  static const struct html_made made = {.element = true, .html = true};
  char tag[200] = "<", list[LIST_MAX], expected[200];
  memset(tag + 1, 'X', 70);
  memcpy(tag + 71, " src=\"b\">", 10);
  memset(expected, 'x', 63);
  memcpy(expected + 63, ".src=b\n", 8);
  list_tag(tag, &none, &made, 0, list);
  assert_string_equal(list, expected);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(references), cmocka_unit_test(options),
                                     cmocka_unit_test(skipping), cmocka_unit_test(long_name)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
