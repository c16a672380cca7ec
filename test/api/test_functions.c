/* SPDX-License-Identifier: MIT */
/* The vocabulary: each row of functions.tsv, which has a function, its arguments and its result;
 * laws of every function; and keys. Fields of the file are escaped as in other vectors. The elements of
 * a list end in "\x1e", and the fields of an element are separated by "\x1f". */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support.h"
#include "uriel_function.h"
#include "uriel_guard.h"
#include "uriel_scheme.h"
#include "uriel_spec.h"
#include "uriel_url.h"
#include "vectors.h"

enum {
  LIST_MAX = 64,
  LEAST_ROWS = 20,
  NAMES_MAX = 128,
  CAPACITY_ROWS = 4 /* every fourth row of a function is called with all capacities */
};

static size_t rows[NAMES_MAX]; /* of each function */

/* An argument as the row has it; of a list, the texts are in `list`. */
static uriel_value argument_of(const uriel_parameter *parameter, uriel_text field, uriel_text *list)
{
  size_t count = 0;
  if (!field.ptr)
    return (uriel_value){.kind = URIEL_KIND_TEXT, .text = field};
  if (parameter->kind == URIEL_KIND_INTEGER) {
    char digits[32];
    snprintf(digits, sizeof digits, "%.*s", (int)field.len, field.ptr);
    return (uriel_value){.kind = URIEL_KIND_INTEGER, .integer = strtoll(digits, NULL, 10)};
  }
  if (parameter->kind != URIEL_KIND_LIST)
    return (uriel_value){.kind = URIEL_KIND_TEXT, .text = field};
  for (const char *at = field.ptr, *const end = at + field.len; at < end && count < LIST_MAX;) {
    const char *const stop = memchr(at, '\x1e', (size_t)(end - at));
    list[count++] = (uriel_text){at, (size_t)((stop ? stop : end) - at)};
    at = stop ? stop + 1 : end;
  }
  return (uriel_value){.kind = URIEL_KIND_LIST, .list = list, .count = count};
}

static size_t put(char *to, size_t at, const char *text, size_t len)
{
  memcpy(to + at, text, len);
  return at + len;
}

/* Writes a value as the file has it. */
static size_t put_value(char *to, size_t at, const uriel_value *value)
{
  char digits[32];
  switch (value->kind) {
  case URIEL_KIND_UNDEFINED:
    return put(to, at, "\\N", 2);
  case URIEL_KIND_BOOL:
    return put(to, at, value->integer ? "true" : "false", value->integer ? 4 : 5);
  case URIEL_KIND_INTEGER:
    return put(to, at, digits, (size_t)snprintf(digits, sizeof digits, "%" PRId64, value->integer));
  default:
    return put(to, at, value->text.ptr, value->text.len);
  }
}

/* Writes the elements of a list. Returns false if `capacity` is too small. */
static bool put_list(const uriel_function *function, uriel_value *list, size_t capacity, char *to,
                     size_t *len)
{
  uriel_value fields[URIEL_FUNCTION_FIELDS];
  uriel_error error;
  char *const out = malloc(capacity ? capacity : 1);
  assert_non_null(out);
  while (uriel_function_next(list, fields, out, capacity, &error)) {
    for (size_t i = 0; i < function->field_count; i++) {
      *len = i > 0 ? put(to, *len, "\x1f", 1) : *len;
      *len = put_value(to, *len, &fields[i]);
    }
    *len = put(to, *len, "\x1e", 1);
  }
  free(out);
  assert_true(error.code == URIEL_ERROR_NONE || error.code == URIEL_ERROR_BUFFER_TOO_SMALL);
  return error.code == URIEL_ERROR_NONE;
}

/* Calls the function with a buffer of exactly `capacity` bytes, which begins `shift` bytes after an
 * aligned place, and writes the result as the file has it. Returns false if the buffer is too small. */
