/* SPDX-License-Identifier: MIT */
/* uriel_iri.h: the vectors, and the laws of RFC 3987, 3.1, 3.2 and 5.3 over every short text of some
 * symbols. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support.h"
#include "uriel_idna.h"
#include "uriel_iri.h"
#include "vectors.h"

/* ---- Vectors -------------------------------------------------------------------------------------- */

typedef struct mapped {
  uriel_ref ref;
  uriel_text operation;
  unsigned options;
  uriel_error error;
} mapped;

static size_t write_mapped(const void *context, char *out, size_t capacity)
{
  mapped *const in = (mapped *)context;
  if (text_equal(in->operation, uriel_text_of("to-uri")))
    return uriel_iri_to_uri(&in->ref, in->options, out, capacity, &in->error);
  if (text_equal(in->operation, uriel_text_of("from-uri")))
    return uriel_iri_from_uri(&in->ref, in->options, out, capacity);
  return uriel_iri_normalize(&in->ref, URIEL_LEVEL_SCHEME, in->options, out, capacity, &in->error);
}

static bool has_word(uriel_text text, const char *word)
{
  for (size_t at = 0; at + strlen(word) <= text.len; at++)
    if (memcmp(text.ptr + at, word, strlen(word)) == 0)
      return true;
  return false;
}

static void check_map(const vector_case *given)
{
  const uriel_text input = vector_field(given, "input"), options = vector_field(given, "options");
  const uriel_text code = vector_field(given, "code");
  mapped in = {.operation = vector_field(given, "operation")};
  in.options = (has_word(options, "nfc") ? URIEL_IRI_NFC : 0u) |
               (has_word(options, "idna") ? URIEL_IRI_IDNA : 0u);
  if (!uriel_parse_as(&in.ref, input.ptr, input.len, URIEL_SPEC_IRI, 0, NULL))
    die("%s:%zu: not an IRI reference", given->file, given->line);
  const size_t bound = uriel_iri_bound(&in.ref);
  char *const out = malloc(bound);
  const size_t len = write_mapped(&in, out, bound);
  if (code.ptr) {
    expect_true(given, "failure", len == URIEL_FAILED);
    expect_name(given, "code", code, uriel_error_name(in.error.code));
    expect_number(given, "component", URIEL_HOST, in.error.component);
  } else if (len == URIEL_FAILED || len > bound) {
    expect_true(given, "a result", false);
  } else {
    expect_text(given, "output", vector_field(given, "output"), text_from(out, len));
  }
  free(out);
}

static void vectors_map(void **state)
{
  (void)state;
  vectors_run("iri_map.tsv", 40, check_map);
}

/* ---- Every short text ----------------------------------------------------------------------------- */

static const char *const symbols[] = {
    "a",        "K",        "%41",          "%2f",          "%",         "/",     "?",   "#",   ":",
    "//",       ".",        "%2E",          "%c3",          "%A9",       "%e2",   "%80", "%AE", "%ee",
    "\xC3\xA9", "\xCC\x81", "\xE3\x80\x80", "\xEE\x80\x80", "%E2%84%AA", "[::1]", "@",   ";"};
enum { SYMBOLS = sizeof symbols / sizeof *symbols, SHORT = 4, ROOM = 512 };

typedef void text_check(uriel_text text);

static void every_text(size_t most, text_check *check)
{
  size_t at[8] = {0};
  for (size_t count = 0; count <= most; count++) {
    memset(at, 0, sizeof at);
    for (bool more = true; more;) {
      char text[128];
      size_t len = 0, place = count;
      for (size_t i = 0; i < count; i++) {
        memcpy(text + len, symbols[at[i]], strlen(symbols[at[i]]));
        len += strlen(symbols[at[i]]);
      }
      const uriel_text copy = text_copy(text_from(text, len));
      check(copy);
      text_free(copy);
      while (place > 0 && ++at[place - 1] == SYMBOLS)
        at[--place] = 0;
      more = place > 0;
    }
  }
}

