/* SPDX-License-Identifier: MIT */
/* What references of the historic generations do: resolve, their relative form, normal forms, encoding.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "literal_historic.h"
#include "support.h"

enum { OUT = 256 };

static const uriel_spec specs[] = {URIEL_SPEC_URL_1993, URIEL_SPEC_URL_1994, URIEL_SPEC_URL_1997,
                                   URIEL_SPEC_URI_2003};
enum { SPECS = sizeof specs / sizeof *specs };

static bool is_early(uriel_spec spec)
{
  return spec == URIEL_SPEC_URL_1993 || spec == URIEL_SPEC_URL_1994;
}

static bool read_as(uriel_ref *ref, uriel_spec spec, uriel_text text)
{
  return uriel_parse_as(ref, spec, URIEL_PARSE_PARTIAL, text.ptr, text.len, NULL);
}

static uriel_ref parsed_as(uriel_spec spec, const char *text)
{
  uriel_ref ref;
  if (!read_as(&ref, spec, uriel_text_of(text)))
    die("%s: \"%s\" is not valid", uriel_spec_name(spec), text);
  return ref;
}

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

/* "/xxx/.." and "/." go with the slash before them (url-1993, Partial form). */
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

static uriel_fault resolve_fault(uriel_spec spec, const char *base_text, const char *text,
                                 unsigned options)
{
  const uriel_ref base = parsed_as(spec, base_text), reference = parsed_as(spec, text);
  uriel_fault fault;
  char out[8] = "unused!";
  assert_true(uriel_resolve(&base, &reference, options, out, sizeof out, &fault) == URIEL_FAILED);
  assert_string_equal(out, "unused!");
  assert_int_equal(fault.spec, spec);
  return fault;
}

