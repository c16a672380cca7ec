/* SPDX-License-Identifier: MIT */
/* Gateways and their templates (url-1993 and url-1994, Registration of naming schemes), and why a
 * reference has no plan. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "plan_support.h"
#include "uriel_plan.h"
#include "vectors.h"

typedef struct expanded {
  uriel_text template;
  const uriel_ref *ref;
} expanded;

static size_t write_expanded(const void *context, char *out, size_t capacity)
{
  const expanded *const in = context;
  return uriel_template_expand(in->template.ptr, in->template.len, in->ref, out, capacity, NULL);
}

/* A refusal writes nothing and gives the place that the case names. */
static void check_refused(const vector_case *given, uriel_text template, const uriel_ref *ref)
{
  uriel_error error;
  char out[64];
  memset(out, '#', sizeof out);
  expect_true(given, "refused",
              uriel_template_expand(template.ptr, template.len, ref, out, sizeof out, &error) ==
                  URIEL_FAILED);
  expect_name(given, "error", vector_field(given, "error"), uriel_error_name(error.code));
  expect_text(given, "part", vector_field(given, "part"), uriel_text_of(error.part));
  expect_number(given, "offset", vector_number(given, "offset"), error.offset);
  expect_number(given, "begin", vector_number(given, "begin"), error.begin);
  expect_number(given, "length", vector_number(given, "length"), error.length);
  for (size_t at = 0; at < sizeof out; at++)
    assert_int_equal(out[at], '#');
}

static void check_template(const vector_case *given)
{
  const uriel_text template = vector_field(given, "template");
  const uriel_ref ref = parsed(vector_field(given, "input"));
  const uriel_text text = text_written(write_expanded, &(expanded){template, &ref});
  expect_text(given, "expanded", vector_field(given, "expanded"), text);
  if (text.ptr)
    parsed(text);
  else
    check_refused(given, template, &ref);
  text_free(text);
}

static void templates(void **state)
{
  (void)state;
  vectors_run("templates.tsv", 81, check_template);
}

/* Every byte in every place of every template: the result is a URI, or nothing is written. */
static void every_template(void **state)
{
  (void)state;
  static const char *const before[] = {"",       "x:",    "x:/",  "x://", "x://h",
                                       "x://h:", "x://[", "x:/a", "x:?",  "x:#"};
  static const char *const uris[] = {"urn:a:b?+c#d", "s://u:p@[::1]:80//a/%2F?q#f"};
  static const char *const names[] = {"uri",  "+uri",  "scheme", "+host", "host",
                                      "port", "+path", "path",   "+query"};
  size_t written = 0;
  for (size_t b = 0; b < sizeof before / sizeof *before; b++)
    for (size_t u = 0; u < sizeof uris / sizeof *uris; u++)
      for (size_t n = 0; n < sizeof names / sizeof *names; n++)
        for (int byte = 1; byte < 256; byte++) {
          char template[32], out[256];
          snprintf(template, sizeof template, "%s{%s}%c", before[b], names[n], byte);
          const uriel_ref ref = parsed(uriel_text_of(uris[u]));
          uriel_ref again;
          const size_t len =
              uriel_template_expand(template, strlen(template), &ref, out, sizeof out, NULL);
          if (len == URIEL_FAILED)
            continue;
          written++;
          assert_true(uriel_parse(&again, out, len, NULL));
          assert_non_null(uriel_scheme(&again).ptr);
        }
  assert_true(written > 3000);
}

