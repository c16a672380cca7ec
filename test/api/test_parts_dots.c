/* SPDX-License-Identifier: MIT */
/* No part is built as a segment "." or "..", which normalisation would remove (RFC 3986, 6.2.2.3): built
 * URIs keep their parts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support.h"
#include "uriel_scheme.h"

enum { ROOM = 128, PARTS = 4 };

/* A scheme and its parts by name, then the URI that they build; if `uri` is NULL, the error's part. */
typedef struct dots_case {
  const char *scheme, *uri, *faulty;
  uriel_own_part parts[PARTS];
} dots_case;

#define TEXT(string)                                                                                    \
  {                                                                                                     \
    string, sizeof(string) - 1                                                                          \
  }
#define PART(name, string)                                                                              \
  {                                                                                                     \
    name, TEXT(string)                                                                                  \
  }
#define HOST PART("host", "h")

static size_t count_of(const dots_case *given)
{
  size_t count = 0;
  while (count < PARTS && given->parts[count].name)
    count++;
  return count;
}

static size_t build(const dots_case *given, char *out, uriel_error *error)
{
  char room[ROOM];
  return uriel_scheme_build(given->scheme, strlen(given->scheme), given->parts, count_of(given), room,
                            sizeof room, out, ROOM, error);
}

static const dots_case refused[] = {
    {"ftp", NULL, "directories", {HOST, PART("directories", ".."), PART("name", "f")}},
    {"ftp",
     NULL,
     "directories",
     {HOST, PART("directories", "a"), PART("directories", "."), PART("name", "f")}},
    {"ftp", NULL, "name", {HOST, PART("name", "..")}},
    {"gopher", NULL, "type", {HOST, PART("type", "."), PART("selector", "")}},
    {"gopher", NULL, "type", {HOST, PART("type", "."), PART("selector", ".")}},
    {"gopher", NULL, "type", {HOST, PART("type", "."), PART("selector", "./a")}},
    {"gopher", NULL, "selector", {HOST, PART("type", "1"), PART("selector", "/../a")}},
    {"gopher", NULL, "selector", {HOST, PART("type", "1"), PART("selector", "/..")}},
    {"gopher", NULL, "search", {HOST, PART("selector", "a"), PART("search", "b/.")}},
    {"wais", NULL, "database", {HOST, PART("database", "..")}},
    {"wais", NULL, "type", {HOST, PART("database", "d"), PART("type", "."), PART("fields", "1=a")}},
    {"wais", NULL, "fields", {HOST, PART("database", "d"), PART("type", "T"), PART("fields", "..")}},
    {"nntp", NULL, "group", {HOST, PART("group", ".")}},
    {"news", NULL, "group", {PART("group", "..")}},
    {"prospero", NULL, "object", {HOST, PART("object", "a/../b")}},
    {"prospero", NULL, "object", {HOST, PART("object", "..")}},
    {"whois", NULL, "query", {HOST, PART("query", "..")}},
    {"afs", NULL, "path", {PART("cell", "c"), PART("path", "/a/..")}},
    {"ldap", NULL, "dn", {HOST, PART("dn", "cn=a/./b")}},
    {"data", NULL, "type", {PART("type", "./x"), PART("content", "a")}},
};

/* With text next to them, with encoded "/", or after "?", dots are not a segment. */
static const dots_case built[] = {
    {"ftp", "ftp://h/..;type=I", NULL, {HOST, PART("name", ".."), PART("type", "I")}},
    {"ftp", "ftp://h/...", NULL, {HOST, PART("name", "...")}},
    {"ftp", "ftp://h/a%2F..", NULL, {HOST, PART("name", "a/..")}},
    {"gopher", "gopher://h/1..", NULL, {HOST, PART("type", "1"), PART("selector", "..")}},
    {"gopher",
     "gopher://h/1/..%09a",
     NULL,
     {HOST, PART("type", "1"), PART("selector", "/.."), PART("search", "a")}},
    {"gopher", "gopher://h/.a", NULL, {HOST, PART("type", "."), PART("selector", "a")}},
    {"gopher",
     "gopher://h/..%09.",
     NULL,
     {HOST, PART("type", "."), PART("selector", "."), PART("search", ".")}},
    {"wais", "wais://h/d?..", NULL, {HOST, PART("database", "d"), PART("search", "..")}},
    {"prospero", "prospero://h/..;a=b", NULL, {HOST, PART("object", ".."), PART("attributes", "a=b")}},
    {"data", "data:a/b,%2F..%2Fc", NULL, {PART("type", "a/b"), PART("content", "/../c")}},
    {"data", "data:a/b,../c", NULL, {PART("type", "a/b"), PART("content", "../c")}},
    {"tel", "tel:+1;isub=a%2F..%2Fb", NULL, {PART("number", "+1"), PART("subaddress", "a/../b")}},
};

static void dots_are_refused(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    char out[ROOM];
    uriel_error error;
    const bool fails = build(&refused[i], out, &error) == URIEL_FAILED;
    if (!fails || error.code != URIEL_ERROR_PART_FORM || strcmp(error.part, refused[i].faulty) != 0)
      fail_msg("%s, %s (case %zu): built, or another error", refused[i].scheme, refused[i].faulty, i);
  }
}

static size_t write_by_path(const void *context, char *out, size_t capacity)
{
  return uriel_normalize(context, URIEL_LEVEL_PATH, out, capacity);
}

static void others_keep_their_place(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof built / sizeof *built; i++) {
    char out[ROOM];
    uriel_error error;
    const size_t len = build(&built[i], out, &error);
    if (len == URIEL_FAILED || !text_equal(text_from(out, len), uriel_text_of(built[i].uri)))
      fail_msg("%s: %.*s", built[i].uri, len == URIEL_FAILED ? 0 : (int)len, out);
    const uriel_ref ref = parsed(text_from(out, len));
    const uriel_text normal = text_written(write_by_path, &ref);
    assert_true(text_equal(normal, uriel_text_of(built[i].uri)));
    text_free(normal);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(dots_are_refused),
      cmocka_unit_test(others_keep_their_place),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
