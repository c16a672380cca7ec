/* SPDX-License-Identifier: MIT */
/* wais: databases, searches and documents of each generation. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "parts.h"
#include "scheme/scheme.h"

PARTS_INNER(wais, scheme_wais);

#define TEXT(string) uriel_text_of(string)

static const uriel_spec today = URIEL_SPEC_RFC3986;

/* Without a login: "wais://h". */
static scheme_wais wais(const char *database, const char *search, const char *type, const char *fields)
{
  return (scheme_wais){.login = {.host = TEXT("h")},
                       .database = TEXT(database),
                       .search = TEXT(search),
                       .type = TEXT(type),
                       .fields = TEXT(fields)};
}

static void builds(const char *uri, scheme_wais given)
{
  parts_builds(&wais_scheme, &given, uri);
}

/* RFC 4156, 2: wais://<host>:<port>/<database>, ?<search>, /<wtype>/<wpath>; url-1994, WAIS: fields. */
static void the_three_forms(void **state)
{
  (void)state;
  builds("wais://h/db", wais("db", NULL, NULL, NULL));
  builds("wais://h/db?", wais("db", "", NULL, NULL));
  builds("wais://h/db?a%20b", wais("db", "a b", NULL, NULL));
  builds("wais://h/d%2Fb/TEXT/1=a%3Bb;2=;", wais("d/b", NULL, "TEXT", "1=a%3Bb;2="));
  builds("wais://h/db/WSRC/opaque%20id", wais("db", NULL, "WSRC", "opaque%20id"));
  builds("wais://h/db/WSRC/a=b;", wais("db", NULL, "WSRC", "a=b;"));
  builds("wais://h/db/WSRC/1/2//3", wais("db", NULL, "WSRC", "1/2//3"));
  builds("wais://h/db/WSRC/", wais("db", NULL, "WSRC", ""));
  builds("wais://h/db/WSRC/;", wais("db", NULL, "WSRC", ";"));
}

/* "Terminated by ;" (url-1994, WAIS): a last field without ";" is read the same. */
static void the_end_of_the_fields(void **state)
{
  (void)state;
  parts_read read = parts_parse(&wais_scheme, today, TEXT("wais://h:210/db/TEXT/1=a;2=b"));
  assert_true(read.valid);
  assert_true(text_equal(read.texts[PARTS_AT(scheme_wais, fields)], TEXT("1=a;2=b")));
  assert_true(text_equal(read.texts[PARTS_AT(scheme_wais, login.port)], TEXT("210")));
  assert_null(read.texts[PARTS_AT(scheme_wais, search)].ptr);
  parts_free(&read);
}

static void refuses(const char *uri, uriel_error_code code, const char *part, size_t offset)
{
  parts_faulty(&wais_scheme, today, uri, code, part, offset);
}

static void what_is_no_wais(void **state)
{
  (void)state;
  refuses("wais:db", URIEL_ERROR_PART_MISSING, "host", 5);
  refuses("wais:///db", URIEL_ERROR_PART_EMPTY, "host", 7);
  refuses("wais://h", URIEL_ERROR_PART_MISSING, "database", 8);
  refuses("wais://h/", URIEL_ERROR_PART_EMPTY, "database", 9);
  refuses("wais://h/db/", URIEL_ERROR_PART_EMPTY, "type", 12);
  refuses("wais://h/db/TEXT", URIEL_ERROR_PART_MISSING, "fields", 16);
  refuses("wais://h/db/TEXT/1=a;?b", URIEL_ERROR_PART_NOT_ALLOWED, "search", 22);
  refuses("wais://a%0D@h/db", URIEL_ERROR_PART_LINE_BREAK, "user", 8);
}

static void no_build(scheme_wais given, uriel_error_code code, const char *part)
{
  parts_unbuilt(&wais_scheme, &given, code, part);
}

