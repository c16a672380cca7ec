/* SPDX-License-Identifier: MIT */
/* Warnings of a URI (RFC 3986, 7; uri-2003, 7; url-1994, Security considerations), and rare IPv4
 * addresses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "plan_support.h"
#include "uriel_plan.h"

/* RFC 3986, 7.4: fewer than four numbers, decimal, octal or hexadecimal. */
static void rare_addresses(void **state)
{
  (void)state;
  static const struct {
    const char *text;
    uint8_t bytes[4];
  } rare[] = {
      {"127.1", {127, 0, 0, 1}},
      {"127.0.1", {127, 0, 0, 1}},
      {"2130706433", {127, 0, 0, 1}},
      {"017700000001", {127, 0, 0, 1}},
      {"0x7f000001", {127, 0, 0, 1}},
      {"0X7F.0.0.1", {127, 0, 0, 1}},
      {"0177.0.0.01", {127, 0, 0, 1}},
      {"127.0.0.01", {127, 0, 0, 1}},
      {"0x7f.1", {127, 0, 0, 1}},
      /* "the last part is interpreted as a 16-bit quantity", "as a 24-bit quantity", "as a 32-bit
         quantity" */
      {"10.1.65535", {10, 1, 255, 255}},
      {"10.16777215", {10, 255, 255, 255}},
      {"4294967295", {255, 255, 255, 255}},
      {"0", {0, 0, 0, 0}},
      {"00", {0, 0, 0, 0}},
      {"0x0", {0, 0, 0, 0}},
      {"000000000000000000000001.2.3.4", {1, 2, 3, 4}},
  };
  for (size_t i = 0; i < sizeof rare / sizeof *rare; i++) {
    const uriel_text text = text_copy(uriel_text_of(rare[i].text));
    uint8_t bytes[4] = {9, 9, 9, 9};
    if (!uriel_ipv4_rare(bytes, text.ptr, text.len))
      die("%s is an address", rare[i].text);
    assert_memory_equal(bytes, rare[i].bytes, 4);
    text_free(text);
  }
}

static void no_rare_addresses(void **state)
{
  (void)state;
  static const char *const others[] = {"127.0.0.1",
                                       "0.0.0.0",
                                       "255.255.255.255", /* IPv4address */
                                       "",
                                       ".",
                                       "1.",
                                       ".1",
                                       "1..2",
                                       "1.2.3.4.",
                                       "1.2.3.4.5",
                                       "1.2.3.256",
                                       "256.1",
                                       "1.16777216",
                                       "1.2.65536",
                                       "4294967296",
                                       "99999999999999999999",
                                       "08",
                                       "1.2.3.09",
                                       "0x",
                                       "0x.1",
                                       "0xg",
                                       "00x1",
                                       "a",
                                       "1a",
                                       "-1",
                                       "1.2.3.4 ",
                                       "1,2",
                                       "0x1.2.3.0x100",
                                       "example.1",
                                       "1.example",
                                       "0b1"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    const uriel_text text = text_copy(uriel_text_of(others[i]));
    uint8_t bytes[4] = {9, 9, 9, 9};
    if (uriel_ipv4_rare(bytes, text.ptr, text.len))
      die("%s is not a rare address", others[i]);
    assert_int_equal(bytes[0] & bytes[1] & bytes[2] & bytes[3], 9);
    text_free(text);
  }
}

/* No IPv4address is rare, whatever its numbers. */
static void proper_addresses(void **state)
{
  (void)state;
  for (unsigned octet = 0; octet < 256; octet++) {
    char text[16] = "";
    size_t len = 0;
    for (int i = 0; i < 4; i++) {
      const unsigned n = i == 2 ? octet : 255 - octet;
      if (i > 0)
        text[len++] = '.';
      if (n > 99)
        text[len++] = (char)('0' + n / 100);
      if (n > 9)
        text[len++] = (char)('0' + n / 10 % 10);
      text[len++] = (char)('0' + n % 10);
    }
    uint8_t bytes[4];
    assert_true(uriel_ipv4_parse(bytes, text, len));
    assert_false(uriel_ipv4_rare(bytes, text, len));
  }
}

static unsigned warnings_of(const char *uri)
{
  const uriel_ref ref = parsed(uriel_text_of(uri));
  uriel_plan plan;
  text_free(plan_text(&ref, NULL, &plan));
  return plan.warnings & ~(unsigned)URIEL_WARNING_NOT_SENT;
}

