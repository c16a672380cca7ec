/* SPDX-License-Identifier: MIT */
/* URIs built of parts by their names (the contract in uriel.h), and how errors of parts are reported. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support.h"
#include "uriel_scheme.h"

#define TEXT(string) uriel_text_of(string)

enum { ROOM = 64 };

static size_t build(const char *scheme, const uriel_own_part *parts, size_t count, char *out,
                    uriel_error *error)
{
  char room[ROOM];
  return uriel_scheme_build(scheme, strlen(scheme), parts, count, room, sizeof room, out, ROOM, error);
}

static void builds(const char *scheme, const uriel_own_part *parts, size_t count, const char *uri)
{
  char out[ROOM];
  uriel_error error;
  const size_t len = build(scheme, parts, count, out, &error);
  assert_int_equal(error.code, URIEL_ERROR_NONE);
  assert_true(text_equal(text_from(out, len), TEXT(uri)));
}

/* Items of a list are encoded where they would be divided: "a/b" is one directory (RFC 1738, 3.2.2). */
static void lists(void **state)
{
  (void)state;
  const uriel_own_part ftp[] = {{"host", TEXT("h")},
                                {"directories", TEXT("a/b")},
                                {"name", TEXT("f")},
                                {"directories", TEXT("c")}};
  builds("ftp", ftp, 4, "ftp://h/a%2Fb/c/f");
  const uriel_own_part ldap[] = {
      {"host", TEXT("h")}, {"extensions", TEXT("!x=a,b=c")}, {"extensions", TEXT("y")}};
  builds("LDAP", ldap, 3, "ldap://h/?\?\?\?!x=a%2Cb%3Dc,y");
  const uriel_own_part tel[] = {{"number", TEXT("+1")}, {"parameters", TEXT("a=b;c")}};
  builds("tel", tel, 2, "tel:+1;a=b%3Bc");
}

static void fails(const char *scheme, const uriel_own_part *parts, size_t count, uriel_error_code code,
                  const char *part)
{
  char out[ROOM];
  uriel_error error;
  assert_true(build(scheme, parts, count, out, &error) == URIEL_FAILED);
  assert_int_equal(error.code, code);
  assert_true(text_equal(TEXT(error.part), TEXT(part)));
}

static void what_is_not_built(void **state)
{
  (void)state;
  const uriel_own_part parts[] = {{"host", TEXT("h")}, {"host", TEXT("i")}, {"colour", TEXT("red")}};
  const uriel_own_part other[] = {{"scheme", TEXT("ftp")}, {"host", TEXT("h")}};
  fails("ftp", parts, 2, URIEL_ERROR_PART_NOT_ALLOWED, "host");
  fails("ftp", parts + 2, 1, URIEL_ERROR_PART_NOT_ALLOWED, "colour");
  fails("http", other, 2, URIEL_ERROR_PART_NOT_ALLOWED, "scheme");
  fails("foo", parts, 1, URIEL_ERROR_SCHEME_OTHER, NULL);
}

static void room_for_lists(void **state)
{
  (void)state;
  const uriel_own_part ldap[] = {
      {"host", TEXT("h")}, {"attributes", TEXT("a")}, {"attributes", TEXT("b")}};
  char room[3];
  uriel_error error;
  assert_true(uriel_scheme_build("ldap", 4, ldap, 3, room, 2, NULL, 0, &error) == URIEL_FAILED);
  assert_int_equal(error.code, URIEL_ERROR_BUFFER_TOO_SMALL);
  assert_int_equal(uriel_scheme_build("ldap", 4, ldap, 3, room, 3, NULL, 0, &error), 13);
}

/* `begin` and `length` span the encoded item in the scratch buffer; the offset is relative to it. */
static void blames(const char *scheme, const uriel_own_part *parts, size_t count, const char *item,
                   size_t offset)
{
  char room[ROOM];
  uriel_error error;
  assert_true(uriel_scheme_build(scheme, strlen(scheme), parts, count, room, sizeof room, NULL, 0,
                                 &error) == URIEL_FAILED);
  assert_true(uriel_scheme_build(scheme, strlen(scheme), parts, count, room, sizeof room, NULL, 0,
                                 NULL) == URIEL_FAILED);
  assert_true(error.begin <= sizeof room && error.length <= sizeof room - error.begin);
  assert_true(text_equal((uriel_text){room + error.begin, error.length}, TEXT(item)));
  assert_int_equal(error.offset, error.begin + offset);
}

