/* SPDX-License-Identifier: MIT */
/* Hosts and ports of parts (RFC 3986, 3.2.2 and 3.2.3): an IP literal stays one, and no name becomes
 * one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "parts.h"
#include "scheme/scheme.h"

PARTS_SCHEME(http);
PARTS_INNER(gopher, scheme_gopher);
PARTS_INNER(afs, scheme_afs);

#define TEXT(string) uriel_text_of(string)

static uriel_http http(const char *host)
{
  return (uriel_http){.scheme = TEXT("http"), .login.host = TEXT(host), .path = TEXT("/")};
}

static void literals(void **state)
{
  (void)state;
  static const char *const hosts[][2] = {{"::1", "http://[::1]/"},
                                         {"1::2.3.4.5", "http://[1::2.3.4.5]/"},
                                         {"[v1.x]", "http://[v1.x]/"},
                                         {"[V1.a:b]", "http://[V1.a:b]/"},
                                         {"a:b", "http://a%3Ab/"}};
  for (size_t i = 0; i < sizeof hosts / sizeof *hosts; i++) {
    const uriel_http parts = http(hosts[i][0]);
    parts_builds(&http_scheme, &parts, hosts[i][1]);
  }
}

static void names_that_would_be_literals(void **state)
{
  (void)state;
  static const char *const uris[] = {"http://%3A%3A1/",       "http://%3A%3Affff%3a1%2e2.3.4/",
                                     "http://%5B%3A%3A1%5D/", "http://%5Bv1.x%5D/",
                                     "http://%5b/",           "http://u@%3A%3A/"};
  for (size_t i = 0; i < sizeof uris / sizeof *uris; i++)
    parts_faulty(&http_scheme, URIEL_SPEC_RFC3986, uris[i], URIEL_ERROR_PART_FORM, "host",
                 (size_t)(strchr(uris[i], '%') - uris[i]));
  parts_faulty(&gopher_scheme, URIEL_SPEC_RFC3986, "gopher://%5B%3A%3A1%5D/1", URIEL_ERROR_PART_FORM,
               "host", 9);
}

static void brackets_that_are_not_built(void **state)
{
  (void)state;
  static const char *const hosts[] = {"[::1]", "[", "[]", "[v1.x", "[v.x]", "[a]", "[1.2.3.4]"};
  for (size_t i = 0; i < sizeof hosts / sizeof *hosts; i++) {
    const uriel_http parts = http(hosts[i]);
    parts_unbuilt(&http_scheme, &parts, URIEL_ERROR_PART_FORM, "host");
  }
}

static void ports(void **state)
{
  (void)state;
  uriel_http parts = http("h");
  parts.login.port = TEXT("65536");
  parts_unbuilt(&http_scheme, &parts, URIEL_ERROR_PORT_TOO_LARGE, "port");
  parts_faulty(&http_scheme, URIEL_SPEC_RFC3986, "http://h:65536/", URIEL_ERROR_PORT_TOO_LARGE, "port",
               9);
}

/* A cell is never an address (url-1993, BNF syntax), in any spelling. */
static void cells(void **state)
{
  (void)state;
  const scheme_afs address = {.cell = TEXT("1.2.3.4"), .path = TEXT("/x")};
  parts_unbuilt(&afs_scheme, &address, URIEL_ERROR_PART_FORM, "cell");
  parts_faulty(&afs_scheme, URIEL_SPEC_RFC3986, "afs://1.2.3.4/x", URIEL_ERROR_PART_FORM, "cell", 6);
  parts_faulty(&afs_scheme, URIEL_SPEC_RFC3986, "afs://%31.2.3.4/x", URIEL_ERROR_PART_FORM, "cell", 6);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(literals),
      cmocka_unit_test(names_that_would_be_literals),
      cmocka_unit_test(brackets_that_are_not_built),
      cmocka_unit_test(ports),
      cmocka_unit_test(cells),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
