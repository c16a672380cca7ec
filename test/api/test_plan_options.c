/* SPDX-License-Identifier: MIT */
/* Inputs of a plan other than the reference: servers of the options, the caller's ports, gateways whose
 * URIs have no plan or give warnings. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "plan_support.h"
#include "text/bytes.h"
#include "uriel_plan.h"

#define ASKED                                                                                           \
  "send GET http://h/ HTTP/1.1\\r\\nHost: h\\r\\nConnection: close\\r\\n\\r\\n\nexpect\nclose\n"

/* Host: RFC 3986, 3.2.2; ports: RFC 6335, 6, where 0 is reserved; "the port component and its ':' "
 * may be there with no digits (RFC 3986, 3.2.3). */
static void servers(void **state)
{
  (void)state;
  static const struct {
    const char *proxy, *steps;
  } cases[] = {
      {"p", "connect p 8080 tcp\n" ASKED},
      {"p:", "connect p 8080 tcp\n" ASKED},
      {"p:1", "connect p 1 tcp\n" ASKED},
      {"p:65535", "connect p 65535 tcp\n" ASKED},
      {"p:00080", "connect p 80 tcp\n" ASKED},
      {"127.0.0.1:3128", "connect 127.0.0.1 3128 tcp\n" ASKED},
      {"[::1]", "connect ::1 8080 tcp\n" ASKED},
      {"[::1]:", "connect ::1 8080 tcp\n" ASKED},
      {"[::1]:3", "connect ::1 3 tcp\n" ASKED},
      {"[v1.x]:3", "connect [v1.x] 3 tcp\n" ASKED},
      {"1.2.3", "connect 1.2.3 8080 tcp\n" ASKED},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const uriel_text proxy = text_copy(uriel_text_of(cases[i].proxy));
    plan_is(URIEL_SPEC_RFC3986, "http://h/", &(uriel_plan_options){.proxy = proxy}, cases[i].steps, 0);
    text_free(proxy);
  }
}

static void no_servers(void **state)
{
  (void)state;
  static const char *const others[] = {"",       ":80",     "h:0",
                                       "h:000",  "h:65536", "h:x",
                                       "h:1x",   "h:-1",    "http://127.0.0.1:3128",
                                       "[::1",   "[::1]x",  "[]",
                                       "[]:80",  "[",       "]",
                                       "a b:80", "u@h:1",   "1:2:3",
                                       "[x]:1",  "[::1]1",  "[::1]:0",
                                       "::1",    "h/",      "h?",
                                       "h#",     "%68:80",  "h::1",
                                       "[v]:1",  "[v1.]:1", "\xC3\xA9",
                                       "h:1 ",   "[::1]::1"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    const uriel_text server = text_copy(uriel_text_of(others[i]));
    plan_fails("http://h/", &(uriel_plan_options){.proxy = server}, URIEL_ERROR_PART_FORM, "proxy");
    plan_fails("news:a", &(uriel_plan_options){.news_server = server}, URIEL_ERROR_PART_FORM,
               "news server");
    text_free(server);
  }
}

static uriel_error error_of(const char *uri, const uriel_plan_options *options, uriel_plan *plan)
{
  static uriel_step steps[64];
  static char text[4096];
  const uriel_ref ref = parsed(uriel_text_of(uri));
  uriel_error error;
  *plan = (uriel_plan){.steps = steps,
                       .step_capacity = 64,
                       .text = text,
                       .text_capacity = sizeof text,
                       .warnings = 9,
                       .resume_step = 9};
  assert_false(uriel_plan_make(plan, &ref, options, &error));
  return error;
}

