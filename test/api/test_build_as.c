/* SPDX-License-Identifier: MIT */
/* uriel_build_as, and uriel_component_set of references of other generations: a built reference reads
 * back by the same document, and a refused one does not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "generation.h"
#include "spec_vectors.h"
#include "support.h"
#include "uriel_urn.h"

typedef struct build_input {
  uriel_spec spec;
  unsigned options;
  uriel_parts parts;
} build_input;

/* Builds in a block of exactly the returned length. `text` is the components' concatenation; returns
 * whether building succeeded. */
static bool built(const build_input *in, uriel_text *text, uriel_error *error)
{
  const size_t len = uriel_build_as(&in->parts, in->spec, in->options, NULL, 0, error);
  if (len == URIEL_FAILED || (len > 0 && error->code != URIEL_ERROR_BUFFER_TOO_SMALL))
    die("%s: a length without a buffer: %s", uriel_spec_name(in->spec), uriel_error_name(error->code));
  char *const out = room(len);
  if (len > 1 && uriel_build_as(&in->parts, in->spec, in->options, out, len - 1, error) != len)
    die("%s: another length", uriel_spec_name(in->spec));
  const size_t written = uriel_build_as(&in->parts, in->spec, in->options, out, len, error);
  *text = (uriel_text){out, len};
  assert_true(written == len || written == URIEL_FAILED);
  assert_true((written == len) == (error->code == URIEL_ERROR_NONE));
  assert_int_equal(error->spec, in->spec);
  assert_true(error->offset <= len && error->begin <= len && error->length <= len - error->begin);
  return written == len;
}

static void check_vector(const vector_case *given)
{
  uriel_text text;
  uriel_error error;
  const build_input in = {spec_given(given),
                          spec_options(given),
                          {vector_field(given, "scheme"), vector_field(given, "userinfo"),
                           vector_field(given, "host"), vector_field(given, "port"),
                           vector_field(given, "path"), vector_field(given, "query"),
                           vector_field(given, "fragment")}};
  const bool is_built = built(&in, &text, &error);
  expect_text(given, "output", vector_field(given, "output"), is_built ? text : text_from(NULL, 0));
  expect_name(given, "code", vector_field(given, "code"),
              is_built ? NULL : uriel_error_name(error.code));
  if (!is_built)
    expect_number(given, "offset", vector_number(given, "offset"), error.offset);
  text_free(text);
}

static void build_vectors(void **state)
{
  (void)state;
  vectors_run("spec_build.tsv", 30, check_vector);
}

static bool same_parts(const uriel_parts *a, const uriel_parts *b)
{
  return text_equal(a->scheme, b->scheme) && text_equal(a->userinfo, b->userinfo) &&
         text_equal(a->host, b->host) && text_equal(a->port, b->port) && a->path.len == b->path.len &&
         (a->path.len == 0 || memcmp(a->path.ptr, b->path.ptr, a->path.len) == 0) &&
         text_equal(a->query, b->query) && text_equal(a->fragment, b->fragment);
}

static void check_built(const build_input *in)
{
  uriel_text text;
  uriel_error error;
  uriel_ref ref;
  const bool is_built = built(in, &text, &error);
  bool reads = uriel_parse_as(&ref, text.ptr, text.len, in->spec, in->options, NULL);
  const uriel_parts back = uriel_parts_of(&ref);
  reads = reads && same_parts(&in->parts, &back);
  if (reads != is_built)
    die("%s: \"%.*s\" is %s", uriel_spec_name(in->spec), (int)text.len, text.ptr,
        is_built ? "built, and reads otherwise" : uriel_error_name(error.code));
  text_free(text);
}

static const uriel_spec all_specs[] = {URIEL_SPEC_URL_1993, URIEL_SPEC_URL_1994, URIEL_SPEC_URL_1997,
                                       URIEL_SPEC_URI_2003, URIEL_SPEC_RFC3986,  URIEL_SPEC_RFC2141,
                                       URIEL_SPEC_URN_2011, URIEL_SPEC_RFC8141};
enum { ALL_SPECS = sizeof all_specs / sizeof *all_specs };

/* One of the texts, or nothing. */
static uriel_text random_part(uint64_t *seed, const char *const *texts, size_t count)
{
  const size_t at = (size_t)random_below(seed, (uint32_t)count + 1);
  return at < count ? uriel_text_of(texts[at]) : text_from(NULL, 0);
}

#define PART(seed, ...)                                                                                 \
  random_part(seed, (const char *const[]){__VA_ARGS__},                                                 \
              sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))

static void random_parts(void **state)
{
  (void)state;
  uint64_t seed = 1994;
  for (size_t round = 0; round < 40000; round++) {
    const build_input in = {
        all_specs[round % ALL_SPECS],
        (unsigned)(round / ALL_SPECS % 4),
        {PART(&seed, "http", "ftp", "urn", "x", "1a", "", "wais", "a:b", "mailto"),
         PART(&seed, "u", "u:p", "", "a@b", "www.x.y", "%41"),
         PART(&seed, "h", "a_b", "", "[::1]", "a@b", "1.2.3.4", "h:1", "a/b", "%41", "[v1.x]"),
         PART(&seed, "1", "", "x", "99999"),
         PART(&seed, "", "/", "/a", "a", "//a", "a:b", "/a;type=I", "/d/t/1=a;", "isbn:1", "a b", ":a",
              "x@y"),
         PART(&seed, "q", "", "+r", "+r?=", "=q", "a#b", "[x]"), PART(&seed, "f", "", "a#b", "%4")}};
    check_built(&in);
  }
}