static void faults_of_resolution(void **state)
{
  (void)state;
  uriel_fault f =
      resolve_fault(URIEL_SPEC_URI_2003, "http://a/b/c", "./../../g?q", URIEL_RESOLVE_DOTS_ERROR);
  assert_int_equal(f.code, URIEL_FAULT_DOTS_ABOVE_ROOT);
  assert_int_equal(f.component, URIEL_PATH);
  assert_int_equal(f.begin, 0);
  assert_int_equal(f.length, 9);
  assert_int_equal(f.offset, 5);
  f = resolve_fault(URIEL_SPEC_URI_2003, "http://a/b", "HTTP:x/../..",
                    URIEL_RESOLVE_DOTS_ERROR | URIEL_RESOLVE_LENIENT);
  assert_int_equal(f.begin, 5);
  assert_int_equal(f.offset, 10);
  f = resolve_fault(URIEL_SPEC_URI_2003, "http://a/../b", "c", URIEL_RESOLVE_DOTS_ERROR);
  assert_int_equal(f.code, URIEL_FAULT_DOTS_ABOVE_ROOT);
  assert_int_equal(f.offset, 0);
  static const char *const relative[] = {"g", "?y", "/g", "//g", "g#s"};
  for (size_t at = 0; at < 5; at++) {
    f = resolve_fault(URIEL_SPEC_URI_2003, "mailto:a", relative[at], 0);
    assert_int_equal(f.code, URIEL_FAULT_BASE_OPAQUE);
    assert_true(f.offset == 0 && f.begin == 0 && f.length == 8); /* all of the base */
    f = resolve_fault(URIEL_SPEC_URI_2003, "x:?[", relative[at], 0);
    assert_int_equal(f.code, URIEL_FAULT_BASE_OPAQUE);
  }
  for (size_t at = 0; at < SPECS; at++) {
    f = resolve_fault(specs[at], "//a/b", "g", 0);
    assert_int_equal(f.code, URIEL_FAULT_BASE_NOT_ABSOLUTE);
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
  size_t count, room, tried, faults;
} search;

static void check_literal(search *s, const uriel_ref *reference, unsigned options)
{
  char out[OUT];
  uriel_fault fault;
  const size_t len = uriel_resolve(&s->base, reference, options, out, sizeof out, &fault);
  const literal_result literal = literal_historic(&s->base, reference, options);
  const bool agrees = literal.code == fault.code &&
                      (literal.code != URIEL_FAULT_NONE ? len == URIEL_FAILED
                       : literal.target.ptr             ? text_equal(literal.target, text_from(out, len))
                                                        : len == URIEL_CURRENT_DOCUMENT);
  if (!agrees && s->faults++ < 20)
    fprintf(stderr, "%s: \"%.*s\" against \"%s\" gives \"%.*s\" (%s), not \"%.*s\" (%s)\n",
            uriel_spec_name(s->spec), (int)reference->length, reference->text, s->base_text,
            len < OUT ? (int)len : 0, out, uriel_fault_name(fault.code), (int)literal.target.len,
            literal.target.ptr ? literal.target.ptr : "", uriel_fault_name(literal.code));
  text_free(literal.target);
}

/* Whether a reference that names no host leads to another: "http://a" and "g" are "http://ag" in the
 * first three generations, and no way to go ("the host, port name and all the rest of the locator must
 * be given": url-1993, Partial form). */
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
    die("no room for what was reached");
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

/* Whether both are the same but for the fragment. */
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

/* The relative form of what a reference of length `shortest`, at best, leads to. */
static void check_relative(search *s, uriel_text text, size_t shortest)
{
  uriel_ref target;
  char out[OUT];
  if (!read_as(&target, s->spec, text) || target.scheme_end == 0)
    return;
  const size_t len = uriel_relative(&s->base, &target, out, sizeof out);
  const bool current = is_current_document(&s->base, &target);
  if (current)
    shortest = target.length - target.query_end;
  const bool ok = relative_leads_back(&s->base, &target, text_from(out, len)) && len <= shortest;
  if (!ok && s->faults++ < 40)
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

/* Every short reference resolves as the document's steps have it, and no reference is shorter than the
 * relative form of what it leads to. */
static void every_short_reference(void **state)
{
  (void)state;
  enum { ROOM = 200000 };
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
      each_text(reference_tokens, sizeof reference_tokens / sizeof *reference_tokens, 5, try_reference,
                &s);
      check_all_reached(&s);
    }
  printf("%zu resolved\n", s.tried);
  assert_int_equal(s.faults, 0);
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
  assert_int_equal(s.faults, 0);
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
  /* What no partial form holds. */
  check_relative_is(URIEL_SPEC_URL_1994, "wais://h/d/t/1=a;", "wais://h/d/t/1=b;", "wais://h/d/t/1=b;");
  check_relative_is(URIEL_SPEC_URL_1994, "ftp://h/a", "ftp://h/b;type=I", "ftp://h/b;type=I");
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

/* ---- Normal forms ------------------------------------------------------------------------------- */

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

static uriel_text normal_of(uriel_spec spec, uriel_text text, uriel_rung rung, uriel_ref *ref)
{
  if (!read_as(ref, spec, text))
    die("%s: the normal form \"%.*s\" is not valid", uriel_spec_name(spec), (int)text.len, text.ptr);
  return text_written(write_normal, &(normal_input){ref, rung});
}

/* What a normal form is made of is what it reads as. */
static void check_same_parts(uriel_text text, const uriel_ref *a, const uriel_ref *b)
{
  static const uriel_component parts[] = {URIEL_SCHEME, URIEL_USERINFO, URIEL_HOST, URIEL_QUERY,
                                          URIEL_FRAGMENT};
  for (size_t at = 0; at < sizeof parts / sizeof *parts; at++)
    if (!uriel_component_get(a, parts[at]).ptr != !uriel_component_get(b, parts[at]).ptr)
      die("%s: \"%.*s\" and its normal form differ in their %s", uriel_spec_name(uriel_spec_of(a)),
          (int)text.len, text.ptr, uriel_component_name(parts[at]));
}

static uriel_text check_normal(uriel_spec spec, uriel_text text, uriel_rung rung)
{
  uriel_ref ref, again;
  const uriel_text normal = normal_of(spec, text, rung, &ref);
  const uriel_text twice = normal_of(spec, normal, rung, &again);
  check_same_parts(text, &ref, &again);
  if (!text_equal(normal, twice))
    die("%s: \"%.*s\" gives \"%.*s\" and then \"%.*s\"", uriel_spec_name(spec), (int)text.len, text.ptr,
        (int)normal.len, normal.ptr, (int)twice.len, twice.ptr);
  if (!uriel_equal(&ref, &again, rung) || uriel_hash(&ref, rung, 1) != uriel_hash(&again, rung, 1))
    die("%s: \"%.*s\" is not equal to its normal form", uriel_spec_name(spec), (int)text.len, text.ptr);
  text_free(twice);
  return normal;
}

static void check_pair(const normal_list *list, size_t a, size_t b, uriel_rung rung,
                       const uriel_text *normals)
{
  uriel_ref left, right;
  read_as(&left, list->spec, list->texts[a]);
  read_as(&right, list->spec, list->texts[b]);
  const bool same = text_equal(normals[a], normals[b]);
  if (uriel_equal(&left, &right, rung) != same)
    die("%s, %s: \"%.*s\" and \"%.*s\" are %sequal by their normal forms", uriel_spec_name(list->spec),
        uriel_rung_name(rung), (int)list->texts[a].len, list->texts[a].ptr, (int)list->texts[b].len,
        list->texts[b].ptr, same ? "" : "not ");
  if (same && uriel_hash(&left, rung, 7) != uriel_hash(&right, rung, 7))
    die("%s: equal, and other hashes", uriel_spec_name(list->spec));
}

static void check_list(const normal_list *list, uriel_rung rung)
{
  uriel_text *const normals = calloc(list->count, sizeof *normals);
  if (!normals)
    die("out of memory");
  for (size_t at = 0; at < list->count; at++)
    normals[at] = check_normal(list->spec, list->texts[at], rung);
  uint64_t random = 3;
  const size_t few = list->count < 250 ? list->count : 250;
  for (size_t at = 0; at < few * few; at++)
    check_pair(list, at % few * (list->count / few), at / few * (list->count / few), rung, normals);
  for (size_t at = 0; at < 100000; at++)
    check_pair(list, random_below(&random, (uint32_t)list->count),
               random_below(&random, (uint32_t)list->count), rung, normals);
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
    for (uriel_rung rung = URIEL_RUNG_CASE; rung <= URIEL_RUNG_SCHEME; rung++)
      check_list(list, rung);
    for (size_t text = 0; text < list->count; text++)
      text_free(list->texts[text]);
  }
  free(list);
}

static void check_normal_is(uriel_spec spec, const char *text, const char *expected)
{
  const uriel_text normal = check_normal(spec, uriel_text_of(text), URIEL_RUNG_SCHEME);
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
  check_normal_is(URIEL_SPEC_URL_1994, "telnet://u@h:23", "telnet://u@h");
  check_normal_is(URIEL_SPEC_URL_1994, "tn3270://h:023", "tn3270://h");
  check_normal_is(URIEL_SPEC_URL_1993, "wais://h:210/d", "wais://h/d");
  check_normal_is(URIEL_SPEC_URL_1993, "prospero://h:1525/a", "prospero://h/a");
  check_normal_is(URIEL_SPEC_URL_1993, "wais://h:70/d", "wais://h:70/d");
}

/* What two generations make of one text is equal where their normal forms are. */
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
    for (uriel_rung rung = URIEL_RUNG_STRING; rung <= URIEL_RUNG_SCHEME; rung++) {
      const uriel_text left = text_written(write_normal, &(normal_input){&a, rung});
      const uriel_text right = text_written(write_normal, &(normal_input){&b, rung});
      assert_int_equal(uriel_equal(&a, &b, rung), text_equal(left, right));
      if (text_equal(left, right))
        assert_true(uriel_hash(&a, rung, 5) == uriel_hash(&b, rung, 5));
      text_free(left);
      text_free(right);
    }
    uriel_rung lowest = URIEL_RUNG_STRING;
    while (lowest < URIEL_RUNG_DIFFERENT && !uriel_equal(&a, &b, lowest))
      lowest++;
    assert_int_equal(uriel_compare(&a, &b), lowest);
  }
}

