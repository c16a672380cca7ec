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

typedef struct expanded {
  uriel_text template;
  const uriel_ref *ref;
} expanded;

static size_t write_expanded(const void *context, char *out, size_t capacity)
{
  const expanded *const in = context;
  return uriel_template_expand(in->template, in->ref, out, capacity, NULL);
}

static void templates(void **state)
{
  (void)state;
  static const struct {
    const char *template, *uri, *expected;
  } cases[] = {
      {"http://gw.example/{uri}", "wais://h/db?q", "http://gw.example/wais:%2F%2Fh%2Fdb%3Fq"},
      {"http://gw.example/{+uri}", "wais://h/db?q", "http://gw.example/wais://h/db?q"},
      /* what is encoded is encoded once more, so that it is the URI again when decoded */
      {"http://gw.example/{uri}", "x:a%20b", "http://gw.example/x:a%2520b"},
      {"http://gw.example/{+uri}", "x:a%20b", "http://gw.example/x:a%20b"},
      {"http://gw.example/get?u={uri}&x=1", "http://h/?a=b&c",
       "http://gw.example/get?u=http://h/?a=b%26c&x=1"},
      {"http://gw.example/#{uri}", "x://h/?a", "http://gw.example/#x://h/?a"},
      {"http://{host}.gw.example:{port}{+path}?{+query}", "x://h:81/a/b?c=d&e",
       "http://h.gw.example:81/a/b?c=d&e"},
      {"http://gw/{host}/{port}/{path}/{query}", "x:a", "http://gw///a/"},
      {"{scheme}s://{+host}/", "http://[::1]/", "https://[::1]/"},
      {"x:{host}", "http://[::1]/", "x:%5B::1%5D"},
      {"http://u{host}@h/", "x://a:1/", "http://ua@h/"},
      {"http://gw/{nid}/{nss}", "urn:ISBN:0-395-36341-1", "http://gw/ISBN/0-395-36341-1"},
      {"http://gw/{nid}/{+nss}", "URN:example:a/b%2Fc?+r?=q#f", "http://gw/example/a/b%2Fc"},
      {"http://gw/{nid}{nss}", "http://h/a:b", "http://gw/"},
      /* without the fragment, which no request has (RFC 3986, 3.5) */
      {"http://gw/{uri}", "x:a#b", "http://gw/x:a"},
      {"http://gw/{+uri}#{scheme}", "x:a#b", "http://gw/x:a#x"},
      {"{+uri}", "x:a#b", "x:a"},
      {"x:{uri}{uri}", "y:z", "x:y:zy:z"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const uriel_text copy = text_copy(uriel_text_of(cases[i].template));
    const uriel_ref ref = parsed(uriel_text_of(cases[i].uri));
    const uriel_text text = text_written(write_expanded, &(expanded){copy, &ref});
    if (!text_equal(text, uriel_text_of(cases[i].expected)))
      die("%s: \"%.*s\"", cases[i].template, (int)text.len, text.ptr ? text.ptr : "");
    parsed(text);
    text_free(text);
    text_free(copy);
  }
}

/* The place is in the template: a name's is its braces'. Nothing is written. */
static void faulty_templates(void **state)
{
  (void)state;
  static const struct {
    const char *template, *uri;
    size_t offset, begin, length;
  } cases[] = {
      {"", "x:y", 0, 0, 0},
      {"http://gw/", "x:y", 10, 0, 10}, /* no name */
      {"http://gw/{url}", "x:y", 10, 10, 5},
      {"http://gw/{}", "x:y", 10, 10, 2},
      {"http://gw/{+}", "x:y", 10, 10, 3},
      {"http://gw/{uri", "x:y", 10, 10, 4},
      {"http://gw/{{uri}}", "x:y", 10, 10, 6},
      {"http://gw/}{uri}", "x:y", 10, 0, 11},
      {"http://gw/a b{uri}", "x:y", 11, 0, 13},
      {"http://gw/%4{uri}", "x:y", 12, 12, 5}, /* "%4x" */
      {"http://gw/{uri}%4", "x:y", 17, 0, 17},
      {"http://gw/#{+uri}#", "x:y", 17, 17, 1},
      {"/{uri}", "x:y", 6, 0, 6}, /* no scheme */
      {"{path}", "x:y", 6, 0, 6},
      {"{+query}", "x:y", 8, 0, 8},
      {"http:/{+path}{scheme}/[{uri}", "x:y", 22, 21, 2},
      {"http://[{+host}]/", "http://[::1]/", 8, 8, 7},
      {"http://h:{host}/", "x://a/", 15, 15, 1},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const uriel_text copy = text_copy(uriel_text_of(cases[i].template));
    const uriel_ref ref = parsed(uriel_text_of(cases[i].uri));
    uriel_fault fault;
    char out[64];
    memset(out, '#', sizeof out);
    assert_int_equal(uriel_template_expand(copy, &ref, out, sizeof out, &fault), URIEL_FAILED);
    if (fault.code != URIEL_FAULT_TEMPLATE || fault.offset != cases[i].offset ||
        fault.begin != cases[i].begin || fault.length != cases[i].length)
      die("%s: %s at %zu of %zu+%zu", cases[i].template, uriel_fault_name(fault.code), fault.offset,
          fault.begin, fault.length);
    for (size_t at = 0; at < sizeof out; at++)
      assert_int_equal(out[at], '#');
    text_free(copy);
  }
}

/* Every byte of every template, after every place: what is written is a URI, or nothing is. */
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
          const size_t len = uriel_template_expand(uriel_text_of(template), &ref, out, sizeof out, NULL);
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
          "connect gw.example 8001 tcp\nsend GET /wais:%2F%2Fh%2Fdb%3Fq HTTP/1.1\\r\\nHost: "
          "gw.example:8001\\r\\n"
          "Connection: close\\r\\n\\r\\n\nexpect\nclose\n",
          0);
  /* what it leads to is not led further */
  plan_is(URIEL_SPEC_RFC3986, "urn:isbn:1", &options,
          "connect names.example 80 tcp\nsend GET /isbn/1 HTTP/1.1\\r\\nHost: names.example\\r\\n"
          "Connection: close\\r\\n\\r\\n\nexpect\nclose\n",
          0);
  const uriel_ref ref = parsed(uriel_text_of("urn:isbn:1"));
  uriel_plan plan;
  text_free(plan_text(&ref, &options, &plan));
  assert_ptr_equal(plan.gateway, &all[1]);
  text_free(plan_text(&ref, &options, &plan));
  plan_fails("x-bad:a", &options, URIEL_FAULT_TEMPLATE, NULL);
  /* the warnings are of the URI that was given */
  plan_is(URIEL_SPEC_RFC3986, "wais://u@h:25/db", &options,
          "connect gw.example 8001 tcp\nsend GET /wais:%2F%2Fu@h:25%2Fdb HTTP/1.1\\r\\nHost: "
          "gw.example:8001\\r\\n"
          "Connection: close\\r\\n\\r\\n\nexpect\nclose\n",
          URIEL_WARNING_USERINFO | URIEL_WARNING_LOW_PORT);
}

