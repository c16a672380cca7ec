/* SPDX-License-Identifier: MIT */
/* How references of the historic generations resolve, and the relative forms that lead back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "generation.h"
#include "literal_historic.h"

enum { OUT = 256 };

/* ---- Appendix C --------------------------------------------------------------------------------- */

typedef struct example {
  const char *reference, *by_1997, *by_2003; /* NULL: the current document */
} example;

/* url-1997 C.1 and C.2, uri-2003 C.1 and C.2, against http://a/b/c/d;p?q. */
static const example appendix_c[] = {
    {"g:h", "g:h", "g:h"},
    {"g", "http://a/b/c/g", "http://a/b/c/g"},
    {"./g", "http://a/b/c/g", "http://a/b/c/g"},
    {"g/", "http://a/b/c/g/", "http://a/b/c/g/"},
    {"/g", "http://a/g", "http://a/g"},
    {"//g", "http://g", "http://g"},
    {"?y", "http://a/b/c/?y", "http://a/b/c/d;p?y"},
    {"g?y", "http://a/b/c/g?y", "http://a/b/c/g?y"},
    {"#s", NULL, NULL},
    {"g#s", "http://a/b/c/g#s", "http://a/b/c/g#s"},
    {"g?y#s", "http://a/b/c/g?y#s", "http://a/b/c/g?y#s"},
    {";x", "http://a/b/c/;x", "http://a/b/c/;x"},
    {"g;x", "http://a/b/c/g;x", "http://a/b/c/g;x"},
    {"g;x?y#s", "http://a/b/c/g;x?y#s", "http://a/b/c/g;x?y#s"},
    {".", "http://a/b/c/", "http://a/b/c/"},
    {"./", "http://a/b/c/", "http://a/b/c/"},
    {"..", "http://a/b/", "http://a/b/"},
    {"../", "http://a/b/", "http://a/b/"},
    {"../g", "http://a/b/g", "http://a/b/g"},
    {"../..", "http://a/", "http://a/"},
    {"../../", "http://a/", "http://a/"},
    {"../../g", "http://a/g", "http://a/g"},
    {"", NULL, NULL},
    {"../../../g", "http://a/../g", "http://a/../g"},
    {"../../../../g", "http://a/../../g", "http://a/../../g"},
    {"/./g", "http://a/./g", "http://a/./g"},
    {"/../g", "http://a/../g", "http://a/../g"},
    {"g.", "http://a/b/c/g.", "http://a/b/c/g."},
    {".g", "http://a/b/c/.g", "http://a/b/c/.g"},
    {"g..", "http://a/b/c/g..", "http://a/b/c/g.."},
    {"..g", "http://a/b/c/..g", "http://a/b/c/..g"},
    {"./../g", "http://a/b/g", "http://a/b/g"},
    {"./g/.", "http://a/b/c/g/", "http://a/b/c/g/"},
    {"g/./h", "http://a/b/c/g/h", "http://a/b/c/g/h"},
    {"g/../h", "http://a/b/c/h", "http://a/b/c/h"},
    {"g;x=1/./y", "http://a/b/c/g;x=1/y", "http://a/b/c/g;x=1/y"},
    {"g;x=1/../y", "http://a/b/c/y", "http://a/b/c/y"},
    {"g?y/./x", "http://a/b/c/g?y/x", "http://a/b/c/g?y/./x"},
    {"g?y/../x", "http://a/b/c/x", "http://a/b/c/g?y/../x"},
    {"g#s/./x", "http://a/b/c/g#s/./x", "http://a/b/c/g#s/./x"},
    {"g#s/../x", "http://a/b/c/g#s/../x", "http://a/b/c/g#s/../x"},
    {"http:g", "http:g", "http:g"},
    {"http:", "http:", "http:"},
};