static int hex_of(char digit)
{
  const char *const digits = "0123456789abcdef0123456789ABCDEF";
  const char *const found = digit ? strchr(digits, digit) : NULL;
  return found ? (int)((found - digits) % 16) : -1;
}

/* A URI after conversion to an IRI and back (3.2): "%XX" of unreserved characters decoded, the digits of
 * bytes outside US-ASCII in upper case. */
static size_t aligned(const char *text, size_t len, char *out)
{
  size_t n = 0;
  for (size_t at = 0; at < len; at++) {
    const int high = text[at] == '%' && len - at > 2 ? hex_of(text[at + 1]) : -1;
    const int low = high >= 0 ? hex_of(text[at + 2]) : -1;
    const int value = low >= 0 ? high * 16 + low : -1;
    if (value > 0 && value < 128 && strchr("-._~", value) == NULL &&
        !((value | 32) >= 'a' && (value | 32) <= 'z') && !(value >= '0' && value <= '9')) {
      n += (size_t)snprintf(out + n, 4, "%.3s", text + at);
      at += 2;
    } else if (value > 127) {
      n += (size_t)snprintf(out + n, 4, "%%%02X", (unsigned)value);
      at += 2;
    } else {
      out[n++] = value > 0 ? (char)value : text[at];
      at += value > 0 ? 2 : 0;
    }
  }
  return n;
}

/* A URI, its IRI, and the URI of that IRI. */
static void check_from_uri(uriel_text text)
{
  char iri[ROOM], uri[ROOM], expected[ROOM];
  uriel_ref first, middle, last;
  if (!uriel_parse(&first, text.ptr, text.len, NULL))
    return;
  const size_t iri_len = uriel_iri_from_uri(&first, 0, iri, sizeof iri);
  assert_true(iri_len <= uriel_iri_bound(&first));
  assert_true(uriel_parse_as(&middle, iri, iri_len, URIEL_SPEC_IRI, 0, NULL));
  const size_t len = uriel_iri_to_uri(&middle, 0, uri, sizeof uri, NULL);
  assert_true(uriel_parse(&last, uri, len, NULL));
  assert_true(
      text_equal(text_from(uri, len), text_from(expected, aligned(text.ptr, text.len, expected))));
  assert_true(uriel_compare(&first, &last) <= URIEL_LEVEL_PERCENT);
  char again[ROOM];
  assert_true(text_equal(text_from(iri, iri_len),
                         text_from(again, uriel_iri_from_uri(&last, 0, again, sizeof again))));
}

static void from_uri_and_back(void **state)
{
  (void)state;
  every_text(SHORT, check_from_uri);
}

/* An IRI, its URI, and the IRI of that URI: the same except for the spelling of characters. */
static void check_to_uri(uriel_text text)
{
  char uri[ROOM], iri[ROOM], again[ROOM], expected[ROOM];
  uriel_ref first, middle, last;
  if (!uriel_parse_as(&first, text.ptr, text.len, URIEL_SPEC_IRI, 0, NULL))
    return;
  const size_t len = uriel_iri_to_uri(&first, 0, uri, sizeof uri, NULL);
  assert_true(len <= uriel_iri_bound(&first));
  assert_true(uriel_parse(&middle, uri, len, NULL));
  assert_true(middle.length == text.len ? text_equal(text, text_from(uri, len)) : true);
  assert_int_equal(len, uriel_iri_to_uri(&middle, 0, again, sizeof again, NULL));
  assert_memory_equal(uri, again, len);
  const size_t iri_len = uriel_iri_from_uri(&middle, 0, iri, sizeof iri);
  assert_true(uriel_parse_as(&last, iri, iri_len, URIEL_SPEC_IRI, 0, NULL));
  assert_true(uriel_equal(&first, &last, URIEL_LEVEL_PERCENT));
  assert_int_equal(uriel_iri_to_uri(&last, 0, again, sizeof again, NULL), aligned(uri, len, expected));
  assert_memory_equal(again, expected, uriel_iri_to_uri(&last, 0, NULL, 0, NULL));
}

