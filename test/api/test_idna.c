/* SPDX-License-Identifier: MIT */
/* Domain names: the vectors of the web platform and of each flag, the samples of RFC 3492, the place of
 * each error, every capacity, and the laws of ToASCII and ToUnicode over random names. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support.h"
#include "uriel_idna.h"
#include "vectors.h"

enum {
  URL_FLAGS = URIEL_IDNA_CHECK_BIDI | URIEL_IDNA_CHECK_JOINERS,
  STRICT = URL_FLAGS | URIEL_IDNA_CHECK_HYPHENS | URIEL_IDNA_USE_STD3 | URIEL_IDNA_VERIFY_DNS_LENGTH
};

typedef struct idna_input {
  uriel_text domain;
  unsigned options;
} idna_input;

static size_t write_ascii(const void *context, char *out, size_t capacity)
{
  const idna_input *const in = context;
  return uriel_idna_to_ascii(in->domain.ptr, in->domain.len, in->options, out, capacity, NULL);
}

static size_t write_unicode(const void *context, char *out, size_t capacity)
{
  const idna_input *const in = context;
  return uriel_idna_to_unicode(in->domain.ptr, in->domain.len, in->options, out, capacity, NULL);
}

/* Results in blocks of their exact size, which keep their bounds. */
static uriel_text ascii_of(uriel_text domain, unsigned options)
{
  const uriel_text ascii = text_written(write_ascii, &(idna_input){domain, options});
  if (ascii.len > uriel_idna_bound(domain.len))
    die("ToASCII of \"%.*s\" exceeds its bound", (int)domain.len, domain.ptr);
  return ascii;
}

static uriel_text unicode_of(uriel_text domain, unsigned options)
{
  const uriel_text unicode = text_written(write_unicode, &(idna_input){domain, options});
  if (unicode.len > 11 * domain.len)
    die("ToUnicode of \"%.*s\" exceeds its bound", (int)domain.len, domain.ptr);
  return unicode;
}

static uriel_error ascii_error(uriel_text domain, unsigned options)
{
  uriel_error error;
  char *const out = room(4096);
  const size_t len = uriel_idna_to_ascii(domain.ptr, domain.len, options, out, 4096, &error);
  free(out);
  if ((len == URIEL_FAILED) != (error.code != URIEL_ERROR_NONE))
    die("\"%.*s\" has the error \"%s\"", (int)domain.len, domain.ptr, uriel_error_name(error.code));
  return error;
}

/* The error is in its label, and the label in the domain. */
static bool is_placed(const uriel_error *error, size_t len)
{
  return error->begin <= len && error->length <= len - error->begin && error->offset >= error->begin &&
         error->offset <= error->begin + error->length;
}

static bool is_ascii(uriel_text text)
{
  for (size_t i = 0; i < text.len; i++)
    if ((unsigned char)text.ptr[i] >= 0x80)
      return false;
  return true;
}

static uriel_text in_lower_case(uriel_text text)
{
  char *const out = room(text.len);
  for (size_t i = 0; i < text.len; i++)
    out[i] = (char)(text.ptr[i] >= 'A' && text.ptr[i] <= 'Z' ? text.ptr[i] + 32 : text.ptr[i]);
  return text_from(out, text.len);
}

/* ToUnicode of a valid name is a name of the same ToASCII, and its own ToUnicode. */
static void check_laws(uriel_text domain, uriel_text ascii, unsigned options)
{
  const uriel_text unicode = unicode_of(domain, options), twice = unicode_of(unicode, options);
  const uriel_text back = ascii_of(unicode, options), again = ascii_of(ascii, options);
  const uriel_text decoded = unicode_of(ascii, options);
  if (!text_equal(unicode, twice) || !text_equal(unicode, decoded) || !text_equal(ascii, back) ||
      !text_equal(ascii, again) || !is_ascii(ascii))
    die("\"%.*s\", \"%.*s\" and \"%.*s\"", (int)domain.len, domain.ptr, (int)ascii.len, ascii.ptr,
        (int)unicode.len, unicode.ptr);
  text_free(unicode);
  text_free(twice);
  text_free(back);
  text_free(again);
  text_free(decoded);
}

