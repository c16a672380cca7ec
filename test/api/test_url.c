/* SPDX-License-Identifier: MIT */
/* The URL standard: parsing, serialising, validation errors, queries in other encodings, and what the
 * other functions do with a URL. */
#include <iconv.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support.h"
#include "uriel_url.h"
#include "vectors.h"

enum { ERRORS = 64 };

/* A URL parsed into its own block. `len` is URIEL_FAILED for failure. */
typedef struct url {
  uriel_ref ref;
  char *out;
  size_t len;
} url;

static void url_free(url *u)
{
  free(u->out);
}

/* Parses at a capacity into a block of that size. */
static url parse_at(const uriel_ref *base, uriel_text text, size_t capacity, uriel_url_options *options)
{
  url u = {.out = room(capacity)};
  u.len = uriel_url_parse(&u.ref, base, text.ptr, text.len, options, u.out, capacity);
  return u;
}

static bool is_empty(const uriel_ref *ref)
{
  return ref->length == 0 && ref->scheme_end == 0 && ref->flags == 0;
}

static bool same_shape(const uriel_ref *a, const uriel_ref *b)
{
  return memcmp(&a->length, &b->length, sizeof *a - offsetof(uriel_ref, length)) == 0;
}

/* Checks that a capacity gives the beginning of the whole result. */
static bool agrees(const uriel_ref *base, uriel_text text, const url *whole, size_t capacity)
{
  url u = parse_at(base, text, capacity, NULL);
  const bool in_text = whole->ref.text == text.ptr;
  bool good = u.len == whole->len;
  if (in_text)
    good = good && u.ref.text == text.ptr && same_shape(&u.ref, &whole->ref);
  else if (capacity < whole->len)
    good = good && is_empty(&u.ref) && memcmp(u.out, whole->out, capacity) == 0;
  else
    good = good && u.ref.text == u.out && memcmp(u.out, whole->out, whole->len) == 0;
  url_free(&u);
  return good;
}

/* Checks the result at the first and last capacities; at each of them if it is short. */
static bool agrees_everywhere(const uriel_ref *base, uriel_text text, const url *whole)
{
  const size_t some = whole->len > 96 ? 16 : whole->len;
  bool good = true;
  for (size_t capacity = 0; capacity <= some; capacity++)
    good =
        good && agrees(base, text, whole, capacity) && agrees(base, text, whole, whole->len - capacity);
  return good;
}

/* Parses with the capacity of the bound. */
static url parse_whole(const uriel_ref *base, uriel_text text)
{
  const size_t bound = uriel_url_bound(base, text.len);
  url u = parse_at(base, text, bound, NULL);
  if (u.len != URIEL_FAILED && u.len > bound)
    die("longer than the bound");
  if (uriel_url_can_parse(base, text.ptr, text.len) != (u.len != URIEL_FAILED))
    die("uriel_url_can_parse disagrees");
  if (u.len == URIEL_FAILED && !is_empty(&u.ref))
    die("a failure fills the reference");
  return u;
}

/* A component with its delimiter, as in the standard's API: empty if it is undefined or empty. */
static uriel_text with_delimiter(const uriel_ref *ref, uriel_component component)
{
  const uriel_text text = uriel_component_get(ref, component);
  return text.len == 0 ? text_from("", 0) : text_from(text.ptr - 1, text.len + 1);
}

static uriel_text or_empty(uriel_text text)
{
  return text.ptr ? text : text_from("", 0);
}

static size_t write_origin(const void *context, char *out, size_t capacity)
{
  return uriel_url_origin(context, out, capacity);
}

