/* SPDX-License-Identifier: MIT */
/* Every error can be had, and each has a name, a message, a rule and a section; names of everything
 * else. */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support.h"

/* A text that has the error; NULL where it comes from elsewhere. */
typedef struct error_case {
  uriel_error_code code;
  const char *text;
} error_case;

static const error_case cases[] = {
    {URIEL_ERROR_PERCENT, "a%"},
    {URIEL_ERROR_SCHEME_START, "1a:b"},
    {URIEL_ERROR_SCHEME_CHARACTER, "a_b:c"},
    {URIEL_ERROR_USERINFO_CHARACTER, "//[@h"},
    {URIEL_ERROR_HOST_CHARACTER, "//a b"},
    {URIEL_ERROR_HOST_IPV6, "//[x]"},
    {URIEL_ERROR_HOST_IPVFUTURE, "//[v]"},
    {URIEL_ERROR_HOST_UNCLOSED, "//["},
    {URIEL_ERROR_HOST_AFTER_BRACKET, "//[::]x"},
    {URIEL_ERROR_PORT_NOT_DIGITS, "//h:x"},
    {URIEL_ERROR_PATH_CHARACTER, "a b"},
    {URIEL_ERROR_PATH_COLON, ":a"},
    {URIEL_ERROR_QUERY_CHARACTER, "? "},
    {URIEL_ERROR_FRAGMENT_CHARACTER, "##"},
};

static uriel_error error_of(const char *string)
{
  uriel_ref ref;
  uriel_error error;
  const uriel_text text = text_copy(uriel_text_of(string));
  if (uriel_parse(&ref, text.ptr, text.len, &error))
    die("\"%s\" is a reference", string);
  text_free(text);
  return error;
}

static void parse_gives_each(void **state)
{
  (void)state;
  for (size_t at = 0; at < sizeof cases / sizeof *cases; at++)
    assert_string_equal(uriel_error_name(error_of(cases[at].text).code),
                        uriel_error_name(cases[at].code));
}

static uriel_error build_error(uriel_parts parts)
{
  uriel_error error;
  assert_true(uriel_build(&parts, NULL, 0, &error) == URIEL_FAILED);
  assert_true(uriel_build(&parts, NULL, 0, NULL) == URIEL_FAILED);
  return error;
}

static void build_gives_the_rest(void **state)
{
  (void)state;
  const uriel_text slashes = uriel_text_of("//a");
  const uriel_text rootless = uriel_text_of("a");
  const uriel_text empty = uriel_text_of("");
  assert_int_equal(build_error((uriel_parts){.path = slashes}).code, URIEL_ERROR_PATH_DOUBLE_SLASH);
  assert_int_equal(build_error((uriel_parts){.host = empty, .path = rootless}).code,
                   URIEL_ERROR_PATH_NOT_ABSOLUTE);
  assert_int_equal(build_error((uriel_parts){.userinfo = empty}).code, URIEL_ERROR_HOST_MISSING);
  assert_int_equal(build_error((uriel_parts){.port = empty}).code, URIEL_ERROR_HOST_MISSING);
  assert_int_equal(build_error((uriel_parts){.scheme = empty}).code, URIEL_ERROR_SCHEME_EMPTY);
}