/* The template's result is not the caller's text: the whole reference is blamed. */
static void errors_through_gateways(void **state)
{
  (void)state;
  static const struct {
    const char *uri, *uri_template;
    uriel_error_code code;
    const char *told;
  } cases[] = {
      {"a:%0d%0a", "ftp://hhhhhhhhhhhhhhhhhhhhhhhhhhhh/{+path}", URIEL_ERROR_PART_LINE_BREAK,
       "in the URI that the gateway makes: a part contains a byte that would end a line of the "
       "protocol"},
      {"b:x", "foo:{+path}", URIEL_ERROR_PLAN_UNKNOWN,
       "in the URI that the gateway makes: no way to fetch URIs of this scheme is known"},
      {"c:x", "http://h:0/{path}", URIEL_ERROR_PART_NUMBER,
       "in the URI that the gateway makes: a part is not a number in the allowed range"},
      {"d:x", "urn:{path}", URIEL_ERROR_PLAN_NONE,
       "in the URI that the gateway makes: URIs of this scheme cannot be fetched"},
      {"e:x", "tag:{+uri}", URIEL_ERROR_PART_MISSING,
       "in the URI that the gateway makes: a part is missing"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const uriel_gateway gateway = {{cases[i].uri, 1}, uriel_text_of(cases[i].uri_template)};
    const uriel_registry registry = {.gateways = &gateway, .gateway_count = 1};
    const uriel_plan_options options = {.registry = &registry};
    uriel_plan plan;
    char told[128] = "";
    const uriel_error error = error_of(cases[i].uri, &options, &plan);
    const size_t len = strlen(cases[i].uri);
    if (error.code != cases[i].code)
      die("%s: %s", cases[i].uri_template, uriel_error_name(error.code));
    assert_string_equal(error.part, "gateway");
    assert_int_equal(error.component, URIEL_REFERENCE);
    assert_int_equal(error.begin, 0);
    assert_int_equal(error.offset, len);
    assert_int_equal(error.length, len);
    uriel_error_describe(&error, cases[i].uri, len, told, sizeof told - 1);
    assert_string_equal(told, cases[i].told);
    assert_ptr_equal(plan.gateway, &gateway);
    assert_int_equal(plan.warnings, 0);
    assert_int_equal(plan.resume_step, 0);
    assert_int_equal(plan.step_count, 0);
    assert_int_equal(plan.text_len, 0);
  }
}

/* An error in the reference also leaves no warnings of an incomplete plan. */
static void nothing_of_what_failed(void **state)
{
  (void)state;
  uriel_plan plan;
  uriel_error error = error_of("ftp://u:p@h:25/%0A", NULL, &plan);
  assert_int_equal(error.code, URIEL_ERROR_PART_LINE_BREAK);
  assert_int_equal(error.offset, 15);
  assert_int_equal(plan.warnings, 0);
  assert_int_equal(plan.resume_step, 0);
  assert_null(plan.gateway);
  const uriel_plan_options options = {.user_agent = uriel_text_of("ab\nc")};
  error = error_of("http://h/", &options, &plan);
  assert_string_equal(error.part, "user agent");
  assert_int_equal(error.offset, 2);
}

/* Port 0 of a step means that the reply gives the port, so a URI of a scheme without a default port must
 * state one. */
static void ports_that_are_missing(void **state)
{
  (void)state;
  const uriel_scheme_info mine[] = {
      {.name = "http", .title = "", .document = "", .transport = URIEL_TRANSPORT_TCP},
      {.name = "whois", .title = "", .document = "", .transport = URIEL_TRANSPORT_NONE}};
  const uriel_registry registry = {.schemes = mine, .scheme_count = 2};
  const uriel_plan_options options = {.registry = &registry};
  uriel_plan plan;
  static const struct {
    const char *uri;
    size_t offset;
  } cases[] = {{"http://hh/a", 9}, {"http://hh:/a", 9}, {"whois://h/a", 9}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const uriel_error error = error_of(cases[i].uri, &options, &plan);
    assert_int_equal(error.code, URIEL_ERROR_PART_MISSING);
    assert_int_equal(error.component, URIEL_PORT);
    assert_string_equal(error.part, "port");
    assert_int_equal(error.begin, cases[i].offset);
    assert_int_equal(error.offset, cases[i].offset);
    assert_int_equal(error.length, 0);
  }
  plan_fails("http://h:0/", &options, URIEL_ERROR_PART_NUMBER, "port");
  plan_fails("whois://h:0/a", &options, URIEL_ERROR_PART_MISSING, "port");
  plan_is(URIEL_SPEC_RFC3986, "http://h:8/", &options,
          "connect h 8 tcp\nsend GET / HTTP/1.1\\r\\nHost: h:8\\r\\nConnection: close\\r\\n\\r\\n\n"
          "expect\nclose\n",
          URIEL_WARNING_LOW_PORT);
}

static void warned(const char *uri_template, const char *uri, unsigned warnings)
{
  const uriel_gateway gateway = {uriel_text_of("x-gw"), uriel_text_of(uri_template)};
  const uriel_registry registry = {.gateways = &gateway, .gateway_count = 1};
  const uriel_plan_options options = {.registry = &registry};
  const uriel_ref ref = parsed(uriel_text_of(uri));
  uriel_plan plan;
  text_free(plan_text(&ref, &options, &plan));
  if (plan.warnings != warnings)
    die("%s of %s: warnings %u, not %u", uri_template, uri, plan.warnings, warnings);
}

static void told(uriel_warning_kind kind, const char *uri, const char *expected)
{
  const uriel_warning warning = {.kind = kind};
  const uriel_ref ref = parsed(uriel_text_of(uri));
  char text[160] = "";
  assert_in_range(uriel_warning_describe(&warning, &ref, text, sizeof text - 1), 1, sizeof text - 1);
  assert_string_equal(text, expected);
}

/* RFC 3986, 7.2 and 7.4, of the server that is connected to. */
static void warnings_through_gateways(void **state)
{
  (void)state;
  const unsigned low = URIEL_WARNING_LOW_PORT, rare = URIEL_WARNING_RARE_IPV4;
  warned("http://gw.example/{uri}", "x-gw:a", 0);
  warned("http://gw.example:25/{uri}", "x-gw:a", low);
  warned("http://127.1/{uri}", "x-gw:a", rare);
  warned("gopher://{host}:{port}/1{path}", "x-gw://0x7f.1:25/a", low | rare);
  warned("http://gw.example/{uri}", "x-gw://0x7f.1:25/a", low | rare);
  told(URIEL_WARNING_LOW_PORT, "x-gw:a",
       "at the gateway: the port is below 1024 and not the scheme's own");
  told(URIEL_WARNING_RARE_IPV4, "x-gw:a", "at the gateway: the host is an IPv4 address in a rare form");
  told(URIEL_WARNING_RARE_IPV4, "x-gw://h/",
       "at the gateway: the host is an IPv4 address in a rare form");
}

/* A sum that would wrap gives the largest value. */
static void lengths(void **state)
{
  (void)state;
  const size_t half = SIZE_MAX / 2;
  assert_true(size_add(1, 2) == 3 && size_add(half, half) == SIZE_MAX - 1);
  assert_true(size_add(SIZE_MAX, 1) == SIZE_MAX && size_add(half + 1, half + 1) == SIZE_MAX);
  assert_true(size_times(12, 5) == 60 && size_times(2, half) == SIZE_MAX - 1);
  assert_true(size_times(0, SIZE_MAX) == 0 && size_times(SIZE_MAX, 0) == 0);
  assert_true(size_times(12, half) == SIZE_MAX && size_times(2, half + 1) == SIZE_MAX);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(servers),
      cmocka_unit_test(no_servers),
      cmocka_unit_test(errors_through_gateways),
      cmocka_unit_test(nothing_of_what_failed),
      cmocka_unit_test(ports_that_are_missing),
      cmocka_unit_test(warnings_through_gateways),
      cmocka_unit_test(lengths),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