static void gateways(void **state)
{
  (void)state;
  const uriel_gateway all[] = {
      {uriel_text_of("WAIS"), uriel_text_of("http://gw.example:8001/{uri}")},
      {uriel_text_of("urn"), uriel_text_of("http://names.example/{nid}/{nss}")},
      {uriel_text_of("http"), uriel_text_of("ftp://loop.example/{uri}")},
      {uriel_text_of("x-bad"), uriel_text_of("http://gw.example/")},
      {uriel_text_of("x-none"), uriel_text_of("tag:{uri}")},
  };
  const uriel_registry registry = {.gateways = all, .gateway_count = sizeof all / sizeof *all};
  const uriel_plan_options options = {.registry = &registry};
  plan_is(URIEL_SPEC_RFC3986, "wais://h/db?q", &options,
          "connect gw.example 8001 tcp\nsend GET /wais%3A%2F%2Fh%2Fdb%3Fq HTTP/1.1\\r\\nHost: "
          "gw.example:8001\\r\\n"
          "Connection: close\\r\\n\\r\\n\nexpect\nclose\n",
          0);
  /* the resulting URI is not resolved further */
  plan_is(URIEL_SPEC_RFC3986, "urn:isbn:1", &options,
          "connect names.example 80 tcp\nsend GET /isbn/1 HTTP/1.1\\r\\nHost: names.example\\r\\n"
          "Connection: close\\r\\n\\r\\n\nexpect\nclose\n",
          0);
  const uriel_ref ref = parsed(uriel_text_of("urn:isbn:1"));
  uriel_plan plan;
  text_free(plan_text(&ref, &options, &plan));
  assert_ptr_equal(plan.gateway, &all[1]);
  text_free(plan_text(&ref, &options, &plan));
  plan_fails("x-bad:a", &options, URIEL_ERROR_TEMPLATE, NULL);
  /* the warnings are about the given URI */
  plan_is(URIEL_SPEC_RFC3986, "wais://u@h:25/db", &options,
          "connect gw.example 8001 tcp\nsend GET /wais%3A%2F%2Fh%3A25%2Fdb HTTP/1.1\\r\\nHost: "
          "gw.example:8001\\r\\n"
          "Connection: close\\r\\n\\r\\n\nexpect\nclose\n",
          URIEL_WARNING_USERINFO | URIEL_WARNING_NOT_SENT | URIEL_WARNING_LOW_PORT);
}

/* url-1994, Security considerations: a password is not disclosed without permission, least of all to the
 * operator of the gateway. */
static void gateways_get_no_password(void **state)
{
  (void)state;
  const uriel_gateway all[] = {
      {uriel_text_of("ftp"), uriel_text_of("http://gw/{uri}")},
      {uriel_text_of("q"), uriel_text_of("http://gw/{+uri}")},
  };
  const uriel_registry registry = {.gateways = all, .gateway_count = sizeof all / sizeof *all};
  const uriel_plan_options options = {.registry = &registry};
  plan_is(URIEL_SPEC_RFC3986, "ftp://u:SECRET@h/a#f", &options,
          "connect gw 80 tcp\nsend GET /ftp%3A%2F%2Fh%2Fa HTTP/1.1\\r\\nHost: gw\\r\\n"
          "Connection: close\\r\\n\\r\\n\nexpect\nclose\n",
          URIEL_WARNING_USERINFO | URIEL_WARNING_PASSWORD | URIEL_WARNING_NOT_SENT);
  plan_is(URIEL_SPEC_RFC3986, "q://u:SECRET@h/a", &options,
          "connect gw 80 tcp\nsend GET /q://h/a HTTP/1.1\\r\\nHost: gw\\r\\n"
          "Connection: close\\r\\n\\r\\n\nexpect\nclose\n",
          URIEL_WARNING_USERINFO | URIEL_WARNING_PASSWORD | URIEL_WARNING_NOT_SENT);
}

