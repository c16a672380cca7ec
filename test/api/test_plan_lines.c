/* SPDX-License-Identifier: MIT */
/* No byte of a URI ends a line or a field of a protocol early (url-1994, Security considerations; RFC
 * 3986, 7.3): each of the bytes that do in some protocol, encoded, at every place of a URI of every
 * scheme that has a plan. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "plan_support.h"
#include "uriel_plan.h"

/* How the steps of a scheme end their lines. */
typedef enum lines {
  LINES_CRLF,   /* each SEND and ASK is one line, except as `tabs` and `form` allow */
  LINES_HTTP,   /* header fields, as many as without the byte */
  LINES_HEADER, /* a draft: header fields, as many as without the byte, then a body of any bytes */
  LINES_NUL,    /* strings that end in NUL, as many as without the byte */
  LINES_WORDS,  /* the question in words: no bytes of a line protocol */
  LINES_BINARY, /* the same, for a protocol that counts the bytes of its strings */
  LINES_NONE    /* nothing is sent */
} lines;

typedef struct sample {
  const char *uri;
  lines how;
  uriel_spec spec;
} sample;

static const sample samples[] = {
    {"http://u:p@h:81/a/b?q=r#f", LINES_HTTP, URIEL_SPEC_RFC3986},
    {"https://u@h/a?q", LINES_HTTP, URIEL_SPEC_RFC3986},
    {"ws://h/a?q", LINES_HTTP, URIEL_SPEC_RFC3986},
    {"wss://h/a", LINES_HTTP, URIEL_SPEC_RFC3986},
    {"ftp://u:p@h:2121/a/b;type=i#f", LINES_CRLF, URIEL_SPEC_RFC3986},
    {"ftp://u:p@h/a/b;type=I", LINES_CRLF, URIEL_SPEC_URL_1994},
    {"ftps://u:p@h:2121/a/b;type=i#f", LINES_CRLF, URIEL_SPEC_RFC3986},
    {"gopher://u@h:71/7sel/a%09search%09+x", LINES_CRLF, URIEL_SPEC_RFC3986},
    {"gopher://h/1a/b", LINES_CRLF, URIEL_SPEC_URL_1993},
    {"mailto:a@b,c@d?subject=s&body=t", LINES_HEADER, URIEL_SPEC_RFC3986},
    {"mailto:a@b", LINES_HEADER, URIEL_SPEC_URL_1994},
    {"mid:a@b/c@d", LINES_NONE, URIEL_SPEC_RFC3986},
    {"cid:a@b", LINES_NONE, URIEL_SPEC_RFC3986},
    {"news:comp.x", LINES_CRLF, URIEL_SPEC_RFC3986},
    {"news:a@b", LINES_CRLF, URIEL_SPEC_RFC3986},
    {"news://u:p@h:1119/comp.x", LINES_CRLF, URIEL_SPEC_RFC3986},
    {"nntp://u:p@h/comp.x/12", LINES_CRLF, URIEL_SPEC_RFC3986},
    {"nntp:comp.x/12", LINES_CRLF, URIEL_SPEC_URL_1994},
    {"telnet://u:p@h/", LINES_CRLF, URIEL_SPEC_RFC3986},
    {"tn3270://u:p@h/", LINES_CRLF, URIEL_SPEC_RFC3986},
    {"rlogin://u:p@h/", LINES_NUL, URIEL_SPEC_RFC3986},
    {"wais://h/db?search", LINES_BINARY, URIEL_SPEC_RFC3986},
    {"wais://h/db/TEXT/1=a;2=b;", LINES_BINARY, URIEL_SPEC_RFC3986},
    {"wais://h/db/TEXT/1=a;2=b;", LINES_BINARY, URIEL_SPEC_URL_1994},
    {"prospero://h/a/b;f=v", LINES_WORDS, URIEL_SPEC_RFC3986},
    {"prospero://h/a/b%001%00x", LINES_WORDS, URIEL_SPEC_URL_1994},
    {"afs://cell/a/b", LINES_NONE, URIEL_SPEC_RFC3986},
    {"whois://h/query", LINES_CRLF, URIEL_SPEC_RFC3986},
    {"file:///a/b", LINES_NONE, URIEL_SPEC_RFC3986},
    {"data:text/plain;charset=x,abc", LINES_NONE, URIEL_SPEC_RFC3986},
    {"tag:a@b,2004:x", LINES_NONE, URIEL_SPEC_RFC3986},
    {"ldap://h/dc=a?cn?sub?(a=b)?x=y", LINES_BINARY, URIEL_SPEC_RFC3986},
    {"tel:+1-2;ext=3", LINES_NONE, URIEL_SPEC_RFC3986},
};

enum { STEPS = 64, TEXT = 16384 };

typedef struct planned {
  uriel_plan plan;
  uriel_step steps[STEPS];
  char text[TEXT];
} planned;

static bool made(planned *p, const sample *s, const char *uri)
{
  uriel_ref ref;
  p->plan = (uriel_plan){
      .steps = p->steps, .step_capacity = STEPS, .text = p->text, .text_capacity = sizeof p->text};
  uriel_error error;
  return uriel_parse_as(&ref, uri, strlen(uri), s->spec, 0, NULL) &&
         uriel_plan_make(&p->plan, &ref, NULL, &error);
}