static void check_resolved(uriel_spec spec, const char *base_text, const char *reference_text,
                           unsigned options, const char *target)
{
  const uriel_ref base = parsed_as(spec, base_text), reference = parsed_as(spec, reference_text);
  const pair_input in = {&base, &reference, options};
  if (!target) {
    assert_true(uriel_resolve(&base, &reference, options, NULL, 0, NULL) == URIEL_CURRENT_DOCUMENT);
    return;
  }
  const uriel_text out = text_written(write_resolved, &in);
  if (!text_equal(out, uriel_text_of(target)))
    die("%s: \"%s\" against \"%s\" gives \"%.*s\", not \"%s\"", uriel_spec_name(spec), reference_text,
        base_text, (int)out.len, out.ptr, target);
  text_free(out);
}

static void examples_of_appendix_c(void **state)
{
  (void)state;
  for (size_t at = 0; at < sizeof appendix_c / sizeof *appendix_c; at++) {
    const example *const e = &appendix_c[at];
    check_resolved(URIEL_SPEC_URL_1997, "http://a/b/c/d;p?q", e->reference, 0, e->by_1997);
    check_resolved(URIEL_SPEC_URI_2003, "http://a/b/c/d;p?q", e->reference, 0, e->by_2003);
  }
}

/* "/xxx/.." and "/." are removed with the slash before them (url-1993, Partial form). */
static void partial_forms(void **state)
{
  (void)state;
  static const char *const pairs[][2] = {
      {".", "http://a/b/c"},
      {"..", "http://a/b"},
      {"../", "http://a/b/"},
      {"../..", "http://a"},
      {"./g", "http://a/b/c/g"},
      {"", "http://a/b/c/"},
      {"#s", "http://a/b/c/#s"},
      {"?y", "http://a/b/c/?y"},
      {"../../../g", "http://a/../g"},
      {"../../..", "http://a/.."},
      {"/./g", "http://a/./g"},
      {"/g", "http://a/g"},
      {"//g", "http://g"},
      {"g:h", "g:h"},
      {"g/./h/../i", "http://a/b/c/g/i"},
  };
  for (size_t at = 0; at < sizeof pairs / sizeof *pairs; at++)
    check_resolved(URIEL_SPEC_URL_1993, "http://a/b/c/d;p?q", pairs[at][0], 0, pairs[at][1]);
  check_resolved(URIEL_SPEC_URL_1993, "http://a", "g", 0, "http://ag");
  check_resolved(URIEL_SPEC_URL_1993, "x:a/b", "..", 0, "x:a/..");
  check_resolved(URIEL_SPEC_URL_1993, "x:a", "./b", 0, "x:./b");
  check_resolved(URIEL_SPEC_URL_1994, "URL:http://a/b/c", "../d", 0, "http://a/d");
  check_resolved(URIEL_SPEC_URL_1994, "URL:http://a/b/c", "URL:news:*", 0, "news:*");
}

static void choices_of_resolution(void **state)
{
  (void)state;
  const uriel_spec spec = URIEL_SPEC_URI_2003;
  check_resolved(spec, "http://a/b", "../../g", URIEL_RESOLVE_DOTS_KEEP, "http://a/../../g");
  check_resolved(spec, "http://a/b", "../../g", URIEL_RESOLVE_DOTS_DROP, "http://a/g");
  check_resolved(spec, "http://a/b", "..", URIEL_RESOLVE_DOTS_DROP, "http://a/");
  check_resolved(spec, "http://a/b", "..", 0, "http://a/..");
  check_resolved(spec, "http://a/b/c", "../g", URIEL_RESOLVE_DOTS_ERROR, "http://a/g");
  check_resolved(spec, "http://a", "g", 0, "http://a/g");
  check_resolved(spec, "x:", "g", 0, "x:/g");
  check_resolved(spec, "http://a/b", "http:g", 0, "http:g");
  check_resolved(spec, "http://a/b", "HTTP:g?y#s", URIEL_RESOLVE_LENIENT, "http://a/g?y#s");
  check_resolved(spec, "http://a/b", "http:", URIEL_RESOLVE_LENIENT, NULL);
  check_resolved(spec, "http://a/b", "http://h:1/x", URIEL_RESOLVE_LENIENT, "http://h:1/x");
  check_resolved(spec, "x:a", "#s", 0, NULL);
  check_resolved(spec, "x:a", "y:b", 0, "y:b");
  check_resolved(URIEL_SPEC_URL_1997, "http://a", "g", 0, "http://ag");
  check_resolved(URIEL_SPEC_URL_1997, "http://a/b", "..", 0, "http://a/..");
  check_resolved(URIEL_SPEC_URL_1997, "x:a/b", "../c", 0, "x:c");
  check_resolved(URIEL_SPEC_URL_1997, "x:a/b", "..//../c", 0, "x:/../c");
  check_resolved(URIEL_SPEC_URL_1997, "http://a/b", "c/..?y", 0, "http://a/c/..?y");
}

