/* SPDX-License-Identifier: MIT */
/* Every error occurs for some text, and has a name, a message, a rule and a section; names of all other
 * values. */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support.h"
#include "uriel_idna.h"
#include "uriel_urn.h"

/* A text that has the error; NULL if the error comes from elsewhere. */
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
    const bool has = uriel_port_number(&number, &ref, &error);
    assert_int_equal(has, ports[at].number >= 0);
    assert_int_equal(error.code, ports[at].number == -2 ? URIEL_ERROR_PORT_TOO_LARGE : URIEL_ERROR_NONE);
    /* At the digit that makes it too large, the fifth or sixth. */
    if (error.code == URIEL_ERROR_PORT_TOO_LARGE)
      assert_true(error.begin == 4 && error.length == text.len - 4 && error.offset / 2 == 4);
    if (has)
      assert_int_equal(number, ports[at].number);
    assert_int_equal(uriel_port_number(&number, &ref, NULL), has);
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

/* Every code with its permanent value, its class, and the rule of RFC 3986 that it breaks. */
static const struct {
  const char *constant;
  int value;
  uriel_error_class class;
  const char *rule, *section;
} codes[] = {
    {"NONE", 0, URIEL_CLASS_NONE, "", ""},
    {"TOO_LONG", 1, URIEL_CLASS_SYNTAX, "URI-reference", "4.1"},
    {"PERCENT", 2, URIEL_CLASS_SYNTAX, "pct-encoded", "2.1"},
    {"NOT_UTF_8", 3, URIEL_CLASS_ENCODING, "", ""},
    {"SCHEME_START", 4, URIEL_CLASS_SYNTAX, "scheme", "3.1"},
    {"SCHEME_CHARACTER", 5, URIEL_CLASS_SYNTAX, "scheme", "3.1"},
    {"SCHEME_EMPTY", 6, URIEL_CLASS_SYNTAX, "scheme", "3.1"},
    {"USERINFO_CHARACTER", 7, URIEL_CLASS_SYNTAX, "userinfo", "3.2.1"},
    {"HOST_CHARACTER", 8, URIEL_CLASS_SYNTAX, "reg-name", "3.2.2"},
    {"HOST_IPV6", 9, URIEL_CLASS_SYNTAX, "IPv6address", "3.2.2"},
    {"HOST_IPVFUTURE", 10, URIEL_CLASS_SYNTAX, "IPvFuture", "3.2.2"},
    {"HOST_UNCLOSED", 11, URIEL_CLASS_SYNTAX, "IP-literal", "3.2.2"},
    {"HOST_AFTER_BRACKET", 12, URIEL_CLASS_SYNTAX, "host", "3.2.2"},
    {"HOST_MISSING", 13, URIEL_CLASS_SYNTAX, "authority", "3.2"},
    {"PORT_NOT_DIGITS", 14, URIEL_CLASS_SYNTAX, "port", "3.2.3"},
    {"PORT_TOO_LARGE", 15, URIEL_CLASS_SYNTAX, "port", "3.2.3"},
    {"PATH_CHARACTER", 16, URIEL_CLASS_SYNTAX, "pchar", "3.3"},
    {"PATH_COLON", 17, URIEL_CLASS_SYNTAX, "path-noscheme", "4.2"},
    {"PATH_NOT_ABSOLUTE", 18, URIEL_CLASS_SYNTAX, "path-abempty", "3.3"},
    {"PATH_DOUBLE_SLASH", 19, URIEL_CLASS_SYNTAX, "path-absolute", "3.3"},
    {"SEGMENT_DOTS", 20, URIEL_CLASS_CALL, "", ""},
    {"QUERY_CHARACTER", 21, URIEL_CLASS_SYNTAX, "query", "3.4"},
    {"FRAGMENT_CHARACTER", 22, URIEL_CLASS_SYNTAX, "fragment", "3.5"},
    {"BASE_NOT_ABSOLUTE", 23, URIEL_CLASS_RESOLUTION, "URI", "5.2.1"},
    {"BUFFER_TOO_SMALL", 24, URIEL_CLASS_CALL, "", ""},
    {"ARGUMENT", 25, URIEL_CLASS_CALL, "", ""},
    {"ROW_INVALID", 26, URIEL_CLASS_CALL, "", ""},
    {"SPEC_NOT_BUILT", 100, URIEL_CLASS_CALL, "", ""},
    {"PARTS_DIFFER", 101, URIEL_CLASS_CALL, "", ""},
    {"NOT_LATIN_1", 102, URIEL_CLASS_ENCODING, "", ""},
    {"ENCODING_NOT_ALLOWED", 103, URIEL_CLASS_ENCODING, "", ""},
    {"PREFIX_MISSING", 104, URIEL_CLASS_SYNTAX, "", ""},
    {"SCHEME_MISSING", 105, URIEL_CLASS_SYNTAX, "", ""},
    {"SCHEME_UNKNOWN", 106, URIEL_CLASS_SYNTAX, "", ""},
    {"SCHEME_CASE", 107, URIEL_CLASS_SYNTAX, "", ""},
    {"SCHEME_NAME", 108, URIEL_CLASS_SYNTAX, "", ""},
    {"SCHEME_AFTER_PREFIX", 109, URIEL_CLASS_SYNTAX, "", ""},
    {"AUTHORITY_NOT_ALLOWED", 110, URIEL_CLASS_SYNTAX, "", ""},
    {"AUTHORITY_MISSING", 111, URIEL_CLASS_SYNTAX, "", ""},
    {"USERINFO_NOT_ALLOWED", 112, URIEL_CLASS_SYNTAX, "", ""},
    {"USERINFO_EMPTY", 113, URIEL_CLASS_SYNTAX, "", ""},
    {"USERINFO_PASSWORD", 114, URIEL_CLASS_SYNTAX, "", ""},
    {"HOST_NAME", 115, URIEL_CLASS_SYNTAX, "", ""},
    {"HOST_EMPTY", 116, URIEL_CLASS_SYNTAX, "", ""},
    {"HOST_NUMBER", 117, URIEL_CLASS_SYNTAX, "", ""},
    {"HOST_CELL", 118, URIEL_CLASS_SYNTAX, "", ""},
    {"HOST_REGISTRY", 119, URIEL_CLASS_NAME, "", ""},
    {"PORT_EMPTY", 120, URIEL_CLASS_SYNTAX, "", ""},
    {"PORT_NOT_ALLOWED", 121, URIEL_CLASS_SYNTAX, "", ""},
    {"PATH_SLASH", 122, URIEL_CLASS_SYNTAX, "", ""},
    {"PATH_EMPTY_SEGMENT", 123, URIEL_CLASS_SYNTAX, "", ""},
    {"PATH_MISSING", 124, URIEL_CLASS_SYNTAX, "", ""},
    {"PATH_NOT_ALLOWED", 125, URIEL_CLASS_SYNTAX, "", ""},
    {"PATH_TYPE", 126, URIEL_CLASS_SYNTAX, "", ""},
    {"PATH_FIELDS", 127, URIEL_CLASS_SYNTAX, "", ""},
    {"PATH_GOPHER", 128, URIEL_CLASS_SYNTAX, "", ""},
    {"PATH_GTYPE", 129, URIEL_CLASS_SYNTAX, "", ""},
    {"PATH_WAIS", 130, URIEL_CLASS_SYNTAX, "", ""},
    {"PATH_NNTP", 131, URIEL_CLASS_SYNTAX, "", ""},
    {"PATH_NEWS", 132, URIEL_CLASS_SYNTAX, "", ""},
    {"PATH_ADDRESS", 133, URIEL_CLASS_SYNTAX, "", ""},
    {"PATH_IDENTIFIER", 134, URIEL_CLASS_SYNTAX, "", ""},
    {"PATH_CONTENT", 135, URIEL_CLASS_SYNTAX, "", ""},
    {"PATH_OPAQUE", 136, URIEL_CLASS_SYNTAX, "", ""},
    {"PATH_RELATIVE", 137, URIEL_CLASS_SYNTAX, "", ""},
    {"QUERY_EMPTY", 138, URIEL_CLASS_SYNTAX, "", ""},
    {"QUERY_NOT_ALLOWED", 139, URIEL_CLASS_SYNTAX, "", ""},
    {"FRAGMENT_EMPTY", 140, URIEL_CLASS_SYNTAX, "", ""},
    {"FRAGMENT_NOT_ALLOWED", 141, URIEL_CLASS_SYNTAX, "", ""},
    {"BASE_OPAQUE", 142, URIEL_CLASS_RESOLUTION, "", ""},
    {"DOTS_ABOVE_ROOT", 143, URIEL_CLASS_RESOLUTION, "", ""},
    {"URN_SCHEME", 200, URIEL_CLASS_SYNTAX, "", ""},
    {"NID_MISSING", 201, URIEL_CLASS_SYNTAX, "", ""},
    {"NID_CHARACTER", 202, URIEL_CLASS_SYNTAX, "", ""},
    {"NID_LENGTH", 203, URIEL_CLASS_SYNTAX, "", ""},
    {"NID_RESERVED", 204, URIEL_CLASS_SYNTAX, "", ""},
    {"NSS_EMPTY", 205, URIEL_CLASS_SYNTAX, "", ""},
    {"NSS_CHARACTER", 206, URIEL_CLASS_SYNTAX, "", ""},
    {"NSS_NUL", 207, URIEL_CLASS_SYNTAX, "", ""},
    {"URN_QUERY", 208, URIEL_CLASS_SYNTAX, "", ""},
    {"URN_FRAGMENT", 209, URIEL_CLASS_SYNTAX, "", ""},
    {"URN_COMPONENT_EMPTY", 210, URIEL_CLASS_SYNTAX, "", ""},
    {"URN_COMPONENT_ORDER", 211, URIEL_CLASS_SYNTAX, "", ""},
    {"NAME_FORM", 212, URIEL_CLASS_NAME, "", ""},
    {"NAME_CHECK", 213, URIEL_CLASS_NAME, "", ""},
    {"PART_MISSING", 300, URIEL_CLASS_PART, "", ""},
    {"PART_EMPTY", 301, URIEL_CLASS_PART, "", ""},
    {"PART_CHARACTER", 302, URIEL_CLASS_PART, "", ""},
    {"PART_LINE_BREAK", 303, URIEL_CLASS_PART, "", ""},
    {"PART_NOT_ALLOWED", 304, URIEL_CLASS_PART, "", ""},
    {"PART_NUMBER", 305, URIEL_CLASS_PART, "", ""},
    {"PART_FORM", 306, URIEL_CLASS_PART, "", ""},
    {"PART_BASE64", 307, URIEL_CLASS_PART, "", ""},
    {"SCHEME_OTHER", 308, URIEL_CLASS_SCHEME, "", ""},
    {"PLAN_NONE", 400, URIEL_CLASS_SCHEME, "", ""},
    {"PLAN_UNKNOWN", 401, URIEL_CLASS_SCHEME, "", ""},
    {"PLAN_UNDEFINED", 402, URIEL_CLASS_SCHEME, "", ""},
    {"PLAN_BASE", 403, URIEL_CLASS_SCHEME, "", ""},
    {"HOST_DECODED", 404, URIEL_CLASS_PART, "", ""},
    {"TEMPLATE", 405, URIEL_CLASS_SCHEME, "", ""},
    {"PLAN_HEAD", 406, URIEL_CLASS_SCHEME, "", ""},
    {"PLAN_SEARCH", 407, URIEL_CLASS_SCHEME, "", ""},
    {"PLAN_FORM", 408, URIEL_CLASS_SCHEME, "", ""},
    {"TARGET_FORM", 500, URIEL_CLASS_CALL, "", ""},
    {"IDNA_CODE_POINT", 600, URIEL_CLASS_IDNA, "UTS #46 V7", "4.1"},
    {"IDNA_PUNYCODE", 601, URIEL_CLASS_IDNA, "UTS #46 P4", "4"},
    {"IDNA_NFC", 602, URIEL_CLASS_IDNA, "UTS #46 V1", "4.1"},
    {"IDNA_HYPHENS", 603, URIEL_CLASS_IDNA, "UTS #46 V2", "4.1"},
    {"IDNA_HYPHEN_END", 604, URIEL_CLASS_IDNA, "UTS #46 V3", "4.1"},
    {"IDNA_XN", 605, URIEL_CLASS_IDNA, "UTS #46 V4", "4.1"},
    {"IDNA_DOT", 606, URIEL_CLASS_IDNA, "UTS #46 V5", "4.1"},
    {"IDNA_MARK", 607, URIEL_CLASS_IDNA, "UTS #46 V6", "4.1"},
    {"IDNA_JOINER", 608, URIEL_CLASS_IDNA, "UTS #46 V8", "4.1"},
    {"IDNA_BIDI", 609, URIEL_CLASS_IDNA, "UTS #46 V9", "4.1"},
    {"IDNA_STD3", 610, URIEL_CLASS_IDNA, "UTS #46 V7.3", "4.1"},
    {"IDNA_EMPTY", 611, URIEL_CLASS_IDNA, "UTS #46 A4_2", "4.2"},
    {"IDNA_LABEL_LENGTH", 612, URIEL_CLASS_IDNA, "UTS #46 A4_2", "4.2"},
    {"IDNA_LENGTH", 613, URIEL_CLASS_IDNA, "UTS #46 A4_1", "4.2"},
    {"IDNA_LIMIT", 614, URIEL_CLASS_IDNA, "", ""},
    {"URL_DOMAIN_TO_ASCII", 700, URIEL_CLASS_SYNTAX, "", ""},
    {"URL_DOMAIN_PERCENT_ENCODED", 701, URIEL_CLASS_SYNTAX, "", ""},
    {"URL_HOST_INVALID_CODE_POINT", 702, URIEL_CLASS_SYNTAX, "", ""},
    {"URL_IPV4_EMPTY_PART", 703, URIEL_CLASS_SYNTAX, "", ""},
    {"URL_IPV4_TOO_FEW_PARTS", 704, URIEL_CLASS_SYNTAX, "", ""},
    {"URL_IPV4_TOO_MANY_PARTS", 705, URIEL_CLASS_SYNTAX, "", ""},
    {"URL_IPV4_NON_NUMERIC_PART", 706, URIEL_CLASS_SYNTAX, "", ""},
    {"URL_IPV4_NON_DECIMAL_PART", 707, URIEL_CLASS_SYNTAX, "", ""},
    {"URL_IPV4_OUT_OF_RANGE_PART", 708, URIEL_CLASS_SYNTAX, "", ""},
    {"URL_IPV6_UNCLOSED", 709, URIEL_CLASS_SYNTAX, "", ""},
    {"URL_IPV6_INVALID_COMPRESSION", 710, URIEL_CLASS_SYNTAX, "", ""},
    {"URL_IPV6_TOO_MANY_PIECES", 711, URIEL_CLASS_SYNTAX, "", ""},
    {"URL_IPV6_MULTIPLE_COMPRESSION", 712, URIEL_CLASS_SYNTAX, "", ""},
    {"URL_IPV6_INVALID_CODE_POINT", 713, URIEL_CLASS_SYNTAX, "", ""},
    {"URL_IPV6_TOO_FEW_PIECES", 714, URIEL_CLASS_SYNTAX, "", ""},
    {"URL_IPV6_PIECE_LEADING_ZERO", 715, URIEL_CLASS_SYNTAX, "", ""},
    {"URL_IPV4_IN_IPV6_TOO_MANY_PIECES", 716, URIEL_CLASS_SYNTAX, "", ""},
    {"URL_IPV4_IN_IPV6_INVALID_CODE_POINT", 717, URIEL_CLASS_SYNTAX, "", ""},
    {"URL_IPV4_IN_IPV6_OUT_OF_RANGE_PART", 718, URIEL_CLASS_SYNTAX, "", ""},
    {"URL_IPV4_IN_IPV6_TOO_FEW_PARTS", 719, URIEL_CLASS_SYNTAX, "", ""},
    {"URL_INVALID_URL_UNIT", 720, URIEL_CLASS_SYNTAX, "", ""},
    {"URL_SPECIAL_SCHEME_MISSING_FOLLOWING_SOLIDUS", 721, URIEL_CLASS_SYNTAX, "", ""},
    {"URL_MISSING_SCHEME_NON_RELATIVE_URL", 722, URIEL_CLASS_SYNTAX, "", ""},
    {"URL_INVALID_REVERSE_SOLIDUS", 723, URIEL_CLASS_SYNTAX, "", ""},
    {"URL_INVALID_CREDENTIALS", 724, URIEL_CLASS_SYNTAX, "", ""},
    {"URL_HOST_MISSING", 725, URIEL_CLASS_SYNTAX, "", ""},
    {"URL_PORT_OUT_OF_RANGE", 726, URIEL_CLASS_SYNTAX, "", ""},
    {"URL_PORT_INVALID", 727, URIEL_CLASS_SYNTAX, "", ""},
    {"URL_FILE_INVALID_WINDOWS_DRIVE_LETTER", 728, URIEL_CLASS_SYNTAX, "", ""},
    {"URL_FILE_INVALID_WINDOWS_DRIVE_LETTER_HOST", 729, URIEL_CLASS_SYNTAX, "", ""},
    {"URL_NOT_SERIALIZED", 730, URIEL_CLASS_SYNTAX, "", ""},
    {"IRI_CHARACTER", 800, URIEL_CLASS_SYNTAX, "ucschar", "2.2"},
    {"IRI_PRIVATE", 801, URIEL_CLASS_SYNTAX, "iprivate", "2.2"},
};
enum { CODES = sizeof codes / sizeof *codes };

