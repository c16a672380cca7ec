/* SPDX-License-Identifier: MIT */
/* uriel_equal, uriel_compare and uriel_hash of references of any two documents: small texts, each read
 * by all documents, and texts whose normal forms are the same or nearly so. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "oracle.h"

enum { MOST = 24000, WINDOW = 12 };

typedef struct specimen {
  uriel_text text, form;
  uriel_ref ref;
} specimen;

typedef struct collection {
  specimen all[MOST];
  size_t count;
} collection;

static void collect(uriel_text text, void *context)
{
  collection *const c = context;
  for (int spec = URIEL_SPEC_RFC3986; spec <= URIEL_SPEC_WHATWG; spec++) {
    specimen *const s = &c->all[c->count];
    s->text = text_copy(text);
    if (!uriel_parse_as(&s->ref, s->text.ptr, text.len, (uriel_spec)spec, URIEL_PARSE_PARTIAL, NULL)) {
      text_free(s->text);
      continue;
    }
    s->form = text_written(write_normal, &(normal_input){&s->ref, URIEL_LEVEL_SCHEME});
    if (++c->count == MOST)
      die("too many texts");
  }
}

static int by_form(const void *a, const void *b)
{
  const uriel_text one = ((const specimen *)a)->form, other = ((const specimen *)b)->form;
  const int order = memcmp(one.ptr, other.ptr, one.len < other.len ? one.len : other.len);
  return order ? order : (one.len > other.len) - (one.len < other.len);
}

static void run_tokens(const char *const *tokens, size_t count, size_t length, size_t least)
{
  collection *const c = calloc(1, sizeof *c);
  size_t equal = 0;
  if (!c)
    die("out of memory");
  each_text(tokens, count, length, collect, c);
  for (size_t at = 0; at < c->count; at++)
    for (size_t next = at; next < c->count && text_equal(c->all[at].text, c->all[next].text); next++) {
      check_equal(&c->all[at].ref, &c->all[next].ref);
      equal += next > at && uriel_equal(&c->all[at].ref, &c->all[next].ref, URIEL_LEVEL_STRING);
    }
  qsort(c->all, c->count, sizeof *c->all, by_form);
  for (size_t at = 0; at < c->count; at++)
    for (size_t next = at + 1; next < c->count && next < at + WINDOW; next++)
      check_equal(&c->all[at].ref, &c->all[next].ref);
  printf("%zu references, %zu pairs of one text are equal\n", c->count, equal);
  assert_true(!uriel_spec_built(URIEL_SPEC_URL_1993) || equal >= least);
  for (size_t at = 0; at < c->count; at++) {
    text_free(c->all[at].text);
    text_free(c->all[at].form);
  }
  free(c);
}

static void authorities(void **state)
{
  (void)state;
  static const char *const tokens[] = {"http://", "H", "%68", "%3a", ":",        "80",     "0",  "@",
                                       "/",       "%", "p:",  "//",  "\xc3\xa9", "%C3%A9", "%80"};
  run_tokens(tokens, sizeof tokens / sizeof *tokens, 3, 5000);
}

static void paths(void **state)
{
  (void)state;
  static const char *const tokens[] = {"s:",  "http://h", "/", ".", "..", "%2e",         "/.//",
                                       "%7E", "a",        ":", "?", "#",  "/\xc3\xa9/.."};
  run_tokens(tokens, sizeof tokens / sizeof *tokens, 3, 5000);
}

static void schemes(void **state)
{
  (void)state;
  static const char *const tokens[] = {"urn:a1:",  "URN:",       "mailto:", "file:", "tel:", "data:,",
                                       "ldap://h", "gopher://h", "//",      "/",     "+1",   "%41",
                                       "b",        "?",          "x@Y",     ";"};
  run_tokens(tokens, sizeof tokens / sizeof *tokens, 3, 5000);
}

/* A path that keeps "/." before "//" (RFC 3986, 3.3), under schemes with a form of their own. */
static void guards(void **state)
{
  (void)state;
  static const char *const tokens[] = {"data:", "mailto:", "file:", "gopher:", "s:",       "/.//",
                                       "/..//", "//",      "a",     ",a",      ";base64,", "."};
  run_tokens(tokens, sizeof tokens / sizeof *tokens, 3, 5000);
}

/* uri-2003 reads a registry-based authority (3.2.1), RFC 3986 a user "0" and an empty host (3.2). */
static void other_components(void **state)
{
  (void)state;
  uriel_ref a, b;
  if (uriel_spec_built(URIEL_SPEC_URI_2003)) {
    assert_true(uriel_parse_as(&a, "p://0@", 6, URIEL_SPEC_URI_2003, 0, NULL) &&
                uriel_parse(&b, "p://0@", 6, NULL));
    assert_int_equal(uriel_compare(&a, &b), URIEL_LEVEL_DIFFERENT);
  }
  assert_true(uriel_parse_as(&a, "http://h/?q#f", 13, URIEL_SPEC_WHATWG, 0, NULL) &&
              uriel_parse(&b, "http://h/?q#f", 13, NULL));
  assert_int_equal(uriel_compare(&a, &b), URIEL_LEVEL_STRING);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(authorities), cmocka_unit_test(paths),
                                     cmocka_unit_test(schemes), cmocka_unit_test(guards),
                                     cmocka_unit_test(other_components)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
