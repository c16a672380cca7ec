/* SPDX-License-Identifier: MIT */
/* uriel_relative against uriel_resolve: it is the inverse for all pairs of a few thousand URIs, and
 * never longer than the shortest reference found by trying them all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "literal.h"
#include "support.h"

enum { MOST_URIS = 4096, OUT = 256 };

typedef struct uri_list {
  uriel_text texts[MOST_URIS];
  uriel_ref refs[MOST_URIS];
  size_t count;
} uri_list;

/* The properties of a pair of URIs depend mostly on their paths. */
static const char *const test_paths[] = {
    "",        "/",          "a",      "/a",       "a/",      "/a/",      "a/b",    "/a/b",
    "/a/b/",   "/a/b/c",     "//",     "//a",      "/a//",    "/a//b",    "/a///b", "/.//",
    "/.//a",   "/.//a/b",    "/.///a", "a//b",     "/a:b",    "a:b",      "/a/b:c", "a/b:c",
    "/:",      ":",          "/./a",   "/../a",    "/a/.",    "/a/..",    "a/..",   "./a",
    "../a",    ".",          "..",     "/a/./b",   "/a/../b", "/a/b/../", "/%2e",   "/a/%2E%2E/b",
    "/...",    "/a/b/c/d/e", "/aa",    "/aa/bb/c", "/a;p/b=", "/b/a",     "/b//a/", "a/b/c",
    "/a/b//c", "/.//a//b",
};

static void add_uri(uri_list *list, const char *scheme, const char *authority, const char *path,
                    const char *tail)
{
  char text[OUT];
  uriel_ref ref;
  const int len = snprintf(text, sizeof text, "%s%s%s%s", scheme, authority, path, tail);
  if (!uriel_parse(&ref, text, (size_t)len, NULL))
    return;
  /* "s:" "//a" is a different URI, which occurs by itself. */
  if (uriel_path(&ref).len != strlen(path))
    return;
  if (list->count == MOST_URIS)
    die("too many URIs");
  list->texts[list->count] = text_copy(text_from(text, (size_t)len));
  list->refs[list->count] = parsed(list->texts[list->count]);
  list->count++;
}

static void add_uris(uri_list *list, const char *scheme, const char *authority, bool fragments)
{
  static const char *const tails[] = {"", "?", "?q", "#", "?q#f"};
  for (size_t path = 0; path < sizeof test_paths / sizeof *test_paths; path++)
    for (size_t tail = 0; tail < (fragments ? 5 : 3); tail++)
      add_uri(list, scheme, authority, test_paths[path], tails[tail]);
}

static void free_uris(uri_list *list)
{
  for (size_t at = 0; at < list->count; at++)
    text_free(list->texts[at]);
  free(list);
}

static uri_list *uris(bool targets)
{
  uri_list *const list = calloc(1, sizeof *list);
  if (!list)
    die("out of memory");
  static const char *const authorities[] = {"", "//", "//h", "//h:1", "//u@h"};
  for (size_t at = 0; at < sizeof authorities / sizeof *authorities; at++)
    add_uris(list, "s:", authorities[at], targets);
  if (targets) {
    add_uris(list, "t:", "//h", true);
    add_uris(list, "S:", "", false);
  }
  return list;
}

static size_t resolve_text(const uriel_ref *base, uriel_text reference, char out[OUT])
{
  uriel_ref ref;
  if (!uriel_parse(&ref, reference.ptr, reference.len, NULL))
    die("\"%.*s\" is not a reference", (int)reference.len, reference.ptr);
  return uriel_resolve(base, &ref, URIEL_RESOLVE_STRICT, out, OUT, NULL);
}

static void check_pair(const uri_list *bases, size_t b, const uri_list *targets, size_t t,
                       uriel_text want)
{
  char relative[OUT];
  char back[OUT];
  const size_t len = uriel_relative(&bases->refs[b], &targets->refs[t], relative, sizeof relative, NULL);
  if (len > sizeof relative)
    die("a relative reference of %zu bytes", len);
  const size_t back_len = resolve_text(&bases->refs[b], text_from(relative, len), back);
  if (!text_equal(want, text_from(back, back_len)))
    die("base \"%.*s\", target \"%.*s\": relative \"%.*s\" resolves to \"%.*s\"",
        (int)bases->texts[b].len, bases->texts[b].ptr, (int)targets->texts[t].len, targets->texts[t].ptr,
        (int)len, relative, (int)back_len, back);
}

static void all_pairs_resolve_back(void **state)
{
  (void)state;
  uri_list *const bases = uris(false);
  uri_list *const targets = uris(true);
  printf("%zu bases, %zu targets\n", bases->count, targets->count);
  assert_true(bases->count > 500 && targets->count > 1000);
  for (size_t t = 0; t < targets->count; t++) {
    const uriel_text want = literal_resolve(&targets->refs[t], &targets->refs[t], false);
    for (size_t b = 0; b < bases->count; b++)
      check_pair(bases, b, targets, t, want);
    text_free(want);
  }
  free_uris(bases);
  free_uris(targets);
}

/* ---- The shortest ---- */

typedef struct reached {
  char target[32];
  size_t length; /* of the reference */
} reached;

typedef struct search {
  uriel_ref base;
  reached *found;
  size_t count;
  size_t room;
  size_t errors;
} search;

