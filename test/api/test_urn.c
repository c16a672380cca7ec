/* SPDX-License-Identifier: MIT */
/* Names: URNs by each of the three documents, their errors, building, equivalence and assignment; and
 * properties of every small text. The names of namespaces have their own tests. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support.h"
#include "uriel_scheme.h"
#include "uriel_urn.h"
#include "urn.h"
#include "vectors.h"

static size_t write_normal_urn(const void *context, char *out, size_t capacity)
{
  return uriel_urn_normal(context, out, capacity, NULL);
}

typedef struct build_input {
  uriel_urn urn;
  uriel_spec spec;
} build_input;

static size_t write_built_urn(const void *context, char *out, size_t capacity)
{
  const build_input *const in = context;
  return uriel_urn_build(&in->urn, in->spec, out, capacity, NULL);
}

/* Whether building from the parts gives the text, except for the scheme's case. */
static bool builds_back(uriel_text text, const uriel_ref *ref)
{
  build_input in = {.spec = uriel_spec_of(ref)};
  if (!uriel_urn_parse(&in.urn, ref, NULL))
    return false;
  const uriel_text built = text_written(write_built_urn, &in);
  const bool same = built.ptr && built.len == text.len && memcmp(built.ptr, "urn", 3) == 0 &&
                    memcmp(built.ptr + 3, text.ptr + 3, text.len - 3) == 0;
  text_free(built);
  return same;
}

/* On RFC 3986's ladder, read by a document of names: a URN stays a URN, and the same name up to
 * equivalence. */
static void check_levels(const vector_case *given, const uriel_ref *ref)
{
  for (int r = URIEL_LEVEL_CASE; r < URIEL_LEVEL_DIFFERENT; r++) {
    const uriel_level level = (uriel_level)r;
    const uriel_text normal = text_written(write_normal, &(normal_input){ref, level});
    const uriel_ref again = urn_read_as(uriel_spec_of(ref), normal);
    const uriel_text twice = text_written(write_normal, &(normal_input){&again, level});
    expect_text(given, "a normal form is its own", normal, twice);
    expect_true(given, uriel_level_name(level), uriel_equal(ref, &again, level));
    expect_true(given, "hash", uriel_hash(ref, level, 5) == uriel_hash(&again, level, 5));
    expect_true(given, "the same name", uriel_urn_equal(ref, &again));
    expect_true(given, "nothing is decoded", level == URIEL_LEVEL_SCHEME || normal.len == ref->length);
    text_free(twice);
    text_free(normal);
  }
}

static void check_member(const vector_case *given)
{
  const uriel_text input = vector_field(given, "input");
  const uriel_ref ref = urn_read_as(urn_spec_of(given), input);
  uriel_urn urn;
  uriel_error error;
  expect_true(given, "a URN", uriel_urn_parse(&urn, &ref, &error));
  expect_name(given, "error", text_from("none", 4), uriel_error_name(error.code));
  urn_expect(given, "nid", urn.nid);
  urn_expect(given, "nss", urn.nss);
  urn_expect(given, "r_component", urn.r_component);
  urn_expect(given, "q_component", urn.q_component);
  urn_expect(given, "f_component", urn.f_component);
  expect_true(given, "builds back", builds_back(input, &ref));
  const uriel_text normal = text_written(write_normal_urn, &ref);
  urn_expect(given, "normal", normal);
  const uriel_ref again = urn_read_as(urn_spec_of(given), normal);
  expect_true(given, "equal to its normal form", uriel_urn_equal(&ref, &again));
  text_free(normal);
  check_levels(given, &ref);
}

typedef struct told {
  const uriel_error *error;
  uriel_text text;
} told;

static size_t write_expected(const void *context, char *out, size_t capacity)
{
  const told *const in = context;
  return uriel_error_expected(in->error, in->text.ptr, in->text.len, out, capacity);
}

static size_t write_described(const void *context, char *out, size_t capacity)
{
  const told *const in = context;
  return uriel_error_describe(in->error, in->text.ptr, in->text.len, out, capacity);
}

