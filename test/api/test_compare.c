/* SPDX-License-Identifier: MIT */
/* uriel_equal, uriel_compare and uriel_hash against their definition: comparing normal forms as
 * strings. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support.h"

enum { LEVELS = URIEL_LEVEL_DIFFERENT, MOST = 2600 };

typedef struct specimen {
  uriel_text text;
  uriel_ref ref;
  uriel_text normal[LEVELS];
  uint64_t hash[LEVELS];
} specimen;

typedef struct collection {
  specimen *all;
  size_t count;
} collection;

static void collect(uriel_text text, void *context)
{
  collection *const c = context;
  uriel_ref ref;
  if (c->count == MOST || !uriel_parse(&ref, text.ptr, text.len, NULL))
    return;
  specimen *const s = &c->all[c->count++];
  s->text = text_copy(text);
  s->ref = parsed(s->text);
  for (int level = 0; level < LEVELS; level++) {
    s->normal[level] = text_written(write_normal, &(normal_input){&s->ref, (uriel_level)level});
    s->hash[level] = uriel_hash(&s->ref, (uriel_level)level, 42);
  }
}

static collection new_collection(void)
{
  const collection c = {calloc(MOST, sizeof(specimen)), 0};
  if (!c.all)
    die("out of memory");
  return c;
}

static void free_collection(collection *c)
{
  for (size_t at = 0; at < c->count; at++) {
    text_free(c->all[at].text);
    for (int level = 0; level < LEVELS; level++)
      text_free(c->all[at].normal[level]);
  }
  free(c->all);
}

static void check_pair(const specimen *a, const specimen *b, size_t *equal)
{
  int lowest = URIEL_LEVEL_DIFFERENT;
  for (int level = LEVELS; level-- > 0;) {
    const bool same = text_equal(a->normal[level], b->normal[level]);
    if (uriel_equal(&a->ref, &b->ref, (uriel_level)level) != same)
      die("\"%.*s\" and \"%.*s\" at level %s: equal is not %d", (int)a->text.len, a->text.ptr,
          (int)b->text.len, b->text.ptr, uriel_level_name((uriel_level)level), same);
    if (same && a->hash[level] != b->hash[level])
      die("\"%.*s\" and \"%.*s\" are equal at level %s, and their hashes are not", (int)a->text.len,
          a->text.ptr, (int)b->text.len, b->text.ptr, uriel_level_name((uriel_level)level));
    if (same)
      lowest = level;
    *equal += same;
  }
  if ((int)uriel_compare(&a->ref, &b->ref) != lowest)
    die("\"%.*s\" and \"%.*s\": compare gives %s, not %s", (int)a->text.len, a->text.ptr,
        (int)b->text.len, b->text.ptr, uriel_level_name(uriel_compare(&a->ref, &b->ref)),
        uriel_level_name((uriel_level)lowest));
}

static size_t check_all_pairs(const collection *c)
{
  size_t equal = 0;
  for (size_t a = 0; a < c->count; a++)
    for (size_t b = 0; b < c->count; b++)
      check_pair(&c->all[a], &c->all[b], &equal);
  return equal;
}

static void run_tokens(const char *const *tokens, size_t count, size_t length, size_t least)
{
  collection c = new_collection();
  each_text(tokens, count, length, collect, &c);
  assert_true(c.count >= least && c.count < MOST);
  assert_true(check_all_pairs(&c) > LEVELS * c.count);
  free_collection(&c);
}

static void paths(void **state)
{
  (void)state;
  static const char *const tokens[] = {"a", "/", ".", "%2e", "%61"};
  run_tokens(tokens, 5, 4, 700);
}

static void paths_of_uris(void **state)
{
  (void)state;
  static const char *const tokens[] = {"s:", "/", "..", ".", "a"};
  run_tokens(tokens, 5, 4, 600);
}

static void authorities(void **state)
{
  (void)state;
  static const char *const tokens[] = {"http://", "HTTP://h", "H", "%48", ":", "080", "80", "/", "@"};
  run_tokens(tokens, 9, 3, 300);
}

static void hosts(void **state)
{
  (void)state;
  static const char *const tokens[] = {"//",     "ftp://", "[::A]", "[::a]", "x", "%58",
                                       "%2D%3a", "%2d%3A", ":21",   "?",     "#"};
  run_tokens(tokens, 11, 3, 300);
}

/* Texts that nearly equal each other. */
static const char *const near_texts[] = {
    "http://h/%7e",
    "http://h/%7E",
    "http://h/~",
    "http://H/~",
    "http://h:/~",
    "http://h:80/~",
    "http://h:0080/./~",
    "http://h/%",
    "http://h",
    "http://h/",
    "http://h/.",
    "http://h/..",
    "http://h/./",
    "http://h/a/..",
    "http://h?",
    "http://h/?",
    "http://h/#",
    "http:",
    "http://",
    "http:///",
    "http:/.//",
    "foo:/.//a",
    "foo://a",
    "foo:/..//a",
    "foo:..///a",
    "foo:/a",
    "foo:a",
    "foo:./a",
    "./a:b",
    "b/../a:b",
    "a:b",
    "a%3Ab",
    "a%3ab",
    ".//a:b",
    "/a:b",
    "%2e%2e",
    "..",
    "../",
    "a/../..",
    "%2e%2E/",
    "./",
    ".",
    "",
    "a/..",
    "?",
    "#",
    "//",
    "//:",
    "//@",
    "//h:0",
    "//h:00",
    "http://h:0/",
    "http://h:00",
    "https://h:443",
    "https://h:",
    "https://h",
    "%C3%A9",
    "%c3%a9",
    "//%C3%A9",
    "//%c3%A9",
    "//%4A",
    "//%4a",
    "//%6A",
    "//j",
    "//J",
    "x://%4a@h",
    "x://J@h",
    "x://j@h",
    "http://h:080/",
    "http://h:18446744073709551696/",
};

static void near_ones(void **state)
{
  (void)state;
  collection c = new_collection();
  for (size_t at = 0; at < sizeof near_texts / sizeof *near_texts; at++)
    collect(uriel_text_of(near_texts[at]), &c);
  check_all_pairs(&c);
  free_collection(&c);
}

static void random_pairs(void **state)
{
  (void)state;
  uint64_t seed = 6;
  collection c = new_collection();
  for (size_t round = 0; round < 20000 && c.count < 1000; round++) {
    char buffer[16 * 12];
    collect(text_from(buffer, random_text(&seed, buffer, 12)), &c);
  }
  assert_true(c.count > 500);
  check_all_pairs(&c);
  free_collection(&c);
}

/* Different references hash differently, except for rare collisions; so do different seeds. */
static void hashes_spread(void **state)
{
  (void)state;
  size_t same = 0;
  uint64_t previous = 0;
  for (uint32_t at = 0; at < 10000; at++) {
    char text[64];
    const int len = snprintf(text, sizeof text, "http://example.com/%u?%u", at, at % 7);
    const uriel_ref ref = parsed(text_from(text, (size_t)len));
    const uint64_t hash = uriel_hash(&ref, URIEL_LEVEL_SCHEME, 1);
    same += hash == previous || hash == uriel_hash(&ref, URIEL_LEVEL_SCHEME, 2) || (hash & 0xFFFF) == 0;
    previous = hash;
  }
  assert_true(same < 10);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(paths),         cmocka_unit_test(paths_of_uris), cmocka_unit_test(authorities),
      cmocka_unit_test(hosts),         cmocka_unit_test(near_ones),     cmocka_unit_test(random_pairs),
      cmocka_unit_test(hashes_spread),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
