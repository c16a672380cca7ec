/* SPDX-License-Identifier: MIT */
/* Normal forms of the historic generations, and comparison by them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "generation.h"

enum { OUT = 256 };

enum { MOST = 30000 };

typedef struct normal_list {
  uriel_spec spec;
  const char *head;
  uriel_text texts[MOST];
  size_t count;
} normal_list;

static void add_normal(uriel_text tail, void *context)
{
  normal_list *const list = context;
  char text[OUT];
  uriel_ref ref;
  const int len = snprintf(text, sizeof text, "%s%.*s", list->head, (int)tail.len, tail.ptr);
  if (!read_as(&ref, list->spec, text_from(text, (size_t)len)))
    return;
  if (list->count == MOST)
    die("too many texts");
  list->texts[list->count++] = text_copy(text_from(text, (size_t)len));
}

static uriel_text normal_of(uriel_spec spec, uriel_text text, uriel_level level, uriel_ref *ref)
{
  if (!read_as(ref, spec, text))
    die("%s: the normal form \"%.*s\" is not valid", uriel_spec_name(spec), (int)text.len, text.ptr);
  return text_written(write_normal, &(normal_input){ref, level});
}

/* A normal form parses to its components. */
static void check_same_parts(uriel_text text, const uriel_ref *a, const uriel_ref *b)
{
  static const uriel_component parts[] = {URIEL_SCHEME, URIEL_USERINFO, URIEL_HOST, URIEL_QUERY,
                                          URIEL_FRAGMENT};
  for (size_t at = 0; at < sizeof parts / sizeof *parts; at++)
    if (!uriel_component_get(a, parts[at]).ptr != !uriel_component_get(b, parts[at]).ptr)
      die("%s: \"%.*s\" and its normal form differ in their %s", uriel_spec_name(uriel_spec_of(a)),
          (int)text.len, text.ptr, uriel_component_name(parts[at]));
}

static uriel_text check_normal(uriel_spec spec, uriel_text text, uriel_level level)
{
  uriel_ref ref, again;
  const uriel_text normal = normal_of(spec, text, level, &ref);
  const uriel_text twice = normal_of(spec, normal, level, &again);
  check_same_parts(text, &ref, &again);
  if (!text_equal(normal, twice))
    die("%s: \"%.*s\" gives \"%.*s\" and then \"%.*s\"", uriel_spec_name(spec), (int)text.len, text.ptr,
        (int)normal.len, normal.ptr, (int)twice.len, twice.ptr);
  if (!uriel_equal(&ref, &again, level) || uriel_hash(&ref, level, 1) != uriel_hash(&again, level, 1))
    die("%s: \"%.*s\" is not equal to its normal form", uriel_spec_name(spec), (int)text.len, text.ptr);
  text_free(twice);
  return normal;
}

static void check_pair(const normal_list *list, size_t a, size_t b, uriel_level level,
                       const uriel_text *normals)
{
  uriel_ref left, right;
  read_as(&left, list->spec, list->texts[a]);
  read_as(&right, list->spec, list->texts[b]);
  const bool same = text_equal(normals[a], normals[b]);
  if (uriel_equal(&left, &right, level) != same)
    die("%s, %s: \"%.*s\" and \"%.*s\" are %sequal by their normal forms", uriel_spec_name(list->spec),
        uriel_level_name(level), (int)list->texts[a].len, list->texts[a].ptr, (int)list->texts[b].len,
        list->texts[b].ptr, same ? "" : "not ");
  if (same && uriel_hash(&left, level, 7) != uriel_hash(&right, level, 7))
    die("%s: equal, and other hashes", uriel_spec_name(list->spec));
}

static void check_list(const normal_list *list, uriel_level level)
{
  uriel_text *const normals = calloc(list->count, sizeof *normals);
  if (!normals)
    die("out of memory");
  for (size_t at = 0; at < list->count; at++)
    normals[at] = check_normal(list->spec, list->texts[at], level);
  uint64_t random = 3;
  const size_t few = list->count < 250 ? list->count : 250;
  for (size_t at = 0; at < few * few; at++)
    check_pair(list, at % few * (list->count / few), at / few * (list->count / few), level, normals);
  for (size_t at = 0; at < 100000; at++)
    check_pair(list, random_below(&random, (uint32_t)list->count),
               random_below(&random, (uint32_t)list->count), level, normals);
  for (size_t at = 0; at < list->count; at++)
    text_free(normals[at]);
  free(normals);
}

