/* SPDX-License-Identifier: MIT */
/* Names of namespaces whose form is known: the vectors, and properties of all of them. Normal forms are
 * idempotent, accepted and equal to their originals; two names are equal if their normal forms are; a
 * changed digit is noticed; nothing is read past the end of a name. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support.h"
#include "uriel_urn.h"
#include "vectors.h"

enum { MOST_NAMES = 512 };

static uriel_ref urn_of(uriel_text text)
{
  uriel_ref ref;
  if (!uriel_parse_as(&ref, text.ptr, text.len, URIEL_SPEC_RFC8141, 0, NULL))
    die("\"%.*s\" is not a URN", (int)text.len, text.ptr);
  return ref;
}

static size_t write_name_normal(const void *context, char *out, size_t capacity)
{
  return uriel_urn_normal(context, out, capacity, NULL);
}

typedef struct told {
  const uriel_error *error;
  uriel_text text;
} told;

static size_t write_told(const void *context, char *out, size_t capacity)
{
  const told *const it = context;
  return uriel_error_describe(it->error, it->text.ptr, it->text.len, out, capacity);
}

static bool accepted(uriel_text text)
{
  const uriel_ref ref = urn_of(text);
  return uriel_urn_check(&ref, NULL);
}

/* The error's text after "well-formed, but not a valid". */
static void check_told(const vector_case *given, const uriel_error *error, uriel_text input)
{
  static const char before[] = "well-formed, but not a valid ";
  const told it = {error, input};
  const uriel_text text = text_written(write_told, &it);
  const size_t skip = sizeof before - 1;
  expect_true(given, "the message's begin", text.len > skip && memcmp(text.ptr, before, skip) == 0);
  if (text.len > skip)
    expect_text(given, "words", vector_field(given, "words"),
                text_from(text.ptr + skip, text.len - skip));
  text_free(text);
}

static void check_name(const vector_case *given)
{
  const uriel_text input = vector_field(given, "input");
  const uriel_ref ref = urn_of(input);
  uriel_error error = {.code = URIEL_ERROR_NONE};
  const bool good = uriel_urn_check(&ref, &error);
  const uriel_text normal = text_written(write_name_normal, &ref);
  expect_text(given, "normal", vector_field(given, "normal"), normal);
  expect_name(given, "error", vector_field(given, "error"), good ? NULL : uriel_error_name(error.code));
  if (!good) {
    expect_number(given, "offset", vector_number(given, "offset"), error.offset);
    check_told(given, &error, input);
  }
  text_free(normal);
}

/* The normal form of any name, accepted or not, is idempotent, is accepted if the name is, and equals
 * it. */
static void check_normal(const vector_case *given)
{
  const uriel_ref ref = urn_of(vector_field(given, "input"));
  const uriel_text normal = text_written(write_name_normal, &ref);
  const uriel_ref other = urn_of(normal);
  const uriel_text again = text_written(write_name_normal, &other);
  expect_text(given, "the normal form's normal form", normal, again);
  expect_true(given, "accepted as its normal form is",
              uriel_urn_check(&ref, NULL) == uriel_urn_check(&other, NULL));
  expect_true(given, "equal to its normal form", uriel_urn_equal(&ref, &other));
  text_free(normal);
  text_free(again);
}

static void check_equal(const vector_case *given)
{
  const uriel_ref a = urn_of(vector_field(given, "a"));
  const uriel_ref b = urn_of(vector_field(given, "b"));
  const bool same = vector_number(given, "equal") == 1;
  expect_true(given, "equal", uriel_urn_equal(&a, &b) == same);
  expect_true(given, "equal the other way", uriel_urn_equal(&b, &a) == same);
}

static uriel_text names[MOST_NAMES], normals[MOST_NAMES];
static size_t name_count;

static void collect(const vector_case *given)
{
  if (name_count == MOST_NAMES)
    die("more names than the test holds");
  names[name_count] = text_copy(vector_field(given, "input"));
  const uriel_ref ref = urn_of(names[name_count]);
  normals[name_count++] = text_written(write_name_normal, &ref);
}

/* Two names are equal, and hash alike, only if their normal forms are the same. */
static void test_pairs(void **state)
{
  (void)state;
  vectors_run("urn_namespaces.tsv", 190, collect);
  for (size_t i = 0; i < name_count; i++) {
    const uriel_ref a = urn_of(names[i]);
    for (size_t j = 0; j < name_count; j++) {
      const uriel_ref b = urn_of(names[j]);
      if (uriel_urn_equal(&a, &b) != text_equal(normals[i], normals[j]))
        die("\"%.*s\" and \"%.*s\"", (int)names[i].len, names[i].ptr, (int)names[j].len, names[j].ptr);
    }
  }
  for (size_t i = 0; i < name_count; i++) {
    text_free(names[i]);
    text_free(normals[i]);
  }
}