static void to_uri_and_back(void **state)
{
  (void)state;
  every_text(SHORT, check_to_uri);
}

/* With IDNA, the IRI of a URI maps to that URI, or fails as it does. */
static void check_name(const char *host, size_t len)
{
  char text[ROOM], iri[ROOM], uri[ROOM], again[ROOM];
  uriel_ref first, middle, one, other;
  const int text_len = snprintf(text, sizeof text, "//%.*s", (int)len, host);
  assert_true(uriel_parse(&first, text, (size_t)text_len, NULL));
  const size_t iri_len = uriel_iri_from_uri(&first, URIEL_IRI_IDNA, iri, sizeof iri);
  assert_true(uriel_parse_as(&middle, iri, iri_len, URIEL_SPEC_IRI, 0, NULL));
  const size_t uri_len = uriel_iri_to_uri(&first, URIEL_IRI_IDNA, uri, sizeof uri, NULL);
  const size_t again_len = uriel_iri_to_uri(&middle, URIEL_IRI_IDNA, again, sizeof again, NULL);
  if ((uri_len == URIEL_FAILED) != (again_len == URIEL_FAILED))
    die("%s: the IRI does not map to a URI again", text);
  if (uri_len == URIEL_FAILED)
    return;
  assert_true(uriel_parse(&one, uri, uri_len, NULL) && uriel_parse(&other, again, again_len, NULL));
  if (!uriel_equal(&one, &other, URIEL_LEVEL_PERCENT))
    die("%s: the IRI maps to another URI", text);
}

static const char *const name_tokens[] = {
    ".",       "a",     "_",      "1",   "-",   "xn--",     "xn--bcher-kva", "XN--bcher-KVA",
    "xn--4db", "xn--a", "%C3%BC", "%2E", "%FF", "%e3%80%82"};
enum { NAME_TOKENS = sizeof name_tokens / sizeof *name_tokens };

/* The name of `count` tokens that `number` stands for, a digit for each. */
static void check_name_of(unsigned long number, unsigned count)
{
  char host[ROOM];
  size_t len = 0;
  for (; count > 0; count--, number /= NAME_TOKENS) {
    const uriel_text token = uriel_text_of(name_tokens[number % NAME_TOKENS]);
    memcpy(host + len, token.ptr, token.len);
    len += token.len;
  }
  check_name(host, len);
}

static void names_and_back(void **state)
{
  (void)state;
  unsigned long names = 1;
  for (unsigned count = 0; count <= 4; count++, names *= NAME_TOKENS)
    for (unsigned long number = 0; number < names; number++)
      check_name_of(number, count);
}

static size_t normal_of(const uriel_ref *ref, int level, unsigned options, char *out)
{
  return uriel_iri_normalize(ref, (uriel_level)level, options, out, 8 * (size_t)ROOM, NULL);
}

static void check_normal(uriel_text text)
{
  char out[8 * ROOM], again[8 * ROOM];
  uriel_ref ref, normal;
  if (!uriel_parse_as(&ref, text.ptr, text.len, URIEL_SPEC_IRI, 0, NULL))
    return;
  for (int level = 0; level < URIEL_LEVEL_DIFFERENT; level++)
    for (unsigned options = 0; options < 4; options++) {
      const size_t len = normal_of(&ref, level, options, out);
      if (len == URIEL_FAILED && options >= URIEL_IRI_IDNA)
        continue;
      assert_true(len <= uriel_iri_bound(&ref));
      assert_true(uriel_parse_as(&normal, out, len, URIEL_SPEC_IRI, 0, NULL));
      assert_int_equal(normal_of(&normal, level, options, again), len);
      assert_memory_equal(out, again, len);
      if (options == 0) {
        assert_true(uriel_equal(&ref, &normal, (uriel_level)level));
        assert_true(uriel_hash(&ref, (uriel_level)level, 1) ==
                    uriel_hash(&normal, (uriel_level)level, 1));
      }
    }
}

static void normal_forms(void **state)
{
  (void)state;
  every_text(3, check_normal);
}