static void port_numbers(void **state)
{
  (void)state;
  static const struct {
    const char *text;
    long number; /* -1: none, -2: too large */
  } ports[] = {
      {"//h:80", 80},
      {"//h:0", 0},
      {"//h:65535", 65535},
      {"//h:0065535", 65535},
      {"//h:000000000000000000000000000001", 1},
      {"//h:", -1},
      {"//h", -1},
      {"h:80", -1},
      {"//h:65536", -2},
      {"//h:99999", -2},
      {"//h:4294967296", -2},
      {"//h:4294967376", -2},
      {"//h:18446744073709551616", -2},
      {"//h:18446744073709551696", -2},
      {"//h:340282366920938463463374607431768211456", -2},
      {"//u:1@[::1]:8080/", 8080},
  };
  for (size_t at = 0; at < sizeof ports / sizeof *ports; at++) {
    const uriel_text text = text_copy(uriel_text_of(ports[at].text));
    const uriel_ref ref = parsed(text);
    uint16_t number = 4711;
    uriel_error error;
    const bool has = uriel_port_number(&ref, &number, &error);
    assert_int_equal(has, ports[at].number >= 0);
    assert_int_equal(error.code, ports[at].number == -2 ? URIEL_ERROR_PORT_TOO_LARGE : URIEL_ERROR_NONE);
    /* At the digit that makes it too large, the fifth or sixth. */
    if (error.code == URIEL_ERROR_PORT_TOO_LARGE)
      assert_true(error.begin == 4 && error.length == text.len - 4 && error.offset / 2 == 4);
    if (has)
      assert_int_equal(number, ports[at].number);
    assert_int_equal(uriel_port_number(&ref, &number, NULL), has);
    text_free(text);
  }
}

/* A length above 2^32-1 is refused before a byte is read. */
static void too_long(void **state)
{
  (void)state;
  uriel_ref ref;
  uriel_error error;
  char *const one = malloc(1);
  assert_non_null(one);
  one[0] = 'a';
  assert_false(uriel_parse(&ref, one, (size_t)UINT32_MAX + 1, &error));
  assert_int_equal(error.code, URIEL_ERROR_TOO_LONG);
  assert_int_equal(error.component, URIEL_REFERENCE);
  assert_false(uriel_parse(&ref, one, (size_t)-1, &error));
  assert_int_equal(error.code, URIEL_ERROR_TOO_LONG);
  char message[128];
  assert_true(uriel_error_describe(&error, one, 1, message, sizeof message) > 0);
  free(one);
}

static void check_words(uriel_error_code code, const char *name, const char *message, const char *rule,
                        const char *section)
{
  assert_string_equal(uriel_error_name(code), name);
  assert_string_equal(uriel_error_message(code), message);
  const uriel_error error = {.code = code};
  assert_string_equal(uriel_error_rule(&error), rule);
  assert_string_equal(uriel_error_section(&error), section);
}

/* A name is its constant in lower case, with hyphens. */
static void check_constant(const char *constant, const char *name)
{
  assert_int_equal(strlen(constant), strlen(name));
  for (; *constant; constant++, name++)
    assert_int_equal(*name, *constant == '_' ? '-' : tolower((unsigned char)*constant));
}

