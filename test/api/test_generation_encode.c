/* SPDX-License-Identifier: MIT */
/* Encoding and decoding by the historic generations, and their sets of characters. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "generation.h"

enum { OUT = 256 };

static uriel_text random_bytes(uint64_t *random, bool latin_1)
{
  char *const text = room(32);
  size_t len = 0;
  for (uint32_t left = random_below(random, 12); left > 0; left--) {
    const unsigned byte = random_below(random, 256);
    if (latin_1 && byte >= 0x80)
      text[len++] = (char)(0xC0 | byte >> 6);
    text[len++] = (char)(latin_1 && byte >= 0x80 ? 0x80 | (byte & 0x3F) : byte);
  }
  const uriel_text result = text_copy(text_from(text, len));
  free(text);
  return result;
}

/* url-1994's user information and url-1997's hosts have no escapes. */
static void check_unencodable(const percent_input *in)
{
  uriel_error error;
  assert_true((in->spec == URIEL_SPEC_URL_1994 && in->where == URIEL_ENCODE_USERINFO) ||
              (in->spec == URIEL_SPEC_URL_1997 && in->where == URIEL_ENCODE_HOST));
  assert_true(uriel_encode_as(in->text.ptr, in->text.len, in->spec, in->where, 0, NULL, 0, &error) ==
              URIEL_FAILED);
  assert_int_equal(error.code, URIEL_ERROR_ENCODING_NOT_ALLOWED);
  assert_true(error.offset < in->text.len && error.begin == error.offset && error.length == 1);
  const uriel_text before = {in->text.ptr, error.offset};
  const percent_input part = {in->spec, in->where, before, in->options};
  const uriel_text same = text_written(write_encoded_as, &part);
  assert_true(text_equal(same, before));
  text_free(same);
}

/* Encoded text is valid in its place, and decodes to the original. */
static void check_encoded(uriel_spec spec, uriel_encode_for where, uriel_text text)
{
  static const char *const before[] = {
      [URIEL_ENCODE_PATH] = "http://h/x",         [URIEL_ENCODE_PATH_SEGMENT] = "http://h/x",
      [URIEL_ENCODE_QUERY] = "http://h/?x",       [URIEL_ENCODE_QUERY_KEY] = "http://h/?x",
      [URIEL_ENCODE_QUERY_VALUE] = "http://h/?x", [URIEL_ENCODE_FRAGMENT] = "http://h/#x",
      [URIEL_ENCODE_FORM] = "http://h/?x",        [URIEL_ENCODE_USERINFO] = "//",
  };
  percent_input in = {spec, where, text, URIEL_ENCODE_PERCENT};
  const uriel_text encoded = text_written(write_encoded_as, &in);
  char whole[OUT];
  if (!encoded.ptr) {
    check_unencodable(&in);
    return;
  }
  uriel_ref ref;
  const bool form = where == URIEL_ENCODE_FORM;
  const bool loose =
      is_early(spec); /* its own slashes and pluses follow no letter; no fragment in 1994 */
  if (where != URIEL_ENCODE_HOST && !loose) {
    const char *const after = where == URIEL_ENCODE_USERINFO ? "@h/" : "";
    const int len =
        snprintf(whole, sizeof whole, "%s%.*s%s", before[where], (int)encoded.len, encoded.ptr, after);
    if (!read_as(&ref, spec, text_from(whole, (size_t)len)))
      die("%s: \"%s\" is not valid", uriel_spec_name(spec), whole);
  }
  in = (percent_input){spec, where, encoded, form ? URIEL_DECODE_PLUS : 0};
  const uriel_text decoded = text_written(write_decoded_as, &in);
  if (!text_equal(decoded, text))
    die("%s: \"%.*s\" does not decode to what it was", uriel_spec_name(spec), (int)encoded.len,
        encoded.ptr);
  text_free(encoded);
  text_free(decoded);
}