/* An error about text of the reference that does not fit the template has its place in the reference. */
static void references_that_do_not_fit(void **state)
{
  (void)state;
  const uriel_gateway all[] = {
      {uriel_text_of("q"), uriel_text_of("file:///srv/{path}/x")},
      {uriel_text_of("urn"), uriel_text_of("http://r/{nid}/{nss}")},
  };
  const uriel_registry registry = {.gateways = all, .gateway_count = sizeof all / sizeof *all};
  const uriel_plan_options options = {.registry = &registry};
  plan_fails("q:..", &options, URIEL_ERROR_PART_FORM, "path");
  plan_fails("urn:a%2fb", &options, URIEL_ERROR_PART_MISSING, "nid");
  const uriel_ref ref = parsed(uriel_text_of("q:.."));
  uriel_plan plan = {.steps = NULL};
  uriel_error error;
  assert_false(uriel_plan_make(&plan, &ref, &options, &error));
  assert_int_equal(error.component, URIEL_PATH);
  assert_int_equal(error.offset, 2);
  assert_int_equal(error.begin, 2);
  assert_int_equal(error.length, 2);
}

/* The first gateway for a scheme is used. */
static void first_gateway(void **state)
{
  (void)state;
  const uriel_gateway all[] = {
      {uriel_text_of("q"), uriel_text_of("gopher://a/1{path}")},
      {uriel_text_of("Q"), uriel_text_of("gopher://b/1{path}")},
  };
  const uriel_registry registry = {.gateways = all, .gateway_count = sizeof all / sizeof *all};
  const uriel_plan_options options = {.registry = &registry};
  plan_is(URIEL_SPEC_RFC3986, "Q:x", &options, "connect a 70 tcp\nsend x\\r\\n\nexpect\nclose\n", 0);
}

static void no_plan(void **state)
{
  (void)state;
  /* RFC 6335, 6: port 0 is reserved, nothing listens on it. */
  plan_fails("ftp://h:0/a", NULL, URIEL_ERROR_PART_NUMBER, "port");
  plan_fails("http://h:000/", NULL, URIEL_ERROR_PART_NUMBER, "port");
  plan_fails("//h/a", NULL, URIEL_ERROR_PLAN_BASE, NULL);
  plan_fails("", NULL, URIEL_ERROR_PLAN_BASE, NULL);
  plan_fails("urn:isbn:1", NULL, URIEL_ERROR_PLAN_NONE, NULL);
  plan_fails("x500:a", NULL, URIEL_ERROR_PLAN_UNDEFINED, NULL);
  plan_fails("no-such-scheme:a", NULL, URIEL_ERROR_PLAN_UNKNOWN, NULL);
  plan_fails("x-own:a", NULL, URIEL_ERROR_PLAN_UNKNOWN, NULL);
}

static void step_names(void **state)
{
  (void)state;
  assert_string_equal(uriel_step_name(URIEL_STEP_CONNECT), "connect");
  assert_string_equal(uriel_step_name(URIEL_STEP_CALL), "call");
  assert_string_equal(uriel_step_name((uriel_step_kind)0), "");
}

/* A caller's registered port is the scheme's default port. */
static void own_schemes(void **state)
{
  (void)state;
  const uriel_scheme_info mine = {.name = "ftp",
                                  .title = "",
                                  .document = "",
                                  .port = 990,
                                  .transport = URIEL_TRANSPORT_TLS,
                                  .status = URIEL_SCHEME_OWN};
  const uriel_registry registry = {.schemes = &mine, .scheme_count = 1};
  const uriel_plan_options options = {.registry = &registry};
  const uriel_ref ref = parsed(uriel_text_of("ftp://h:990/a"));
  uriel_plan plan;
  const uriel_text text = plan_text(&ref, &options, &plan);
  assert_memory_equal(text.ptr, "connect h 990 tls\n", 18);
  assert_int_equal(plan.warnings, 0);
  text_free(text);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(templates),
      cmocka_unit_test(every_template),
      cmocka_unit_test(gateways),
      cmocka_unit_test(no_plan),
      cmocka_unit_test(step_names),
      cmocka_unit_test(own_schemes),
      cmocka_unit_test(gateways_get_no_password),
      cmocka_unit_test(references_that_do_not_fit),
      cmocka_unit_test(first_gateway),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