static uriel_error resolve_error(uriel_spec spec, const char *base_text, const char *text,
                                 unsigned options)
{
  const uriel_ref base = parsed_as(spec, base_text), reference = parsed_as(spec, text);
  uriel_error error;
  char out[8] = "unused!";
  assert_true(uriel_resolve(&base, &reference, options, out, sizeof out, &error) == URIEL_FAILED);
  assert_string_equal(out, "unused!");
  assert_int_equal(error.spec, spec);
  return error;
}

static void errors_of_resolution(void **state)
{
  (void)state;
  uriel_error f =
      resolve_error(URIEL_SPEC_URI_2003, "http://a/b/c", "./../../g?q", URIEL_RESOLVE_DOTS_ERROR);
  assert_int_equal(f.code, URIEL_ERROR_DOTS_ABOVE_ROOT);
  assert_int_equal(f.component, URIEL_PATH);
  assert_int_equal(f.begin, 0);
  assert_int_equal(f.length, 9);
  assert_int_equal(f.offset, 5);
  f = resolve_error(URIEL_SPEC_URI_2003, "http://a/b", "HTTP:x/../..",
                    URIEL_RESOLVE_DOTS_ERROR | URIEL_RESOLVE_LENIENT);
  assert_int_equal(f.begin, 5);
  assert_int_equal(f.offset, 10);
  f = resolve_error(URIEL_SPEC_URI_2003, "http://a/../b", "c", URIEL_RESOLVE_DOTS_ERROR);
  assert_int_equal(f.code, URIEL_ERROR_DOTS_ABOVE_ROOT);
  assert_int_equal(f.offset, 0);
  static const char *const relative[] = {"g", "?y", "/g", "//g", "g#s"};
  for (size_t at = 0; at < 5; at++) {
    f = resolve_error(URIEL_SPEC_URI_2003, "mailto:a", relative[at], 0);
    assert_int_equal(f.code, URIEL_ERROR_BASE_OPAQUE);
    assert_true(f.offset == 0 && f.begin == 0 && f.length == 8); /* all of the base */
    f = resolve_error(URIEL_SPEC_URI_2003, "x:?[", relative[at], 0);
    assert_int_equal(f.code, URIEL_ERROR_BASE_OPAQUE);
  }
  for (size_t at = 0; at < SPECS; at++) {
    f = resolve_error(specs[at], "//a/b", "g", 0);
    assert_int_equal(f.code, URIEL_ERROR_BASE_NOT_ABSOLUTE);
    assert_true(f.offset == 0 && f.begin == 0 && f.length == 5 && f.spec == specs[at]);
  }
}

/* ---- All short references ----------------------------------------------------------------------- */

static const char *const bases[] = {
    "http://a/b/c/d;p?q",
    "http://a",
    "http://a/",
    "http://a/b",
    "http://a/b/",
    "http://a/b/c/",
    "http://a/../b",
    "http://a/b/../c/d",
    "http://a/../../b/c",
    "http://a?q",
    "http://a/b?q",
    "http://a//b",
    "http://a/b//c",
    "http://a/b//",
    "http://a/b/a:b/c",
    "x:",
    "x:a",
    "x:a/b",
    "x:a/b/c",
    "x:/a/b",
    "x:?q",
    "x:a/../b",
    "x:./a",
    "x:../a/b",
    "x:a/..//b",
    "x:/",
    "x:a/",
    "x:b/a/",
    "http://",
    "x:///a",
    "x:///",
    "http://a/b/./c",
    "x:..",
    "x:/..",
    "x:a?q/r",
    "http://a/?",
    "http://a/../",
    "news:a",
    "x:a:b",
};