static void try_reference(uriel_text text, void *context)
{
  search *const s = context;
  uriel_ref ref;
  char out[OUT];
  if (!uriel_parse(&ref, text.ptr, text.len, NULL))
    return;
  const size_t len = uriel_resolve(&s->base, &ref, URIEL_RESOLVE_STRICT, out, sizeof out, NULL);
  if (len >= sizeof s->found->target || s->count == s->room)
    die("the list of results is full");
  reached *const r = &s->found[s->count++];
  memcpy(r->target, out, len);
  r->target[len] = '\0';
  r->length = text.len;
}

static int by_target(const void *a, const void *b)
{
  const reached *const x = a;
  const reached *const y = b;
  const int order = strcmp(x->target, y->target);
  return order ? order : (x->length > y->length) - (x->length < y->length);
}

static void check_shortest(search *s, const char *base, const reached *r)
{
  const uriel_ref target = parsed(uriel_text_of(r->target));
  const uriel_text itself = literal_resolve(&target, &target, false);
  if (text_equal(itself, uriel_text_of(r->target))) {
    char out[OUT];
    uriel_error error = {.code = URIEL_ERROR_ARGUMENT};
    const size_t len = uriel_relative(&s->base, &target, out, sizeof out, &error);
    assert_int_equal(error.code, URIEL_ERROR_NONE);
    if (len != r->length && s->errors++ < 20)
      fprintf(stderr, "base \"%s\", target \"%s\": \"%.*s\" is not of the shortest length, %zu\n", base,
              r->target, (int)len, out, r->length);
  }
  text_free(itself);
}

static size_t search_from(search *s, const char *base)
{
  static const char *const tokens[] = {"a", "b", "/", ".", ":", "?", "#", "s"};
  size_t targets = 0;
  s->base = parsed(uriel_text_of(base));
  s->count = 0;
  each_text(tokens, sizeof tokens / sizeof *tokens, 5, try_reference, s);
  qsort(s->found, s->count, sizeof *s->found, by_target);
  for (size_t at = 0; at < s->count; at++) {
    if (at > 0 && strcmp(s->found[at].target, s->found[at - 1].target) == 0)
      continue;
    check_shortest(s, base, &s->found[at]);
    targets++;
  }
  return targets;
}

static void none_is_shorter(void **state)
{
  (void)state;
  static const char *const bases[] = {
      "s:",        "s:a",     "s:a/b",       "s:/",           "s:/a",      "s:/a/b",
      "s:/a/b/",   "s:/.//a", "s://",        "s:///",         "s://a",     "s://a/",
      "s://a/b",   "s://a?a", "s://a/?b",    "s://a/a/b?a",   "s://a//b",  "s:/a//b",
      "s:/a/../b", "s:a/.",   "s:a:b",       "s:/a:b",        "s://a/a:b", "s:?a",
      "s:a?",      "s:/a?#a", "s://a/b/./a", "s://a/a/a/a/b", "s:/.//",    "s://b:/a/",
  };
  enum { ROOM = 40000 };
  search s = {.found = malloc(ROOM * sizeof(reached)), .room = ROOM};
  if (!s.found)
    die("out of memory");
  size_t targets = 0;
  for (size_t at = 0; at < sizeof bases / sizeof *bases; at++)
    targets += search_from(&s, bases[at]);
  printf("%zu targets\n", targets);
  assert_int_equal(s.errors, 0);
  assert_true(targets > 100000);
  free(s.found);
}

/* An empty path is the base's path, which here equals the target's after removing dot segments. */
static void empty_for_dot_segments(void **state)
{
  (void)state;
  static const char *const cases[][3] = {
      {"http://a/b", "http://a/./b", ""},     {"http://a/b", "http://a/c/../b?q", "?q"},
      {"http://a/b?q", "http://a/./b?q", ""}, {"http://a/b?q", "http://a/./b", "b"},
      {"f:/.//b", "f:/a/..//b", ""},          {"f:/a/b", "f:/a/../a/c", "c"},
      {"http://a/./b", "http://a/./b", "b"},
  };
  for (size_t at = 0; at < sizeof cases / sizeof *cases; at++) {
    const uriel_ref base = parsed(uriel_text_of(cases[at][0]));
    const uriel_ref target = parsed(uriel_text_of(cases[at][1]));
    const uriel_text out = text_written(write_relative, &(pair_input){&base, &target, 0});
    if (!text_equal(out, uriel_text_of(cases[at][2])))
      die("from \"%s\" to \"%s\" by \"%.*s\"", cases[at][0], cases[at][1], (int)out.len, out.ptr);
    text_free(out);
  }
}

/* A base without a scheme gives no relative reference: the target stays unchanged. */
static void base_without_scheme(void **state)
{
  (void)state;
  const uriel_ref base = parsed(uriel_text_of("//h/a"));
  const uriel_ref target = parsed(uriel_text_of("s://h/b"));
  const uriel_text relative = text_written(write_relative, &(pair_input){&base, &target, 0});
  assert_true(text_equal(relative, uriel_text_of("s://h/b")));
  text_free(relative);
  assert_true(uriel_resolve(&base, &target, 0, NULL, 0, NULL) == URIEL_FAILED);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_pairs_resolve_back),
      cmocka_unit_test(none_is_shorter),
      cmocka_unit_test(empty_for_dot_segments),
      cmocka_unit_test(base_without_scheme),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