static void which_item(void **state)
{
  (void)state;
  const uriel_own_part ftp[] = {{"host", TEXT("h")},           {"directories", TEXT("")},
                                {"directories", TEXT("a/b")},  {"directories", TEXT("c\n")},
                                {"directories", TEXT("d\nd")}, {"name", TEXT("f")}};
  blames("ftp", ftp, 6, "c%0A", 1);
  const uriel_own_part dots[] = {
      {"host", TEXT("h")}, {"directories", TEXT("a")}, {"directories", TEXT("..")}, {"name", TEXT("f")}};
  blames("ftp", dots, 4, "..", 0);
  const uriel_own_part ldap[] = {{"host", TEXT("h")},         {"attributes", TEXT("sn")},
                                 {"attributes", TEXT("cn")},  {"extensions", TEXT("1.2")},
                                 {"extensions", TEXT("a?b")}, {"extensions", TEXT("1.3")}};
  blames("ldap", ldap, 6, "a%3Fb", 1);
  const uriel_own_part mailto[] = {{"to", TEXT("a@b")}, {"to", TEXT("c")}, {"to", TEXT("d@e")}};
  blames("mailto", mailto, 3, "c", 1);
  blames("mailto", mailto + 1, 1, "c", 1);
}

static void told(const char *uri, const char *words)
{
  char room[ROOM * 2], out[ROOM * 2];
  uriel_own_part parts[4];
  uriel_error error;
  const uriel_ref ref = parsed(TEXT(uri));
  assert_true(uriel_scheme_parts(parts, 4, &ref, room, sizeof room, &error) == URIEL_FAILED);
  const size_t len = uriel_error_describe(&error, uri, strlen(uri), out, sizeof out);
  if (!text_equal(text_from(out, len), TEXT(words)))
    fail_msg("%s: %.*s", uri, (int)(len < sizeof out ? len : sizeof out), out);
  assert_string_equal(uriel_error_rule(&error), "");
  assert_string_equal(uriel_error_section(&error), "");
}

static void errors_in_words(void **state)
{
  (void)state;
  told("ftp://a%0d@h/b", "the user name contains a byte that would end a line of the protocol: \"%0d\"");
  told("tel:7042", "the context is missing");
  told("tag:a,2004-13:b", "the date is not a number in the allowed range");
  told("ldap://h/????a?b", "the extension contains a character that is not allowed there: \"?\"");
  told("data:;base64,a", "the content is not base64");
}

static bool is_list(const char *scheme, const char *part)
{
  const uriel_text name = text_copy(uriel_text_of(scheme));
  const bool list = uriel_scheme_part_is_list(name.ptr, name.len, part, strlen(part));
  text_free(name);
  return list;
}

/* The lists of the structs (uriel.h), by the names of their members. */
static void which_are_lists(void **state)
{
  (void)state;
  assert_true(is_list("ftp", "directories"));
  assert_true(is_list("FTP", "directories"));
  assert_true(is_list("mailto", "to"));
  assert_true(is_list("mailto", "fields"));
  assert_true(is_list("wais", "fields"));
  assert_true(is_list("prospero", "attributes"));
  assert_true(is_list("data", "parameters"));
  assert_true(is_list("ldap", "attributes"));
  assert_true(is_list("ldap", "extensions"));
  assert_true(is_list("tel", "parameters"));
  assert_false(is_list("ftp", "name"));
  assert_false(is_list("tel", "extension"));
  assert_false(is_list("http", "query"));
  assert_false(is_list("http", "directories"));
  assert_false(is_list("no-such", "directories"));
  assert_false(is_list("", ""));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lists),           cmocka_unit_test(what_is_not_built),
      cmocka_unit_test(room_for_lists),  cmocka_unit_test(which_item),
      cmocka_unit_test(errors_in_words), cmocka_unit_test(which_are_lists),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