typedef struct reached {
  char target[40];
  size_t length; /* of the reference */
} reached;

typedef struct search {
  uriel_spec spec;
  const char *base_text;
  uriel_ref base;
  reached *found;
  size_t count, room, tried, errors;
} search;

static void check_literal(search *s, const uriel_ref *reference, unsigned options)
{
  char out[OUT];
  uriel_error error;
  const size_t len = uriel_resolve(&s->base, reference, options, out, sizeof out, &error);
  const literal_result literal = literal_historic(&s->base, reference, options);
  const bool agrees = literal.code == error.code &&
                      (literal.code != URIEL_ERROR_NONE ? len == URIEL_FAILED
                       : literal.target.ptr             ? text_equal(literal.target, text_from(out, len))
                                                        : len == URIEL_CURRENT_DOCUMENT);
  if (!agrees && s->errors++ < 20)
    fprintf(stderr, "%s: \"%.*s\" against \"%s\" gives \"%.*s\" (%s), not \"%.*s\" (%s)\n",
            uriel_spec_name(s->spec), (int)reference->length, reference->text, s->base_text,
            len < OUT ? (int)len : 0, out, uriel_error_name(error.code), (int)literal.target.len,
            literal.target.ptr ? literal.target.ptr : "", uriel_error_name(literal.code));
  text_free(literal.target);
}

/* Whether a reference without a host leads to another host: "http://a" and "g" give "http://ag" in the
 * first three generations, which is not a valid way to write a relative reference ("the host, port name
 * and all the rest of the locator must be given": url-1993, Partial form). */
static bool glues(const search *s, const uriel_ref *reference, uriel_text result)
{
  uriel_ref target;
  if (reference->scheme_end != 0 || reference->host_begin != 0)
    return false;
  return !read_as(&target, s->spec, result) ||
         !text_equal(uriel_authority(&target), uriel_authority(&s->base));
}

static void keep_reached(search *s, const uriel_ref *reference)
{
  char out[OUT];
  const size_t len = uriel_resolve(&s->base, reference, 0, out, sizeof out, NULL);
  if (len >= sizeof s->found->target || glues(s, reference, text_from(out, len)))
    return;
  if (s->count == s->room)
    die("the list of results is full");
  reached *const r = &s->found[s->count++];
  memcpy(r->target, out, len);
  r->target[len] = '\0';
  r->length = reference->length;
}

static void try_reference(uriel_text text, void *context)
{
  static const unsigned options[] = {0, URIEL_RESOLVE_LENIENT, URIEL_RESOLVE_DOTS_DROP,
                                     URIEL_RESOLVE_DOTS_ERROR};
  search *const s = context;
  uriel_ref reference;
  if (!read_as(&reference, s->spec, text))
    return;
  s->tried++;
  for (size_t at = 0; at < (s->spec == URIEL_SPEC_URI_2003 ? 4 : 1); at++)
    check_literal(s, &reference, options[at]);
  keep_reached(s, &reference);
}

static int by_target(const void *a, const void *b)
{
  const reached *const x = a;
  const reached *const y = b;
  const int order = strcmp(x->target, y->target);
  return order ? order : (x->length > y->length) - (x->length < y->length);
}

/* Whether both are the same except the fragment. */
static bool is_current_document(const uriel_ref *base, const uriel_ref *target)
{
  return !is_early(uriel_spec_of(target)) && base->query_end == target->query_end &&
         memcmp(base->text, target->text, target->query_end) == 0;
}

static bool relative_leads_back(const uriel_ref *base, const uriel_ref *target, uriel_text relative)
{
  uriel_ref reference;
  char out[OUT];
  if (!read_as(&reference, uriel_spec_of(target), relative))
    return false;
  const size_t len = uriel_resolve(base, &reference, 0, out, sizeof out, NULL);
  if (is_current_document(base, target))
    return len == URIEL_CURRENT_DOCUMENT &&
           text_equal(uriel_fragment(&reference), uriel_fragment(target));
  return len <= OUT && text_equal(text_from(out, len), text_from(target->text, target->length));
}

