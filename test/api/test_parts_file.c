/* SPDX-License-Identifier: MIT */
/* file: the examples of RFC 8089, texts that are not file URIs, and local paths of both styles. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "parts.h"
#include "uriel_scheme.h"

PARTS_SCHEME(file);

#define TEXT(string) uriel_text_of(string)

static void accepts(const char *uri, const char *host, const char *path)
{
  const uriel_file expected = {.host = TEXT(host), .path = TEXT(path)};
  parts_builds(&file_scheme, &expected, uri);
}

/* RFC 8089, B and 2. */
static void the_examples(void **state)
{
  (void)state;
  accepts("file:///path/to/file", "", "/path/to/file");
  accepts("file:/path/to/file", NULL, "/path/to/file");
  accepts("file://host.example.com/path/to/file", "host.example.com", "/path/to/file");
  accepts("file://localhost/path/to/file", "localhost", "/path/to/file");
  accepts("file:///c:/path/to/file", "", "/c:/path/to/file");
  accepts("file:////host.example.com/path/to/file", "", "//host.example.com/path/to/file");
}

static void refuses(const char *uri, uriel_error_code code, const char *part, size_t offset)
{
  parts_faulty(&file_scheme, URIEL_SPEC_RFC3986, uri, code, part, offset);
}

/* RFC 8089, 2: file-auth is only a host; a path is absolute; there is no query. */
static void what_is_no_file(void **state)
{
  (void)state;
  refuses("file://u@h/a", URIEL_ERROR_PART_NOT_ALLOWED, "user", 7);
  refuses("file://h:80/a", URIEL_ERROR_PART_NOT_ALLOWED, "port", 9);
  refuses("file:///a?b", URIEL_ERROR_PART_NOT_ALLOWED, "query", 10);
  refuses("file://h", URIEL_ERROR_PART_EMPTY, "path", 8);
  refuses("file:", URIEL_ERROR_PART_EMPTY, "path", 5);
  refuses("file:a/b", URIEL_ERROR_PART_FORM, "path", 5);
  refuses("file:c:x", URIEL_ERROR_PART_FORM, "path", 5);
  refuses("file://h%0A/a", URIEL_ERROR_PART_LINE_BREAK, "host", 8);
}

static void what_is_not_built(void **state)
{
  (void)state;
  const uriel_file none = {.host = TEXT("h")}, empty = {.path = TEXT("")};
  const uriel_file relative = {.path = TEXT("a")}, unhosted = {.path = TEXT("//a/b")};
  const uriel_file space = {.path = TEXT("/a b")};
  parts_unbuilt(&file_scheme, &none, URIEL_ERROR_PART_MISSING, "path");
  parts_unbuilt(&file_scheme, &empty, URIEL_ERROR_PART_EMPTY, "path");
  parts_unbuilt(&file_scheme, &relative, URIEL_ERROR_PART_FORM, "path");
  parts_unbuilt(&file_scheme, &unhosted, URIEL_ERROR_PART_MISSING, "host");
  parts_unbuilt(&file_scheme, &space, URIEL_ERROR_PART_CHARACTER, "path");
}

typedef struct local_case {
  const char *uri, *path;
  uriel_local_style style;
} local_case;

static size_t write_local(const void *context, char *out, size_t capacity)
{
  const local_case *const given = context;
  const uriel_ref ref = parsed(TEXT(given->uri));
  return uriel_file_to_local(&ref, given->style, out, capacity, NULL);
}

static size_t write_uri(const void *context, char *out, size_t capacity)
{
  const local_case *const given = context;
  return uriel_file_from_local(given->path, strlen(given->path), given->style, out, capacity, NULL);
}

static void gives(text_writer *write, const local_case *given, const char *expected)
{
  const uriel_text got = text_written(write, given);
  if (!text_equal(got, TEXT(expected)))
    fail_msg("%s, %s: not %s but %.*s", given->uri, given->path, expected ? expected : "refused",
             (int)got.len, got.ptr ? got.ptr : "");
  text_free(got);
}

