/* SPDX-License-Identifier: MIT */
/* telnet, rlogin, tn3270 and whois: user, host, and query. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "parts.h"
#include "scheme/scheme.h"

PARTS_INNER(telnet, scheme_telnet);
PARTS_INNER(whois, scheme_whois);

#define TEXT(string) uriel_text_of(string)

static const uriel_spec today = URIEL_SPEC_RFC3986;

static void session(const char *uri, const char *name, uriel_login login)
{
  const scheme_telnet telnet = {TEXT(name), login};
  parts_builds(&telnet_scheme, &telnet, uri);
}

/* RFC 4248, 2: telnet://<user>:<password>@<host>:<port>/; RFC 6270, 2; url-1994, "Telnet, rlogin,
 * tn3270". */
static void sessions(void **state)
{
  (void)state;
  const uriel_login all = {TEXT("a@b"), TEXT("c:d"), TEXT("h"), TEXT("2323")};
  const uriel_login ipv6 = {.host = TEXT("2001:db8::1")},
                    empty = {TEXT(""), TEXT(""), TEXT("h"), TEXT("")};
  session("telnet://a%40b:c:d@h:2323/", "telnet", all);
  session("tn3270://h/", "tn3270", (uriel_login){.host = TEXT("h")});
  session("rlogin://me@h/", "rlogin", (uriel_login){.user = TEXT("me"), .host = TEXT("h")});
  session("telnet://[2001:db8::1]/", "telnet", ipv6);
  session("telnet://:@h:/", "telnet", empty);
}

/* "The final / character may be omitted" (RFC 4248, 2); schemes are in any case (RFC 3986, 3.1). */
static void without_the_slash(void **state)
{
  (void)state;
  parts_read read = parts_parse(&telnet_scheme, today, TEXT("Telnet://h"));
  assert_true(read.valid);
  assert_true(text_equal(read.texts[0], TEXT("Telnet")));
  assert_null(read.texts[PARTS_AT(scheme_telnet, login.user)].ptr);
  assert_null(read.texts[PARTS_AT(scheme_telnet, login.port)].ptr);
  const scheme_telnet unnamed = {.login = {.host = TEXT("h")}}, upper = {TEXT("TN3270"), unnamed.login};
  char out[32];
  assert_int_equal(uriel_scheme_write(&uriel_scheme_telnet, &unnamed, out, sizeof out, NULL), 11);
  assert_memory_equal(out, "telnet://h/", 11);
  assert_int_equal(uriel_scheme_write(&uriel_scheme_telnet, &upper, out, sizeof out, NULL), 11);
  assert_memory_equal(out, "tn3270://h/", 11);
  parts_free(&read);
}

static void what_is_no_session(void **state)
{
  (void)state;
  const scheme_telnet other = {TEXT("ssh"), {.host = TEXT("h")}}, hostless = {0};
  const scheme_telnet port = {.login = {.host = TEXT("h"), .port = TEXT("65536")}};
  parts_faulty(&telnet_scheme, today, "telnet:h", URIEL_ERROR_PART_MISSING, "host", 7);
  parts_faulty(&telnet_scheme, today, "telnet:///", URIEL_ERROR_PART_EMPTY, "host", 9);
  parts_faulty(&telnet_scheme, today, "telnet://u@:23/", URIEL_ERROR_PART_EMPTY, "host", 11);
  parts_faulty(&telnet_scheme, today, "telnet://h/a", URIEL_ERROR_PART_NOT_ALLOWED, "path", 10);
  parts_faulty(&telnet_scheme, today, "telnet://h/?a", URIEL_ERROR_PART_NOT_ALLOWED, "query", 12);
  parts_faulty(&telnet_scheme, today, "http://h/", URIEL_ERROR_SCHEME_OTHER, NULL, 0);
  parts_unbuilt(&telnet_scheme, &other, URIEL_ERROR_SCHEME_OTHER, "scheme");
  parts_unbuilt(&telnet_scheme, &hostless, URIEL_ERROR_PART_MISSING, "host");
  parts_unbuilt(&telnet_scheme, &port, URIEL_ERROR_PORT_TOO_LARGE, "port");
}

/* url-1994, Security considerations: "CR and LF characters for telnet protocols"; RFC 1282 ends names
 * with a NUL. */