static void check_error(const vector_case *given)
{
  uriel_ref ref;
  uriel_error error;
  const uriel_text input = vector_field(given, "input");
  const uriel_spec spec = urn_spec_of(given);
  expect_true(given, "no URN", !uriel_parse_as(&ref, input.ptr, input.len, spec, 0, &error));
  expect_name(given, "code", vector_field(given, "code"), uriel_error_name(error.code));
  expect_name(given, "component", vector_field(given, "component"),
              uriel_component_name(error.component));
  expect_number(given, "offset", vector_number(given, "offset"), error.offset);
  expect_number(given, "spec", spec, error.spec);
  const uriel_text expected = text_written(write_expected, &(told){&error, input});
  urn_expect(given, "expected", expected);
  text_free(expected);
  expect_true(given, "a rule", *uriel_error_rule(&error) && *uriel_error_section(&error));
}

static void urns_are_read(void **state)
{
  (void)state;
  vectors_run("urn_members.tsv", 188, check_member);
}

static void errors_of_urns(void **state)
{
  (void)state;
  vectors_run("urn_errors.tsv", 223, check_error);
}

/* The message, with the character at the error. */
static void errors_are_told(void **state)
{
  (void)state;
  static const struct {
    uriel_spec spec;
    const char *text, *message, *blamed, *rule, *section;
  } cases[] = {
      {URIEL_SPEC_RFC2141, "urn:a b:c", "a space is not allowed there in a namespace identifier",
       "a b:c", "NID", "2.1"},
      {URIEL_SPEC_RFC8141, "urn:ab-:c", "\"-\" is not allowed there in a namespace identifier", "ab-:c",
       "NID", "2.1"},
      {URIEL_SPEC_RFC2141, "urn:a:b?c", "\"?\" is not allowed there in a name", "c", "URN chars", "2.2"},
      {URIEL_SPEC_RFC2141, "urn:a:#", "\"#\" is not allowed there in a name", "", "URN chars", "2.2"},
      {URIEL_SPEC_URN_2011, "urn:ab:c/d", "\"/\" is not allowed there in a name", "ab:c/d", "NSS",
       "2.2"},
      {URIEL_SPEC_URN_2011, "urn:ab:%00", "a name cannot contain NUL, even percent-encoded", "ab:%00",
       "excluded", "2.3.3"},
      {URIEL_SPEC_URN_2011, "urn:ab:c?[", "\"[\" is not allowed in a query", "[", "query", "2"},
      {URIEL_SPEC_RFC8141, "urn:ab:c?+r?=q[", "\"[\" is not allowed in a query", "+r?=q[",
       "rq-components", "2.3"},
      {URIEL_SPEC_RFC8141, "urn:ab:c#a#b", "\"#\" is not allowed in a fragment", "a#b", "f-component",
       "2.3.3"},
      {URIEL_SPEC_RFC8141, "x:y", "a URN must start with \"urn:\"", "x", "assigned-name", "2"},
      {URIEL_SPEC_RFC8141, "urn://h/x", "URLs of this scheme cannot have \"//\" and a host", "h",
       "assigned-name", "2"},
  };
  for (size_t at = 0; at < sizeof cases / sizeof *cases; at++) {
    uriel_ref ref;
    uriel_error error;
    const uriel_text text = uriel_text_of(cases[at].text);
    assert_false(uriel_parse_as(&ref, text.ptr, text.len, cases[at].spec, 0, &error));
    const uriel_text message = text_written(write_described, &(told){&error, text});
    if (!text_equal(message, uriel_text_of(cases[at].message)))
      die("\"%s\": %.*s", cases[at].text, (int)message.len, message.ptr);
    assert_true(
        text_equal(text_from(text.ptr + error.begin, error.length), uriel_text_of(cases[at].blamed)));
    assert_string_equal(uriel_error_rule(&error), cases[at].rule);
    assert_string_equal(uriel_error_section(&error), cases[at].section);
    text_free(message);
  }
}

static void rules_are_always_named(void **state)
{
  (void)state;
  for (size_t at = 0; at < DOCUMENTS; at++)
    for (int code = URIEL_ERROR_NID_MISSING; code <= URIEL_ERROR_NAME_CHECK; code++) {
      const uriel_error error = {.code = (uriel_error_code)code, .spec = urn_documents[at]};
      if (uriel_error_name(error.code)[0] == 0)
        continue;
      assert_true(uriel_error_rule(&error)[0] != 0);
      assert_true(uriel_error_section(&error)[0] != 0);
    }
}

