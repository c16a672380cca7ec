/* SPDX-License-Identifier: MIT */
/* Access plans of mailto, mid, cid, news, nntp, telnet, rlogin, tn3270, wais, prospero, afs and whois,
 * step by step. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support.h"
#include "uriel_plan.h"

#define TEXT(string) uriel_text_of(string)

enum { STEPS = 16, BYTES = 2048 };

typedef struct planned {
  uriel_plan plan;
  uriel_error error;
  uriel_text uri;
  uriel_ref ref;
  uriel_step steps[STEPS];
  char text[BYTES];
} planned;

static bool plan(planned *p, uriel_spec spec, uriel_text uri, const uriel_plan_options *options)
{
  p->uri = text_copy(uri);
  p->plan = (uriel_plan){
      .steps = p->steps, .step_capacity = STEPS, .text = p->text, .text_capacity = sizeof p->text};
  if (!uriel_parse_as(&p->ref, p->uri.ptr, p->uri.len, spec, 0, &p->error))
    die("\"%.*s\" is not a reference", (int)uri.len, uri.ptr);
  return uriel_plan_make(&p->plan, &p->ref, options, &p->error);
}

/* Writes a step as a line: "connect h:23 tcp", "send GROUP a\r\n", with escapes for unprintable
 * bytes. */
static void step_tell(const uriel_step *step, char *out, size_t size)
{
  int at = snprintf(out, size, "%s", uriel_step_name(step->kind));
  if (step->kind == URIEL_STEP_CONNECT)
    at += snprintf(out + at, size - (size_t)at, " %.*s:%u %s", (int)step->host.len, step->host.ptr,
                   (unsigned)step->port, uriel_transport_name(step->transport));
  for (size_t i = 0; i < step->text.len && (size_t)at + 8 < size; i++) {
    const unsigned char byte = (unsigned char)step->text.ptr[i];
    at += snprintf(out + at, size - (size_t)at, byte >= ' ' && byte <= '~' ? "%s%c" : "%s\\%02X",
                   i ? "" : " ", byte);
  }
}

/* Checks the plan of a URI: its steps as step_tell writes them, up to NULL, and its warnings. */
static void plan_is(uriel_spec spec, const char *uri, const uriel_plan_options *options,
                    unsigned warnings, const char *const *steps)
{
  planned p;
  size_t count = 0;
  if (!plan(&p, spec, TEXT(uri), options))
    die("\"%s\" has no plan: %s", uri, uriel_error_name(p.error.code));
  for (; steps[count]; count++) {
    char told[512] = "nothing";
    if (count < p.plan.step_count)
      step_tell(&p.steps[count], told, sizeof told);
    if (strcmp(told, steps[count]) != 0)
      die("\"%s\", step %zu: %s, not %s", uri, count + 1, told, steps[count]);
  }
  assert_int_equal(p.plan.step_count, count);
  assert_int_equal(p.plan.warnings, warnings);
  text_free(p.uri);
}

#define STEPS_OF(...) ((const char *const[]){__VA_ARGS__, NULL})

static const uriel_spec today = URIEL_SPEC_RFC3986;

static void no_plan(const char *uri, uriel_error_code code, const char *part)
{
  planned p;
  assert_false(plan(&p, today, TEXT(uri), NULL));
  assert_int_equal(p.error.code, code);
  if (part)
    assert_string_equal(p.error.part, part);
  text_free(p.uri);
}

static void drafts(const char *uri, const char *draft)
{
  planned p;
  char told[512];
  assert_true(plan(&p, today, TEXT(uri), NULL));
  assert_int_equal(p.plan.step_count, 1);
  step_tell(&p.steps[0], told, sizeof told);
  assert_string_equal(told, draft);
  text_free(p.uri);
}

/* RFC 6068, 6.1 and 6.3; 2: three URIs that are equivalent, and one "To" in a message. */
static void drafts_of_messages(void **state)
{
  (void)state;
  const char *const two = "compose To: addr1@an.example, addr2@an.example\\0D\\0A\\0D\\0A";
  drafts("mailto:addr1@an.example,addr2@an.example", two);
  drafts("mailto:?to=addr1@an.example,addr2@an.example", two);
  drafts("mailto:addr1@an.example?to=addr2@an.example", two);
  drafts("mailto:?to=addr1@an.example&TO=addr2@an.example", two);
  drafts("mailto:joe@example.com?cc=bob@example.com&body=hello",
         "compose To: joe@example.com\\0D\\0ACc: bob@example.com\\0D\\0A\\0D\\0Ahello");
  drafts("mailto:infobot@example.com?body=send%20current-issue%0D%0Asend%20index",
         "compose To: infobot@example.com\\0D\\0A\\0D\\0Asend current-issue\\0D\\0Asend index");
  drafts("mailto:user@example.org?subject=caf%C3%A9&body=caf%C3%A9",
         "compose To: user@example.org\\0D\\0ASubject: caf\\C3\\A9\\0D\\0A\\0D\\0Acaf\\C3\\A9");
  drafts("mailto:", "compose \\0D\\0A");
  drafts("mailto:?to=&subject=&body=", "compose \\0D\\0A");
}