/* 5.3.2.3: two IRIs are equivalent if their URIs are. */
enum { KEPT = 61 };
static uriel_text kept[KEPT]; /* the texts before */
static size_t kept_count;

static void check_pairs(uriel_text text)
{
  uriel_ref a, b, uri_a, uri_b;
  char out_a[ROOM], out_b[ROOM];
  if (!uriel_parse_as(&a, text.ptr, text.len, URIEL_SPEC_IRI, 0, NULL))
    return;
  uriel_parse(&uri_a, out_a, uriel_iri_to_uri(&a, 0, out_a, sizeof out_a, NULL), NULL);
  for (size_t i = 0; i < (kept_count < KEPT ? kept_count : KEPT); i++) {
    uriel_parse_as(&b, kept[i].ptr, kept[i].len, URIEL_SPEC_IRI, 0, NULL);
    uriel_parse(&uri_b, out_b, uriel_iri_to_uri(&b, 0, out_b, sizeof out_b, NULL), NULL);
    for (int level = URIEL_LEVEL_PERCENT; level <= URIEL_LEVEL_SCHEME; level++) {
      char one[8 * ROOM], other[8 * ROOM];
      const bool equal = uriel_equal(&a, &b, (uriel_level)level);
      assert_true(equal == uriel_equal(&uri_a, &uri_b, (uriel_level)level));
      assert_true(equal == text_equal(text_from(one, normal_of(&a, level, 0, one)),
                                      text_from(other, normal_of(&b, level, 0, other))));
      if (equal)
        assert_true(uriel_hash(&a, (uriel_level)level, 1) == uriel_hash(&b, (uriel_level)level, 1));
    }
  }
  if (kept_count >= KEPT)
    text_free(kept[kept_count % KEPT]);
  kept[kept_count++ % KEPT] = text_copy(text);
}

static void equivalence_of_uris(void **state)
{
  (void)state;
  every_text(3, check_pairs);
  for (size_t i = 0; i < KEPT; i++)
    text_free(kept[i]);
}

/* ---- Calls ---------------------------------------------------------------------------------------- */

static void rows_and_buffers(void **state)
{
  (void)state;
  uriel_error error;
  char out[4];
  uriel_ref row = {.text = "a b", .length = 3, .flags = URIEL_INVALID}, iri;
  assert_true(uriel_iri_to_uri(&row, 0, NULL, 0, &error) == URIEL_FAILED);
  assert_int_equal(error.code, URIEL_ERROR_ROW_INVALID);
  assert_true(uriel_iri_from_uri(&row, 0, NULL, 0) == URIEL_FAILED);
  assert_true(uriel_iri_normalize(&row, URIEL_LEVEL_PATH, URIEL_IRI_NFC, NULL, 0, &error) ==
              URIEL_FAILED);
  assert_int_equal(error.code, URIEL_ERROR_ROW_INVALID);
  assert_true(uriel_parse_as(&iri, "\xC3\xA9", 2, URIEL_SPEC_IRI, 0, NULL));
  assert_int_equal(uriel_iri_to_uri(&iri, 0, out, 4, NULL), 6);
  assert_memory_equal(out, "%C3%", 4);
  assert_int_equal(uriel_iri_normalize(&iri, URIEL_LEVEL_PATH, URIEL_IRI_NFC, out, 4, &error),
                   uriel_iri_bound(&iri));
  assert_int_equal(error.code, URIEL_ERROR_BUFFER_TOO_SMALL);
  assert_int_equal(uriel_iri_normalize(&iri, URIEL_LEVEL_PATH, 0, out, 4, &error), 2);
}

/* A URL of the URL standard may have a "%" that begins no "%XX", and its flags do not cover
 * "%". The texts have no byte after their end. */
