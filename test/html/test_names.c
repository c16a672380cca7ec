/* SPDX-License-Identifier: MIT */
/* Every name of an element or attribute finds itself in any case, and nothing else finds it. */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "html/names.h"
#include "support.h"

/* One of the two tables. */
typedef struct names {
  unsigned first, end, none;
  unsigned (*of)(const char *name, size_t len);
  uriel_text (*name)(unsigned number);
} names;

static unsigned element_of(const char *name, size_t len)
{
  return uriel_html_element_of(name, len);
}

static unsigned attribute_of(const char *name, size_t len)
{
  return uriel_html_attribute_of(name, len);
}

static uriel_text element_name(unsigned id)
{
  return uriel_html_element_name((enum html_element)id);
}

static uriel_text attribute_name(unsigned id)
{
  return uriel_html_attribute_name((enum html_attribute)id);
}

static const names tables[] = {
    {1, HTML_TAGS, HTML_TAG_OTHER, element_of, element_name},
    {0, HTML_ATTRIBUTES, HTML_ATTRIBUTES, attribute_of, attribute_name},
};

/* By comparison with each name. */
static unsigned expected(const names *table, uriel_text text)
{
  for (unsigned i = table->first; i < table->end; i++) {
    const uriel_text name = table->name(i);
    bool same = name.len == text.len;
    for (size_t at = 0; same && at < text.len; at++)
      same = name.ptr[at] == text.ptr[at] ||
             (text.ptr[at] >= 'A' && text.ptr[at] <= 'Z' && name.ptr[at] == (text.ptr[at] | 0x20));
    if (same)
      return i;
  }
  return table->none;
}

static void check(const names *table, const char *text, size_t len)
{
  const uriel_text copy = text_copy(text_from(text, len));
  if (table->of(copy.ptr, copy.len) != expected(table, copy))
    die("the name \"%.*s\" has a wrong number", (int)len, text);
  text_free(copy);
}

/* Every byte of the name is every other byte; the name is cut, or longer. */
static void check_mutations(const names *table, uriel_text name)
{
  char text[64];
  memcpy(text, name.ptr, name.len);
  for (size_t len = 0; len <= name.len; len++)
    check(table, text, len);
  for (size_t at = 0; at < name.len; at++) {
    for (unsigned byte = 0; byte < 256; byte++) {
      text[at] = (char)byte;
      check(table, text, name.len);
    }
    text[at] = name.ptr[at];
  }
  for (unsigned byte = 0; byte < 256; byte++) {
    text[name.len] = (char)byte;
    check(table, text, name.len + 1);
  }
}

static void test_names(void **state)
{
  (void)state;
  for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
    for (unsigned i = tables[t].first; i < tables[t].end; i++) {
      const uriel_text name = tables[t].name(i);
      char upper[64];
      for (size_t at = 0; at < name.len; at++)
        upper[at] = (char)toupper((unsigned char)name.ptr[at]);
      assert_int_equal(name.ptr[name.len], 0);
      assert_int_equal(tables[t].of(name.ptr, name.len), i);
      assert_int_equal(tables[t].of(upper, name.len), i);
      check_mutations(&tables[t], name);
    }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_names)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