/* Parts given twice: addresses and keywords are joined; of a field that a message has once, the first
 * counts (RFC 5322, 3.6; RFC 6068, 2). The order is the draft's. */
static void fields_given_twice(void **state)
{
  (void)state;
  drafts("mailto:?body=1&keywords=k&subject=a&cc=c@d&Subject=b&cc=e@f&body=2&keywords=l&In-Reply-To=%"
         "3Cx@y%3E",
         "compose Cc: c@d, e@f\\0D\\0ASubject: a\\0D\\0AKeywords: k, l\\0D\\0AIn-Reply-To: "
         "<x@y>\\0D\\0A\\0D\\0A1");
}

/* RFC 6068, 3 and 4: fields that are not believed to be safe are omitted, and the note reports it. */
static void unsafe_fields(void **state)
{
  (void)state;
  planned safe, unsafe;
  drafts("mailto:a@b?bcc=c@d&from=e@f&attach=g&content-type=h&x=i&subject=j",
         "compose To: a@b\\0D\\0ASubject: j\\0D\\0A\\0D\\0A");
  assert_true(plan(&safe, today, TEXT("mailto:a@b?subject=c&body=d"), NULL));
  assert_true(plan(&unsafe, today, TEXT("mailto:a@b?subject=c&bcc=d@e"), NULL));
  assert_null(strstr(safe.steps[0].note, "left out"));
  assert_non_null(strstr(unsafe.steps[0].note, "left out"));
  text_free(safe.uri);
  text_free(unsafe.uri);
}

/* RFC 2392, 2: the URI as a header field. */
static void finding(void **state)
{
  (void)state;
  plan_is(today, "mid:960830.1639@XIson.com", NULL, 0,
          STEPS_OF("find Message-ID: <960830.1639@XIson.com>"));
  plan_is(today, "mid:960830.1639@XIson.com/partA.960830.1639@XIson.com", NULL, 0,
          STEPS_OF("find Message-ID: <960830.1639@XIson.com>\\0D\\0AContent-ID: "
                   "<partA.960830.1639@XIson.com>"));
  plan_is(today, "cid:foo4%25foo1@bar.net", NULL, 0, STEPS_OF("find Content-ID: <foo4%foo1@bar.net>"));
}

/* RFC 3977, 6.1.1 (GROUP), 6.2.1 (ARTICLE), 7.6.3 (LIST ACTIVE), 5.4 (QUIT), 5.1.1 (greetings). */
static void reading_news(void **state)
{
  (void)state;
  plan_is(today, "news:comp.infosystems.www", NULL, URIEL_WARNING_NO_SERVER,
          STEPS_OF("connect news:119 tcp", "expect 200 201", "send GROUP comp.infosystems.www\\0D\\0A",
                   "expect 211", "send QUIT\\0D\\0A", "expect 205", "close"));
  plan_is(today, "news://h:1119/a1@b.c", NULL, 0,
          STEPS_OF("connect h:1119 tcp", "expect 200 201", "send ARTICLE <a1@b.c>\\0D\\0A", "expect 220",
                   "send QUIT\\0D\\0A", "expect 205", "close"));
  plan_is(today, "news://wild.server.example/example.group.th%3Fse", NULL, 0,
          STEPS_OF("connect wild.server.example:119 tcp", "expect 200 201",
                   "send LIST ACTIVE example.group.th?se\\0D\\0A", "expect 215", "send QUIT\\0D\\0A",
                   "expect 205", "close"));
  plan_is(today, "news://h/", NULL, 0,
          STEPS_OF("connect h:119 tcp", "expect 200 201", "send LIST\\0D\\0A", "expect 215",
                   "send QUIT\\0D\\0A", "expect 205", "close"));
  plan_is(today, "nntp://h/a.b/12", NULL, 0,
          STEPS_OF("connect h:119 tcp", "expect 200 201", "send GROUP a.b\\0D\\0A", "expect 211",
                   "send ARTICLE 12\\0D\\0A", "expect 220", "send QUIT\\0D\\0A", "expect 205", "close"));
  no_plan("news:a%0D%0APOST", URIEL_ERROR_PART_LINE_BREAK, "group");
  no_plan("nntp://h/a/1%0A", URIEL_ERROR_PART_LINE_BREAK, "number");
}