static bool run(const uriel_function *function, const uriel_value *arguments, size_t count,
                size_t capacity, size_t shift, uriel_text *text)
{
  static char written[1 << 20];
  char *const block = malloc(capacity + shift + (capacity + shift == 0)), *const out = block + shift;
  uriel_value result;
  uriel_error error;
  size_t len = 0;
  bool fits = true;
  assert_non_null(block);
  if (!uriel_function_call(&result, function, arguments, count, out, capacity, &error)) {
    fits = error.code != URIEL_ERROR_BUFFER_TOO_SMALL;
    len = put(written, 0, "error: ", 7);
    len += uriel_function_describe(function, &error, written + len, URIEL_FUNCTION_DESCRIBE_MAX);
  } else if (result.kind == URIEL_KIND_LIST) {
    fits = put_list(function, &result, capacity, written, &len);
  } else if (result.kind != URIEL_KIND_UNDEFINED) {
    len = put_value(written, 0, &result);
  }
  *text = (uriel_text){result.kind == URIEL_KIND_UNDEFINED && len == 0 ? NULL : written, len};
  free(block);
  return fits;
}

/* Every capacity gives the result or is too small, and nothing is written after the buffer. */
static void check_capacities(const vector_case *given, const uriel_function *function,
                             const uriel_value *arguments, size_t count, size_t bound)
{
  const uriel_text expected = vector_field(given, "result");
  uriel_text text;
  for (size_t capacity = 0; capacity < bound; capacity += 1 + capacity / 64)
    if (run(function, arguments, count, capacity, 0, &text))
      expect_text(given, "the result with less space", expected, text);
  for (size_t shift = 1; shift < sizeof(uint64_t); shift++) {
    expect_true(given, "the bound suffices anywhere",
                run(function, arguments, count, bound, shift, &text));
    expect_text(given, "the result anywhere", expected, text);
  }
}

static void check_row(const vector_case *given)
{
  static const char *const columns[] = {"first", "second", "third", "fourth"};
  const uriel_text name = vector_field(given, "function");
  const uriel_function *const function = uriel_function_find(name.ptr, name.len);
  uriel_value arguments[URIEL_FUNCTION_ARGUMENTS];
  uriel_text list[LIST_MAX], text;
  size_t count = 0, all;
  expect_true(given, "the function exists", function != NULL);
  if (!function)
    return;
  const size_t row = rows[function - uriel_functions(&all)]++;
  if (!vector_is_built(given))
    return;
  /* Arguments that are left out are "-" in the file. */
  for (; count < function->argument_count; count++) {
    const uriel_text field = vector_field(given, columns[count]);
    if (field.len == 1 && field.ptr[0] == '-' && function->arguments[count].usual)
      break;
    arguments[count] = argument_of(&function->arguments[count], field, list);
  }
  const size_t bound = uriel_function_bound(function, arguments, count);
  expect_true(given, "the bound suffices", run(function, arguments, count, bound, 0, &text));
  expect_text(given, "the result", vector_field(given, "result"), text);
  if (row % CAPACITY_ROWS == 0)
    check_capacities(given, function, arguments, count, bound);
}

static void test_rows(void **state)
{
  size_t count;
  const uriel_function *const all = uriel_functions(&count);
  (void)state;
  assert_true(count <= NAMES_MAX);
  vectors_run("functions.tsv", LEAST_ROWS * count, check_row);
  for (size_t i = 0; i < count; i++)
    if (rows[i] < LEAST_ROWS) {
      printf("functions.tsv: %s has %zu rows, not %d\n", all[i].name, rows[i], LEAST_ROWS);
      fail();
    }
}

/* The functions that ask readers of programs never need more memory than their bounds. */
static void test_reader_bounds(void **state)
{
  const uriel_function *const agree = uriel_function_find("agree", 5), *const guard =
                                                                           uriel_function_find("guard",
                                                                                               5);
  (void)state;
  for (size_t len = 0; len < (size_t)1 << 24; len += 1 + len / 8) {
    const uriel_value text = {.kind = URIEL_KIND_TEXT, .text = {"", len}};
    assert_true(uriel_function_bound(agree, &text, 1) >= uriel_agree_bound(0, len));
    assert_true(uriel_function_bound(guard, &text, 1) >= uriel_guard_bound(len));
  }
}