/* The rule of IdnaTestV2.txt that an error is about. */
static bool rule_is(uriel_error_code code, const char *rules)
{
  static const struct {
    uriel_error_code code;
    const char *rules;
  } known[] = {
      {URIEL_ERROR_IDNA_NFC, "V1"},        {URIEL_ERROR_IDNA_HYPHENS, "V2"},
      {URIEL_ERROR_IDNA_HYPHEN_END, "V3"}, {URIEL_ERROR_IDNA_XN, "V4"},
      {URIEL_ERROR_IDNA_MARK, "V6"},       {URIEL_ERROR_IDNA_CODE_POINT, "V7"},
      {URIEL_ERROR_IDNA_JOINER, "C1"},     {URIEL_ERROR_IDNA_JOINER, "C2"},
      {URIEL_ERROR_IDNA_PUNYCODE, "P4"},   {URIEL_ERROR_IDNA_STD3, "U1"},
      {URIEL_ERROR_IDNA_EMPTY, "A4_2"},    {URIEL_ERROR_IDNA_LABEL_LENGTH, "A4_2"},
      {URIEL_ERROR_IDNA_LENGTH, "A4_1"},   {URIEL_ERROR_IDNA_EMPTY, "A4_1"},
      {URIEL_ERROR_NOT_UTF_8, "V7"},       {URIEL_ERROR_NOT_UTF_8, "A3"},
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (known[i].code == code && strstr(rules, known[i].rules))
      return true;
  return false;
}

static void expect_rules(const vector_case *given, unsigned options, const char *rules)
{
  const uriel_error error = ascii_error(vector_field(given, "input"), options);
  expect_true(given, "the error's place", is_placed(&error, vector_field(given, "input").len));
  if (rules[0] == 0)
    expect_name(given, "ToASCII", uriel_text_of("none"), uriel_error_name(error.code));
  else if (!rule_is(error.code, rules))
    expect_name(given, rules, uriel_text_of("one of these"), uriel_error_name(error.code));
}

static void check_web(const vector_case *given)
{
  const uriel_text input = vector_field(given, "input"), output = vector_field(given, "output");
  const uriel_text rules = vector_field(given, "rules"), others = vector_field(given, "others");
  const uriel_text origin = vector_field(given, "origin");
  const uriel_text ascii = ascii_of(input, URL_FLAGS);
  char all[128];
  if (is_ascii(input) && output.ptr) { /* the domain parser accepts it */
    const uriel_text lower = in_lower_case(input);
    expect_text(given, "domain parser", output, lower);
    if (ascii.ptr)
      expect_text(given, "ToASCII", lower, ascii);
    text_free(lower);
  } else if (!text_equal(origin, uriel_text_of("url"))) {
    expect_text(given, "ToASCII", output, ascii);
  }
  if (text_equal(origin, uriel_text_of("v2"))) {
    snprintf(all, sizeof all, "%.*s", (int)rules.len, rules.ptr);
    expect_rules(given, URL_FLAGS, all);
    snprintf(all, sizeof all, "%.*s %.*s", (int)rules.len, rules.ptr, (int)others.len, others.ptr);
    expect_rules(given, STRICT, all[1] ? all : "");
  }
  if (ascii.ptr)
    check_laws(input, ascii, URL_FLAGS);
  text_free(ascii);
}

static void web_platform(void **state)
{
  (void)state;
  vectors_run("idna.tsv", 2778, check_web);
}

static unsigned flags_of(uriel_text letters)
{
  static const char known[] = "hbjsvtir"; /* in the order of enum uriel_idna_option */
  unsigned options = 0;
  for (size_t i = 0; i < letters.len; i++) {
    const char *const at = strchr(known, letters.ptr[i]);
    if (!at)
      die("a vector has the flag %c", letters.ptr[i]);
    options |= 1u << (at - known);
  }
  return options;
}

static void check_flags(const vector_case *given)
{
  const uriel_text input = vector_field(given, "input");
  const unsigned options = flags_of(vector_field(given, "flags"));
  const uriel_text ascii = ascii_of(input, options), unicode = unicode_of(input, options);
  const uriel_error error = ascii_error(input, options);
  expect_text(given, "ToASCII", vector_field(given, "ascii"), ascii);
  expect_text(given, "ToUnicode", vector_field(given, "unicode"), unicode);
  expect_name(given, "error", vector_field(given, "error"), uriel_error_name(error.code));
  if (error.code != URIEL_ERROR_NONE) {
    expect_number(given, "offset", vector_number(given, "offset"), error.offset);
    expect_number(given, "begin", vector_number(given, "begin"), error.begin);
    expect_number(given, "length", vector_number(given, "length"), error.length);
    expect_text(given, "rule", vector_field(given, "rule"), uriel_text_of(uriel_error_rule(&error)));
  }
  text_free(ascii);
  text_free(unicode);
}

static void flags_and_errors(void **state)
{
  (void)state;
  vectors_run("idna_flags.tsv", 60, check_flags);
}

/* RFC 3492, 7.1: the samples that a domain name can have, and their mapping to lower case. */
static void check_sample(const vector_case *given)
{
  const uriel_text sample = vector_field(given, "text");
  const uriel_text ascii = ascii_of(sample, 0);
  expect_text(given, "Punycode", vector_field(given, "ascii"), ascii);
  check_laws(sample, ascii, 0);
  text_free(ascii);
}

static void punycode_samples(void **state)
{
  (void)state;
  vectors_run("punycode.tsv", 18, check_sample);
}

/* Any bytes: a result keeps the laws and its bounds, an error has its place. */
static void check_random(uriel_text domain, unsigned options)
{
  const uriel_text ascii = ascii_of(domain, options), unicode = unicode_of(domain, options);
  const uriel_error error = ascii_error(domain, options);
  uriel_error unicode_error;
  uriel_idna_to_unicode(domain.ptr, domain.len, options & ~(unsigned)URIEL_IDNA_VERIFY_DNS_LENGTH, NULL,
                        0, &unicode_error);
  if (!is_placed(&error, domain.len) || !is_placed(&unicode_error, domain.len))
    die("\"%.*s\": %s is elsewhere", (int)domain.len, domain.ptr, uriel_error_name(error.code));
  if (ascii.ptr)
    check_laws(options & URIEL_IDNA_TRANSITIONAL ? ascii : domain, ascii,
               options & ~(unsigned)URIEL_IDNA_TRANSITIONAL);
  text_free(ascii);
  text_free(unicode);
}

static void random_names(void **state)
{
  static const char *const tokens[] = {"a",
                                       "B",
                                       "1",
                                       "-",
                                       "--",
                                       ".",
                                       "..",
                                       "xn--",
                                       "XN--",
                                       "-a",
                                       "_",
                                       " ",
                                       "\xC3\x9F",
                                       "\xCF\x82",
                                       "\xE2\x80\x8C",
                                       "\xE2\x80\x8D",
                                       "\xC2\xAD",
                                       "\xE3\x80\x82",
                                       "\xEF\xBC\x8E",
                                       "\xD7\x90",
                                       "\xD9\xA1",
                                       "\xDB\xB1",
                                       "\xD8\xA8",
                                       "\xCC\x81",
                                       "\xCC\xA3",
                                       "\xE0\xA5\x8D",
                                       "\xE0\xA4\x95",
                                       "\xEF\xB7\xBA",
                                       "\xE1\x84\x80",
                                       "\xE1\x85\xA1",
                                       "\xE1\x86\xA8",
                                       "\xEF\xBD\x98\xEF\xBD\x8E",
                                       "4ca",
                                       "1ug",
                                       "-xva",
                                       "\xF0\x9D\x85\xA0",
                                       "\xC3",
                                       "\xFF",
                                       "\xE1\xBA\x9E",
                                       "\xE2\x89\xA0",
                                       "fa-hia"};
  uint64_t seed = 16;
  (void)state;
  for (size_t round = 0; round < 40000; round++) {
    char text[512];
    size_t len = 0;
    for (uint32_t left = random_below(&seed, 12); left > 0; left--) {
      const char *const token = tokens[random_below(&seed, sizeof tokens / sizeof *tokens)];
      memcpy(text + len, token, strlen(token));
      len += strlen(token);
    }
    const uriel_text domain = text_copy(text_from(text, len));
    check_random(domain, random_below(&seed, 256));
    text_free(domain);
  }
}

static uriel_text repeated(const char *before, const char *unit, size_t count, const char *after)
{
  const size_t size = strlen(unit), len = strlen(before) + size * count + strlen(after);
  char *const out = room(len);
  memcpy(out, before, strlen(before));
  for (size_t i = 0; i < count; i++)
    memcpy(out + strlen(before) + i * size, unit, size);
  memcpy(out + len - strlen(after), after, strlen(after));
  return text_from(out, len);
}

static void expect_limit(uriel_text domain, size_t offset)
{
  const uriel_error error = ascii_error(domain, 0);
  assert_string_equal(uriel_error_name(error.code), "idna-limit");
  assert_int_equal(error.offset, offset);
  assert_int_equal(error.begin, 2);
  const uriel_text unicode = unicode_of(domain, 0);
  assert_true(text_equal(unicode, domain));
  text_free(unicode);
  text_free(domain);
}

/* Labels of the most code points, in both forms, more, and US-ASCII of any length. */
static void long_labels(void **state)
{
  (void)state;
  static const char *const units[] = {"\xC3\xBC", "\xF0\xB0\x80\x80", "\xE2\x89\xA0"};
  for (size_t i = 0; i < 3; i++) {
    const uriel_text most = repeated("", units[i], URIEL_IDNA_LABEL_MAX - 20, ".a");
    const uriel_text ascii = ascii_of(most, URL_FLAGS);
    assert_true(ascii.ptr != NULL);
    check_laws(most, ascii, URL_FLAGS);
    text_free(ascii);
    text_free(most);
    const uriel_text longer = repeated("a.", units[i], URIEL_IDNA_LABEL_MAX, "");
    assert_string_equal(uriel_error_name(ascii_error(longer, 0).code), "idna-limit");
    text_free(longer);
    expect_limit(repeated("a.", units[i], URIEL_IDNA_LABEL_MAX + 1, ".b"),
                 2 + strlen(units[i]) * URIEL_IDNA_LABEL_MAX);
  }
  expect_limit(repeated("a.xn--", "a", URIEL_IDNA_LABEL_MAX, ""), 2 + URIEL_IDNA_LABEL_MAX);
  const uriel_text plain = repeated("A", "b", 100000, ".c");
  const uriel_text ascii = ascii_of(plain, URL_FLAGS), lower = in_lower_case(plain);
  assert_true(text_equal(ascii, lower));
  text_free(plain);
  text_free(ascii);
  text_free(lower);
}

static void lengths_of_dns(void **state)
{
  (void)state;
  for (size_t len = 62; len < 66; len++) {
    const uriel_text label = repeated("a.", "b", len, ".c");
    const uriel_error error = ascii_error(label, URIEL_IDNA_VERIFY_DNS_LENGTH);
    assert_int_equal(error.code, len > 63 ? URIEL_ERROR_IDNA_LABEL_LENGTH : URIEL_ERROR_NONE);
    assert_int_equal(error.begin, len > 63 ? 2 : 0);
    text_free(label);
  }
  for (size_t count = 125; count < 129; count++) {
    const uriel_text name = repeated("", "a.", count, "b");
    const uriel_error error = ascii_error(name, URIEL_IDNA_VERIFY_DNS_LENGTH);
    assert_int_equal(error.code, name.len > 253 ? URIEL_ERROR_IDNA_LENGTH : URIEL_ERROR_NONE);
    assert_int_equal(error.length, name.len > 253 ? name.len : 0);
    text_free(name);
  }
}

static size_t write_message(const void *context, char *out, size_t capacity)
{
  const idna_input *const in = context;
  const uriel_error error = ascii_error(in->domain, in->options);
  return uriel_error_describe(&error, in->domain.ptr, in->domain.len, out, capacity);
}

static void messages_name_the_character(void **state)
{
  (void)state;
  static const struct {
    const char *domain, *message;
  } cases[] = {
      {"a.\xE2\xBF\xB0", "the character U+2FF0 is not allowed in a domain name"},
      {"a.xn--a", "a character of the decoded label is not allowed in a domain name"},
      {"\xD7\x90.1", "\"1\" is not allowed there in a name with text from right to left (RFC 5893, 2)"},
      {"xn--a-", "the label begins with \"xn--\", but is not the Punycode of any label"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const idna_input in = {text_copy(uriel_text_of(cases[i].domain)), URL_FLAGS};
    const uriel_text message = text_written(write_message, &in);
    char *const string = strndup(message.ptr, message.len);
    assert_string_equal(string, cases[i].message);
    free(string);
    text_free(message);
    text_free(in.domain);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(web_platform),
      cmocka_unit_test(flags_and_errors),
      cmocka_unit_test(punycode_samples),
      cmocka_unit_test(random_names),
      cmocka_unit_test(long_labels),
      cmocka_unit_test(lengths_of_dns),
      cmocka_unit_test(messages_name_the_character),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