/* A name that is cut anywhere, in a block of its exact size, is never read past its end. */
static void check_cut(const vector_case *given)
{
  const uriel_text input = vector_field(given, "input");
  for (size_t len = 0; len <= input.len; len++) {
    const uriel_text cut = text_copy(text_from(input.ptr, len));
    uriel_ref ref;
    uriel_error error;
    if (uriel_parse_as(&ref, cut.ptr, cut.len, URIEL_SPEC_RFC8141, 0, NULL)) {
      const uriel_text normal = text_written(write_name_normal, &ref);
      expect_true(given, "a normal form", normal.ptr != NULL);
      expect_true(given, "the same of itself", uriel_urn_equal(&ref, &ref));
      if (!uriel_urn_check(&ref, &error)) {
        const told it = {&error, cut};
        const uriel_text text = text_written(write_told, &it);
        expect_true(given, "an error inside the name", error.offset <= len && text.len > 0);
        text_free(text);
      }
      text_free(normal);
    }
    text_free(cut);
  }
}

/* A name with some characters encoded or replaced, in a block of its exact size. */
static uriel_text changed(uriel_text name, uint64_t *seed)
{
  static const char others[] = "aZ09-.:;/_2X+";
  char *const text = room(3 * name.len);
  size_t len = 0;
  for (size_t i = 0; i < name.len; i++) {
    const bool inside = i > 0 && (name.ptr[i - 1] == '%' || (i > 1 && name.ptr[i - 2] == '%'));
    const bool stays = i < 4 || inside || name.ptr[i] == '%' || name.ptr[i] == ':';
    const uint32_t what = stays ? 9 : random_below(seed, 40);
    if (what < 4)
      len += (size_t)sprintf(text + len, what < 2 ? "%%%02x" : "%%%02X", (unsigned)name.ptr[i]);
    else
      text[len++] = what == 4 ? others[random_below(seed, sizeof others - 1)] : name.ptr[i];
  }
  const uriel_text copy = text_copy(text_from(text, len));
  free(text);
  return copy;
}

/* Read as a URI, at each level, with any characters encoded: the normal form is idempotent. */
static void check_level(const vector_case *given, const uriel_ref *ref, uriel_level level)
{
  const normal_input one = {ref, level};
  const uriel_text normal = text_written(write_normal, &one);
  const uriel_ref other = parsed(normal);
  const normal_input two = {&other, level};
  const uriel_text again = text_written(write_normal, &two);
  expect_text(given, "a changed name's normal form", normal, again);
  expect_true(given, "equal to it", uriel_equal(ref, &other, level));
  text_free(normal);
  text_free(again);
}

static void check_changed(const vector_case *given)
{
  uint64_t seed = given->line;
  for (int i = 0; i < 200; i++) {
    const uriel_text text = changed(vector_field(given, "input"), &seed);
    uriel_ref ref;
    /* Fails if it has become "urn://" and the rest is not an authority. */
    if (uriel_parse(&ref, text.ptr, text.len, NULL))
      for (int level = URIEL_LEVEL_CASE; level <= URIEL_LEVEL_SCHEME; level++)
        check_level(given, &ref, (uriel_level)level);
    text_free(text);
  }
}

/* Replaces each character of the name that is one of `characters` by each other one. */
static void each_change(const char *urn, size_t begin, const char *characters)
{
  const size_t len = strlen(urn);
  char *const text = room(len);
  if (!accepted(text_from(urn, len)))
    die("\"%s\" is refused", urn);
  for (size_t i = begin; i < len; i++) {
    for (const char *to = characters; *to && strchr(characters, urn[i]); to++) {
      memcpy(text, urn, len);
      text[i] = *to;
      if (*to != urn[i] && accepted(text_from(text, len)))
        die("\"%.*s\" is accepted", (int)len, text);
    }
  }
  free(text);
}