static void check_attributes(const vector_case *given, const uriel_ref *ref)
{
  const uriel_text port = uriel_port(ref), host = or_empty(uriel_host(ref));
  const size_t with_port = port.ptr ? port.len + 1 : 0;
  expect_text(given, "href", vector_field(given, "href"), uriel_component_get(ref, URIEL_REFERENCE));
  expect_text(given, "protocol", vector_field(given, "protocol"),
              text_from(ref->text, ref->scheme_end + (size_t)1));
  expect_text(given, "username", vector_field(given, "username"), or_empty(uriel_user(ref)));
  expect_text(given, "password", vector_field(given, "password"), or_empty(uriel_password(ref)));
  expect_text(given, "hostname", vector_field(given, "hostname"), host);
  expect_text(given, "host", vector_field(given, "host"), text_from(host.ptr, host.len + with_port));
  expect_text(given, "port", vector_field(given, "port"), or_empty(port));
  expect_text(given, "pathname", vector_field(given, "pathname"), uriel_path(ref));
  expect_text(given, "search", vector_field(given, "search"), with_delimiter(ref, URIEL_QUERY));
  expect_text(given, "hash", vector_field(given, "hash"), with_delimiter(ref, URIEL_FRAGMENT));
  const uriel_text origin = text_written(write_origin, ref), expected = vector_field(given, "origin");
  if (expected.ptr)
    expect_text(given, "origin", expected, origin);
  text_free(origin);
}

/* The other functions, for a URL: it is its own normal form, and absolute. */
static void check_as_reference(const vector_case *given, const uriel_ref *ref)
{
  uriel_ref again;
  uriel_error error;
  const uriel_text text = uriel_component_get(ref, URIEL_REFERENCE);
  expect_true(given, "is read as serialised",
              uriel_parse_as(&again, text.ptr, text.len, URIEL_SPEC_WHATWG, 0, &error) &&
                  error.code == URIEL_ERROR_NONE && again.text == text.ptr && same_shape(ref, &again));
  for (int level = URIEL_LEVEL_STRING; level <= URIEL_LEVEL_SCHEME; level++) {
    const uriel_text normal = text_written(write_normal, &(normal_input){ref, (uriel_level)level});
    expect_text(given, "normal form", text, normal);
    text_free(normal);
  }
  const uriel_text target = text_written(write_resolved, &(pair_input){ref, ref, 0});
  const uriel_text relative = text_written(write_relative, &(pair_input){ref, ref, 0});
  expect_text(given, "target", text, target);
  expect_text(given, "relative form", text, relative);
  text_free(target);
  text_free(relative);
  expect_true(given, "equals itself", uriel_equal(ref, &again, URIEL_LEVEL_SCHEME));
  expect_number(given, "component_set", URIEL_FAILED,
                uriel_component_set(ref, URIEL_PORT, text_from("1", 1), NULL, 0, &error));
  expect_true(given, "component_set's error", error.code == URIEL_ERROR_ARGUMENT);
}

/* The serialisation parses to itself, with and without a base. */
static void check_fixed(const vector_case *given, const uriel_ref *ref)
{
  const uriel_text text = text_copy(uriel_component_get(ref, URIEL_REFERENCE));
  url again = parse_whole(ref, text);
  expect_true(given, "parses to itself", again.len == text.len && again.ref.text == text.ptr);
  expect_true(given, "with the same components", same_shape(ref, &again.ref));
  url_free(&again);
  text_free(text);
}

static bool parses_against(const char *base, uriel_text input)
{
  uriel_ref ref;
  if (!uriel_parse_as(&ref, base, strlen(base), URIEL_SPEC_WHATWG, 0, NULL))
    die("bases are URLs");
  return uriel_url_can_parse(&ref, input.ptr, input.len);
}

static void check_failure(const vector_case *given, uriel_text input)
{
  const uriel_text relative = vector_field(given, "relative");
  if (!relative.ptr)
    return;
  expect_true(given, "with a base",
              parses_against("http://h/", input) || parses_against("https://h/", input));
  expect_true(given, "with an opaque base", parses_against("sc:sd", input) == (*relative.ptr == 'a'));
}

/* Runs `check` with the input parsed against the base. */
static void with_parsed(const vector_case *given,
                        void (*check)(const vector_case *, uriel_text, const uriel_ref *, const url *))
{
  const uriel_text input = vector_field(given, "input"), base = vector_field(given, "base");
  url based = {.len = URIEL_FAILED};
  if (base.ptr) {
    based = parse_whole(NULL, base);
    expect_true(given, "the base is a URL", based.len != URIEL_FAILED);
  }
  const uriel_ref *const against = base.ptr ? &based.ref : NULL;
  url u = parse_whole(against, input);
  check(given, input, against, &u);
  url_free(&u);
  if (base.ptr)
    url_free(&based);
}