/* ---- Encoding ----------------------------------------------------------------------------------- */

typedef struct encode_input {
  uriel_spec spec;
  uriel_encode_for where;
  uriel_text text;
  unsigned options;
} encode_input;

static size_t write_encoded_as(const void *context, char *out, size_t capacity)
{
  const encode_input *const in = context;
  return uriel_encode_as(in->spec, in->where, in->text.ptr, in->text.len, in->options, out, capacity,
                         NULL);
}

static size_t write_decoded_as(const void *context, char *out, size_t capacity)
{
  const encode_input *const in = context;
  return uriel_decode_as(in->spec, in->text.ptr, in->text.len, in->options, out, capacity, NULL);
}

static uriel_text random_bytes(uint64_t *random, bool latin_1)
{
  char *const text = room(32);
  size_t len = 0;
  for (uint32_t left = random_below(random, 12); left > 0; left--) {
    const unsigned byte = random_below(random, 256);
    if (latin_1 && byte >= 0x80)
      text[len++] = (char)(0xC0 | byte >> 6);
    text[len++] = (char)(latin_1 && byte >= 0x80 ? 0x80 | (byte & 0x3F) : byte);
  }
  const uriel_text result = text_copy(text_from(text, len));
  free(text);
  return result;
}

/* url-1994's user information and url-1997's hosts have no escapes. */
static void check_unencodable(const encode_input *in)
{
  uriel_fault fault;
  assert_true((in->spec == URIEL_SPEC_URL_1994 && in->where == URIEL_ENCODE_USERINFO) ||
              (in->spec == URIEL_SPEC_URL_1997 && in->where == URIEL_ENCODE_HOST));
  assert_true(uriel_encode_as(in->spec, in->where, in->text.ptr, in->text.len, 0, NULL, 0, &fault) ==
              URIEL_FAILED);
  assert_int_equal(fault.code, URIEL_FAULT_ENCODING_NOT_ALLOWED);
  assert_true(fault.offset < in->text.len && fault.begin == fault.offset && fault.length == 1);
  const uriel_text before = {in->text.ptr, fault.offset};
  const encode_input part = {in->spec, in->where, before, in->options};
  const uriel_text same = text_written(write_encoded_as, &part);
  assert_true(text_equal(same, before));
  text_free(same);
}