static void encoding_round_trips(void **state)
{
  (void)state;
  uint64_t random = 11;
  for (size_t spec = 0; spec < SPECS; spec++)
    for (size_t at = 0; at < 40000; at++) {
      const uriel_text text = random_bytes(&random, specs[spec] == URIEL_SPEC_URL_1993);
      check_encoded(specs[spec], (uriel_encode_for)(at % 9), text);
      text_free(text);
    }
}

/* url-1993, Encoding prohibited characters. */
static void latin_1(void **state)
{
  (void)state;
  const percent_input in = {URIEL_SPEC_URL_1993, URIEL_ENCODE_PATH, uriel_text_of("K\xC3\xB6ln %25"), 0};
  const uriel_text out = text_written(write_encoded_as, &in);
  assert_true(text_equal(out, uriel_text_of("K%F6ln%20%25")));
  text_free(out);
  uriel_error error;
  char untouched[2] = "x";
  static const char *const texts[] = {"ab\xE2\x82\xAC", "ab\xC4\x80", "ab\xF6", "ab\xC3"};
  for (size_t at = 0; at < 4; at++) {
    assert_true(uriel_encode_as(texts[at], strlen(texts[at]), URIEL_SPEC_URL_1993, URIEL_ENCODE_PATH, 0,
                                untouched, 1, &error) == URIEL_FAILED);
    assert_int_equal(error.code, at < 2 ? URIEL_ERROR_NOT_LATIN_1 : URIEL_ERROR_NOT_UTF_8);
    assert_int_equal(error.offset, 2);
    assert_int_equal(error.begin, 2);
    assert_int_equal(error.length, at == 0 ? 3 : at == 1 ? 2 : 1); /* of the character, or the byte */
    assert_int_equal(error.spec, URIEL_SPEC_URL_1993);
    assert_string_equal(untouched, "x");
    /* In a URL other characters would be possible there, but not in the requested component. */
    assert_true(uriel_error_expected(&error, texts[at], strlen(texts[at]), NULL, 0) == 0);
  }
  char in_place[] = "%e9%Zz%41";
  const size_t len = uriel_decode_as(in_place, 9, URIEL_SPEC_URL_1993, 0, in_place, 9, &error);
  assert_true(text_equal(text_from(in_place, len), uriel_text_of("\xC3\xA9%ZzA")));
  assert_int_equal(error.code, URIEL_ERROR_PERCENT);
  assert_int_equal(error.begin, 3);
  assert_int_equal(error.spec, URIEL_SPEC_URL_1993);
}

/* A number that is not a value of the enum also has a set, the smallest, as in uriel_encode, and reads
 * no memory for it. */
static void unknown_places_encode(void **state)
{
  (void)state;
  char out[16];
  for (size_t spec = 0; spec < SPECS; spec++)
    for (int where = URIEL_ENCODE_ANY; where < 5000; where += 7) {
      const size_t len =
          uriel_encode_as("a /@", 4, specs[spec], (uriel_encode_for)where, 0, out, sizeof out, NULL);
      assert_true(text_equal(text_from(out, len), uriel_text_of("a%20%2F%40")));
    }
}

/* A character that a component's rule allows is encoded if it would end the component or separate it
 * from its neighbour. */