/* NIST's examples of SHA-256: one block, two blocks, and the empty text. */
static void test_sha256(void **state)
{
  static const struct {
    const char *text, *digest;
  } cases[] = {
      {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
      {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
      {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
       "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
      {"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrs"
       "mnopqrstnopqrstu",
       "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"},
  };
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    uint8_t digest[32];
    char hexadecimal[65];
    uriel_sha256(digest, cases[i].text, strlen(cases[i].text));
    for (size_t j = 0; j < 32; j++)
      snprintf(hexadecimal + 2 * j, 3, "%02x", digest[j]);
    assert_string_equal(hexadecimal, cases[i].digest);
    for (size_t piece = 1; piece <= strlen(cases[i].text); piece++) {
      uriel_digest pieces;
      uint8_t other[32];
      uriel_digest_start(&pieces);
      for (size_t at = 0, left; (left = strlen(cases[i].text) - at) > 0;) {
        const size_t len = left < piece ? left : piece;
        uriel_digest_add(&pieces, cases[i].text + at, len);
        uriel_digest_add(&pieces, "", 0);
        at += len;
      }
      uriel_digest_end(&pieces, other);
      assert_memory_equal(digest, other, sizeof digest);
    }
  }
  char *const million = malloc(1000000);
  uint8_t digest[32];
  assert_non_null(million);
  memset(million, 'a', 1000000);
  uriel_sha256(digest, million, 1000000);
  assert_memory_equal(digest,
                      "\xcd\xc7\x6e\x5c\x99\x14\xfb\x92\x81\xa1\xc7\xe2\x84\xd7\x3e\x67"
                      "\xf1\x80\x9a\x48\xa4\x97\x20\x0e\x04\x6d\x39\xcc\xc7\x11\x2c\xd0",
                      32);
  free(million);
}

/* Parses a reference under the document of the column "spec", RFC 3986 if that is undefined. A repaired
 * URL is written to the buffer. */
static bool parse_row(const vector_case *given, uriel_text text, uriel_ref *ref, char *room, size_t size)
{
  const uriel_text name = vector_field(given, "spec");
  uriel_spec spec = URIEL_SPEC_RFC3986;
  if (name.ptr && !uriel_spec_find(&spec, name.ptr, name.len))
    return false;
  if (spec == URIEL_SPEC_WHATWG)
    return uriel_url_parse(ref, NULL, text.ptr, text.len, NULL, room, size) != URIEL_FAILED;
  return uriel_parse_as(ref, text.ptr, text.len, spec, 0, NULL);
}

/* The key text, with the exact bound and with one byte less; its digest; and the two functions. */
static void check_key(const vector_case *given)
{
  static const char digits[] = "0123456789abcdef";
  const uriel_text reference = vector_field(given, "reference"),
                   expected = vector_field(given, "key_text");
  const uriel_function *const function = uriel_function_find("key", 3);
  char room[1024], hexadecimal[33];
  uint8_t digest[32] = {0};
  uriel_ref ref;
  uriel_error error;
  if (!vector_is_built(given))
    return;
  if (!parse_row(given, reference, &ref, room, sizeof room)) {
    expect_true(given, "the reference is one", false);
    return;
  }
  const size_t bound = uriel_key_text_bound(&ref);
  char *const out = malloc(bound);
  assert_non_null(out);
  const size_t len = uriel_key_text(&ref, 1, out, bound, &error);
  expect_text(given, "the key text", expected, (uriel_text){len == URIEL_FAILED ? NULL : out, len});
  expect_true(given, "the bound suffices", len == URIEL_FAILED || len <= bound);
  expect_true(given, "an error without a text", (len == URIEL_FAILED) == (error.code != 0));
  if (len != URIEL_FAILED)
    uriel_sha256(digest, out, len);
  for (size_t i = 0; i < 32; i++)
    hexadecimal[i] = digits[i % 2 == 0 ? digest[i / 2] >> 4 : digest[i / 2] & 15];
  const uriel_text key = vector_field(given, "key");
  expect_text(given, "the key", key, (uriel_text){len == URIEL_FAILED ? NULL : hexadecimal, 32});
  const uriel_value arguments[] = {{.kind = URIEL_KIND_REFERENCE, .ref = &ref}};
  uriel_value result;
  char *const scratch = malloc(uriel_function_bound(function, arguments, 1));
  assert_true(uriel_function_call(&result, function, arguments, 1, scratch,
                                  uriel_function_bound(function, arguments, 1), &error));
  expect_text(given, "key()", key, result.text);
  expect_true(given, "no other version",
              uriel_key_text(&ref, 2, out, bound, &error) == URIEL_FAILED &&
                  error.code == URIEL_ERROR_ARGUMENT);
  free(scratch);
  free(out);
}

static void test_keys(void **state)
{
  (void)state;
  vectors_run("key.tsv", 60, check_key);
}

static void check_hash(const vector_case *given)
{
  const uriel_text text = vector_field(given, "text"), level = vector_field(given, "level");
  const uriel_text seed = vector_field(given, "seed");
  char written[32];
  uint64_t hash = 0, start = 0;
  for (size_t i = 0; i < seed.len; i++)
    start = start * 10 + (uint64_t)(seed.ptr[i] - '0');
  if (!level.ptr) {
    hash = uriel_hash_bytes(text.ptr, text.len, start);
  } else {
    uriel_ref ref;
    int at = URIEL_LEVEL_STRING;
    while (at < URIEL_LEVEL_DIFFERENT &&
           !text_equal(level, uriel_text_of(uriel_level_name((uriel_level)at))))
      at++;
    expect_true(given, "the reference is one", uriel_parse(&ref, text.ptr, text.len, NULL));
    hash = uriel_hash(&ref, (uriel_level)at, 0);
  }
  const size_t len = (size_t)snprintf(written, sizeof written, "%" PRId64, (int64_t)hash);
  expect_text(given, "the hash", vector_field(given, "hash"), (uriel_text){written, len});
}

static void test_hashes(void **state)
{
  (void)state;
  vectors_run("hash.tsv", 200, check_hash);
}

/* The argument is found by its name, wherever that is stored. */
static void test_describe(void **state)
{
  char name[] = "level", out[URIEL_FUNCTION_DESCRIBE_MAX];
  const uriel_function *const normalize = uriel_function_find("normalize", strlen("normalize"));
  uriel_error error = {.code = URIEL_ERROR_ARGUMENT, .part = name};
  (void)state;
  size_t len = uriel_function_describe(normalize, &error, out, sizeof out);
  assert_true(len > 14 && memcmp(out, "level must be ", 14) == 0);
  error.part = NULL;
  len = uriel_function_describe(normalize, &error, out, sizeof out);
  assert_true(text_equal((uriel_text){out, len}, uriel_text_of(uriel_error_message(error.code))));
}

/* Changes that no reference has. */
static void test_change_refused(void **state)
{
  static const struct {
    uriel_change_kind kind;
    unsigned options;
    const char *name, *value;
  } cases[] = {
      {URIEL_CHANGE_SET, 0, "path.0", "x"},
      {URIEL_CHANGE_SET, 0, "path.1234567890", "x"},
      {URIEL_CHANGE_SET, 0, "host.a", "x"},
      {URIEL_CHANGE_SET, 0, "ftp.scheme", "x"},
      {URIEL_CHANGE_SET, 0, "host", NULL},
      {URIEL_CHANGE_SET, URIEL_CHANGE_IF_UNDEFINED, "path.1", "x"},
      {URIEL_CHANGE_REPLACE, URIEL_CHANGE_IF_UNDEFINED, "host", "x"},
      {URIEL_CHANGE_APPEND, 0, "host", "x"},
      {URIEL_CHANGE_RENAME, 0, "query", "x"},
  };
  char out[128];
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    uriel_change change = {.kind = cases[i].kind,
                           .options = cases[i].options,
                           .name = uriel_text_of(cases[i].name),
                           .value = uriel_text_of(cases[i].value)};
    assert_true(uriel_change_read(&change, URIEL_SPEC_RFC3986, out, sizeof out) == URIEL_FAILED);
  }
  uriel_change port = {.kind = URIEL_CHANGE_DEFAULT_PORT};
  assert_true(uriel_change_read(&port, URIEL_SPEC_WHATWG, out, sizeof out) == URIEL_FAILED);
}

/* Errors of changes, and the text that they are in. */
static void test_change_errors(void **state)
{
  static const struct {
    const char *ref, *name, *value;
    char separator;
    uriel_error_code code;
    size_t offset;
    const char *text;
  } cases[] = {
      {"a", "path.1", "..", 0, URIEL_ERROR_PART_FORM, 0, ".."},
      {"a/b", "path.3", "x", 0, URIEL_ERROR_PART_MISSING, 3, "a/b"},
      {"//h", "authority", "a/b", 0, URIEL_ERROR_HOST_CHARACTER, 1, "a/b"},
      /* "h:x@" could be user information */
      {"//h", "authority", "h:x", 0, URIEL_ERROR_PORT_NOT_DIGITS, 3, "h:x"},
      {"//h", "port", "8x", 0, URIEL_ERROR_PORT_NOT_DIGITS, 1, "8x"},
      {"?a", "query.b", "", '|', URIEL_ERROR_QUERY_CHARACTER, 1, "a|b="},
      {"ftp://h/a", "ftp.type", "x", 0, URIEL_ERROR_PART_FORM, 0, "x"},
      {"ftp://h/a", "ftp.type", "I", 0, URIEL_ERROR_NONE, 0, NULL},
  };
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    uriel_change change = {.separator = cases[i].separator,
                           .name = uriel_text_of(cases[i].name),
                           .value = uriel_text_of(cases[i].value)};
    const uriel_ref ref = parsed(uriel_text_of(cases[i].ref));
    char made[128];
    uriel_error error;
    uriel_text text;
    assert_true(uriel_change_read(&change, URIEL_SPEC_RFC3986, made, sizeof made) <= sizeof made);
    const size_t bound = uriel_edit_bound(URIEL_SPEC_RFC3986, ref.length, &change, 1);
    char *const out = room(bound);
    const size_t len = uriel_edit(&text, &ref, &change, 1, 0, out, bound, &error);
    assert_int_equal(error.code, cases[i].code);
    assert_int_equal(len == URIEL_FAILED, error.code != URIEL_ERROR_NONE);
    assert_int_equal(error.offset, cases[i].offset);
    assert_true((text.ptr != NULL) == (cases[i].text != NULL) &&
                text_equal(text, uriel_text_of(cases[i].text)));
    (void)uriel_edit(NULL, &ref, &change, 1, 0, out, 3, &error); /* only the buffer is too small */
    assert_true(error.code == cases[i].code || error.code == URIEL_ERROR_BUFFER_TOO_SMALL);
    free(out);
  }
}

