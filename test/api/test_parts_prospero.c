/* SPDX-License-Identifier: MIT */
/* prospero and afs: objects of a directory, files of a cell. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "parts.h"
#include "scheme/scheme.h"

PARTS_INNER(prospero, scheme_prospero);
PARTS_INNER(afs, scheme_afs);

#define TEXT(string) uriel_text_of(string)

static const uriel_spec today = URIEL_SPEC_RFC3986;

static scheme_prospero prospero(const char *host, const char *object, const char *attributes)
{
  return (scheme_prospero){
      .login = {.host = TEXT(host)}, .object = TEXT(object), .attributes = TEXT(attributes)};
}

static void builds(const char *uri, scheme_prospero given)
{
  parts_builds(&prospero_scheme, &given, uri);
}

/* RFC 4157, 2: prospero://<host>:<port>/<hsoname>;<field>=<value>; its example of a double slash. */
static void objects(void **state)
{
  (void)state;
  builds("prospero://host.dom//pros/name", prospero("host.dom", "/pros/name", NULL));
  builds("prospero://h/", prospero("h", "", NULL));
  builds("prospero://h/a%20b;v=1;w=x%3By", prospero("h", "a b", "v=1;w=x%3By"));
  builds("prospero://h/a%3Bb=c", prospero("h", "a;b=c", NULL));
  builds("prospero://h/a;=", prospero("h", "a", "="));
  builds("prospero://h/a%3Fb;c=d?e", prospero("h", "a?b", "c=d?e"));
}

/* RFC 1738, 5, psegment, which RFC 4157 adopts, has a "?" that delimits nothing. */
static void question_marks(void **state)
{
  (void)state;
  parts_read read = parts_parse(&prospero_scheme, today, TEXT("prospero://h:1525/a?b;c=?d"));
  const char *const expected[] = {NULL, NULL, "h", "1525", "a?b", NULL, "c=?d"};
  assert_true(read.valid);
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
    assert_true(text_equal(read.texts[i], TEXT(expected[i])));
  parts_free(&read);
}

static void refuses(const char *uri, uriel_error_code code, const char *part, size_t offset)
{
  parts_faulty(&prospero_scheme, today, uri, code, part, offset);
}

static void what_is_no_object(void **state)
{
  (void)state;
  refuses("prospero:a", URIEL_ERROR_PART_MISSING, "host", 9);
  refuses("prospero:///a", URIEL_ERROR_PART_EMPTY, "host", 11);
  refuses("prospero://h", URIEL_ERROR_PART_MISSING, "object", 12);
  refuses("prospero://h/a;b", URIEL_ERROR_PART_FORM, "attributes", 16);
  refuses("prospero://h/a;b=c;", URIEL_ERROR_PART_FORM, "attributes", 19);
  refuses("prospero://u@h/a", URIEL_ERROR_PART_NOT_ALLOWED, "user", 11);
  refuses("prospero://h:65536/a", URIEL_ERROR_PORT_TOO_LARGE, "port", 13);
}

static void no_build(scheme_prospero given, uriel_error_code code, const char *part)
{
  parts_unbuilt(&prospero_scheme, &given, code, part);
}

/* "No username or password is allowed" (RFC 4157, 2); only the drafts have the version. */
static void what_is_not_built(void **state)
{
  (void)state;
  scheme_prospero user = prospero("h", "a", NULL), password = user, version = user;
  user.login.user = TEXT("u");
  password.login.password = TEXT("p");
  version.version = TEXT("1");
  no_build(user, URIEL_ERROR_PART_NOT_ALLOWED, "user");
  no_build(password, URIEL_ERROR_PART_NOT_ALLOWED, "password");
  no_build(version, URIEL_ERROR_PART_NOT_ALLOWED, "version");
  no_build(prospero(NULL, "a", NULL), URIEL_ERROR_PART_MISSING, "host");
  no_build(prospero("", "a", NULL), URIEL_ERROR_PART_EMPTY, "host");
  no_build(prospero("h", NULL, "a=b"), URIEL_ERROR_PART_MISSING, "object");
  no_build(prospero("h", "a", "b"), URIEL_ERROR_PART_FORM, "attributes");
  no_build(prospero("h", "a", ""), URIEL_ERROR_PART_FORM, "attributes");
  no_build(prospero("h", "a", "b=#"), URIEL_ERROR_PART_CHARACTER, "attributes");
}

