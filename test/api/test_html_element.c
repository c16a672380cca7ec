/* SPDX-License-Identifier: MIT */
/* The references of elements that another parser has read, and their character references. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support.h"
#include "uriel_html.h"

static uriel_html_element element;

static void begin(const char *name, bool html)
{
  uriel_html_element_begin(&element, name, strlen(name), html, false);
}

static void add(const char *name, const char *value, uint64_t offset, bool verbatim)
{
  uriel_html_element_add(&element, name, strlen(name), value, strlen(value), offset, verbatim);
}

/* Checks the next reference: `attribute=value kind flags offset+length`, or "end". */
static void next(const char *expected)
{
  static char buffer[64];
  uriel_html_reference found;
  char text[200] = "end";
  if (uriel_html_element_next(&element, &found, buffer, sizeof buffer) == URIEL_HTML_FOUND)
    (void)snprintf(text, sizeof text, "%s=%.*s %d %u %d+%d", found.attribute.ptr, (int)found.value.len,
                   found.value.ptr, (int)found.kind, found.flags, (int)found.offset, (int)found.length);
  assert_string_equal(text, expected);
}

static void attributes(void **state)
{
  (void)state;
  begin("a", true);
  next("end");
  begin("a", true);
  add("ping", "b  c", 100, true);
  add("class", "d", 110, true);
  add("href", "e", 50, true); /* in the order of the calls */
  add("href", "f", 130, true);
  add("srcset", "g 1x,h", 140, false);
  next("ping=b 1 0 100+1");
  next("ping=c 1 0 103+1");
  next("href=e 1 0 50+1");
  next("srcset=g 1 0 140+1");
  next("srcset=h 1 0 140+1");
  next("end");
  next("end");
}

static void rules(void **state)
{
  (void)state;
  begin("base", true);
  add("href", "b", 1, true);
  next("href=b 1 2 1+1");
  begin("base", false);
  add("href", "b", 1, true);
  next("href=b 1 0 1+1");
  begin("iframe", true);
  add("srcdoc", "b", 1, true);
  next("srcdoc=b 3 0 1+1");
  begin("iframe", false);
  add("srcdoc", "b", 1, true);
  next("end");
  begin("meta", true);
  add("content", "0;url=b", 1, true);
  add("http-equiv", "refresh", 20, true);
  next("content=b 1 0 7+1");
  next("end");
  begin("object", true);
  add("data", "b", 1, true);
  add("codebase", "c", 3, true);
  next("data=b 1 4 1+1");
  next("codebase=c 1 0 3+1");
  begin("linearGradient", false);
  add("xlink:href", "#b", 1, true);
  add("itemid", "c", 5, true);
  next("xlink:href=#b 1 0 1+2");
  next("itemid=c 2 0 5+1");
  next("end");
}

/* On request, guesses are found in their places. */
static void guesses(void **state)
{
  (void)state;
  for (int guess = 0; guess < 2; guess++) {
    uriel_html_element_begin(&element, "img", 3, guess, guess);
    add("data-srcset", "a 1x, b", 10, true);
    add("src", "c", 20, true);
    add("data-src", "d", 30, true);
    add("data-srcs", "e", 40, true);
    add("data-src", "f", 50, true);
    if (guess) {
      next("data-srcset=a 5 0 10+1");
      next("data-srcset=b 5 0 16+1");
    }
    next("src=c 1 0 20+1");
    if (guess)
      next("data-src=d 5 0 30+1");
    next("end");
  }
  uriel_html_element_begin(&element, "param", 5, true, true);
  add("name", "movie", 10, true);
  add("value", "a", 20, true);
  next("value=a 5 0 20+1");
  next("end");
}

static void styles(void **state)
{
  (void)state;
  uriel_html_reference found;
  begin("p", true);
  add("style", "a:url(b\\63 );b:url(d)", 10, true);
  assert_int_equal(uriel_html_element_next(&element, &found, NULL, 0), URIEL_HTML_FULL);
  assert_int_equal(found.length, 2);
  next("style=bc 1 8 16+5");
  next("style=d 1 8 29+1");
  next("end");
}

/* Checks the value of an attribute and, unless that is the same, a text. */
static void decoded(const char *text, size_t len, const char *value, const char *other)
{
  char *const in = malloc(len + 1), *const out = malloc(3 * len + 1);
  const char *const expected[] = {other ? other : value, value};
  assert_non_null(in);
  assert_non_null(out);
  memcpy(in, text, len);
  for (int attribute = 0; attribute < 2; attribute++) {
    const size_t size = uriel_html_decode(in, len, attribute, out, 3 * len);
    assert_int_equal(size, strlen(expected[attribute]));
    assert_memory_equal(out, expected[attribute], size);
    assert_int_equal(uriel_html_decode(in, len, attribute, NULL, 0), size);
  }
  free(in);
  free(out);
}

static void characters(void **state)
{
  (void)state;
  decoded("", 0, "", NULL);
  decoded("a&amp;b&#x26;c&#38", 18, "a&b&c&", NULL);
  decoded("&ampx=1&copy=2&copy;", 20, "&ampx=1&copy=2\302\251", "&x=1\302\251=2\302\251");
  decoded("\r\n\r\0\xff", 5, "\n\n\357\277\275\377", NULL);
  decoded("&nGt;&#x80;&#0;&#xd800;", 23, "\342\211\253\342\203\222\342\202\254\357\277\275\357\277\275",
          NULL);
  decoded("&no;&", 5, "&no;&", NULL);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(attributes), cmocka_unit_test(rules),
                                     cmocka_unit_test(guesses), cmocka_unit_test(styles),
                                     cmocka_unit_test(characters)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
