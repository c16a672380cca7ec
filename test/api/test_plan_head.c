/* SPDX-License-Identifier: MIT */
/* Plans for what a server knows about an object, and header fields of the caller. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "plan_support.h"
#include "uriel_plan.h"

#define LOGIN                                                                                           \
  "connect h 21 tcp\nexpect 220\nsend USER anonymous\\r\\n\nexpect 331 230\n"                           \
  "send PASS anonymous@\\r\\n\nexpect 230 202\n"
#define LOGOUT "send QUIT\\r\\n\nexpect 221\nclose\n"

/* RFC 9110, 9.3.2; RFC 3659, 7; RFC 3977, 6.2.2; url-1994, Gopher: "!" for attributes, "$" for the
 * attributes of a menu's items. */
static void heads(void **state)
{
  (void)state;
  static const plan_case cases[] = {
      {"http://h/a?b",
       "connect h 80 tcp\nsend HEAD /a?b HTTP/1.1\\r\\nHost: h\\r\\nConnection: "
       "close\\r\\n\\r\\n\nexpect\nclose\n",
       0},
      {"ftp://h/a", LOGIN "send MLST a\\r\\n\nexpect 250\n" LOGOUT, 0},
      {"ftp://h/a/", LOGIN "send CWD a\\r\\n\nexpect 250\nsend MLST\\r\\n\nexpect 250\n" LOGOUT, 0},
      {"gopher://h/0a", "connect h 70 tcp\nsend a\\t!\\r\\n\nexpect\nclose\n", 0},
      {"gopher://h/7a", "connect h 70 tcp\nsend a\\t!\\r\\n\nexpect\nclose\n", 0},
      {"gopher://h/7a%09b", "connect h 70 tcp\nsend a\\tb\\t!\\r\\n\nexpect\nclose\n", 0},
      {"gopher://h/0a%09%09?", "connect h 70 tcp\nsend a\\t!\\r\\n\nexpect\nclose\n", 0},
      {"gopher://h/0a%09%09+text/plain", "connect h 70 tcp\nsend a\\t!\\r\\n\nexpect\nclose\n", 0},
      {"gopher://h/1a%09%09$", "connect h 70 tcp\nsend a\\t$\\r\\n\nexpect\nclose\n", 0},
      {"news://h/a@b",
       "connect h 119 tcp\nexpect 200 201\nsend HEAD <a@b>\\r\\n\nexpect 221\nsend QUIT\\r\\n\nexpect "
       "205\nclose\n",
       0},
      {"nntp://h/g/7",
       "connect h 119 tcp\nexpect 200 201\nsend GROUP g\\r\\n\nexpect 211\nsend HEAD 7\\r\\n\nexpect "
       "221\n"
       "send QUIT\\r\\n\nexpect 205\nclose\n",
       0},
      {"nntp://h/g",
       "connect h 119 tcp\nexpect 200 201\nsend GROUP g\\r\\n\nexpect 211\nsend QUIT\\r\\n\nexpect "
       "205\nclose\n",
       0},
      {"data:,a", "decode a\n", 0},
      {"file:///a", "open /a\n", 0},
  };
  static const char *const others[] = {
      "ws://h/",     "gopher://h/8a", "gopher://h/Ta",   "news://h/*", "telnet://h/",
      "whois://h/a", "wais://h/d?a",  "prospero://h//a", "ldap://h/",  "mailto:a@b",
      "mid:a@b",     "cid:a@b",       "tel:+1"};
  const uriel_plan_options head = {.head = true};
  plans_are(URIEL_SPEC_RFC3986, cases, sizeof cases / sizeof *cases, &head);
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    plan_fails(others[i], &head, URIEL_ERROR_PLAN_HEAD, NULL);
  /* A proxy is a server of http for every scheme. */
  plan_is(URIEL_SPEC_RFC3986, "wais://h/d?a",
          &(uriel_plan_options){.head = true, .proxy = uriel_text_of("p")},
          "connect p 8080 tcp\nsend HEAD wais://h/d?a HTTP/1.1\\r\\nHost: h\\r\\nConnection: "
          "close\\r\\n\\r\\n\n"
          "expect\nclose\n",
          0);
}

/* RFC 9110, 5. */
static void fields(void **state)
{
  (void)state;
  const uriel_text two[] = {uriel_text_of("Accept:text/html"), uriel_text_of("X-a: \t b c ")};
  const uriel_plan_options options = {.fields = two, .field_count = 2, .proxy = uriel_text_of("p")};
  /* The tunnel is the proxy's business. */
  plan_is(URIEL_SPEC_RFC3986, "https://h/", &options,
          "connect p 8080 tcp\nsend CONNECT h:443 HTTP/1.1\\r\\nHost: h:443\\r\\n\\r\\n\nexpect 200\n"
          "connect h 443 tls\nsend GET / HTTP/1.1\\r\\nHost: h\\r\\nConnection: close\\r\\n"
          "Accept: text/html\\r\\nX-a: b c \\r\\n\\r\\n\nexpect\nclose\n",
          0);
  plan_is(URIEL_SPEC_RFC3986, "gopher://h/", &(uriel_plan_options){.fields = two, .field_count = 2},
          "connect h 70 tcp\nsend \\r\\n\nexpect\nclose\n", 0);
}

static void wrong_fields(void **state)
{
  (void)state;
  static const struct {
    const char *field;
    uriel_error_code code;
    size_t offset;
  } cases[] = {
      {"", URIEL_ERROR_PART_FORM, 0},
      {"a", URIEL_ERROR_PART_FORM, 1},
      {": a", URIEL_ERROR_PART_FORM, 0},
      {"a b: c", URIEL_ERROR_PART_CHARACTER, 1},
      {"a: b\r\nc: d", URIEL_ERROR_PART_LINE_BREAK, 4},
      {"a: b\n", URIEL_ERROR_PART_LINE_BREAK, 4},
      {"a\r: b", URIEL_ERROR_PART_LINE_BREAK, 1},
      {"a: \x01", URIEL_ERROR_PART_CHARACTER, 3},
      {"a: \x7F", URIEL_ERROR_PART_CHARACTER, 3},
      {"Host: b", URIEL_ERROR_PART_FORM, 0},
      {"hOST:b", URIEL_ERROR_PART_FORM, 0},
      {"Content-Length: 1", URIEL_ERROR_PART_FORM, 0},
      {"Transfer-Encoding: x", URIEL_ERROR_PART_FORM, 0},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const uriel_text both[] = {uriel_text_of("x: y"), text_copy(uriel_text_of(cases[i].field))};
    const uriel_plan_options options = {.fields = both, .field_count = 2};
    const uriel_ref ref = parsed(uriel_text_of("http://h/"));
    uriel_plan plan = {.steps = NULL};
    uriel_error error;
    assert_false(uriel_plan_make(&plan, &ref, &options, &error));
    assert_int_equal(error.code, cases[i].code);
    assert_int_equal(error.offset, cases[i].offset);
    assert_string_equal(error.part, "header");
    text_free(both[1]);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(heads), cmocka_unit_test(fields),
                                     cmocka_unit_test(wrong_fields)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