/* "Suitably encoded" (RFC 4157, 2): any byte, a NUL too. */
static void every_byte_of_a_name(void **state)
{
  (void)state;
  const scheme_prospero given = prospero("h", "a", "b=c");
  const parts_bytes object = {
      "object", PARTS_AT(scheme_prospero, object), "", "b", "prospero://h/", "b;b=c", parts_any};
  parts_every_byte(&prospero_scheme, &given, &object);
}

static void read_as(uriel_spec spec, const char *uri, const char *object, const char *version,
                    const char *attributes)
{
  parts_read read = parts_parse(&prospero_scheme, spec, TEXT(uri));
  assert_true(read.valid);
  assert_true(text_equal(read.texts[4], TEXT(object)));
  assert_true(text_equal(read.texts[5], TEXT(version)));
  assert_true(text_equal(read.texts[6], TEXT(attributes)));
  parts_free(&read);
}

/* url-1993, Prospero: version and attributes, separated by "%00"; the version "may be the empty string".
 * url-1994: a version. Other text belongs to the name (doc/rulings.md). */
static void as_of_each_generation(void **state)
{
  (void)state;
  if (!uriel_spec_built(URIEL_SPEC_URL_1994))
    skip();
  const uriel_spec drafts[] = {URIEL_SPEC_URL_1993, URIEL_SPEC_URL_1994};
  for (size_t i = 0; i < 2; i++) {
    read_as(drafts[i], "prospero://h/a/b", "a/b", NULL, NULL);
    read_as(drafts[i], "prospero://h/a/b%0012", "a/b", "12", NULL);
    read_as(drafts[i], "prospero://h/a%20b%00", "a b", "", NULL);
    read_as(drafts[i], "prospero://h/a%001%00x", "a", "1", "x");
    read_as(drafts[i], "prospero://h/a%00%00x%00y1%00z", "a", "", "x;y1;z");
  }
  parts_read read = parts_parse(&prospero_scheme, URIEL_SPEC_URL_1994, TEXT("prospero://h/a%001x"));
  const uriel_text with_nul = {"a\0001x", 4};
  assert_true(read.valid && text_equal(read.texts[4], with_nul) && !read.texts[5].ptr);
  parts_free(&read);
  read_as(URIEL_SPEC_URL_1997, "prospero://h/a;b=c", "a", NULL, "b=c");
  read_as(URIEL_SPEC_URI_2003, "prospero://h/a;b=c", "a", NULL, "b=c");
}

static void file(const char *uri, const char *cell, const char *path)
{
  const scheme_afs afs = {TEXT(cell), TEXT(path)};
  parts_builds(&afs_scheme, &afs, uri);
}

/* url-1993, BNF syntax: afs://cellname/path */
static void files(void **state)
{
  (void)state;
  file("afs://cs.cmu.edu/usr/a%20b", "cs.cmu.edu", "/usr/a b");
  file("afs://cs.cmu.edu/", "cs.cmu.edu", "/");
  file("afs://cs.cmu.edu", "cs.cmu.edu", NULL);
  file("afs://.cs.cmu.edu//a", ".cs.cmu.edu", "//a");
}