static void check_parsed(const vector_case *given, uriel_text input, const uriel_ref *base, const url *u)
{
  uriel_error error;
  uriel_ref ref;
  if (u->len == URIEL_FAILED) {
    expect_true(given, "is a failure", !vector_field(given, "href").ptr);
    check_failure(given, input);
    expect_true(given, "uriel_parse_as fails",
                !uriel_parse_as(&ref, input.ptr, input.len, URIEL_SPEC_WHATWG, 0, &error) &&
                    error.code >= URIEL_ERROR_URL_DOMAIN_TO_ASCII && is_empty(&ref));
    return;
  }
  check_attributes(given, &u->ref);
  check_fixed(given, &u->ref);
  check_as_reference(given, &u->ref);
  expect_true(given, "every capacity gives the same", agrees_everywhere(base, input, u));
  if (u->ref.text != input.ptr)
    expect_true(given, "uriel_parse_as fails",
                !uriel_parse_as(&ref, input.ptr, input.len, URIEL_SPEC_WHATWG, 0, &error) &&
                    is_empty(&ref) && error.offset <= input.len);
}

static void check_url(const vector_case *given)
{
  with_parsed(given, check_parsed);
}

static void test_urls(void **state)
{
  (void)state;
  vectors_run("url.tsv", 892, check_url);
}

static void test_mutated(void **state)
{
  (void)state;
  vectors_run("url_mutated.tsv", 3000, check_url);
}

/* ---- Hosts --------------------------------------------------------------------------------------- */

static void check_host(const vector_case *given)
{
  char text[4096];
  const uriel_text input = vector_field(given, "input"), output = vector_field(given, "output");
  const int len = snprintf(text, sizeof text, "https://%.*s/x", (int)input.len, input.ptr);
  url u = parse_whole(NULL, text_from(text, (size_t)len));
  if (u.len == URIEL_FAILED)
    expect_true(given, "is a failure", !output.ptr);
  else
    expect_text(given, "host", output, uriel_host(&u.ref));
  url_free(&u);
}

static void test_hosts(void **state)
{
  (void)state;
  vectors_run("url_hosts.tsv", 87, check_host);
}

/* ---- Validation errors --------------------------------------------------------------------------- */

/* Prints the errors as the vectors have them. */
static void print_errors(const uriel_url_options *options, char *out, size_t size)
{
  size_t len = 0;
  *out = '\0';
  for (size_t i = 0; i < options->error_count && i < options->error_capacity; i++) {
    const uriel_error *const error = &options->errors[i];
    len += (size_t)snprintf(out + len, size - len, "%s%s@%zu:%s", i ? " " : "",
                            uriel_error_name(error->code), error->offset,
                            uriel_component_name(error->component));
  }
}

static void check_errors(const vector_case *given, uriel_text input, const uriel_ref *base, const url *u)
{
  char text[4096];
  uriel_error errors[ERRORS], last[1];
  uriel_url_options options = {.errors = errors, .error_capacity = ERRORS};
  uriel_url_options fewer = {.errors = last, .error_capacity = 1};
  url with = parse_at(base, input, u->len == URIEL_FAILED ? 0 : u->len, &options);
  expect_number(given, "length", u->len, with.len);
  print_errors(&options, text, sizeof text);
  expect_name(given, "errors", vector_field(given, "errors"), text);
  for (size_t i = 0; i < options.error_count; i++)
    expect_true(given, "errors are in the input",
                errors[i].begin <= input.len && errors[i].length <= input.len - errors[i].begin &&
                    errors[i].offset >= errors[i].begin &&
                    errors[i].offset - errors[i].begin <= errors[i].length &&
                    errors[i].spec == URIEL_SPEC_WHATWG);
  expect_text(given, "href", vector_field(given, "href"),
              with.len == URIEL_FAILED ? text_from(NULL, 0)
                                       : uriel_component_get(&with.ref, URIEL_REFERENCE));
  url_free(&with);
  with = parse_at(base, input, 0, &fewer);
  expect_number(given, "all errors are counted", options.error_count, fewer.error_count);
  expect_true(given, "the last error is kept",
              options.error_count == 0 || last[0].code == errors[options.error_count - 1].code);
  url_free(&with);
}