static size_t count_of(uriel_text text, char byte)
{
  size_t count = 0;
  for (size_t i = 0; i < text.len; i++)
    count += text.ptr[i] == byte;
  return count;
}

/* The header of a draft; the whole text if it is not a draft. */
static uriel_text header_of(uriel_text text)
{
  for (size_t i = 0; i + 4 <= text.len; i++)
    if (memcmp(text.ptr + i, "\r\n\r\n", 4) == 0)
      return (uriel_text){text.ptr, i + 4};
  return text;
}

static void fails(const char *uri, const char *why)
{
  die("\"%s\": %s", uri, why);
}

/* CR LF at its end and nowhere else. */
static void is_line(const char *uri, uriel_text text, bool asked)
{
  const size_t breaks = asked && count_of(text, '\n') == 0 ? 0 : 1;
  if (count_of(text, '\r') != breaks || count_of(text, '\n') != breaks || count_of(text, 0) != 0)
    fails(uri, "a line of the protocol ends early");
}

static void check_step(const sample *s, const char *uri, const uriel_step *step, const uriel_step *base)
{
  const bool sent = step->kind == URIEL_STEP_SEND || step->kind == URIEL_STEP_ASK;
  const uriel_text header = header_of(step->text), before = header_of(base->text);
  if (step->kind != base->kind)
    fails(uri, "other steps");
  if (s->how == LINES_CRLF && sent)
    is_line(uri, step->text, step->kind == URIEL_STEP_ASK);
  if ((s->how == LINES_HTTP && sent) || (s->how == LINES_HEADER && step->kind == URIEL_STEP_COMPOSE))
    if (count_of(header, '\n') != count_of(before, '\n') ||
        count_of(header, '\r') != count_of(before, '\r') || count_of(header, 0) != 0)
      fails(uri, "more fields than there should be");
  if (s->how == LINES_NUL && sent && count_of(step->text, 0) != count_of(base->text, 0))
    fails(uri, "more strings than there should be");
  if (s->how == LINES_WORDS && step->kind == URIEL_STEP_REQUEST &&
      count_of(step->text, '\r') + count_of(step->text, '\n') + count_of(step->text, 0) > 0)
    fails(uri, "a line would end early");
  if (step->kind == URIEL_STEP_CONNECT && count_of(step->host, '\r') + count_of(step->host, '\n') +
                                                  count_of(step->host, 0) + count_of(step->host, '\t') >
                                              0)
    fails(uri, "not a host");
  if (step->kind == URIEL_STEP_OPEN && count_of(step->text, 0) > 0)
    fails(uri, "a file's name ends early");
}

/* Tabs of gopher divide its fields, of which the last holds any, and a selector holds "any characters
 * other than tab, return, or linefeed" (url-1994, Gopher). */
static bool takes(const sample *s, const char *uri)
{
  return memcmp(s->uri, "gopher", 6) == 0 && (strstr(uri, "%09") || strstr(uri, "%00"));
}

static void check_byte(const sample *s, const planned *base, size_t at, const char *byte)
{
  static planned p;
  char uri[256];
  snprintf(uri, sizeof uri, "%.*s%s%s", (int)at, s->uri, byte, s->uri + at);
  if (!made(&p, s, uri) || takes(s, uri + at))
    return;
  if (p.plan.step_count != base->plan.step_count)
    fails(uri, "more or fewer steps");
  for (size_t i = 0; i < p.plan.step_count; i++)
    check_step(s, uri, &p.steps[i], &base->steps[i]);
}

static void every_place(void **state)
{
  (void)state;
  static const char *const bytes[] = {"%0D%0A", "%0A", "%0D", "%00", "%09", "%0d%0aQUIT%0d%0a"};
  static planned base;
  for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
    const sample *const s = &samples[i];
    const size_t begin = (size_t)(strchr(s->uri, ':') - s->uri) + 1;
    if (!uriel_spec_built(s->spec) || !made(&base, s, s->uri))
      continue;
    for (size_t at = begin; at <= strlen(s->uri); at++)
      for (size_t k = 0; k < sizeof bytes / sizeof *bytes; k++)
        check_byte(s, &base, at, bytes[k]);
  }
}

static bool is_sampled(const char *scheme)
{
  const size_t len = strlen(scheme);
  for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
    if (strncmp(samples[i].uri, scheme, len) == 0 && samples[i].uri[len] == ':')
      return true;
  return false;
}

/* Every scheme that has a plan is above, and each sample except tag's has one. */
static void every_scheme(void **state)
{
  (void)state;
  static planned p;
  size_t count, planned_count = 0;
  const uriel_scheme_info *const schemes = uriel_schemes(&count);
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; k < 2; k++) {
      char uri[128];
      const sample s = {uri, LINES_NONE, URIEL_SPEC_RFC3986};
      snprintf(uri, sizeof uri, k ? "%s:a" : "%s://h:1/a", schemes[i].name);
      if (made(&p, &s, uri) && !is_sampled(schemes[i].name))
        fails(uri, "a plan, and no sample");
    }
  for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
    planned_count += made(&p, &samples[i], samples[i].uri);
  const size_t unplanned = 1;
  size_t historic = 0;
  for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
    historic += !uriel_spec_built(samples[i].spec);
  assert_int_equal(planned_count + unplanned + historic, sizeof samples / sizeof *samples);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_place), cmocka_unit_test(every_scheme)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