static void no_plan(void **state)
{
  (void)state;
  plan_fails("//h/a", NULL, URIEL_FAULT_PLAN_BASE, NULL);
  plan_fails("", NULL, URIEL_FAULT_PLAN_BASE, NULL);
  plan_fails("urn:isbn:1", NULL, URIEL_FAULT_PLAN_NONE, NULL);
  plan_fails("x500:a", NULL, URIEL_FAULT_PLAN_UNDEFINED, NULL);
  plan_fails("no-such-scheme:a", NULL, URIEL_FAULT_PLAN_UNKNOWN, NULL);
  plan_fails("x-own:a", NULL, URIEL_FAULT_PLAN_UNKNOWN, NULL);
}

static void step_names(void **state)
{
  (void)state;
  assert_string_equal(uriel_step_name(URIEL_STEP_CONNECT), "connect");
  assert_string_equal(uriel_step_name(URIEL_STEP_CALL), "call");
  assert_string_equal(uriel_step_name((uriel_step_kind)0), "");
}

/* A caller's own port is a scheme's own. */
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
      cmocka_unit_test(templates),      cmocka_unit_test(faulty_templates),
      cmocka_unit_test(every_template), cmocka_unit_test(gateways),
      cmocka_unit_test(no_plan),        cmocka_unit_test(step_names),
      cmocka_unit_test(own_schemes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