/* Own parts, under the names of the documents. */
static void parts_have_their_names(void **state)
{
  (void)state;
  uriel_own_part parts[URIEL_OWN_PARTS_MAX];
  uriel_ref ref = urn_read(URIEL_SPEC_RFC8141, "urn:ab:c?+r?=q#f");
  assert_int_equal(uriel_own_parts(parts, &ref), 5);
  static const char *const names[] = {"NID", "NSS", "r-component", "q-component", "f-component"};
  static const char *const texts[] = {"ab", "c", "r", "q", "f"};
  for (size_t at = 0; at < 5; at++) {
    assert_string_equal(parts[at].name, names[at]);
    assert_true(text_equal(parts[at].text, uriel_text_of(texts[at])));
  }
  ref = urn_read(URIEL_SPEC_URN_2011, "urn:ab:c?q#f"); /* the query and the fragment are RFC 3986's */
  assert_int_equal(uriel_own_parts(parts, &ref), 2);
  ref = urn_read(URIEL_SPEC_RFC2141, "urn:ab:c");
  assert_int_equal(uriel_own_parts(parts, &ref), 2);
}

/* References of other generations are checked by RFC 8141. */
static void other_generations(void **state)
{
  (void)state;
  uriel_urn urn;
  uriel_error error;
  uriel_ref ref = urn_read(URIEL_SPEC_RFC3986, "URN:Ab:c/d?+r");
  assert_true(uriel_urn_parse(&urn, &ref, &error));
  assert_int_equal(error.spec, URIEL_SPEC_RFC8141);
  assert_true(text_equal(urn.r_component, uriel_text_of("r")));
  ref = urn_read(URIEL_SPEC_RFC3986, "urn:ab:c?d");
  assert_false(uriel_urn_parse(&urn, &ref, &error));
  assert_int_equal(error.code, URIEL_ERROR_URN_COMPONENT_ORDER);
  assert_int_equal(error.offset, 9);
  assert_null(urn.nid.ptr);
  const uriel_ref other = urn_read(URIEL_SPEC_RFC3986, "http://a/");
  assert_int_equal(uriel_urn_normal(&other, NULL, 0, &error), URIEL_FAILED);
  assert_int_equal(error.code, URIEL_ERROR_URN_SCHEME);
  assert_int_equal(uriel_urn_show(&other, NULL, 0, &error), URIEL_FAILED);
  assert_false(uriel_urn_check(&other, &error));
  assert_false(uriel_urn_equal(&other, &other));
}

/* Lexical equivalence (RFC 8141, 3.1): of two documents too. */
static void equivalents(void **state)
{
  (void)state;
  const uriel_ref a = urn_read(URIEL_SPEC_RFC2141, "URN:foo:a%2c");
  const uriel_ref b = urn_read(URIEL_SPEC_RFC8141, "urn:FOO:a%2C?+r#f");
  const uriel_ref c = urn_read(URIEL_SPEC_RFC8141, "urn:FOO:a,");
  assert_true(uriel_urn_equal(&a, &b));
  assert_false(uriel_urn_equal(&a, &c));
  /* A "." is not a dot segment, and an encoded "." is not decoded. */
  const uriel_ref dots = urn_read(URIEL_SPEC_RFC8141, "urn:foo:a/../b%2E");
  const uriel_text normal = text_written(write_normal_urn, &dots);
  assert_true(text_equal(normal, uriel_text_of("urn:foo:a/../b%2E")));
  text_free(normal);
  const uriel_text scheme = text_written(write_normal, &(normal_input){&dots, URIEL_LEVEL_SCHEME});
  assert_true(text_equal(scheme, uriel_text_of("urn:foo:a/../b%2E")));
  text_free(scheme);
  assert_int_equal(uriel_compare(&a, &c), URIEL_LEVEL_DIFFERENT);
}

typedef struct build_case {
  uriel_spec spec;
  const char *nid, *nss, *r, *q, *f;
  const char *built; /* or else the error: */
  uriel_error_code code;
  uriel_component component;
  size_t offset;
  const char *part, *message;
} build_case;

#define BUILT .code = URIEL_ERROR_NONE