/* Encoded text stands where it is meant to, and decodes to what it was. */
static void check_encoded(uriel_spec spec, uriel_encode_for where, uriel_text text)
{
  static const char *const before[] = {
      [URIEL_ENCODE_PATH] = "http://h/x",         [URIEL_ENCODE_PATH_SEGMENT] = "http://h/x",
      [URIEL_ENCODE_QUERY] = "http://h/?x",       [URIEL_ENCODE_QUERY_KEY] = "http://h/?x",
      [URIEL_ENCODE_QUERY_VALUE] = "http://h/?x", [URIEL_ENCODE_FRAGMENT] = "http://h/#x",
      [URIEL_ENCODE_FORM] = "http://h/?x",        [URIEL_ENCODE_USERINFO] = "//",
  };
  encode_input in = {spec, where, text, URIEL_ENCODE_PERCENT};
  const uriel_text encoded = text_written(write_encoded_as, &in);
  char whole[OUT];
  if (!encoded.ptr) {
    check_unencodable(&in);
    return;
  }
  uriel_ref ref;
  const bool form = where == URIEL_ENCODE_FORM;
  const bool loose =
      is_early(spec); /* its own slashes and pluses follow no letter; no fragment in 1994 */
  if (where != URIEL_ENCODE_HOST && where != URIEL_ENCODE_USERINFO && !loose) {
    const int len =
        snprintf(whole, sizeof whole, "%s%.*s", before[where], (int)encoded.len, encoded.ptr);
    if (!read_as(&ref, spec, text_from(whole, (size_t)len)))
      die("%s: \"%s\" is not valid", uriel_spec_name(spec), whole);
  }
  in = (encode_input){spec, where, encoded, form ? URIEL_DECODE_PLUS : 0};
  const uriel_text decoded = text_written(write_decoded_as, &in);
  if (!text_equal(decoded, text))
    die("%s: \"%.*s\" does not decode to what it was", uriel_spec_name(spec), (int)encoded.len,
        encoded.ptr);
  text_free(encoded);
  text_free(decoded);
}