static void every_byte_of_a_login(void **state)
{
  (void)state;
  const scheme_telnet telnet = {TEXT("telnet"), {TEXT("u"), TEXT("p"), TEXT("h"), TEXT("1")}};
  const parts_bytes bytes[] = {
      {"user", PARTS_AT(scheme_telnet, login.user), "a", "b", "telnet://a", "b@h", parts_of_line},
      {"password", PARTS_AT(scheme_telnet, login.password), "", "", "rlogin://u:", "@h", parts_of_line},
      {"host", PARTS_AT(scheme_telnet, login.host), "a", "b", "tn3270://a", "b/", parts_of_line},
  };
  for (size_t i = 0; i < sizeof bytes / sizeof *bytes; i++)
    parts_every_byte(&telnet_scheme, &telnet, &bytes[i]);
}

static void asks(const char *uri, const char *host, const char *query)
{
  const scheme_whois whois = {{.host = TEXT(host)}, TEXT(query)};
  parts_builds(&whois_scheme, &whois, uri);
}

/* url-1993, WHOIS: "the path part can be either a whois handle [...], or it can be a valid whois query
 * string". */
static void handles_and_queries(void **state)
{
  (void)state;
  asks("whois://whois.internic.net/smith%20j", "whois.internic.net", "smith j");
  asks("whois://h/A1-ARIN", "h", "A1-ARIN");
  asks("whois://h//a", "h", "/a");
  asks("whois://h/", "h", "");
  asks("whois://h", "h", NULL);
  parts_read read = parts_parse(&whois_scheme, today, TEXT("whois://u:p@h:4343/a?b?c#d"));
  const char *const expected[] = {"u", "p", "h", "4343", "a?b?c"};
  assert_true(read.valid);
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
    assert_true(text_equal(read.texts[i], TEXT(expected[i])));
  parts_free(&read);
  const scheme_whois hostless = {.query = TEXT("a")}, empty = {{.host = TEXT("")}, TEXT("a")};
  parts_unbuilt(&whois_scheme, &hostless, URIEL_ERROR_PART_MISSING, "host");
  parts_unbuilt(&whois_scheme, &empty, URIEL_ERROR_PART_EMPTY, "host");
  parts_faulty(&whois_scheme, today, "whois:a", URIEL_ERROR_PART_MISSING, "host", 6);
  parts_faulty(&whois_scheme, today, "whois:///a", URIEL_ERROR_PART_EMPTY, "host", 8);
}

/* RFC 3912, 2: the query is a line. */
static void every_byte_of_a_query(void **state)
{
  (void)state;
  const scheme_whois whois = {{.host = TEXT("h")}, TEXT("q")};
  const parts_bytes query = {"query",      PARTS_AT(scheme_whois, query), "", "b", "whois://h/", "b",
                             parts_of_line};
  parts_every_byte(&whois_scheme, &whois, &query);
}

/* url-1993, BNF, telnetaddress: [ user @ ] hostport; url-1994: login. */
static void as_of_each_generation(void **state)
{
  (void)state;
  if (!uriel_spec_built(URIEL_SPEC_URL_1994))
    skip();
  const uriel_spec specs[] = {URIEL_SPEC_URL_1993, URIEL_SPEC_URL_1994, URIEL_SPEC_URL_1997,
                              URIEL_SPEC_URI_2003};
  for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
    parts_read read = parts_parse(&telnet_scheme, specs[i], TEXT("telnet://guest@host.example:2323"));
    const char *const expected[] = {"telnet", "guest", NULL, "host.example", "2323"};
    assert_true(read.valid);
    for (size_t at = 0; at < sizeof expected / sizeof *expected; at++)
      assert_true(text_equal(read.texts[at], TEXT(expected[at])));
    parts_free(&read);
  }
  parts_faulty(&telnet_scheme, URIEL_SPEC_URL_1993, "telnet://a%0Ab@h", URIEL_ERROR_PART_LINE_BREAK,
               "user", 10);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sessions),
      cmocka_unit_test(without_the_slash),
      cmocka_unit_test(what_is_no_session),
      cmocka_unit_test(every_byte_of_a_login),
      cmocka_unit_test(handles_and_queries),
      cmocka_unit_test(every_byte_of_a_query),
      cmocka_unit_test(as_of_each_generation),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