/* Checks the relative form of the target of a reference whose length is at least `shortest`. */
static void check_relative(search *s, uriel_text text, size_t shortest)
{
  uriel_ref target;
  char out[OUT];
  if (!read_as(&target, s->spec, text) || target.scheme_end == 0)
    return;
  const size_t len = uriel_relative(&s->base, &target, out, sizeof out, NULL);
  const bool current = is_current_document(&s->base, &target);
  if (current)
    shortest = target.length - target.query_end;
  const bool ok = relative_leads_back(&s->base, &target, text_from(out, len)) && len <= shortest;
  if (!ok && s->errors++ < 40)
    fprintf(stderr, "%s: from \"%s\" to \"%.*s\" by \"%.*s\", shortest %zu\n", uriel_spec_name(s->spec),
            s->base_text, (int)text.len, text.ptr, (int)len, out, shortest);
}

static void check_all_reached(search *s)
{
  qsort(s->found, s->count, sizeof *s->found, by_target);
  for (size_t at = 0; at < s->count; at++)
    if (at == 0 || strcmp(s->found[at].target, s->found[at - 1].target) != 0)
      check_relative(s, uriel_text_of(s->found[at].target), s->found[at].length);
}

static const char *const reference_tokens[] = {"a", "b", "/", ".", "?", "#", ":"};

/* Every short reference resolves under the document's steps, and none is shorter than the relative form
 * of its target. */
static void every_short_reference(void **state)
{
  (void)state;
  enum { ROOM = 200000, MOST = 5 };
  search s = {.found = malloc(ROOM * sizeof(reached)), .room = ROOM};
  if (!s.found)
    die("out of memory");
  for (size_t spec = 0; spec < SPECS; spec++)
    for (size_t base = 0; base < sizeof bases / sizeof *bases; base++) {
      s.spec = specs[spec];
      s.base_text = bases[base];
      s.count = 0;
      if (!read_as(&s.base, s.spec, uriel_text_of(bases[base])))
        continue;
      each_text(reference_tokens, sizeof reference_tokens / sizeof *reference_tokens, MOST,
                try_reference, &s);
      check_all_reached(&s);
    }
  printf("%zu resolved\n", s.tried);
  assert_int_equal(s.errors, 0);
  assert_true(s.tried > 500000);
  free(s.found);
}

/* ---- Relative forms of all targets -------------------------------------------------------------- */

static const char *const target_heads[] = {"http:",        "http://a", "http://a/b/",
                                           "http://a/../", "x:",       "x:a/b/"};

typedef struct pair_check {
  search *search;
  const char *head;
} pair_check;

static void check_target(uriel_text tail, void *context)
{
  const pair_check *const c = context;
  char text[OUT];
  const int len = snprintf(text, sizeof text, "%s%.*s", c->head, (int)tail.len, tail.ptr);
  check_relative(c->search, text_from(text, (size_t)len), SIZE_MAX);
  c->search->tried++;
}

static void every_target_leads_back(void **state)
{
  (void)state;
  search s = {.tried = 0};
  for (size_t spec = 0; spec < SPECS; spec++)
    for (size_t base = 0; base < sizeof bases / sizeof *bases; base++) {
      s.spec = specs[spec];
      s.base_text = bases[base];
      if (!read_as(&s.base, s.spec, uriel_text_of(bases[base])))
        continue;
      for (size_t head = 0; head < sizeof target_heads / sizeof *target_heads; head++)
        each_text(reference_tokens, sizeof reference_tokens / sizeof *reference_tokens, 4, check_target,
                  &(pair_check){&s, target_heads[head]});
    }
  printf("%zu targets\n", s.tried);
  assert_int_equal(s.errors, 0);
}