static void urls_with_percent(void **state)
{
  (void)state;
  static const char *const texts[] = {"foo:%", "foo:%4", "foo:%C3%B", "foo://%/", "foo:%zz", "foo:?%"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    const size_t len = strlen(texts[i]);
    char *const text = malloc(len);
    char out[32];
    uriel_ref url;
    assert_non_null(text);
    memcpy(text, texts[i], len);
    assert_true(uriel_parse_as(&url, text, len, URIEL_SPEC_WHATWG, 0, NULL));
    for (unsigned options = 0; options < 4; options++) {
      const size_t n = uriel_iri_from_uri(&url, options, out, sizeof out);
      assert_true(n == len || i == 2);
      assert_memory_equal(out, text, n < 4 ? n : 4);
      assert_int_equal(uriel_iri_to_uri(&url, 0, out, sizeof out, NULL), len);
    }
    free(text);
  }
}

static void normal_forms_of_urls(void **state)
{
  (void)state;
  uriel_ref url;
  uriel_error error;
  char out[128];
  assert_true(uriel_parse_as(&url, "foo:/%41", 8, URIEL_SPEC_WHATWG, 0, NULL));
  for (unsigned options = 0; options < 4; options++) {
    assert_int_equal(uriel_iri_normalize(&url, URIEL_LEVEL_SCHEME, options, out, sizeof out, NULL), 6);
    assert_memory_equal(out, "foo:/A", 6);
  }
  assert_true(uriel_parse_as(&url, "foo:/%", 6, URIEL_SPEC_WHATWG, 0, NULL));
  assert_true(uriel_iri_normalize(&url, URIEL_LEVEL_SCHEME, 0, out, sizeof out, &error) == URIEL_FAILED);
  assert_int_equal(error.code, URIEL_ERROR_PERCENT);
}

/* A name of IDNA has a limit; the place of an error is in the reference. */
static void hosts(void **state)
{
  (void)state;
  char text[8192] = "//";
  uriel_ref ref;
  uriel_error error;
  for (size_t at = 2; at < 6002; at += 3)
    memcpy(text + at, "\xC3\xA9.", 3);
  assert_true(uriel_parse_as(&ref, text, 6002, URIEL_SPEC_IRI, 0, NULL));
  assert_true(uriel_iri_to_uri(&ref, URIEL_IRI_IDNA, NULL, 0, &error) == URIEL_FAILED);
  assert_int_equal(error.code, URIEL_ERROR_IDNA_LIMIT);
  assert_int_equal(error.begin, 2);
  assert_true(uriel_parse_as(&ref, "a://b.\xC3\xA9_.c/", 12, URIEL_SPEC_IRI, 0, NULL));
  assert_true(uriel_iri_to_uri(&ref, URIEL_IRI_IDNA, NULL, 0, &error) == URIEL_FAILED);
  assert_int_equal(error.code, URIEL_ERROR_IDNA_STD3);
  assert_int_equal(error.offset, 8);
  assert_int_equal(error.begin, 6);
  assert_int_equal(error.length, 3);
}

static void check_described(const char *text, const char *message, const char *hint)
{
  uriel_ref ref;
  uriel_error error;
  char out[URIEL_ERROR_TEXT_MAX];
  assert_false(uriel_parse_as(&ref, text, strlen(text), URIEL_SPEC_IRI, 0, &error));
  size_t len = uriel_error_describe(&error, text, strlen(text), out, sizeof out);
  assert_true(text_equal(text_from(out, len), uriel_text_of(message)));
  len = uriel_error_hint(&error, text, strlen(text), out, sizeof out);
  assert_true(text_equal(text_from(out, len), uriel_text_of(hint)));
}