static void to_posix(const char *uri, const char *path)
{
  const local_case given = {uri, path, URIEL_LOCAL_POSIX};
  gives(write_local, &given, path);
}

static void to_windows(const char *uri, const char *path)
{
  const local_case given = {uri, path, URIEL_LOCAL_WINDOWS};
  gives(write_local, &given, path);
}

/* RFC 8089, D.1, and 2: "localhost" and no host are this machine. */
static void paths_of_posix(void **state)
{
  (void)state;
  to_posix("file:///path/to/file", "/path/to/file");
  to_posix("file:/path/to/file", "/path/to/file");
  to_posix("file://LocalHost/path/to/file", "/path/to/file");
  to_posix("file:///a%20b%FF", "/a b\xFF");
  to_posix("file://host.example.com/path", NULL);
  to_posix("file:///a%2Fb", NULL);
  to_posix("file:///a%00b", NULL);
  to_posix("file:c:/path", NULL);
  to_posix("http:///a", NULL);
}

/* RFC 8089, D.2, E.2, E.2.2, E.3.1, E.3.2. */
static void paths_of_windows(void **state)
{
  (void)state;
  to_windows("file:///c:/path/to/file", "c:\\path\\to\\file");
  to_windows("file:c:/path/to/file", "c:\\path\\to\\file");
  to_windows("file:/c:/path/to/file", "c:\\path\\to\\file");
  to_windows("file:///c%7C/path/to/file", "c:\\path\\to\\file");
  to_windows("file://host.example.com/Share/path/to/file.txt",
             "\\\\host.example.com\\Share\\path\\to\\file.txt");
  to_windows("file:////host.example.com/path/to/file", "\\\\host.example.com\\path\\to\\file");
  to_windows("file://///host.example.com/path/to/file", "\\\\host.example.com\\path\\to\\file");
  to_windows("file:///path/to/file", NULL);
  to_windows("file:///c:", NULL);
  to_windows("file:///c:/a%5Cb", NULL);
  to_windows("file:///c:/a%2Fb", NULL);
  to_windows("file:///c:/a%00b", NULL);
  to_windows("file://h%2Fi/a", NULL);
}

static void from_posix(const char *path, const char *uri)
{
  const local_case given = {uri, path, URIEL_LOCAL_POSIX};
  gives(write_uri, &given, uri);
}

static void from_windows(const char *path, const char *uri)
{
  const local_case given = {uri, path, URIEL_LOCAL_WINDOWS};
  gives(write_uri, &given, uri);
}

static void uris_of_paths(void **state)
{
  (void)state;
  from_posix("/path/to/file", "file:///path/to/file");
  from_posix("/a b%\xC3\xA9?#\\", "file:///a%20b%25%C3%A9%3F%23%5C");
  from_posix("//a", "file:////a");
  from_posix("a/b", NULL);
  from_posix("", NULL);
  from_windows("C:\\path\\a b", "file:///C:/path/a%20b");
  from_windows("C:/path", "file:///C:/path");
  from_windows("\\\\host.example.com\\Share\\file.txt", "file://host.example.com/Share/file.txt");
  from_windows("\\\\localhost\\c$\\x", "file:////localhost/c$/x");
  from_windows("C:path", NULL);
  from_windows("C|\\path", NULL);
  from_windows("\\path", NULL);
  from_windows("\\\\h", NULL);
  from_windows("\\\\.\\COM1", NULL);
  from_windows("\\\\?\\C:\\a", NULL);
}

static void no_nul_in_a_path(void **state)
{
  (void)state;
  uriel_error error;
  assert_true(uriel_file_from_local("/a\0b", 4, URIEL_LOCAL_POSIX, NULL, 0, &error) == URIEL_FAILED);
  assert_int_equal(error.code, URIEL_ERROR_PART_CHARACTER);
  assert_int_equal(error.offset, 2);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_examples),      cmocka_unit_test(what_is_no_file),
      cmocka_unit_test(what_is_not_built), cmocka_unit_test(paths_of_posix),
      cmocka_unit_test(paths_of_windows),  cmocka_unit_test(uris_of_paths),
      cmocka_unit_test(no_nul_in_a_path),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