static void check_relative_is(uriel_spec spec, const char *base_text, const char *target_text,
                              const char *expected)
{
  const uriel_ref base = parsed_as(spec, base_text), target = parsed_as(spec, target_text);
  const uriel_text out = text_written(write_relative, &(pair_input){&base, &target, 0});
  if (!text_equal(out, uriel_text_of(expected)))
    die("%s: from \"%s\" to \"%s\" by \"%.*s\", not \"%s\"", uriel_spec_name(spec), base_text,
        target_text, (int)out.len, out.ptr, expected);
  assert_true(relative_leads_back(&base, &target, out));
  text_free(out);
}

static void relative_forms(void **state)
{
  (void)state;
  /* The rules for the use of a partial name (url-1993, Partial form). */
  check_relative_is(URIEL_SPEC_URL_1993, "http://a/b/c", "ftp://a/b/c", "ftp://a/b/c");
  check_relative_is(URIEL_SPEC_URL_1993, "http://a/b/c", "http://a:1/b/c", "//a:1/b/c");
  check_relative_is(URIEL_SPEC_URL_1993, "http://a/b/c", "http://a/b", ".");
  check_relative_is(URIEL_SPEC_URL_1993, "http://a/b/c", "http://a/b/", "");
  check_relative_is(URIEL_SPEC_URL_1993, "http://a/b/c", "http://a/b/c", "c");
  check_relative_is(URIEL_SPEC_URL_1993, "http://a/b/c", "http://a/b/c#a:b", "./c#a:b");
  check_relative_is(URIEL_SPEC_URL_1993, "http://a/b/c", "http://a", "..");
  check_relative_is(URIEL_SPEC_URL_1993, "http://host/b/c", "http://host?a:b", "./..?a:b");
  check_relative_is(URIEL_SPEC_URL_1993, "x-long:a", "x-long:b?c:d", "b/.?c:d");
  check_relative_is(URIEL_SPEC_URL_1993, "x-long:a", "x-long:b:c", "x-long:b:c");
  check_relative_is(URIEL_SPEC_URL_1993, "telnet://u@h", "telnet://v@h", "//v@h");
  /* The rest of a URL without its beginning is a partial form. */
  check_relative_is(URIEL_SPEC_URL_1994, "wais://h/d/t/1=a;", "wais://h/d/t/1=b;", "1=b;");
  check_relative_is(URIEL_SPEC_URL_1994, "wais://h/d/t/1=a/b;", "wais://h/d/t/1=a/c;2=d;", "c;2=d;");
  check_relative_is(URIEL_SPEC_URL_1994, "ftp://h/a", "ftp://h/b;type=I", "b;type=I");
  check_relative_is(URIEL_SPEC_URL_1994, "URL:ftp://h/a", "URL:ftp://h/b", "b");
  check_relative_is(URIEL_SPEC_URL_1997, "http://a/b/c?q", "http://a/b/c?q#f", "#f");
  check_relative_is(URIEL_SPEC_URL_1997, "http://a/b/c?q", "http://a/b/?q", "?q");
  check_relative_is(URIEL_SPEC_URL_1997, "http://a", "http://a//b", ".///b");
  check_relative_is(URIEL_SPEC_URL_1997, "http://a/b/c", "http://a/b/d?x/../y", "/b/d?x/../y");
  check_relative_is(URIEL_SPEC_URI_2003, "http://a/b/c?q", "http://a/b/c?q", "");
  check_relative_is(URIEL_SPEC_URI_2003, "http://a/./c?q", "http://a/./c?r", "?r");
  check_relative_is(URIEL_SPEC_URI_2003, "http://a/b/c", "http://a/b/d?x/../y", "d?x/../y");
  check_relative_is(URIEL_SPEC_URI_2003, "http://a/b/c", "http://a/b/:b", "./:b");
  check_relative_is(URIEL_SPEC_URL_1997, "http://a/b/c", "http://a/b/:b", ":b");
  check_relative_is(URIEL_SPEC_URI_2003, "x:a", "x:a?b[", "x:a?b[");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(examples_of_appendix_c), cmocka_unit_test(partial_forms),
      cmocka_unit_test(choices_of_resolution),  cmocka_unit_test(errors_of_resolution),
      cmocka_unit_test(every_short_reference),  cmocka_unit_test(every_target_leads_back),
      cmocka_unit_test(relative_forms),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