static void descriptions(void **state)
{
  (void)state;
  static const char turned[] = {'/', '\xE2', '\x80', '\xAE', '\0'}; /* U+202E */
  check_described(turned, "the character U+202E, an invisible mark, is not allowed in an IRI",
                  "remove it, or write the character U+202E, an invisible mark, as %E2%80%AE");
  check_described("/\xEE\x80\x80",
                  "the character U+E000 is for private use, which an IRI allows only in a query",
                  "write the character U+E000 as %EE%80%80");
  check_described("/r\xE9sum\xE9", "the byte 0xE9 is not UTF-8",
                  "write the text in UTF-8, or the byte 0xE9 as %E9");
  check_described("/\xC3\xA9[", "\"[\" is not allowed in a path",
                  "brackets are allowed only around an IP address: write \"[\" as %5B");
  uriel_ref ref;
  uriel_error error;
  char out[URIEL_ERROR_TEXT_MAX];
  assert_false(uriel_parse_as(&ref, turned, 4, URIEL_SPEC_IRI, 0, &error));
  const size_t len = uriel_error_expected(&error, turned, 4, out, sizeof out);
  assert_true(text_equal(text_from(out, len),
                         uriel_text_of("a letter, a digit, a character outside US-ASCII, %XX, \"/\", "
                                       "\"?\", \"#\", the end or one of !$&'()*+,-.:;=@_~")));
}

/* The error that uriel_iri_to_uri finds in a host: the character, its place and its label's. */
static void check_host(const char *text, const char *message, size_t offset, size_t begin, size_t length)
{
  uriel_ref ref;
  uriel_error error;
  char out[URIEL_ERROR_TEXT_MAX];
  assert_true(uriel_parse_as(&ref, text, strlen(text), URIEL_SPEC_IRI, 0, NULL));
  assert_true(uriel_iri_to_uri(&ref, URIEL_IRI_IDNA, NULL, 0, &error) == URIEL_FAILED);
  const size_t len = uriel_error_describe(&error, text, strlen(text), out, sizeof out);
  if (!text_equal(text_from(out, len), uriel_text_of(message)))
    die("%s: \"%.*s\"", text, (int)len, out);
  assert_int_equal(error.offset, offset);
  assert_int_equal(error.begin, begin);
  assert_int_equal(error.length, length);
}

static void host_descriptions(void **state)
{
  (void)state;
  static const char joiner[] =
      "the character U+200D, an invisible mark, is not allowed between its neighbours (RFC 5892, A)";
  check_host("//\xC3\xBC\xE2\x80\x8D.de/", joiner, 4, 2, 5);
  check_host("//%61.%C3%BC%E2%80%8D.de/", joiner, 12, 6, 15);
  check_host("//1\xD7\x90/",
             "\"1\" is not allowed there in a name with text from right to left (RFC 5893, 2)", 2, 2, 3);
  check_host("//xn--a.\xC3\xBC", "a character of the decoded label is not allowed in a domain name", 2,
             2, 5);
  check_host("//a_\xC3\xBC/", "a label can contain only letters, digits and \"-\" in US-ASCII", 3, 2, 4);
  check_host("//a%FF/", "the byte 0xFF is not UTF-8", 3, 2, 4);
}

/* The example of doc/iri.md. */
static void example(void **state)
{
  (void)state;
  const char *text = "http://b\xC3\xBC"
                     "cher.example/stra\xC3\x9F"
                     "e";
  char uri[256], shown[256];
  uriel_ref iri;
  uriel_error error;
  assert_true(uriel_parse_as(&iri, text, strlen(text), URIEL_SPEC_IRI, 0, &error));
  size_t n = uriel_iri_to_uri(&iri, URIEL_IRI_IDNA, uri, sizeof uri, &error);
  size_t m = uriel_iri_display(&iri, shown, sizeof shown);
  assert_true(text_equal(text_from(uri, n), uriel_text_of("http://xn--bcher-kva.example/stra%C3%9Fe")));
  assert_true(text_equal(text_from(shown, m), uriel_text_of(text)));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(vectors_map),
      cmocka_unit_test(from_uri_and_back),
      cmocka_unit_test(to_uri_and_back),
      cmocka_unit_test(names_and_back),
      cmocka_unit_test(normal_forms),
      cmocka_unit_test(equivalence_of_uris),
      cmocka_unit_test(rows_and_buffers),
      cmocka_unit_test(urls_with_percent),
      cmocka_unit_test(normal_forms_of_urls),
      cmocka_unit_test(hosts),
      cmocka_unit_test(descriptions),
      cmocka_unit_test(host_descriptions),
      cmocka_unit_test(example),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