static const build_case build_cases[] = {
    {U81, "ab", "c", NULL, NULL, NULL, "urn:ab:c", BUILT},
    {U81, "AB", "c/d", "r", "q", "", "urn:AB:c/d?+r?=q#", BUILT},
    {U81, "ab", "c", "r?=", "q", NULL, NULL, URIEL_ERROR_PART_FORM, URIEL_QUERY, 1, "r-component", NULL},
    {U81, "ab", "c", "r?", "=q", NULL, "urn:ab:c?+r?\?==q", BUILT},
    {U81, "ab", "c", "r?=/", NULL, NULL, NULL, URIEL_ERROR_PART_FORM, URIEL_QUERY, 1, "r-component",
     NULL},
    {U81, "ab", "c", NULL, "q?=s", NULL, "urn:ab:c?=q?=s", BUILT},
    {U11, "ab", "c", NULL, "", "f", "urn:ab:c?#f", BUILT},
    {U41, "a", "c", NULL, NULL, NULL, "urn:a:c", BUILT},
    {U81, NULL, "c", NULL, NULL, NULL, NULL, URIEL_ERROR_PART_MISSING, URIEL_PATH, 0, "NID", NULL},
    {U81, "ab", NULL, NULL, NULL, NULL, NULL, URIEL_ERROR_PART_MISSING, URIEL_PATH, 0, "NSS", NULL},
    {U81, "urn", "c", NULL, NULL, NULL, "urn:urn:c", BUILT},
    {U11, "urn", "c", NULL, NULL, NULL, NULL, URIEL_ERROR_NID_RESERVED, URIEL_PATH, 3, NULL, NULL},
    {U81, "a", "c", NULL, NULL, NULL, NULL, URIEL_ERROR_NID_LENGTH, URIEL_PATH, 1, NULL, NULL},
    {U81, "", "c", NULL, NULL, NULL, NULL, URIEL_ERROR_NID_MISSING, URIEL_PATH, 0, NULL, NULL},
    {U81, "a:b", "c", NULL, NULL, NULL, NULL, URIEL_ERROR_NID_CHARACTER, URIEL_PATH, 1, NULL,
     "\":\" is not allowed there in a namespace identifier"},
    {U81, "ab", "", NULL, NULL, NULL, NULL, URIEL_ERROR_NSS_EMPTY, URIEL_PATH, 0, NULL, NULL},
    {U81, "ab", "/c", NULL, NULL, NULL, NULL, URIEL_ERROR_NSS_CHARACTER, URIEL_PATH, 0, NULL,
     "\"/\" is not allowed there in a name"},
    {U81, "ab", "c?+d", NULL, NULL, NULL, NULL, URIEL_ERROR_NSS_CHARACTER, URIEL_PATH, 1, NULL,
     "\"?\" is not allowed there in a name"},
    {U81, "ab", "c%0", NULL, NULL, NULL, NULL, URIEL_ERROR_PERCENT, URIEL_PATH, 3, NULL, NULL},
    {U81, "ab", "c%00", NULL, NULL, NULL, "urn:ab:c%00", BUILT},
    {U11, "ab", "c%00", NULL, NULL, NULL, NULL, URIEL_ERROR_NSS_NUL, URIEL_PATH, 3, NULL, NULL},
    {U81, "ab", "c", "", NULL, NULL, NULL, URIEL_ERROR_URN_COMPONENT_EMPTY, URIEL_QUERY, 0, NULL, NULL},
    {U81, "ab", "c", "?r", NULL, NULL, NULL, URIEL_ERROR_URN_COMPONENT_EMPTY, URIEL_QUERY, 0, NULL,
     NULL},
    {U81, "ab", "c", NULL, "/q", NULL, NULL, URIEL_ERROR_URN_COMPONENT_EMPTY, URIEL_QUERY, 0, NULL,
     NULL},
    {U81, "ab", "c", "r#", NULL, NULL, NULL, URIEL_ERROR_QUERY_CHARACTER, URIEL_QUERY, 1, NULL,
     "\"#\" is not allowed in a query"},
    {U81, "ab", "c", "r?=q", NULL, NULL, NULL, URIEL_ERROR_PART_FORM, URIEL_QUERY, 1, "r-component",
     NULL},
    {U81, "ab", "c", NULL, NULL, "f#", NULL, URIEL_ERROR_FRAGMENT_CHARACTER, URIEL_FRAGMENT, 1, NULL,
     "\"#\" is not allowed in a fragment"},
    {U11, "ab", "c", "r", NULL, NULL, NULL, URIEL_ERROR_PART_NOT_ALLOWED, URIEL_QUERY, 0, "r-component",
     NULL},
    {U11, "ab", "c/d", NULL, NULL, NULL, NULL, URIEL_ERROR_NSS_CHARACTER, URIEL_PATH, 1, NULL,
     "\"/\" is not allowed there in a name"},
    {U41, "ab", "c", NULL, "q", NULL, NULL, URIEL_ERROR_PART_NOT_ALLOWED, URIEL_QUERY, 0, "query", NULL},
    {U41, "ab", "c", NULL, NULL, "f", NULL, URIEL_ERROR_PART_NOT_ALLOWED, URIEL_FRAGMENT, 0, "fragment",
     NULL},
    {URIEL_SPEC_RFC3986, "ab", "c", NULL, NULL, NULL, NULL, URIEL_ERROR_SPEC_NOT_BUILT, URIEL_REFERENCE,
     0, NULL, NULL},
};