static void encoding_round_trips(void **state)
{
  (void)state;
  uint64_t random = 11;
  for (size_t spec = 0; spec < SPECS; spec++)
    for (size_t at = 0; at < 40000; at++) {
      const uriel_text text = random_bytes(&random, specs[spec] == URIEL_SPEC_URL_1993);
      check_encoded(specs[spec], (uriel_encode_for)(at % 9), text);
      text_free(text);
    }
}

/* url-1993, Encoding prohibited characters. */
static void latin_1(void **state)
{
  (void)state;
  const encode_input in = {URIEL_SPEC_URL_1993, URIEL_ENCODE_PATH, uriel_text_of("K\xC3\xB6ln %25"), 0};
  const uriel_text out = text_written(write_encoded_as, &in);
  assert_true(text_equal(out, uriel_text_of("K%F6ln%20%25")));
  text_free(out);
  uriel_fault fault;
  char untouched[2] = "x";
  static const char *const texts[] = {"ab\xE2\x82\xAC", "ab\xC4\x80", "ab\xF6", "ab\xC3"};
  for (size_t at = 0; at < 4; at++) {
    assert_true(uriel_encode_as(URIEL_SPEC_URL_1993, URIEL_ENCODE_PATH, texts[at], strlen(texts[at]), 0,
                                untouched, 1, &fault) == URIEL_FAILED);
    assert_int_equal(fault.code, at < 2 ? URIEL_FAULT_NOT_LATIN_1 : URIEL_FAULT_NOT_UTF_8);
    assert_int_equal(fault.offset, 2);
    assert_int_equal(fault.begin, 2);
    assert_int_equal(fault.length, at == 0 ? 3 : at == 1 ? 2 : 1); /* of the character, or the byte */
    assert_int_equal(fault.spec, URIEL_SPEC_URL_1993);
    assert_string_equal(untouched, "x");
    /* What could have stood there in a URL is not what was asked for. */
    assert_true(uriel_fault_expected(&fault, texts[at], strlen(texts[at]), NULL, 0) == 0);
  }
  char in_place[] = "%e9%Zz%41";
  const size_t len = uriel_decode_as(URIEL_SPEC_URL_1993, in_place, 9, 0, in_place, 9, &fault);
  assert_true(text_equal(text_from(in_place, len), uriel_text_of("\xC3\xA9%ZzA")));
  assert_int_equal(fault.code, URIEL_FAULT_PERCENT);
  assert_int_equal(fault.begin, 3);
  assert_int_equal(fault.spec, URIEL_SPEC_URL_1993);
}

/* What is no value of the enum has a set, too, and reads no memory for one: as in uriel_encode, the
 * smallest. */
static void unknown_places_encode(void **state)
{
  (void)state;
  char out[16];
  for (size_t spec = 0; spec < SPECS; spec++)
    for (int where = URIEL_ENCODE_FORM + 1; where < 5000; where += 7) {
      const size_t len =
          uriel_encode_as(specs[spec], (uriel_encode_for)where, "a /@", 4, 0, out, sizeof out, NULL);
      assert_true(text_equal(text_from(out, len), uriel_text_of("a%20%2F%40")));
    }
}

/* Of what a component's rule allows, that is encoded which would end it, or part it from its neighbour.
 */