/* The message of the last error. */
static void check_message(const char *input, const char *expected)
{
  char out[256];
  uriel_error error = {.code = URIEL_ERROR_NONE};
  uriel_url_options options = {.errors = &error, .error_capacity = 1};
  uriel_ref ref;
  uriel_url_parse(&ref, NULL, input, strlen(input), &options, NULL, 0);
  const size_t len = uriel_error_describe(&error, input, strlen(input), out, sizeof out);
  assert_true(len < sizeof out);
  out[len] = '\0';
  assert_string_equal(out, expected);
}

#define DOMAIN_MESSAGE "the host is not a valid domain name under UTS #46: "

static void test_messages(void **state)
{
  (void)state;
  check_message("http://a_b/",
                DOMAIN_MESSAGE "a label can contain only letters, digits and \"-\" in US-ASCII");
  check_message("http://a..b/", DOMAIN_MESSAGE "a label is empty");
  check_message("http://-x/", DOMAIN_MESSAGE "a label begins or ends with \"-\"");
  check_message("http://a\xEF\xBF\xBF/",
                DOMAIN_MESSAGE "the character U+FFFF is not allowed in a domain name");
  check_message("http://a%EF%BF%BF/", DOMAIN_MESSAGE "a character is not allowed in a domain name");
  check_message("http://%41%EF%BF%BF/", DOMAIN_MESSAGE "a character is not allowed in a domain name");
  check_message("http://a.xn--zn7c.com/", DOMAIN_MESSAGE "a character is not allowed in a domain name");
  check_message("http://256/", "a number of an IPv4 address is too large for its place");
  check_message("http:///h/", "the scheme must be followed by exactly two slashes");
}

static void check_error_case(const vector_case *given)
{
  with_parsed(given, check_errors);
}

static void test_validation(void **state)
{
  (void)state;
  vectors_run("url_errors.tsv", 102, check_error_case);
}

/* Each error has a rule and a section of the standard. */
static void test_rules(void **state)
{
  (void)state;
  static const struct {
    uriel_error_code code;
    const char *rule, *section;
  } rules[] = {
      {URIEL_ERROR_TOO_LONG, "basic URL parser", "URL parsing"},
      {URIEL_ERROR_URL_DOMAIN_TO_ASCII, "domain parser", "IDNA"},
      {URIEL_ERROR_URL_DOMAIN_PERCENT_ENCODED, "host parser", "Host parsing"},
      {URIEL_ERROR_URL_HOST_INVALID_CODE_POINT, "opaque-host parser", "Host parsing"},
      {URIEL_ERROR_URL_IPV4_EMPTY_PART, "IPv4 parser", "Host parsing"},
      {URIEL_ERROR_URL_IPV4_OUT_OF_RANGE_PART, "IPv4 parser", "Host parsing"},
      {URIEL_ERROR_URL_IPV6_UNCLOSED, "host parser", "Host parsing"},
      {URIEL_ERROR_URL_IPV6_INVALID_COMPRESSION, "IPv6 parser", "Host parsing"},
      {URIEL_ERROR_URL_IPV4_IN_IPV6_TOO_FEW_PARTS, "IPv6 parser", "Host parsing"},
      {URIEL_ERROR_URL_INVALID_URL_UNIT, "URL units", "URL writing"},
      {URIEL_ERROR_URL_MISSING_SCHEME_NON_RELATIVE_URL, "no scheme state", "URL parsing"},
      {URIEL_ERROR_URL_INVALID_REVERSE_SOLIDUS, "basic URL parser", "URL parsing"},
      {URIEL_ERROR_URL_INVALID_CREDENTIALS, "authority state", "URL parsing"},
      {URIEL_ERROR_URL_HOST_MISSING, "basic URL parser", "URL parsing"},
      {URIEL_ERROR_URL_PORT_INVALID, "port state", "URL parsing"},
      {URIEL_ERROR_URL_FILE_INVALID_WINDOWS_DRIVE_LETTER, "file state", "URL parsing"},
      {URIEL_ERROR_URL_FILE_INVALID_WINDOWS_DRIVE_LETTER_HOST, "file host state", "URL parsing"},
      {URIEL_ERROR_URL_NOT_SERIALIZED, "URL serializer", "URL serializing"},
      {URIEL_ERROR_ARGUMENT, "", ""},
  };
  for (size_t at = 0; at < sizeof rules / sizeof *rules; at++) {
    const uriel_error error = {.code = rules[at].code, .spec = URIEL_SPEC_WHATWG};
    assert_string_equal(uriel_error_rule(&error), rules[at].rule);
    assert_string_equal(uriel_error_section(&error), rules[at].section);
  }
}