/* A buffer that is too small for the query between the changes is an error, never a shorter query. */
static void test_change_capacities(void **state)
{
  static const uriel_change_kind kinds[] = {URIEL_CHANGE_REMOVE, URIEL_CHANGE_RENAME,
                                            URIEL_CHANGE_STRIP_TRACKING, URIEL_CHANGE_SORT_QUERY};
  const uriel_ref ref = parsed(uriel_text_of("http://h/?b=1&gclid=2&a%5C*=3&gclid=4&c"));
  (void)state;
  for (size_t i = 0; i < 2 * sizeof kinds / sizeof *kinds; i++) {
    const uriel_change_kind kind = kinds[i / 2];
    const bool named = kind == URIEL_CHANGE_REMOVE || kind == URIEL_CHANGE_RENAME;
    uriel_change change = {.kind = kind,
                           .separator = i % 2 ? ';' : 0,
                           .name = uriel_text_of(named ? "query.c" : NULL),
                           .value = uriel_text_of(kind == URIEL_CHANGE_RENAME ? "d" : NULL)};
    char made[128];
    uriel_error error;
    assert_true(uriel_change_read(&change, URIEL_SPEC_RFC3986, made, sizeof made) <= sizeof made);
    const size_t bound = uriel_edit_bound(URIEL_SPEC_RFC3986, ref.length, &change, 1);
    char *const whole = room(bound);
    const size_t len = uriel_edit(NULL, &ref, &change, 1, 0, whole, bound, &error);
    assert_true(len <= bound);
    for (size_t capacity = 0; capacity < bound; capacity++) {
      char *const out = room(capacity);
      const size_t less = uriel_edit(NULL, &ref, &change, 1, 0, out, capacity, &error);
      if (less == URIEL_FAILED)
        assert_int_equal(error.code, URIEL_ERROR_BUFFER_TOO_SMALL);
      else
        assert_true(less == len && (len > capacity || memcmp(out, whole, len) == 0));
      free(out);
    }
    free(whole);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_change_capacities),
                                     cmocka_unit_test(test_rows),
                                     cmocka_unit_test(test_reader_bounds),
                                     cmocka_unit_test(test_sha256),
                                     cmocka_unit_test(test_keys),
                                     cmocka_unit_test(test_hashes),
                                     cmocka_unit_test(test_describe),
                                     cmocka_unit_test(test_change_refused),
                                     cmocka_unit_test(test_change_errors)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
