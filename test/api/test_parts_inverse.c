/* SPDX-License-Identifier: MIT */
/* Properties of every URI of mailto, mid, cid, news, nntp, telnet, wais, prospero, afs and whois, tried
 * on small and random ones: parsed parts build a URI that parses to the same parts, and no line of a
 * plan contains a line end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "parts.h"
#include "scheme/scheme.h"

PARTS_SCHEME(mailto);
PARTS_INNER(mid, scheme_mid);
PARTS_INNER(cid, scheme_mid);
PARTS_INNER(news, scheme_news);
PARTS_INNER(nntp, scheme_nntp);
PARTS_INNER(telnet, scheme_telnet);
PARTS_INNER(wais, scheme_wais);
PARTS_INNER(prospero, scheme_prospero);
PARTS_INNER(afs, scheme_afs);
PARTS_INNER(whois, scheme_whois);

/* The prefix and the pieces of a scheme's URIs, and whether its plan sends lines. */
static const struct family {
  const parts_scheme *scheme;
  const char *prefix;
  bool lines;
  const char *tokens[12];
} families[] = {
    {&mailto_scheme, "mailto:", false, {"a@b", ",", "?", "=", "&", "body", "%0D%0A", "%22", "to", "c"}},
    {&mid_scheme, "mid:", false, {"a", "@", "/", "%2F", "%25", "%0a", "<", "?", "%40"}},
    {&cid_scheme, "cid:", false, {"a", "@", "/", "%2f", "%3E", "%00"}},
    {&news_scheme, "news:", true, {"a", "@", "//h/", ".", "*", "%2F", "%0D", ",", "!", "%80", "?"}},
    {&news_scheme, "news://h", true, {"a", "@", "/", ":1", "%3f", "%40", "%20", "u@", "%21"}},
    {&nntp_scheme, "nntp://h", true, {"a", "/", "1", "%31", "%0A", "*", ":", "?"}},
    {&telnet_scheme, "telnet://", false, {"a", ":", "@", "/", "1", "%0D", "[::1]", "%3A", "?"}},
    {&wais_scheme, "wais://h", false, {"/", "a", "1=", ";", "?", "%3B", "%00", "b"}},
    {&prospero_scheme, "prospero://h/", false, {"/", "a", "=", ";", "?", "%3B", "%00", "1"}},
    {&afs_scheme, "afs://", false, {"c", "/", "..", ".", "%2F", "%2e", "%00", ":", "@"}},
    {&whois_scheme, "whois://h", true, {"/", "a", "?", "%3F", "%0D%0A", "%00", ":1", "%20"}},
};

static void must(bool holds, const char *what, uriel_text uri)
{
  if (!holds)
    die("\"%.*s\": %s does not hold", (int)uri.len, uri.ptr, what);
}

static void check_lines(const uriel_step *step, uriel_text uri)
{
  const uriel_text text = step->text;
  must(text.len >= 2 && memcmp(text.ptr + text.len - 2, "\r\n", 2) == 0, "a line ends", uri);
  for (size_t i = 0; i + 2 < text.len; i++)
    must(text.ptr[i] != '\r' && text.ptr[i] != '\n' && text.ptr[i], "a line ends once", uri);
}

/* A URI with parts has a plan, unless an afs URI leads out of its cell, or a decoded character would end
 * a host or a line (RFC 3986, 7.3; url-1994, Security considerations). */
static void check_plan(const struct family *family, uriel_text uri, bool valid)
{
  enum { steps = 16, bytes = 4096 };
  uriel_step step[steps];
  char *const text = room(bytes);
  const uriel_ref ref = parsed(uri);
  uriel_error error;
  uriel_plan plan = {.steps = step, .step_capacity = steps, .text = text, .text_capacity = bytes};
  const bool planned = uriel_plan_make(&plan, &ref, NULL, &error);
  const bool unplanned = error.code == URIEL_ERROR_DOTS_ABOVE_ROOT ||
                         error.code == URIEL_ERROR_HOST_DECODED ||
                         error.code == URIEL_ERROR_PART_LINE_BREAK;
  must(planned == valid || unplanned, "parts are planned", uri);
  must(planned == (error.code == URIEL_ERROR_NONE), "a plan has no error", uri);
  for (size_t i = 0; planned && i < plan.step_count; i++)
    if (family->lines && step[i].kind == URIEL_STEP_SEND)
      check_lines(&step[i], uri);
  free(text);
}

typedef struct tried {
  const struct family *family;
  size_t valid;
} tried;

/* A part that is a dot segment can be read but not built. */
static bool is_built(const parts_scheme *of, const uriel_text *texts, uriel_text uri)
{
  uriel_error error;
  if (of->build(texts, NULL, 0, &error) != URIEL_FAILED)
    return true;
  const bool dots = memchr(uri.ptr, '.', uri.len) || strstr(uri.ptr, "%2e");
  must(dots && error.code == URIEL_ERROR_PART_FORM, "only dots are not built", uri);
  return false;
}

static void check_uri(uriel_text rest, void *context)
{
  tried *const t = context;
  char buffer[256];
  uriel_ref ref;
  const int len = snprintf(buffer, sizeof buffer, "%s%.*s", t->family->prefix, (int)rest.len, rest.ptr);
  const uriel_text uri = {buffer, (size_t)len};
  if (!uriel_parse(&ref, uri.ptr, uri.len, NULL))
    return;
  parts_read read = parts_parse(t->family->scheme, URIEL_SPEC_RFC3986, uri);
  must(read.valid || read.error.offset <= uri.len, "an error lies in the text", uri);
  if (read.valid && is_built(t->family->scheme, read.texts, uri))
    parts_round_trip(t->family->scheme, read.texts);
  check_plan(t->family, uri, read.valid);
  t->valid += read.valid;
  parts_free(&read);
}

static size_t family_tokens(const struct family *family)
{
  size_t count = 0;
  while (count < sizeof family->tokens / sizeof *family->tokens && family->tokens[count])
    count++;
  return count;
}

static void every_small_uri(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
    tried t = {&families[i], 0};
    each_text(families[i].tokens, family_tokens(&families[i]), 4, check_uri, &t);
    assert_true(t.valid > 30);
  }
}

static void random_uris(void **state)
{
  (void)state;
  uint64_t seed = 1;
  for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
    const uint32_t tokens = (uint32_t)family_tokens(&families[i]);
    tried t = {&families[i], 0};
    for (size_t round = 0; round < 2000; round++) {
      char text[128] = "";
      for (uint32_t left = random_below(&seed, 14); left > 0; left--)
        strncat(text, families[i].tokens[random_below(&seed, tokens)], sizeof text - strlen(text) - 1);
      check_uri(uriel_text_of(text), &t);
    }
    assert_true(t.valid > 20);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_small_uri),
      cmocka_unit_test(random_uris),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