/* ISO 2108, ISO 3297 and ISO 7064: a check digit detects every single wrong digit. */
static void test_check_digits(void **state)
{
  (void)state;
  each_change("urn:isbn:0395363411", 9, "0123456789X");
  each_change("urn:isbn:0-8044-2957-X", 9, "0123456789X");
  each_change("urn:isbn:978-0-395-36341-6", 9, "0123456789");
  each_change("urn:isbn:9791090636071", 9, "0123456789");
  each_change("urn:issn:1046-8188", 9, "0123456789X");
  each_change("urn:issn:2434-561X", 9, "0123456789X");
  each_change("urn:isan:0000-0000-D07A-0090-Q-0000-0000-X", 9, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ");
  each_change("urn:isan:0000-0001-61AE-0000-1", 9, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ");
}

static bool namespace_is(const char *nid, const char *found)
{
  const uriel_text text = text_copy(uriel_text_of(nid));
  const uriel_urn_namespace *const space = uriel_urn_namespace_find(text.ptr, text.len);
  text_free(text);
  return space ? found && strcmp(space->nid, found) == 0 : !found;
}

/* RFC 8141, 5.1 and 5.2; RFC 3406, 3.1. */
static void test_find(void **state)
{
  (void)state;
  assert_true(namespace_is("isbn", "isbn"));
  assert_true(namespace_is("ISBN", "isbn"));
  assert_true(namespace_is("3gpp", "3gpp"));
  assert_true(namespace_is("3GPP2", "3gpp2"));
  assert_true(namespace_is("xmpp", "xmpp"));
  assert_true(namespace_is("URN", "urn"));
  assert_true(namespace_is("urn-7", "urn-"));
  assert_true(namespace_is("URN-10", "urn-"));
  assert_true(namespace_is("X-foo", "x-"));
  assert_true(namespace_is("urn-", NULL));
  assert_true(namespace_is("urn-07", NULL));
  assert_true(namespace_is("urn-x", NULL));
  assert_true(namespace_is("x-", NULL));
  assert_true(namespace_is("x-a_b", NULL));
  assert_true(namespace_is("isb", NULL));
  assert_true(namespace_is("isbnn", NULL));
  assert_true(namespace_is("foo", NULL));
  assert_true(namespace_is("", NULL));
  assert_null(uriel_urn_namespace_find("oid\0", 4));
  assert_null(uriel_urn_namespace_find(NULL, 0));
}

/* Each namespace is found under its own name only, in byte order; a namespace is `checked` if some name
 * of it is refused. */
static void test_table(void **state)
{
  (void)state;
  size_t count = 0, checked = 0;
  const uriel_urn_namespace *const all = uriel_urn_namespaces(&count);
  assert_true(count >= 80);
  for (size_t i = 0; i < count; i++) {
    const size_t len = strlen(all[i].nid);
    const bool family = all[i].nid[len - 1] == '-';
    assert_true(i == 0 || strcmp(all[i - 1].nid, all[i].nid) < 0);
    assert_ptr_equal(uriel_urn_namespace_find(all[i].nid, len), family ? NULL : &all[i]);
    assert_true(all[i].document[0] != 0);
    assert_true(uriel_urn_kind_name(all[i].kind)[0] != 0);
    checked += all[i].checked;
    char text[64];
    const int length = snprintf(text, sizeof text, "urn:%s:~", all[i].nid);
    if (all[i].kind == URIEL_URN_FORMAL && !all[i].checked)
      assert_true(accepted(text_from(text, (size_t)length)));
  }
  assert_int_equal(checked, 67);
}

/* An error has the reason itself: it does not depend on the text with which it is described. */
static void test_told_of_another(void **state)
{
  (void)state;
  static const char *const others[] = {"urn:isbn:", "urn:isbn:0395363411", "urn:issn:0395363412",
                                       "urn:name:0395363412", "urn:isbn"};
  const uriel_text text = uriel_text_of("urn:isbn:0395363412");
  const uriel_ref ref = urn_of(text);
  uriel_error error;
  assert_false(uriel_urn_check(&ref, &error));
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    const uriel_text other = text_copy(uriel_text_of(others[i]));
    const told it = {&error, other};
    const uriel_text said = text_written(write_told, &it);
    if (!text_equal(said,
                    uriel_text_of("well-formed, but not a valid ISBN: the check digit should be 1")))
      die("\"%s\": %.*s", others[i], (int)said.len, said.ptr);
    text_free(said);
    text_free(other);
  }
}

static void test_names(void **state)
{
  (void)state;
  vectors_run("urn_namespaces.tsv", 190, check_name);
}

static void test_normal(void **state)
{
  (void)state;
  vectors_run("urn_namespaces.tsv", 190, check_normal);
}

static void test_equal(void **state)
{
  (void)state;
  vectors_run("urn_namespaces_equal.tsv", 30, check_equal);
}

static void test_cut(void **state)
{
  (void)state;
  vectors_run("urn_namespaces.tsv", 190, check_cut);
}

static void test_changed(void **state)
{
  (void)state;
  vectors_run("urn_namespaces.tsv", 190, check_changed);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_find),         cmocka_unit_test(test_table),
      cmocka_unit_test(test_names),        cmocka_unit_test(test_normal),
      cmocka_unit_test(test_equal),        cmocka_unit_test(test_pairs),
      cmocka_unit_test(test_check_digits), cmocka_unit_test(test_cut),
      cmocka_unit_test(test_changed),      cmocka_unit_test(test_told_of_another),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