enum {
  LOW = URIEL_WARNING_LOW_PORT,
  USER = URIEL_WARNING_USERINFO,
  PASS = URIEL_WARNING_PASSWORD,
  LIKE = URIEL_WARNING_USERINFO_HOST,
  RARE = URIEL_WARNING_RARE_IPV4
};

static void warnings(void **state)
{
  (void)state;
  static const struct {
    const char *uri;
    unsigned warnings;
  } cases[] = {
      {"http://h/", 0},
      {"http://h:80/", 0},
      {"http://h:8080/", 0},
      {"http://h:1024/", 0},
      /* 7.2: "especially when it is a number within the reserved space"; "gopher [...] SMTP" */
      {"gopher://h:25/", LOW},
      {"http://h:1023/", LOW},
      {"http://h:443/", LOW},
      {"http://h:00025/", LOW},
      {"https://h:443/", 0},
      {"ftp://h:21/", 0},
      {"ftp://h:22/", LOW},
      /* 7.5: sensitive information */
      {"http://u@h/", USER},
      {"http://@h/", USER},
      {"http://u:p@h/", USER | PASS},
      {"http://u:@h/", USER | PASS},
      {"ftp://u:p@h/", USER | PASS},
      /* 7.6, with the examples of RFC 3986 and of uri-2003, 7.5 */
      {"ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm", USER | LIKE},
      {"http://www.example.com&story=breaking_news@10.0.0.1/top_story.htm", USER | LIKE},
      {"http://example:80@h/", USER | PASS | LIKE},
      {"http://u.@h/", USER},
      {"http://.u@h/", USER},
      {"http://u:pass1@h/", USER | PASS},
      /* 7.4: rare IP address formats */
      {"http://127.1/", RARE},
      {"http://0x7f.1:8080/", RARE},
      {"http://%31%32%37%2e1/", RARE},
      {"http://127.0.0.1/", 0},
      {"http://[::1]/", 0},
      /* UTS #46, 4: full stops, fullwidth forms and other digits are mapped, invisible characters are
       * ignored */
      {"http://127%e3%80%820%e3%80%820%e3%80%821/", RARE},
      {"http://127%EF%BC%8E0%EF%BD%A10.1/", RARE},
      {"http://%EF%BC%91%EF%BC%92%EF%BC%97.1/", RARE},
      {"http://0%EF%BD%98%EF%BC%97%EF%BD%86.1/", RARE},
      {"http://%E2%91%A027.0.0.1/", RARE},
      {"http://%C2%B92%E2%81%B7.0.0.1/", RARE},
      {"http://%F0%9D%9F%8F27.0.0.1/", RARE},
      {"http://127%C2%AD.0.0.1/", RARE},
      {"http://%EF%BB%BF127.0.0.1/", RARE},
      {"http://127.0.0.1%E3%80%82/", RARE},
      {"http://127.0.0.1./", RARE},
      {"http://127.0.0.1../", 0},
      {"http://ex%EF%BD%81mple%E3%80%82com/", 0},
      {"http://127%E3%80/", 0},
      {"http://u:1@127.1:22/", USER | PASS | LIKE | RARE | LOW},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    if (warnings_of(cases[i].uri) != cases[i].warnings)
      die("%s: warnings %u, not %u", cases[i].uri, warnings_of(cases[i].uri), cases[i].warnings);
}

/* RFC 3986, 7.3: a decoded character could be taken for a delimiter. */
static void hosts_that_decode(void **state)
{
  (void)state;
  static const char *const hosts[] = {
      "a%2Fb",       "a%40b",       "a%3Fb",         "a%23b",        "a%3A80",      "a%5Cb",
      "a%20b",       "%20",         "a%25b",         "a%5Bb",        "a%5Db",       "a%09b",
      "a%7Fb",       "a%1Fb",       "a%C2%85b",      "a%C2%A0b",     "a%E3%80%80b", "a%E2%80%89b",
      "a%EF%BC%8Fb", "a%EF%BC%A0b", "a%EF%BC%9Fb",   "a%EF%BC%9A80", "a%EF%BC%85b", "a%EF%BC%BCb",
      "a%E2%84%80b", "a%EF%B9%ABb", "127%E2%80%A41", "a%E2%80%AEb",
  };
  static const char *const schemes[] = {"http",   "https",  "ws",    "ftp",
                                        "gopher", "telnet", "whois", "news"};
  for (size_t i = 0; i < sizeof hosts / sizeof *hosts; i++)
    for (size_t k = 0; k < sizeof schemes / sizeof *schemes; k++) {
      char uri[64];
      snprintf(uri, sizeof uri, "%s://%s/", schemes[k], hosts[i]);
      plan_fails(uri, NULL, URIEL_ERROR_HOST_DECODED, "host");
    }
  plan_fails("http://a%2Fb/", &(uriel_plan_options){.proxy = uriel_text_of("p")},
             URIEL_ERROR_HOST_DECODED, "host");
}

/* uri-2003, 3.2.1, and 7.5: text that RFC 3986 reads as user information and a host is a registry's
 * name. */
static void registries(void **state)
{
  (void)state;
  static const struct {
    const char *uri;
    unsigned warnings;
  } cases[] = {
      {"http://www.example.com@evil_host/", USER | LIKE},
      {"ftp://u:p@evil_host:22/", USER | PASS | LOW},
      {"http://my_host/", 0},
      {"http://a:b/", 0},
      {"gopher://a@b@c/", USER},
  };
  if (!uriel_spec_built(URIEL_SPEC_URI_2003))
    return;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    uriel_step steps[32];
    char text[4096];
    uriel_plan plan = {.steps = steps, .step_capacity = 32, .text = text, .text_capacity = sizeof text};
    uriel_ref ref;
    uriel_error error;
    assert_true(uriel_parse_as(&ref, cases[i].uri, strlen(cases[i].uri), URIEL_SPEC_URI_2003, 0, NULL));
    assert_false(uriel_plan_make(&plan, &ref, NULL, &error));
    assert_int_equal(error.code, URIEL_ERROR_HOST_REGISTRY);
    if (plan.warnings != cases[i].warnings)
      die("%s: warnings %u, not %u", cases[i].uri, plan.warnings, cases[i].warnings);
  }
}