static void what_is_no_file(void **state)
{
  (void)state;
  const scheme_afs relative = {TEXT("c"), TEXT("a")}, empty = {TEXT("c"), TEXT("")}, none = {{0}, {0}};
  const scheme_afs above = {TEXT(".."), TEXT("/")}, ipv4 = {TEXT("1.2.3.4"), TEXT("/")};
  const scheme_afs nameless = {TEXT(""), TEXT("/")};
  parts_faulty(&afs_scheme, today, "afs:/a", URIEL_ERROR_PART_MISSING, "cell", 4);
  parts_faulty(&afs_scheme, today, "afs:///a", URIEL_ERROR_PART_EMPTY, "cell", 6);
  parts_faulty(&afs_scheme, today, "afs://1.2.3.4/a", URIEL_ERROR_PART_FORM, "cell", 6);
  parts_faulty(&afs_scheme, today, "afs://[::1]/a", URIEL_ERROR_PART_FORM, "cell", 6);
  parts_faulty(&afs_scheme, today, "afs://../a", URIEL_ERROR_PART_FORM, "cell", 6);
  parts_faulty(&afs_scheme, today, "afs://%2E%2e/a", URIEL_ERROR_PART_FORM, "cell", 6);
  parts_faulty(&afs_scheme, today, "afs://c:80/a", URIEL_ERROR_PART_NOT_ALLOWED, "port", 8);
  parts_faulty(&afs_scheme, today, "afs://u@c/a", URIEL_ERROR_PART_NOT_ALLOWED, "user", 6);
  parts_faulty(&afs_scheme, today, "afs://c/a?b", URIEL_ERROR_PART_NOT_ALLOWED, "query", 10);
  parts_unbuilt(&afs_scheme, &relative, URIEL_ERROR_PART_FORM, "path");
  parts_unbuilt(&afs_scheme, &empty, URIEL_ERROR_PART_FORM, "path");
  parts_unbuilt(&afs_scheme, &none, URIEL_ERROR_PART_MISSING, "cell");
  parts_unbuilt(&afs_scheme, &above, URIEL_ERROR_PART_FORM, "cell");
  parts_unbuilt(&afs_scheme, &ipv4, URIEL_ERROR_PART_FORM, "cell");
  parts_unbuilt(&afs_scheme, &nameless, URIEL_ERROR_PART_EMPTY, "cell");
}

/* No name of a file holds a "/" or a NUL. */
static uriel_error_code fate_in_a_name(unsigned char byte)
{
  return byte == '/' || byte == 0 ? URIEL_ERROR_PART_CHARACTER : URIEL_ERROR_NONE;
}

static uriel_error_code fate_in_a_path(unsigned char byte)
{
  return byte == 0 ? URIEL_ERROR_PART_CHARACTER : URIEL_ERROR_NONE;
}

static void every_byte_of_a_file(void **state)
{
  (void)state;
  const scheme_afs afs = {TEXT("c"), TEXT("/a")};
  const parts_bytes cell = {"cell", 0, "a", "b", "afs://a", "b/a", fate_in_a_name};
  const parts_bytes built = {"path", 1, "/a", "b", NULL, NULL, fate_in_a_path};
  parts_every_byte(&afs_scheme, &afs, &cell);
  parts_every_byte(&afs_scheme, &afs, &built);
  parts_faulty(&afs_scheme, today, "afs://c/a%2Fb", URIEL_ERROR_PART_CHARACTER, "path", 9);
  parts_faulty(&afs_scheme, today, "afs://c/a%00b", URIEL_ERROR_PART_CHARACTER, "path", 9);
}

static void files_of_1993(void **state)
{
  (void)state;
  if (!uriel_spec_built(URIEL_SPEC_URL_1993))
    skip();
  parts_read read = parts_parse(&afs_scheme, URIEL_SPEC_URL_1993, TEXT("afs://cern.ch/usr/a%20b"));
  assert_true(read.valid);
  assert_true(text_equal(read.texts[0], TEXT("cern.ch")));
  assert_true(text_equal(read.texts[1], TEXT("/usr/a b")));
  parts_free(&read);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(objects),
      cmocka_unit_test(question_marks),
      cmocka_unit_test(what_is_no_object),
      cmocka_unit_test(what_is_not_built),
      cmocka_unit_test(every_byte_of_a_name),
      cmocka_unit_test(as_of_each_generation),
      cmocka_unit_test(files),
      cmocka_unit_test(what_is_no_file),
      cmocka_unit_test(every_byte_of_a_file),
      cmocka_unit_test(files_of_1993),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