/* url-1994, News: "his or her local news host". */
static void the_local_news_server(void **state)
{
  (void)state;
  const uriel_plan_options host = {.news_server = TEXT("news.example")};
  const uriel_plan_options port = {.news_server = TEXT("[::1]:1119")};
  plan_is(today, "news:*", &host, URIEL_WARNING_NO_SERVER,
          STEPS_OF("connect news.example:119 tcp", "expect 200 201", "send LIST\\0D\\0A", "expect 215",
                   "send QUIT\\0D\\0A", "expect 205", "close"));
  plan_is(today, "news:*", &port, URIEL_WARNING_NO_SERVER,
          STEPS_OF("connect ::1:1119 tcp", "expect 200 201", "send LIST\\0D\\0A", "expect 215",
                   "send QUIT\\0D\\0A", "expect 205", "close"));
  if (uriel_spec_built(URIEL_SPEC_URL_1994))
    plan_is(URIEL_SPEC_URL_1994, "nntp:alt.hypertext/4711", &host, URIEL_WARNING_NO_SERVER,
            STEPS_OF("connect news.example:119 tcp", "expect 200 201",
                     "send GROUP alt.hypertext\\0D\\0A", "expect 211", "send ARTICLE 4711\\0D\\0A",
                     "expect 220", "send QUIT\\0D\\0A", "expect 205", "close"));
}

/* RFC 4248, 2: user and password are advice; RFC 6270, 2: port 23. */
static void sessions(void **state)
{
  (void)state;
  const unsigned user = URIEL_WARNING_USERINFO | URIEL_WARNING_NOT_SENT;
  plan_is(today, "telnet://h", NULL, 0, STEPS_OF("connect h:23 tcp", "interact", "close"));
  plan_is(today, "tn3270://h/", NULL, 0, STEPS_OF("connect h:23 tcp", "interact", "close"));
  plan_is(today, "telnet://me@h:2323/", NULL, user,
          STEPS_OF("connect h:2323 tcp", "interact me", "close"));
  plan_is(today, "telnet://me:secret@h/", NULL, user | URIEL_WARNING_PASSWORD,
          STEPS_OF("connect h:23 tcp", "interact me", "close"));
  no_plan("telnet://a%0D%0Ab@h/", URIEL_ERROR_PART_LINE_BREAK, "user");
}

/* RFC 1282: "<null> client-user-name<null> server-user-name<null> terminal-type/speed<null>", with its
 * example; "the server returns a zero byte". */
static void remote_login(void **state)
{
  (void)state;
  const uriel_plan_options bostic = {.local_user = TEXT("bostic"), .terminal = TEXT("vt100/9600")};
  plan_is(today, "rlogin://kbostic@h/", &bostic, URIEL_WARNING_USERINFO,
          STEPS_OF("connect h:513 tcp", "send \\00bostic\\00kbostic\\00vt100/9600\\00", "expect \\00",
                   "interact", "close"));
  plan_is(today, "rlogin://h/", NULL, 0,
          STEPS_OF("connect h:513 tcp", "send \\00user\\00user\\00xterm/38400\\00", "expect \\00",
                   "interact", "close"));
  plan_is(today, "rlogin://me:secret@h/", NULL,
          URIEL_WARNING_USERINFO | URIEL_WARNING_PASSWORD | URIEL_WARNING_NOT_SENT,
          STEPS_OF("connect h:513 tcp", "send \\00user\\00me\\00xterm/38400\\00", "expect \\00",
                   "interact", "close"));
}

/* The requests of these documents, in words: RFC 4156 and url-1993, WAIS; RFC 4157 and url-1993,
 * Prospero, "[UDP port]" ("Current practice"). */
static void requests(void **state)
{
  (void)state;
  const char *const document = "request retrieve from the database \"db\" the document of type \"TEXT\" "
                               "whose identifier is 1=a;2=b";
  const char *const with_length = "request retrieve from the database \"db\" the document of type "
                                  "\"TEXT\" and length 12 whose identifier is a";
  plan_is(today, "wais://h/db?lynch", NULL, 0,
          STEPS_OF("connect h:210 tcp", "request search the database \"db\" for \"lynch\"", "expect",
                   "close"));
  plan_is(today, "wais://h/db", NULL, 0,
          STEPS_OF("connect h:210 tcp", "ask", "request search the database \"db\"", "expect", "close"));
  plan_is(today, "wais://h/db/TEXT/1=a;2=b;", NULL, 0,
          STEPS_OF("connect h:210 tcp", document, "expect", "close"));
  plan_is(today, "prospero://h/a%20b;c=d", NULL, 0,
          STEPS_OF("connect h:1525 udp", "request resolve the object \"a b\" with the attributes c=d",
                   "expect", "close"));
  if (!uriel_spec_built(URIEL_SPEC_URL_1993))
    return;
  plan_is(URIEL_SPEC_URL_1993, "wais://h/db/TEXT/12/a", NULL, 0,
          STEPS_OF("connect h:210 tcp", with_length, "expect", "close"));
  plan_is(URIEL_SPEC_URL_1993, "prospero://h/a%001%00x%00y", NULL, 0,
          STEPS_OF("connect h:1525 udp",
                   "request resolve the object \"a\" in version \"1\" with the attributes x;y", "expect",
                   "close"));
}