static void normal_forms(void **state)
{
  (void)state;
  static const char *const hosts[] = {"a", "A", "%61", "%4a", "%31", "@", ":", ":80", "1", "."};
  static const char *const paths[] = {"/", "a", "%41", "%2e", ".", "..", "%7e", "?", "%24", ":", "#"};
  normal_list *const list = calloc(1, sizeof *list);
  if (!list)
    die("out of memory");
  for (size_t at = 0; at < (size_t)3 * SPECS; at++) {
    static const char *const heads[] = {"http://", "http://H:80/", ""};
    list->spec = specs[at / 3];
    list->head = at % 3 == 2 && !is_early(list->spec) ? "f:" : heads[at % 3];
    list->count = 0;
    if (at % 3 == 0)
      each_text(hosts, sizeof hosts / sizeof *hosts, 4, add_normal, list);
    else
      each_text(paths, sizeof paths / sizeof *paths, 4, add_normal, list);
    printf("%s: %zu\n", uriel_spec_name(list->spec), list->count);
    assert_true(list->count > 10);
    for (uriel_level level = URIEL_LEVEL_CASE; level <= URIEL_LEVEL_SCHEME; level++)
      check_list(list, level);
    for (size_t text = 0; text < list->count; text++)
      text_free(list->texts[text]);
  }
  free(list);
}

static void check_normal_is(uriel_spec spec, const char *text, const char *expected)
{
  const uriel_text normal = check_normal(spec, uriel_text_of(text), URIEL_LEVEL_SCHEME);
  if (!text_equal(normal, uriel_text_of(expected)))
    die("%s: \"%s\" gives \"%.*s\", not \"%s\"", uriel_spec_name(spec), text, (int)normal.len,
        normal.ptr, expected);
  text_free(normal);
}

static void normal_forms_are_guarded(void **state)
{
  (void)state;
  check_normal_is(URIEL_SPEC_URI_2003, "f:/a/..//b", "f:/.//b");
  check_normal_is(URIEL_SPEC_URI_2003, "f:/a/../../b/.", "f:/../b/");
  check_normal_is(URIEL_SPEC_URI_2003, "eXAMPLE://a/./b/../b/c/%7a", "example://a/b/c/z");
  check_normal_is(URIEL_SPEC_URI_2003, "http://%61b/", "http://%61b/");
  check_normal_is(URIEL_SPEC_URI_2003, "http://A_%7e:0/", "http://A_%7E:0/");
  check_normal_is(URIEL_SPEC_URL_1997, "http://H:080/%7e/../x", "http://h/~/../x");
  check_normal_is(URIEL_SPEC_URL_1993, "http://a:1:80/%61", "http://a:1:80/a");
  check_normal_is(URIEL_SPEC_URL_1993, "http://a@%62:80/", "http://a@%62/");
}

/* The ports of the protocols that only the early documents have: RFC 1436, RFC 854, RFC 1738 (3.8, 3.9,
 * 3.11). */
static void early_protocols_have_ports(void **state)
{
  (void)state;
  check_normal_is(URIEL_SPEC_URL_1994, "gopher://h:70/0a", "gopher://h/0a");
  check_normal_is(URIEL_SPEC_URL_1994, "telnet://u@h:23", "telnet://u@h"); /* "/" is RFC 3986's, 6.2.3 */
  check_normal_is(URIEL_SPEC_URL_1994, "tn3270://h:023", "tn3270://h");
  check_normal_is(URIEL_SPEC_URL_1993, "wais://h:210/d", "wais://h/d");
  check_normal_is(URIEL_SPEC_URL_1993, "prospero://h:1525/a", "prospero://h/a");
  check_normal_is(URIEL_SPEC_URL_1993, "wais://h:70/d", "wais://h:70/d");
}

/* References of two generations are equal if their normal forms are the same, on that level and on
 * higher ones: equality on a level implies equality on all higher levels. */
static void generations_compare(void **state)
{
  (void)state;
  static const char *const texts[] = {"http://h:80", "http://h/%7e", "http://h/a/../b", "x:a",
                                      "http://h/a",  "http://h/",    "http://h/~"};
  static const uriel_spec all[] = {URIEL_SPEC_URL_1997, URIEL_SPEC_URI_2003, URIEL_SPEC_RFC3986};
  enum { TEXTS = sizeof texts / sizeof *texts };
  for (size_t at = 0; at < (size_t)9 * TEXTS * TEXTS; at++) {
    const uriel_ref a = parsed_as(all[at % 3], texts[at / 9 % TEXTS]);
    const uriel_ref b = parsed_as(all[at / 3 % 3], texts[at / 9 / TEXTS]);
    bool above = true;
    for (int at_level = URIEL_LEVEL_SCHEME; at_level >= URIEL_LEVEL_STRING; at_level--) {
      const uriel_level level = (uriel_level)at_level;
      const uriel_text left = text_written(write_normal, &(normal_input){&a, level});
      const uriel_text right = text_written(write_normal, &(normal_input){&b, level});
      above = above && text_equal(left, right);
      assert_int_equal(uriel_equal(&a, &b, level), above);
      if (text_equal(left, right))
        assert_true(uriel_hash(&a, level, 5) == uriel_hash(&b, level, 5));
      text_free(left);
      text_free(right);
    }
    uriel_level lowest = URIEL_LEVEL_STRING;
    while (lowest < URIEL_LEVEL_DIFFERENT && !uriel_equal(&a, &b, lowest))
      lowest++;
    assert_int_equal(uriel_compare(&a, &b), lowest);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(normal_forms),
      cmocka_unit_test(normal_forms_are_guarded),
      cmocka_unit_test(early_protocols_have_ports),
      cmocka_unit_test(generations_compare),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