static void delimiters_are_encoded(void **state)
{
  (void)state;
  static const struct {
    uriel_spec spec;
    uriel_encode_for where;
    const char *text, *encoded;
  } cases[] = {
      {URIEL_SPEC_URL_1993, URIEL_ENCODE_USERINFO, "a@b:c", "a%40b:c"},
      {URIEL_SPEC_URL_1993, URIEL_ENCODE_HOST, "a@b:c", "a%40b%3Ac"},
      {URIEL_SPEC_URL_1993, URIEL_ENCODE_QUERY, "+a++b+", "%2Ba%2B%2Bb%2B"},
      {URIEL_SPEC_URL_1994, URIEL_ENCODE_QUERY_KEY, "a&b+c", "a%26b%2Bc"},
      {URIEL_SPEC_URL_1994, URIEL_ENCODE_QUERY_VALUE, "a&b+c", "a%26b%2Bc"},
      {URIEL_SPEC_URL_1994, URIEL_ENCODE_USERINFO, "u:p", "u:p"},
      {URIEL_SPEC_URL_1997, URIEL_ENCODE_USERINFO, "u:p:q:", "u:p%3Aq%3A"},
      {URIEL_SPEC_URI_2003, URIEL_ENCODE_USERINFO, "u:p:q", "u:p:q"},
      {URIEL_SPEC_URL_1997, URIEL_ENCODE_PATH_SEGMENT, "a/b;c", "a%2Fb;c"},
      {URIEL_SPEC_URL_1997, URIEL_ENCODE_QUERY_VALUE, "a&b=c+d;", "a%26b=c%2Bd%3B"},
      {URIEL_SPEC_URI_2003, URIEL_ENCODE_HOST, "a@b:c", "a%40b%3Ac"},
      {URIEL_SPEC_URI_2003, URIEL_ENCODE_QUERY_KEY, "a&b=c+d;", "a%26b%3Dc%2Bd%3B"},
  };
  for (size_t at = 0; at < sizeof cases / sizeof *cases; at++) {
    const percent_input in = {cases[at].spec, cases[at].where, uriel_text_of(cases[at].text), 0};
    const uriel_text out = text_written(write_encoded_as, &in);
    if (!text_equal(out, uriel_text_of(cases[at].encoded)))
      die("%s: \"%s\" is encoded as \"%.*s\"", uriel_spec_name(in.spec), cases[at].text, (int)out.len,
          out.ptr);
    text_free(out);
  }
}

static void ipv6_hosts_stay(void **state)
{
  (void)state;
  percent_input in = {URIEL_SPEC_URI_2003, URIEL_ENCODE_HOST, uriel_text_of("[::1]"), 0};
  uriel_text out = text_written(write_encoded_as, &in);
  assert_true(text_equal(out, uriel_text_of("[::1]")));
  text_free(out);
  in.spec = URIEL_SPEC_URL_1997;
  assert_false(text_written(write_encoded_as, &in).ptr);
}

/* If a rule has no escapes, characters outside of it are refused at their place: url-1994, BNF for
 * specific URL schemes, alphanum2; url-1997, 4.3.1, host. */
static void what_has_no_escapes_is_refused(void **state)
{
  (void)state;
  static const struct {
    uriel_spec spec;
    uriel_encode_for where;
    const char *text, *message;
    size_t offset;
  } cases[] = {
      {URIEL_SPEC_URL_1997, URIEL_ENCODE_HOST, "my_host",
       "\"_\" is not allowed there, even percent-encoded", 2},
      {URIEL_SPEC_URL_1997, URIEL_ENCODE_HOST, "a%41",
       "\"%\" is not allowed there, even percent-encoded", 1},
      {URIEL_SPEC_URL_1994, URIEL_ENCODE_USERINFO, "u:p w",
       "a space is not allowed there, even percent-encoded", 3},
      {URIEL_SPEC_URL_1994, URIEL_ENCODE_USERINFO, "u:p:q",
       "\":\" is not allowed there, even percent-encoded", 3},
      {URIEL_SPEC_URL_1993, URIEL_ENCODE_PATH, "a\xC0", "the byte 0xC0 is not UTF-8", 1},
      {URIEL_SPEC_URL_1993, URIEL_ENCODE_PATH, "a\xC4\x80", "the character U+0100 is not in ISO Latin 1",
       1},
  };
  for (size_t at = 0; at < sizeof cases / sizeof *cases; at++) {
    const char *const text = cases[at].text;
    const size_t len = strlen(text);
    char out[80];
    uriel_error error;
    assert_true(uriel_encode_as(text, len, cases[at].spec, cases[at].where, 0, NULL, 0, &error) ==
                URIEL_FAILED);
    assert_int_equal(error.offset, cases[at].offset);
    const size_t told = uriel_error_describe(&error, text, len, out, sizeof out);
    assert_true(text_equal(text_from(out, told), uriel_text_of(cases[at].message)));
    assert_true(uriel_error_expected(&error, text, len, NULL, 0) == 0);
    assert_true(*uriel_error_rule(&error) && *uriel_error_section(&error));
  }
  const percent_input fine = {URIEL_SPEC_URL_1994, URIEL_ENCODE_USERINFO, uriel_text_of("u:p"), 0};
  const uriel_text out = text_written(write_encoded_as, &fine);
  assert_true(text_equal(out, uriel_text_of("u:p")));
  text_free(out);
}