/* ---- Queries in other encodings ------------------------------------------------------------------ */

/* iconv's name of an encoding of the Encoding standard. */
static const char *iconv_name(uriel_text given)
{
  static const char *const names[][2] = {
      {"shift_jis", "CP932"}, {"euc-kr", "UHC"}, {"windows-1252", "CP1252"}};
  static char name[32];
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (text_equal(given, uriel_text_of(names[i][0])))
      return names[i][1];
  snprintf(name, sizeof name, "%.*s", (int)given.len, given.ptr);
  return name;
}

typedef struct encoding {
  iconv_t to;
  uriel_text name;
} encoding;

/* Reports whether iconv has a character that the Encoding standard's encoder lacks. */
static bool encoding_lacks(const encoding *e, uint32_t scalar)
{
  if (text_equal(e->name, uriel_text_of("iso-2022-jp")))
    return scalar == 0x0E || scalar == 0x0F || scalar == 0x1B;
  return text_equal(e->name, uriel_text_of("gb18030")) && scalar == 0xE5E5;
}

static size_t encode_by_iconv(void *context, uint32_t scalar, char out[8])
{
  const encoding *const e = context;
  char bytes[4] = {(char)(scalar >> 24), (char)(scalar >> 16), (char)(scalar >> 8), (char)scalar};
  char *in = bytes, *end = out;
  size_t in_left = sizeof bytes, out_left = 8;
  if (scalar == URIEL_URL_ENCODER_END) {
    iconv(e->to, NULL, NULL, &end, &out_left);
    return (size_t)(end - out);
  }
  if (encoding_lacks(e, scalar) || iconv(e->to, &in, &in_left, &end, &out_left) == (size_t)-1)
    return URIEL_URL_ENCODER_LACKS;
  return (size_t)(end - out);
}

static void check_encoding(const vector_case *given)
{
  char text[256], out[512];
  uriel_ref ref;
  const uriel_text input = vector_field(given, "input"), name = vector_field(given, "encoding");
  encoding e = {iconv_open(iconv_name(name), "UTF-32BE"), name};
  if (e.to == (iconv_t)-1)
    die("iconv has no %.*s", (int)name.len, name.ptr);
  const bool utf_8 = text_equal(name, uriel_text_of("utf-8"));
  uriel_url_options options = {.encoder = utf_8 ? NULL : encode_by_iconv, .encoder_context = &e};
  const int len = snprintf(text, sizeof text, "https://h/?%.*s#x", (int)input.len, input.ptr);
  const size_t need = uriel_url_parse(&ref, NULL, text, (size_t)len, &options, out, sizeof out);
  expect_true(given, "is a URL", need <= sizeof out);
  expect_text(given, "query", vector_field(given, "output"), uriel_query(&ref));
  iconv_close(e.to);
}

static void test_encodings(void **state)
{
  (void)state;
  vectors_run("url_encodings.tsv", 16, check_encoding);
}

static void parse_short(uriel_text text, void *context)
{
  const uriel_text exact = text_copy(text);
  url u = parse_whole(NULL, exact);
  (void)context;
  url_free(&u);
  text_free(exact);
}

/* Texts that are shorter than the schemes that the fast paths look for: nothing past the end is read. */
static void test_short(void **state)
{
  (void)state;
  static const char *const tokens[] = {"%2F", "%", "a", "h", "ht", "http", ":", "/", "file", "s", "?"};
  each_text(tokens, sizeof tokens / sizeof *tokens, 4, parse_short, NULL);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_urls),     cmocka_unit_test(test_hosts), cmocka_unit_test(test_validation),
      cmocka_unit_test(test_messages), cmocka_unit_test(test_rules), cmocka_unit_test(test_encodings),
      cmocka_unit_test(test_mutated),  cmocka_unit_test(test_short),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