static void delimiters_are_encoded(void **state)
{
  (void)state;
  static const struct {
    uriel_spec spec;
    uriel_encode_for where;
    const char *text, *encoded;
  } cases[] = {
      {URIEL_SPEC_URL_1993, URIEL_ENCODE_USERINFO, "a@b:c", "a%40b:c"},
      {URIEL_SPEC_URL_1993, URIEL_ENCODE_HOST, "a@b:c", "a%40b%3Ac"},
      {URIEL_SPEC_URL_1993, URIEL_ENCODE_QUERY, "+a++b+", "%2Ba%2B%2Bb%2B"},
      {URIEL_SPEC_URL_1994, URIEL_ENCODE_QUERY_KEY, "a&b+c", "a%26b%2Bc"},
      {URIEL_SPEC_URL_1994, URIEL_ENCODE_QUERY_VALUE, "a&b+c", "a%26b%2Bc"},
      {URIEL_SPEC_URL_1997, URIEL_ENCODE_PATH_SEGMENT, "a/b;c", "a%2Fb;c"},
      {URIEL_SPEC_URL_1997, URIEL_ENCODE_QUERY_VALUE, "a&b=c+d;", "a%26b=c%2Bd%3B"},
      {URIEL_SPEC_URI_2003, URIEL_ENCODE_HOST, "a@b:c", "a%40b%3Ac"},
      {URIEL_SPEC_URI_2003, URIEL_ENCODE_QUERY_KEY, "a&b=c+d;", "a%26b%3Dc%2Bd%3B"},
  };
  for (size_t at = 0; at < sizeof cases / sizeof *cases; at++) {
    const encode_input in = {cases[at].spec, cases[at].where, uriel_text_of(cases[at].text), 0};
    const uriel_text out = text_written(write_encoded_as, &in);
    if (!text_equal(out, uriel_text_of(cases[at].encoded)))
      die("%s: \"%s\" is encoded as \"%.*s\"", uriel_spec_name(in.spec), cases[at].text, (int)out.len,
          out.ptr);
    text_free(out);
  }
}

static void ipv6_hosts_stay(void **state)
{
  (void)state;
  encode_input in = {URIEL_SPEC_URI_2003, URIEL_ENCODE_HOST, uriel_text_of("[::1]"), 0};
  uriel_text out = text_written(write_encoded_as, &in);
  assert_true(text_equal(out, uriel_text_of("[::1]")));
  text_free(out);
  in.spec = URIEL_SPEC_URL_1997;
  assert_false(text_written(write_encoded_as, &in).ptr);
}

/* Where a rule has no escapes, what it has no letter for is refused at its place: url-1994, BNF for
 * specific URL schemes, alphanum2; url-1997, 4.3.1, host. */
static void what_has_no_escapes_is_refused(void **state)
{
  (void)state;
  static const struct {
    uriel_spec spec;
    uriel_encode_for where;
    const char *text, *message;
    size_t offset;
  } cases[] = {
      {URIEL_SPEC_URL_1997, URIEL_ENCODE_HOST, "my_host", "\"_\" is not allowed there, not even encoded",
       2},
      {URIEL_SPEC_URL_1997, URIEL_ENCODE_HOST, "a%41", "\"%\" is not allowed there, not even encoded",
       1},
      {URIEL_SPEC_URL_1994, URIEL_ENCODE_USERINFO, "u:p w",
       "a space is not allowed there, not even encoded", 3},
      {URIEL_SPEC_URL_1993, URIEL_ENCODE_PATH, "a\xC0", "the byte 0xC0 is not UTF-8", 1},
      {URIEL_SPEC_URL_1993, URIEL_ENCODE_PATH, "a\xC4\x80", "the character U+0100 is not in ISO Latin 1",
       1},
  };
  for (size_t at = 0; at < sizeof cases / sizeof *cases; at++) {
    const char *const text = cases[at].text;
    const size_t len = strlen(text);
    char out[80];
    uriel_fault fault;
    assert_true(uriel_encode_as(cases[at].spec, cases[at].where, text, len, 0, NULL, 0, &fault) ==
                URIEL_FAILED);
    assert_int_equal(fault.offset, cases[at].offset);
    const size_t told = uriel_fault_describe(&fault, text, len, out, sizeof out);
    assert_true(text_equal(text_from(out, told), uriel_text_of(cases[at].message)));
    assert_true(uriel_fault_expected(&fault, text, len, NULL, 0) == 0);
    assert_true(*uriel_fault_rule(&fault) && *uriel_fault_section(&fault));
  }
  const encode_input fine = {URIEL_SPEC_URL_1994, URIEL_ENCODE_USERINFO, uriel_text_of("u:p"), 0};
  const uriel_text out = text_written(write_encoded_as, &fine);
  assert_true(text_equal(out, uriel_text_of("u:p")));
  text_free(out);
}