/* Only url-1993 has the length; current URIs do not. */
static void what_is_not_built(void **state)
{
  (void)state;
  scheme_wais length = wais("db", NULL, "T", "1=a"), hostless = wais("db", NULL, NULL, NULL);
  length.length = TEXT("12");
  hostless.login.host = TEXT(NULL);
  no_build(length, URIEL_ERROR_PART_NOT_ALLOWED, "length");
  no_build(hostless, URIEL_ERROR_PART_MISSING, "host");
  no_build(wais(NULL, "a", NULL, NULL), URIEL_ERROR_PART_MISSING, "database");
  no_build(wais("", "a", NULL, NULL), URIEL_ERROR_PART_EMPTY, "database");
  no_build(wais("db", "a", "T", "1=a"), URIEL_ERROR_PART_NOT_ALLOWED, "search");
  no_build(wais("db", NULL, "T", NULL), URIEL_ERROR_PART_MISSING, "fields");
  no_build(wais("db", NULL, NULL, "1=a"), URIEL_ERROR_PART_MISSING, "type");
  no_build(wais("db", NULL, "", "1=a"), URIEL_ERROR_PART_EMPTY, "type");
  no_build(wais("db", NULL, "T", "1=a;"), URIEL_ERROR_PART_FORM, "fields");
  no_build(wais("db", NULL, "T", "1=a b"), URIEL_ERROR_PART_CHARACTER, "fields");
  no_build(wais("db", NULL, "T", "1=a%2"), URIEL_ERROR_PART_CHARACTER, "fields");
  no_build(wais("db", NULL, "T", "1=a?"), URIEL_ERROR_PART_CHARACTER, "fields");
}

/* Z39.50 is not a line protocol: any byte may be in the query. */
static void every_byte(void **state)
{
  (void)state;
  const scheme_wais document = wais("db", NULL, "T", "1=a"), search = wais("db", "s", NULL, NULL);
  const parts_bytes database = {"database", PARTS_AT(scheme_wais, database), "", "b", "wais://h/", "b",
                                parts_any};
  const parts_bytes sought = {"search", PARTS_AT(scheme_wais, search), "", "", "wais://h/db?", "",
                              parts_any};
  const parts_bytes type = {"type",   PARTS_AT(scheme_wais, type), "T", "", "wais://h/db/T", "/1=a",
                            parts_any};
  parts_every_byte(&wais_scheme, &document, &database);
  parts_every_byte(&wais_scheme, &search, &sought);
  parts_every_byte(&wais_scheme, &document, &type);
}

static void read_as(uriel_spec spec, const char *uri, const char *const rest[5])
{
  parts_read read = parts_parse(&wais_scheme, spec, TEXT(uri));
  assert_true(read.valid);
  for (size_t i = 0; i < 5; i++)
    assert_true(text_equal(read.texts[PARTS_AT(scheme_wais, database) + i], TEXT(rest[i])));
  parts_free(&read);
}

/* url-1993, WAIS: "the type and length of a object"; BNF: wtype / digits / path. url-1994, WAIS: fields
 * of the identifier, "terminated by ;". Both: References. */
static void as_of_each_generation(void **state)
{
  (void)state;
  if (!uriel_spec_built(URIEL_SPEC_URL_1994))
    skip();
  const char *const lynch = "wais://quake.think.com/wais-discussion-archives?lynch";
  const char *const sought[5] = {"wais-discussion-archives", "lynch", NULL, NULL, NULL};
  const char *const of_1993[5] = {"db", NULL, "TEXT", "1234", "a/b;"};
  const char *const empty[5] = {"db", NULL, "TEXT", "1234", ""};
  const char *const of_1994[5] = {"db", NULL, "TEXT", NULL, "1=a%3B;2=b/c"};
  const char *const opaque[5] = {"db", NULL, "TEXT", NULL, "1234/a/b;"};
  read_as(URIEL_SPEC_URL_1993, lynch, sought);
  read_as(URIEL_SPEC_URL_1994, lynch, sought);
  read_as(URIEL_SPEC_URL_1993, "wais://h/db/TEXT/1234/a/b;", of_1993);
  read_as(URIEL_SPEC_URL_1993, "wais://h/db/TEXT/1234/", empty);
  read_as(URIEL_SPEC_URL_1994, "wais://h/db/TEXT/1=a%3B;2=b/c;", of_1994);
  read_as(URIEL_SPEC_URL_1997, "wais://h/db/TEXT/1234/a/b;", opaque);
  read_as(URIEL_SPEC_URI_2003, "wais://h/db/TEXT/1234/a/b;", opaque);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_three_forms), cmocka_unit_test(the_end_of_the_fields),
      cmocka_unit_test(what_is_no_wais), cmocka_unit_test(what_is_not_built),
      cmocka_unit_test(every_byte),      cmocka_unit_test(as_of_each_generation),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