/* A name is its constant in lower case, with hyphens; a name of the URL standard is the constant after
 * URL_, in the standard's case. */
static void check_constant(const char *constant, const char *name)
{
  const bool of_url = strncmp(constant, "URL_", 4) == 0;
  constant += of_url ? 4 : 0;
  assert_int_equal(strlen(constant), strlen(name));
  for (; *constant; constant++, name++) {
    const char letter = of_url ? (char)tolower((unsigned char)*name) : *name;
    assert_int_equal(letter, *constant == '_' ? '-' : tolower((unsigned char)*constant));
  }
}

static void every_code_has_words(void **state)
{
  (void)state;
  for (size_t at = 0; at < CODES; at++) {
    const uriel_error error = {.code = (uriel_error_code)codes[at].value};
    check_constant(codes[at].constant, uriel_error_name(error.code));
    assert_true(uriel_error_message(error.code)[0] != 0);
    assert_string_equal(uriel_error_rule(&error), codes[at].rule);
    assert_string_equal(uriel_error_section(&error), codes[at].section);
    assert_int_equal(uriel_error_class_of(error.code), codes[at].class);
  }
}

/* A number has a name only if it is a code of the table above. */
static void every_code_is_here(void **state)
{
  (void)state;
  size_t at = 0;
  for (int value = 0; value < 1000; value++) {
    const bool known = at < CODES && codes[at].value == value;
    if (known != (uriel_error_name((uriel_error_code)value)[0] != 0))
      die("the number %d: %s", value, known ? "has no name" : "is not in this test's table");
    if (!known)
      assert_int_equal(uriel_error_class_of((uriel_error_code)value), URIEL_CLASS_NONE);
    at += known;
  }
  assert_int_equal(at, CODES);
}