/* Every generation reports an error of decoding alike, whatever the rest of the text. */
static void errors_of_decoding_expect_digits(void **state)
{
  (void)state;
  static const char *const texts[] = {"a b%zz", "%zz", "%4", "{%", "http://h/%4g"};
  static const size_t offsets[] = {4, 1, 2, 2, 11};
  for (size_t at = 0; at < sizeof texts / sizeof *texts; at++)
    for (size_t spec = 0; spec <= SPECS; spec++) {
      char out[40];
      uriel_error error;
      const size_t len = strlen(texts[at]);
      if (spec == SPECS)
        uriel_decode(texts[at], len, 0, out, sizeof out, &error);
      else
        uriel_decode_as(texts[at], len, specs[spec], 0, out, sizeof out, &error);
      assert_int_equal(error.offset, offsets[at]);
      const size_t told = uriel_error_expected(&error, texts[at], len, out, sizeof out);
      assert_true(text_equal(text_from(out, told), uriel_text_of("a hexadecimal digit")));
      assert_true(uriel_error_expected(&error, "", 0, NULL, 0) == 0);
    }
}

/* ---- Sets --------------------------------------------------------------------------------------- */

/* Common to all documents: the sets reserved, unreserved and excluded divide US-ASCII among them, except
 * for characters that no rule reaches. */
static void sets_part_ascii(void **state)
{
  (void)state;
  static const char *const first[] = {"reserved", "unreserved", "unwise", "excluded"};
  static const uriel_spec all[] = {URIEL_SPEC_URL_1993, URIEL_SPEC_URL_1994, URIEL_SPEC_URL_1997,
                                   URIEL_SPEC_URI_2003, URIEL_SPEC_RFC3986};
  for (size_t at = 0; at < sizeof all / sizeof *all; at++) {
    size_t count;
    const uriel_byte_set *const sets = uriel_byte_sets(&count, all[at]);
    assert_true(count > 4);
    for (size_t name = 0; name < 4; name++) {
      assert_string_equal(sets[name].name, first[name]);
      assert_ptr_equal(uriel_byte_set_find(all[at], first[name], strlen(first[name])), &sets[name]);
    }
    for (unsigned byte = 0; byte < 128; byte++) {
      const int in = uriel_byte_set_has(&sets[0], (unsigned char)byte) +
                     uriel_byte_set_has(&sets[1], (unsigned char)byte) +
                     uriel_byte_set_has(&sets[3], (unsigned char)byte);
      /* In two documents none of the three sets has "%". */
      if (in != 1 && !(byte == '%' && in == 0))
        die("%s: %c is in %d sets", uriel_spec_name(all[at]), (int)byte, in);
      if (uriel_byte_set_has(&sets[2], (unsigned char)byte))
        assert_true(uriel_byte_set_has(&sets[3], (unsigned char)byte));
    }
    assert_null(uriel_byte_set_find(all[at], "reserve", 7));
    assert_false(uriel_byte_set_has(&sets[1], 0xE9));
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(encoding_round_trips),
      cmocka_unit_test(latin_1),
      cmocka_unit_test(ipv6_hosts_stay),
      cmocka_unit_test(what_has_no_escapes_is_refused),
      cmocka_unit_test(errors_of_decoding_expect_digits),
      cmocka_unit_test(unknown_places_encode),
      cmocka_unit_test(delimiters_are_encoded),
      cmocka_unit_test(sets_part_ascii),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