/* url-1993, BNF, afsaddress. A path that leads out of the cell is not opened. */
static void files_of_cells(void **state)
{
  (void)state;
  plan_is(today, "afs://cs.cmu.edu/usr/a%20b", NULL, 0, STEPS_OF("open /afs/cs.cmu.edu/usr/a b"));
  plan_is(today, "afs://cs.cmu.edu", NULL, 0, STEPS_OF("open /afs/cs.cmu.edu"));
  plan_is(today, "afs://c/a/../b/./c", NULL, 0, STEPS_OF("open /afs/c/a/../b/./c"));
  no_plan("afs://c/..", URIEL_ERROR_DOTS_ABOVE_ROOT, NULL);
  no_plan("afs://c/a/../%2E%2e/b", URIEL_ERROR_DOTS_ABOVE_ROOT, NULL);
  no_plan("afs://c//../b", URIEL_ERROR_DOTS_ABOVE_ROOT, NULL);
  no_plan("afs://c/a%00b", URIEL_ERROR_PART_CHARACTER, "path");
}

/* RFC 3912, 2: the query, CR LF; the answer ends with the connection. */
static void whois(void **state)
{
  (void)state;
  plan_is(today, "whois://whois.internic.net/smith%20j", NULL, 0,
          STEPS_OF("connect whois.internic.net:43 tcp", "send smith j\\0D\\0A", "expect", "close"));
  plan_is(today, "whois://h:4343/a?b", NULL, 0,
          STEPS_OF("connect h:4343 tcp", "send a?b\\0D\\0A", "expect", "close"));
  plan_is(today, "whois://me@h", NULL, URIEL_WARNING_USERINFO | URIEL_WARNING_NOT_SENT,
          STEPS_OF("connect h:43 tcp", "send \\0D\\0A", "expect", "close"));
  no_plan("whois://h/a%0D%0Ab", URIEL_ERROR_PART_LINE_BREAK, "query");
}

/* The capacities reported with BUFFER_TOO_SMALL are enough. */
static void room_for_a_plan(void **state)
{
  (void)state;
  const char *const uris[] = {"mailto:a@b?body=c",  "mid:a@b/c@d",   "news:a@b",
                              "nntp://h/a/1",       "rlogin://a@h/", "wais://h/db/T/1=a;",
                              "prospero://h/a;b=c", "afs://c/a",     "whois://h/a"};
  for (size_t i = 0; i < sizeof uris / sizeof *uris; i++) {
    const uriel_text uri = text_copy(TEXT(uris[i]));
    const uriel_ref ref = parsed(uri);
    uriel_plan plan = {0};
    uriel_error error;
    assert_false(uriel_plan_make(&plan, &ref, NULL, &error));
    assert_int_equal(error.code, URIEL_ERROR_BUFFER_TOO_SMALL);
    plan.step_capacity = plan.step_count;
    plan.text_capacity = plan.text_len;
    plan.steps = (uriel_step *)(void *)room(plan.step_capacity * sizeof *plan.steps);
    plan.text = room(plan.text_capacity);
    assert_true(uriel_plan_make(&plan, &ref, NULL, &error));
    for (size_t less = 0; less < plan.step_count; less++) {
      uriel_plan small = plan;
      small.step_capacity = less;
      assert_false(uriel_plan_make(&small, &ref, NULL, &error));
      assert_int_equal(error.code, URIEL_ERROR_BUFFER_TOO_SMALL);
    }
    free(plan.steps);
    free(plan.text);
    text_free(uri);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(drafts_of_messages),
      cmocka_unit_test(fields_given_twice),
      cmocka_unit_test(unsafe_fields),
      cmocka_unit_test(finding),
      cmocka_unit_test(reading_news),
      cmocka_unit_test(the_local_news_server),
      cmocka_unit_test(sessions),
      cmocka_unit_test(remote_login),
      cmocka_unit_test(requests),
      cmocka_unit_test(files_of_cells),
      cmocka_unit_test(whois),
      cmocka_unit_test(room_for_a_plan),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