static const char *text_of_part(const build_case *given)
{
  if (given->component == URIEL_FRAGMENT)
    return given->f;
  if (given->component == URIEL_QUERY)
    return given->r ? given->r : given->q;
  return given->code < URIEL_ERROR_NSS_EMPTY && given->code != URIEL_ERROR_PERCENT ? given->nid
                                                                                   : given->nss;
}

static void check_build_error(const build_case *given, const build_input *in)
{
  uriel_error error;
  assert_int_equal(uriel_urn_build(&in->urn, in->spec, NULL, 0, &error), URIEL_FAILED);
  assert_string_equal(uriel_error_name(error.code), uriel_error_name(given->code));
  assert_int_equal(error.component, given->component);
  assert_int_equal(error.offset, given->offset);
  assert_int_equal(error.spec, given->spec);
  assert_true(text_equal(uriel_text_of(error.part), uriel_text_of(given->part)));
  if (!given->message)
    return;
  const told in_part = {&error, uriel_text_of(text_of_part(given))};
  const uriel_text message = text_written(write_described, &in_part);
  assert_true(text_equal(message, uriel_text_of(given->message)));
  text_free(message);
}

static void urns_are_built(void **state)
{
  (void)state;
  for (size_t at = 0; at < sizeof build_cases / sizeof *build_cases; at++) {
    const build_case *const given = &build_cases[at];
    const build_input in = {{uriel_text_of(given->nid), uriel_text_of(given->nss),
                             uriel_text_of(given->r), uriel_text_of(given->q), uriel_text_of(given->f)},
                            given->spec};
    const uriel_text built = text_written(write_built_urn, &in);
    if (!text_equal(built, uriel_text_of(given->built)))
      die("built %.*s, not %s", (int)built.len, built.ptr, given->built ? given->built : "nothing");
    if (!built.ptr)
      check_build_error(given, &in);
    text_free(built);
  }
}

/* urn-2011, 2: no query, and a fragment only if the namespace opted in; the other documents have no such
 * rule. */
static void names_are_assigned(void **state)
{
  (void)state;
  static const struct {
    uriel_spec spec;
    const char *text;
    uriel_error_code code;
    size_t offset, length;
  } cases[] = {
      {U11, "urn:foo:a", URIEL_ERROR_NONE, 0, 0},
      {U11, "urn:foo:a?", URIEL_ERROR_URN_QUERY, 10, 0},
      {U11, "urn:foo:a?qr#f", URIEL_ERROR_URN_QUERY, 10, 2},
      {U11, "urn:foo:a#", URIEL_ERROR_URN_FRAGMENT, 10, 0},
      {U11, "urn:foo:a#fgh", URIEL_ERROR_URN_FRAGMENT, 10, 3},
      {U81, "urn:foo:a?+r?=q#f", URIEL_ERROR_NONE, 0, 0},
      {U41, "urn:foo:a", URIEL_ERROR_NONE, 0, 0},
      {URIEL_SPEC_RFC3986, "urn:foo:a#f", URIEL_ERROR_NONE, 0, 0},
  };
  for (size_t at = 0; at < sizeof cases / sizeof *cases; at++) {
    uriel_error error;
    const uriel_ref ref = urn_read(cases[at].spec, cases[at].text);
    assert_true(uriel_urn_check(&ref, &error) == (cases[at].code == URIEL_ERROR_NONE));
    assert_int_equal(error.code, cases[at].code);
    assert_int_equal(error.offset, cases[at].offset);
    assert_int_equal(error.begin, cases[at].offset);
    assert_int_equal(error.length, cases[at].length);
    assert_true(uriel_urn_check(&ref, NULL) == (cases[at].code == URIEL_ERROR_NONE));
  }
}