/* A fault of decoding is told alike by every generation, whatever else the text holds. */
static void faults_of_decoding_expect_digits(void **state)
{
  (void)state;
  static const char *const texts[] = {"a b%zz", "%zz", "%4", "{%", "http://h/%4g"};
  static const size_t offsets[] = {4, 1, 2, 2, 11};
  for (size_t at = 0; at < sizeof texts / sizeof *texts; at++)
    for (size_t spec = 0; spec <= SPECS; spec++) {
      char out[40];
      uriel_fault fault;
      const size_t len = strlen(texts[at]);
      if (spec == SPECS)
        uriel_decode(texts[at], len, 0, out, sizeof out, &fault);
      else
        uriel_decode_as(specs[spec], texts[at], len, 0, out, sizeof out, &fault);
      assert_int_equal(fault.offset, offsets[at]);
      const size_t told = uriel_fault_expected(&fault, texts[at], len, out, sizeof out);
      assert_true(text_equal(text_from(out, told), uriel_text_of("a hexadecimal digit")));
      assert_true(uriel_fault_expected(&fault, "", 0, NULL, 0) == 0);
    }
}

/* ---- Sets --------------------------------------------------------------------------------------- */

/* What each document's sets have to have in common: reserved, unreserved and excluded part all of
 * US-ASCII among them, but for what stands in no rule's reach. */
static void sets_part_ascii(void **state)
{
  (void)state;
  static const char *const first[] = {"reserved", "unreserved", "unwise", "excluded"};
  static const uriel_spec all[] = {URIEL_SPEC_URL_1993, URIEL_SPEC_URL_1994, URIEL_SPEC_URL_1997,
                                   URIEL_SPEC_URI_2003, URIEL_SPEC_RFC3986};
  for (size_t at = 0; at < sizeof all / sizeof *all; at++) {
    size_t count;
    const uriel_byte_set *const sets = uriel_byte_sets(all[at], &count);
    assert_true(count > 4);
    for (size_t name = 0; name < 4; name++) {
      assert_string_equal(sets[name].name, first[name]);
      assert_ptr_equal(uriel_byte_set_named(all[at], first[name], strlen(first[name])), &sets[name]);
    }
    for (unsigned byte = 0; byte < 128; byte++) {
      const int in = uriel_byte_set_has(&sets[0], (unsigned char)byte) +
                     uriel_byte_set_has(&sets[1], (unsigned char)byte) +
                     uriel_byte_set_has(&sets[3], (unsigned char)byte);
      /* Two documents have "%" in none of the three. */
      if (in != 1 && !(byte == '%' && in == 0))
        die("%s: %c is in %d sets", uriel_spec_name(all[at]), (int)byte, in);
      if (uriel_byte_set_has(&sets[2], (unsigned char)byte))
        assert_true(uriel_byte_set_has(&sets[3], (unsigned char)byte));
    }
    assert_null(uriel_byte_set_named(all[at], "reserve", 7));
    assert_false(uriel_byte_set_has(&sets[1], 0xE9));
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(examples_of_appendix_c),
      cmocka_unit_test(partial_forms),
      cmocka_unit_test(choices_of_resolution),
      cmocka_unit_test(faults_of_resolution),
      cmocka_unit_test(every_short_reference),
      cmocka_unit_test(every_target_leads_back),
      cmocka_unit_test(relative_forms),
      cmocka_unit_test(normal_forms),
      cmocka_unit_test(normal_forms_are_guarded),
      cmocka_unit_test(generations_compare),
      cmocka_unit_test(encoding_round_trips),
      cmocka_unit_test(latin_1),
      cmocka_unit_test(ipv6_hosts_stay),
      cmocka_unit_test(what_has_no_escapes_is_refused),
      cmocka_unit_test(faults_of_decoding_expect_digits),
      cmocka_unit_test(sets_part_ascii),
      cmocka_unit_test(unknown_places_encode),
      cmocka_unit_test(delimiters_are_encoded),
      cmocka_unit_test(early_protocols_have_ports),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