typedef struct told {
  uriel_warning warning; /* only its kind is set */
  const uriel_ref *ref;
} told;

static size_t write_told(const void *context, char *out, size_t capacity)
{
  const told *const in = context;
  return uriel_warning_describe(&in->warning, in->ref, out, capacity);
}

static void is_told(uriel_warning_kind kind, const char *uri, const char *expected)
{
  const uriel_ref ref = parsed(uriel_text_of(uri));
  const uriel_text text = text_written(write_told, &(told){{.kind = kind}, &ref});
  if (!text_equal(text, uriel_text_of(expected)))
    die("%s: \"%.*s\"", uri, (int)text.len, text.ptr);
  text_free(text);
}

static void descriptions(void **state)
{
  (void)state;
  is_told(URIEL_WARNING_LOW_PORT, "gopher://h:25/",
          "the port is below 1024 and not the scheme's own (25)");
  is_told(URIEL_WARNING_RARE_IPV4, "http://0x7f.1/",
          "the host is an IPv4 address in a rare form, 127.0.0.1");
  is_told(URIEL_WARNING_RARE_IPV4, "http://%31.65536/",
          "the host is an IPv4 address in a rare form, 1.1.0.0");
  is_told(URIEL_WARNING_USERINFO_HOST, "http://www.example.com@10.0.0.1/",
          "the user information looks like a host; the host is 10.0.0.1");
  is_told(URIEL_WARNING_PASSWORD, "http://u:secret@h/",
          "the URI contains a password, which anyone who sees the URI can read");
  is_told(URIEL_WARNING_USERINFO, "http://u:secret@h/", "the URI contains user information");
}

/* Each has a name and a printable message. */
static void every_warning(void **state)
{
  (void)state;
  const uriel_ref ref = parsed(uriel_text_of("http://u%0A.b:p@%FF:1/"));
  unsigned count = 0;
  for (unsigned bit = 1; *uriel_warning_name((uriel_warning_kind)bit); bit <<= 1, count++) {
    const uriel_text text = text_written(write_told, &(told){{.kind = (uriel_warning_kind)bit}, &ref});
    assert_true(text.len > 0);
    for (size_t at = 0; at < text.len; at++)
      assert_in_range(text.ptr[at], ' ', '~');
    text_free(text);
  }
  assert_int_equal(1u << (count - 1), URIEL_WARNING_USER_HOST);
  const uriel_warning other = {.kind = (uriel_warning_kind)3};
  assert_string_equal(uriel_warning_name(other.kind), "");
  assert_int_equal(uriel_warning_describe(&other, &ref, NULL, 0), 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rare_addresses),    cmocka_unit_test(no_rare_addresses),
      cmocka_unit_test(proper_addresses),  cmocka_unit_test(warnings),
      cmocka_unit_test(hosts_that_decode), cmocka_unit_test(registries),
      cmocka_unit_test(descriptions),      cmocka_unit_test(every_warning),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