/* Errors of a namespace's names: in the NSS. */
static void names_are_their_namespaces(void **state)
{
  (void)state;
  uriel_error error;
  uriel_ref ref = urn_read(U81, "urn:isbn:0395363412?+r");
  assert_false(uriel_urn_check(&ref, &error));
  assert_int_equal(error.code, URIEL_ERROR_NAME_CHECK);
  assert_int_equal(error.begin, 9);
  assert_int_equal(error.length, 10);
  assert_int_equal(error.offset, 18);
  ref = urn_read(U41, "urn:ISBN:0395363411"); /* RFC 3187, 5 */
  assert_true(uriel_urn_check(&ref, &error));
  assert_int_equal(error.code, URIEL_ERROR_NONE);
}

/* For small texts: the places of errors, and building back. */
static void check_small_error(uriel_text text, const uriel_error *error)
{
  uriel_ref ref;
  uriel_error shorter;
  const uriel_text message = text_written(write_described, &(told){error, text});
  const uriel_text expected = text_written(write_expected, &(told){error, text});
  const uriel_text prefix = text_copy(text_from(text.ptr, error->offset));
  const bool is_urn = uriel_parse_as(&ref, prefix.ptr, prefix.len, error->spec, 0, &shorter);
  if (error->code == URIEL_ERROR_NONE || error->offset > text.len || error->begin > text.len ||
      error->length > text.len - error->begin || message.len < 4 || memcmp(message.ptr, "is ", 3) == 0 ||
      expected.len == 0 || (!is_urn && shorter.offset != prefix.len))
    die("%s: \"%.*s\": %.*s", uriel_spec_name(error->spec), (int)text.len, text.ptr, (int)message.len,
        message.ptr);
  text_free(prefix);
  text_free(expected);
  text_free(message);
}

static void check_small(uriel_text tail, void *context)
{
  const uriel_text lead = uriel_text_of(context);
  const uriel_text text = {room(lead.len + tail.len), lead.len + tail.len};
  memcpy((char *)text.ptr, lead.ptr, lead.len);
  if (tail.len > 0)
    memcpy((char *)text.ptr + lead.len, tail.ptr, tail.len);
  for (size_t at = 0; at < DOCUMENTS; at++) {
    uriel_ref ref;
    uriel_error error;
    if (!uriel_parse_as(&ref, text.ptr, text.len, urn_documents[at], 0, &error))
      check_small_error(text, &error);
    else if (!builds_back(text, &ref))
      die("%s: \"%.*s\" does not build back", uriel_spec_name(urn_documents[at]), (int)text.len,
          text.ptr);
  }
  text_free(text);
}

static void small_texts(void **state)
{
  (void)state;
  static const char *const tokens[] = {"u", "r",   "n",   "a", "-", ":", "/", "?", "#", "+",
                                       "=", "%41", "%00", "%", "0", "&", "[", " ", "@"};
  static char leads[][16] = {"", "urn:", "urn:ur", "urn:ab:", "urn:ab:c?", "urn:ab:c?+d", "urn:ab:c#"};
  for (size_t at = 0; at < sizeof leads / sizeof *leads; at++)
    each_text(tokens, sizeof tokens / sizeof *tokens, 3, check_small, leads[at]);
}

static void kinds_have_names(void **state)
{
  (void)state;
  assert_string_equal(uriel_urn_kind_name(URIEL_URN_FORMAL), "formal");
  assert_string_equal(uriel_urn_kind_name(URIEL_URN_RESERVED), "reserved");
  assert_string_equal(uriel_urn_kind_name((uriel_urn_kind)0), "");
  assert_string_equal(uriel_urn_kind_name((uriel_urn_kind)5), "");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(urns_are_read),
      cmocka_unit_test(errors_of_urns),
      cmocka_unit_test(errors_are_told),
      cmocka_unit_test(rules_are_always_named),
      cmocka_unit_test(parts_have_their_names),
      cmocka_unit_test(other_generations),
      cmocka_unit_test(equivalents),
      cmocka_unit_test(urns_are_built),
      cmocka_unit_test(names_are_assigned),
      cmocka_unit_test(names_are_their_namespaces),
      cmocka_unit_test(kinds_have_names),
      cmocka_unit_test(small_texts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