static void every_code_has_words(void **state)
{
  (void)state;
#define CHECK_WORDS(constant, value, name, message, rule, section)                                      \
  assert_int_equal(URIEL_ERROR_##constant, value);                                                      \
  check_constant(#constant, name);                                                                      \
  check_words(URIEL_ERROR_##constant, name, message, rule, section);
  URIEL_ERRORS(CHECK_WORDS)
#undef CHECK_WORDS
}

/* Never NULL, also for what is no code. */
static void no_name_is_null(void **state)
{
  (void)state;
  for (int value = -1; value < 300; value++) {
    assert_non_null(uriel_error_name((uriel_error_code)value));
    assert_non_null(uriel_error_message((uriel_error_code)value));
    const uriel_error error = {.code = (uriel_error_code)value};
    assert_non_null(uriel_error_rule(&error));
    assert_non_null(uriel_error_section(&error));
  }
}

static void names(void **state)
{
  (void)state;
  static const char *const components[] = {"reference", "scheme", "authority", "userinfo", "host",
                                           "port",      "path",   "query",     "fragment"};
  static const char *const kinds[] = {"none", "name", "ipv4", "ipv6", "ipvfuture"};
  static const char *const forms[] = {"absolute", "relative", "opaque"};
  static const char *const levels[] = {"string", "case", "percent", "path", "scheme", "different"};
  for (int c = 0; c <= URIEL_FRAGMENT; c++)
    assert_string_equal(uriel_component_name((uriel_component)c), components[c]);
  for (int kind = 0; kind <= URIEL_HOST_IPVFUTURE; kind++)
    assert_string_equal(uriel_host_kind_name((uriel_host_kind)kind), kinds[kind]);
  for (int form = URIEL_FORM_ABSOLUTE; form <= URIEL_FORM_OPAQUE; form++)
    assert_string_equal(uriel_form_name((uriel_form)form), forms[form - 1]);
  for (int level = 0; level <= URIEL_LEVEL_DIFFERENT; level++)
    assert_string_equal(uriel_level_name((uriel_level)level), levels[level]);
  assert_string_equal(uriel_version(), URIEL_VERSION);
}

static void description(const char *string, const char *message, const char *expected)
{
  const uriel_error error = error_of(string);
  char out[512];
  const size_t len = uriel_error_describe(&error, string, strlen(string), out, sizeof out);
  assert_true(len < sizeof out);
  out[len] = '\0';
  assert_string_equal(out, message);
  if (!expected)
    return;
  const size_t size = uriel_error_expected(&error, string, strlen(string), out, sizeof out);
  assert_true(size < sizeof out);
  out[size] = '\0';
  assert_string_equal(out, expected);
}

/* The header's and the design's own examples. */
static void descriptions(void **state)
{
  (void)state;
  description("http://example.com/a[1].html", "\"[\" is not allowed in a path",
              "a letter, a digit, %XX, \"/\", \"?\", \"#\", the end or one of !$&'()*+,-.:;=@_~");
  description("http://a:b/", "a port is made of digits only",
              "only digits in the port, or \"@\" after user information");
  description("//[::1]:x", "a port is made of digits only", "a digit, \"/\", \"?\", \"#\" or the end");
  description("//[::1.2.3.256]", "not an IPv6 address between the brackets",
              "a digit from 0 to 5 or \"]\"");
  description(
      "a_b:c",
      "\"_\" is not allowed in a scheme, which is made of letters, digits, \"+\", \"-\" and \".\"",
      NULL);
  description("a\tb", "a tab is not allowed in a path", NULL);
  description("a\xC2\xA0", "the character U+00A0, a no-break space, is not allowed in a path", NULL);
  description("a%zz", "\"%\" is not followed by two hexadecimal digits", NULL);
  description("a\"b", "'\"' is not allowed in a path", NULL);
  description("a\x07", "the byte 0x07 is not allowed in a path", NULL);
  description("a\xC3\xA9", "the character U+00E9 is not allowed in a path", NULL);
  description("a\xF0\x9F\x98\x80", "the character U+1F600 is not allowed in a path", NULL);
  description("a\xC3", "the byte 0xC3 is not allowed in a path", NULL);
  description("?a b", "a space is not allowed in a query", NULL);
}

/* RFC 9844: a zone identifier belongs to user interfaces; RFC 6874 had it in URIs. */
static void zones(void **state)
{
  (void)state;
  static const char zone[] = "a zone identifier cannot appear in a URI (RFC 9844)";
  description("http://[fe80::1%eth0]/", zone, NULL);
  description("http://[fe80::1%25eth0]/", zone, NULL);
  description("//[::%]", zone, NULL);
  description("//[::g%eth0]", "not an IPv6 address between the brackets", NULL);
}

/* What nobody sees is named, and the scheme behind it is not blamed. */
static void unseen_before(void **state)
{
  (void)state;
  static const char mark[] = "a byte order mark before the reference";
  static const char blank[] = "a blank before the reference";
  static const char start[] = "a scheme must start with a letter";
  description("\xEF\xBB\xBFhttp://h/", mark, NULL);
  description("\xEF\xBB\xBF:", mark, NULL);
  description("\xC2\xA0http://h/", "a no-break space before the reference", NULL);
  description("\xE2\x80\x8Bhttp://h/", "a zero-width space before the reference", NULL);
  description("\xE2\x80\x9Chttp://h/", start, NULL);
  description("\xEF\xBB http://h/", start, NULL);
  description("\xEF\xBB:", start, NULL);
  description(" http://h/", blank, NULL);
  description(" :", blank, NULL);
  description("\t \r\nhttp://h/", blank, NULL);
  description("\x0E:a", start, NULL);
  description("\x08:a", start, NULL);
  description("1 :a", start, NULL);
  description("\xEF\xBB\xBFh/a", "the character U+FEFF, a byte order mark, is not allowed in a path",
              NULL);
  description("?\xEF\xBB\xBF", "the character U+FEFF, a byte order mark, is not allowed in a query",
              NULL);
  description(" h/a", "a space is not allowed in a path", NULL);
}

/* Of a scheme by itself, and of the older documents. */
static void unseen_elsewhere(void **state)
{
  (void)state;
  static const uriel_error of_urn = {.code = URIEL_ERROR_URN_SCHEME, .spec = URIEL_SPEC_RFC8141};
  uriel_error error = build_error((uriel_parts){.scheme = uriel_text_of(" http")});
  char out[128];
  size_t len = uriel_error_describe(&error, " http", 5, out, sizeof out);
  assert_true(len > 8 && memcmp(out, "a scheme", 8) == 0);
  len = uriel_error_describe(&of_urn, " urn:a:b", 8, out, sizeof out);
  assert_int_equal(len, strlen("a blank before the reference"));
  assert_memory_equal(out, "a blank before the reference", len);
  len = uriel_error_describe(&of_urn, "urn ", 4, out, sizeof out);
  assert_memory_equal(out, "a URN", 5);
}

/* The texts of errors that are not of uriel_parse. */
static void expected_of_others_is_empty(void **state)
{
  (void)state;
  const uriel_error error = {.code = URIEL_ERROR_BASE_NOT_ABSOLUTE, .component = URIEL_REFERENCE};
  char out[8];
  assert_int_equal(uriel_error_expected(&error, "a", 1, out, sizeof out), 0);
  const uriel_error none = {.code = URIEL_ERROR_NONE, .component = URIEL_REFERENCE};
  assert_int_equal(uriel_error_expected(&none, "a", 1, out, sizeof out), 0);
}

/* What kind of error a code is: nothing tells that from its value. A new code has its line here. */
enum { KIND_NONE, TEXT, CALL, SCHEME, PART };
static const unsigned char kinds[] = {
    [URIEL_ERROR_NONE] = TEXT,
    [URIEL_ERROR_TOO_LONG] = TEXT,
    [URIEL_ERROR_PERCENT] = TEXT,
    [URIEL_ERROR_SPEC_NOT_BUILT] = TEXT,
    [URIEL_ERROR_NOT_LATIN_1] = TEXT,
    [URIEL_ERROR_NOT_UTF_8] = TEXT,
    [URIEL_ERROR_ENCODING_NOT_ALLOWED] = TEXT,
    [URIEL_ERROR_PREFIX_MISSING] = TEXT,
    [URIEL_ERROR_SCHEME_START] = TEXT,
    [URIEL_ERROR_SCHEME_CHARACTER] = TEXT,
    [URIEL_ERROR_SCHEME_EMPTY] = TEXT,
    [URIEL_ERROR_SCHEME_MISSING] = TEXT,
    [URIEL_ERROR_SCHEME_UNKNOWN] = TEXT,
    [URIEL_ERROR_SCHEME_CASE] = TEXT,
    [URIEL_ERROR_AUTHORITY_NOT_ALLOWED] = TEXT,
    [URIEL_ERROR_AUTHORITY_MISSING] = TEXT,
    [URIEL_ERROR_SCHEME_NAME] = TEXT,
    [URIEL_ERROR_SCHEME_BEHIND_PREFIX] = TEXT,
    [URIEL_ERROR_USERINFO_CHARACTER] = TEXT,
    [URIEL_ERROR_USERINFO_NOT_ALLOWED] = TEXT,
    [URIEL_ERROR_USERINFO_EMPTY] = TEXT,
    [URIEL_ERROR_USERINFO_PASSWORD] = TEXT,
    [URIEL_ERROR_HOST_CHARACTER] = TEXT,
    [URIEL_ERROR_HOST_IPV6] = TEXT,
    [URIEL_ERROR_HOST_IPVFUTURE] = TEXT,
    [URIEL_ERROR_HOST_UNCLOSED] = TEXT,
    [URIEL_ERROR_HOST_AFTER_BRACKET] = TEXT,
    [URIEL_ERROR_HOST_MISSING] = TEXT,
    [URIEL_ERROR_HOST_NAME] = TEXT,
    [URIEL_ERROR_HOST_EMPTY] = TEXT,
    [URIEL_ERROR_HOST_NUMBER] = TEXT,
    [URIEL_ERROR_HOST_CELL] = TEXT,
    [URIEL_ERROR_PORT_NOT_DIGITS] = TEXT,
    [URIEL_ERROR_PORT_TOO_LARGE] = TEXT,
    [URIEL_ERROR_PORT_EMPTY] = TEXT,
    [URIEL_ERROR_PORT_NOT_ALLOWED] = TEXT,
    [URIEL_ERROR_PATH_WAIS] = TEXT,
    [URIEL_ERROR_PATH_NNTP] = TEXT,
    [URIEL_ERROR_PATH_NEWS] = TEXT,
    [URIEL_ERROR_PATH_ADDRESS] = TEXT,
    [URIEL_ERROR_PATH_IDENTIFIER] = TEXT,
    [URIEL_ERROR_PATH_CONTENT] = TEXT,
    [URIEL_ERROR_PATH_CHARACTER] = TEXT,
    [URIEL_ERROR_PATH_COLON] = TEXT,
    [URIEL_ERROR_PATH_NOT_ABSOLUTE] = TEXT,
    [URIEL_ERROR_PATH_DOUBLE_SLASH] = TEXT,
    [URIEL_ERROR_PATH_SLASH] = TEXT,
    [URIEL_ERROR_PATH_EMPTY_SEGMENT] = TEXT,
    [URIEL_ERROR_PATH_MISSING] = TEXT,
    [URIEL_ERROR_PATH_NOT_ALLOWED] = TEXT,
    [URIEL_ERROR_PATH_TYPE] = TEXT,
    [URIEL_ERROR_PATH_GOPHER] = TEXT,
    [URIEL_ERROR_QUERY_CHARACTER] = TEXT,
    [URIEL_ERROR_QUERY_EMPTY] = TEXT,
    [URIEL_ERROR_QUERY_NOT_ALLOWED] = TEXT,
    [URIEL_ERROR_PATH_GTYPE] = TEXT,
    [URIEL_ERROR_PATH_OPAQUE] = TEXT,
    [URIEL_ERROR_PATH_RELATIVE] = TEXT,
    [URIEL_ERROR_FRAGMENT_CHARACTER] = TEXT,
    [URIEL_ERROR_FRAGMENT_EMPTY] = TEXT,
    [URIEL_ERROR_FRAGMENT_NOT_ALLOWED] = TEXT,
    [URIEL_ERROR_BASE_NOT_ABSOLUTE] = TEXT,
    [URIEL_ERROR_BASE_OPAQUE] = TEXT,
    [URIEL_ERROR_DOTS_ABOVE_ROOT] = TEXT,
    [URIEL_ERROR_BUFFER_TOO_SMALL] = CALL,
    [URIEL_ERROR_SCHEME_OTHER] = SCHEME,
    [URIEL_ERROR_PART_MISSING] = PART,
    [URIEL_ERROR_PART_EMPTY] = PART,
    [URIEL_ERROR_PART_CHARACTER] = PART,
    [URIEL_ERROR_PART_LINE_BREAK] = PART,
    [URIEL_ERROR_PART_NOT_ALLOWED] = PART,
    [URIEL_ERROR_PART_NUMBER] = PART,
    [URIEL_ERROR_PART_FORM] = PART,
    [URIEL_ERROR_PART_BASE64] = PART,
    [URIEL_ERROR_PLAN_NONE] = SCHEME,
    [URIEL_ERROR_PLAN_UNKNOWN] = SCHEME,
    [URIEL_ERROR_PLAN_UNDEFINED] = SCHEME,
    [URIEL_ERROR_TEMPLATE] = SCHEME,
    [URIEL_ERROR_PLAN_BASE] = SCHEME,
    [URIEL_ERROR_NID_MISSING] = TEXT,
    [URIEL_ERROR_NID_CHARACTER] = TEXT,
    [URIEL_ERROR_NID_LENGTH] = TEXT,
    [URIEL_ERROR_NID_RESERVED] = TEXT,
    [URIEL_ERROR_NSS_EMPTY] = TEXT,
    [URIEL_ERROR_NSS_CHARACTER] = TEXT,
    [URIEL_ERROR_NSS_NUL] = TEXT,
    [URIEL_ERROR_URN_QUERY] = TEXT,
    [URIEL_ERROR_URN_FRAGMENT] = TEXT,
    [URIEL_ERROR_URN_COMPONENT_EMPTY] = TEXT,
    [URIEL_ERROR_URN_COMPONENT_ORDER] = TEXT,
    [URIEL_ERROR_URN_SCHEME] = TEXT,
    [URIEL_ERROR_NAME_FORM] = TEXT,
    [URIEL_ERROR_NAME_CHECK] = TEXT,
    [URIEL_ERROR_ROW_INVALID] = CALL,
    [URIEL_ERROR_ARGUMENT] = CALL,
    [URIEL_ERROR_HOST_REGISTRY] = TEXT,
    [URIEL_ERROR_HOST_DECODED] = PART,
    [URIEL_ERROR_PARTS_DIFFER] = CALL,
    [URIEL_ERROR_PATH_FIELDS] = TEXT,
};

/* An error of a text breaks a rule of each other document; that of a part names the part in its message;
 * those of calls and schemes do neither. */
static void every_code_is_of_its_kind(void **state)
{
  (void)state;
  static const uriel_error_code codes[] = {
#define CODE(constant, value, name, message, rule, section) URIEL_ERROR_##constant,
      URIEL_ERRORS(CODE)
#undef CODE
  };
  for (size_t at = 0; at < sizeof codes / sizeof *codes; at++) {
    const uriel_error_code code = codes[at];
    const int kind = code < sizeof kinds ? kinds[code] : KIND_NONE;
    if (kind == KIND_NONE)
      die("the error \"%s\" has no line in this test's table of kinds", uriel_error_name(code));
    if (uriel_spec_built(URIEL_SPEC_URL_1997)) {
      const uriel_error old = {.code = code, .spec = URIEL_SPEC_URL_1997};
      assert_int_equal(uriel_error_rule(&old)[0] != 0, kind == TEXT);
    }
    const uriel_error error = {.code = code, .component = URIEL_PATH, .part = "thing"};
    char out[200] = {0};
    assert_true(uriel_error_describe(&error, NULL, 0, out, sizeof out - 1) < sizeof out);
    assert_int_equal(memcmp(out, "the thing ", 10) == 0, kind == PART);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(parse_gives_each),
      cmocka_unit_test(build_gives_the_rest),
      cmocka_unit_test(port_numbers),
      cmocka_unit_test(too_long),
      cmocka_unit_test(every_code_has_words),
      cmocka_unit_test(every_code_is_of_its_kind),
      cmocka_unit_test(no_name_is_null),
      cmocka_unit_test(names),
      cmocka_unit_test(descriptions),
      cmocka_unit_test(zones),
      cmocka_unit_test(unseen_before),
      cmocka_unit_test(unseen_elsewhere),
      cmocka_unit_test(expected_of_others_is_empty),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