/* Never NULL, even for numbers that are not codes. */
static void no_name_is_null(void **state)
{
  (void)state;
  for (int value = -1; value < 1000; value++) {
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
  description("http://a:b/", "a port can contain only digits",
              "only digits in the port, or \"@\" after user information");
  description("//[::1]:x", "a port can contain only digits", "a digit, \"/\", \"?\", \"#\" or the end");
  description("//[::1.2.3.256]", "the text between the brackets is not an IPv6 address",
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
  description("//[::g%eth0]", "the text between the brackets is not an IPv6 address", NULL);
}

/* An invisible character is named, and the scheme after it is not blamed. */
static void unseen_before(void **state)
{
  (void)state;
  static const char mark[] = "a byte order mark before the reference";
  static const char blank[] = "white space before the reference";
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
  assert_int_equal(len, strlen("white space before the reference"));
  assert_memory_equal(out, "white space before the reference", len);
  len = uriel_error_describe(&of_urn, "urn ", 4, out, sizeof out);
  assert_memory_equal(out, "a URN", 5);
}

/* The texts of errors that do not come from uriel_parse. */
static void expected_of_others_is_empty(void **state)
{
  (void)state;
  const uriel_error error = {.code = URIEL_ERROR_BASE_NOT_ABSOLUTE, .component = URIEL_REFERENCE};
  char out[8];
  assert_int_equal(uriel_error_expected(&error, "a", 1, out, sizeof out), 0);
  const uriel_error none = {.code = URIEL_ERROR_NONE, .component = URIEL_REFERENCE};
  assert_int_equal(uriel_error_expected(&none, "a", 1, out, sizeof out), 0);
}

static bool breaks_a_rule(uriel_error_code code, uriel_error_class class)
{
  return class == URIEL_CLASS_SYNTAX || class == URIEL_CLASS_ENCODING ||
         class == URIEL_CLASS_RESOLUTION || class == URIEL_CLASS_NAME ||
         (class == URIEL_CLASS_IDNA && code != URIEL_ERROR_IDNA_LIMIT);
}

/* An error of a text breaks a rule of each other document, and an error of a domain name a rule of
 * UTS #46, except the error that only states a limit of the library; an error of a part names the part
 * in its message; errors of calls and schemes do neither. */
static void every_code_is_of_its_class(void **state)
{
  (void)state;
  for (size_t at = 0; at < CODES; at++) {
    const uriel_error_code code = (uriel_error_code)codes[at].value;
    if (uriel_spec_built(URIEL_SPEC_URL_1997)) {
      const uriel_error old = {.code = code, .spec = URIEL_SPEC_URL_1997};
      assert_int_equal(uriel_error_rule(&old)[0] != 0, breaks_a_rule(code, codes[at].class));
    }
    const uriel_error error = {.code = code, .component = URIEL_PATH, .part = "thing"};
    char out[200] = {0};
    assert_true(uriel_error_describe(&error, NULL, 0, out, sizeof out - 1) < sizeof out);
    assert_int_equal(memcmp(out, "the thing ", 10) == 0, codes[at].class == URIEL_CLASS_PART);
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
      cmocka_unit_test(every_code_is_here),
      cmocka_unit_test(every_code_is_of_its_class),
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