/* Each member, built from its components, stays the same, and setting a component to itself changes
 * nothing. */
static void check_member(const vector_case *given)
{
  const uriel_text input = vector_field(given, "input");
  const uriel_spec spec =
      (uriel_spec)(given->file[0] == 'u' && given->file[2] == 'i' ? URIEL_SPEC_URI_2003
                   : strstr(given->file, "1993")                  ? URIEL_SPEC_URL_1993
                   : strstr(given->file, "1994")                  ? URIEL_SPEC_URL_1994
                                                                  : URIEL_SPEC_URL_1997);
  uriel_ref ref;
  expect_true(given, "a member",
              uriel_parse_as(&ref, input.ptr, input.len, spec, URIEL_PARSE_PARTIAL, NULL));
  const build_input in = {spec, URIEL_PARSE_PARTIAL, uriel_parts_of(&ref)};
  const uriel_text text = {ref.text, ref.length};
  uriel_text out;
  uriel_error error;
  expect_true(given, "built", built(&in, &out, &error));
  expect_text(given, "built", text, out);
  for (int c = URIEL_SCHEME; c <= URIEL_FRAGMENT; c++) {
    const uriel_component component = (uriel_component)c;
    char *const again = room(text.len);
    expect_number(given, uriel_component_name(component), text.len,
                  uriel_component_set(&ref, component, uriel_component_get(&ref, component), again,
                                      text.len, NULL));
    expect_text(given, uriel_component_name(component), text, text_from(again, text.len));
    free(again);
  }
  text_free(out);
}

static void members(void **state)
{
  (void)state;
  vectors_run("url-1993_valid.tsv", 50, check_member);
  vectors_run("url-1994_valid.tsv", 50, check_member);
  vectors_run("url-1997_valid.tsv", 50, check_member);
  vectors_run("uri-2003_valid.tsv", 50, check_member);
}

/* An edited reference stays valid in its generation. */
static void edits(void **state)
{
  (void)state;
  static const struct {
    uriel_spec spec;
    const char *text;
    uriel_component component;
    const char *value, *output;
    uriel_error_code code;
  } cases[] = {
      {URIEL_SPEC_URL_1994, "ftp://h/b", URIEL_PATH, "/a;type=I", "ftp://h/a;type=I", URIEL_ERROR_NONE},
      {URIEL_SPEC_URL_1994, "ftp://h/b", URIEL_FRAGMENT, "f", NULL, URIEL_ERROR_FRAGMENT_NOT_ALLOWED},
      {URIEL_SPEC_URL_1994, "URL:ftp://h/b", URIEL_HOST, "g", "ftp://g/b", URIEL_ERROR_NONE},
      {URIEL_SPEC_URL_1993, "x:a/b", URIEL_SCHEME, NULL, "a/b", URIEL_ERROR_NONE},
      {URIEL_SPEC_URL_1997, "http://h/", URIEL_HOST, "a_b", NULL, URIEL_ERROR_HOST_CHARACTER},
      {URIEL_SPEC_URI_2003, "http://h/", URIEL_AUTHORITY, "u@a_b", "http://u@a_b/", URIEL_ERROR_NONE},
      {URIEL_SPEC_URI_2003, "http://h/", URIEL_USERINFO, "u", "http://u@h/", URIEL_ERROR_NONE},
      {URIEL_SPEC_URI_2003, "http://a_b/", URIEL_USERINFO, "u", NULL, URIEL_ERROR_PARTS_DIFFER},
      {URIEL_SPEC_RFC8141, "urn:ab:c", URIEL_QUERY, "+r?=", NULL, URIEL_ERROR_URN_COMPONENT_EMPTY},
      {URIEL_SPEC_RFC8141, "urn:ab:c", URIEL_REFERENCE, "urn:ab:d", "urn:ab:d", URIEL_ERROR_NONE},
      {URIEL_SPEC_RFC8141, "urn:ab:c", URIEL_REFERENCE, "x:y", NULL, URIEL_ERROR_URN_SCHEME},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    uriel_ref ref;
    uriel_error error;
    char out[64];
    assert_true(uriel_parse_as(&ref, cases[i].text, strlen(cases[i].text), cases[i].spec, 0, NULL));
    const size_t len = uriel_component_set(&ref, cases[i].component, uriel_text_of(cases[i].value), out,
                                           sizeof out, &error);
    if (error.code != cases[i].code)
      die("\"%s\": %s", cases[i].text, uriel_error_name(error.code));
    assert_true(cases[i].output ? text_equal(text_from(out, len), uriel_text_of(cases[i].output))
                                : len == URIEL_FAILED);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(build_vectors), cmocka_unit_test(random_parts),
                                     cmocka_unit_test(members), cmocka_unit_test(edits)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
