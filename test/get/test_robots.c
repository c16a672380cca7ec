/* SPDX-License-Identifier: MIT */
/* The rules of robots.txt, with the examples of RFC 9309. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "get/robots.h"

struct robots_case {
  const char *file;
  const char *agent;
  const char *allowed[6], *denied[6];
};

#define SIMPLE                                                                                          \
  "User-Agent: *\nDisallow: *.gif$\nDisallow: /example/\nAllow: /publications/\n\n"                     \
  "User-Agent: foobot\nDisallow:/\nAllow:/example/page.html\nAllow:/example/allowed.gif\n\n"            \
  "User-Agent: barbot\nUser-Agent: bazbot\nDisallow: /example/page.html\n\nUser-Agent: quxbot\n"

static const struct robots_case cases[] = {
    /* 2.2.1, Figure 2: groups of the agent are one; Figure 3: "*" is for agents without a group */
    {"user-agent: ExampleBot\ndisallow: /foo\ndisallow: /bar\n\nuser-agent: ExampleBot\ndisallow: "
     "/baz\n",
     "ExampleBot",
     {"/", "/fo", "/Foo"},
     {"/foo", "/bar/x", "/baz", "/foobar", "/foo?x"}},
    {"user-agent: *\ndisallow: /foo\ndisallow: /bar\n\nuser-agent: BazBot\ndisallow: /baz\n",
     "ExampleBot",
     {"/", "/baz"},
     {"/foo", "/bar"}},
    {"user-agent: *\ndisallow: /foo\nuser-agent: uriel\ndisallow: /baz\n", "uriel", {"/foo"}, {"/baz"}},
    {"user-agent: BazBot\ndisallow: /\n", "uriel", {"/", "/x"}, {NULL}},
    {"", "uriel", {"/"}, {NULL}},
    {"user-agent: URIEL/1.0\ndisallow: /a\n", "uriel", {"/b"}, {"/a"}},
    {"user-agent: urielbot\nuser-agent: uri\nuser-agent: *x\ndisallow: /\n", "uriel", {"/"}, {NULL}},
    /* 2.2: white space, comments, ends of lines; rules end the lines of agents */
    {"\xEF\xBB\xBF \tUSER-agent\t: uriel # me\r\r\n DisAllow : /a # no\rdisallow:/b\r\n#disallow: /c\n",
     "uriel",
     {"/c"},
     {"/a", "/b"}},
    {"user-agent: a\nuser-agent: uriel\n\nuser-agent: b\ndisallow: /x\nuser-agent: b\ndisallow: /y",
     "uriel",
     {"/y"},
     {"/x"}},
    {"user-agent: uriel\ndisallow:\nuser-agent: b\ndisallow: /y\n", "uriel", {"/y", "/"}, {NULL}},
    /* 2.2.2: a rule before the first group; the longest match, and of two the one that allows; only the
     * path of robots.txt itself is always allowed */
    {"disallow: /\nuser-agent: uriel\nallow: /x\n", "uriel", {"/y"}, {NULL}},
    {"user-agent: uriel\nallow: /p\ndisallow: /\nallow: /q/r\ndisallow: /q\n",
     "uriel",
     {"/p", "/page", "/q/r", "/robots.txt", "/robots.txt?x"},
     {"/", "/q", "/q/", "/robots.txt/", "/ROBOTS.txt", ""}},
    {"user-agent: uriel\ndisallow: /a\nallow: /a\ndisallow: /b\nallow: /b\n",
     "uriel",
     {"/a", "/b"},
     {NULL}},
    {"user-agent: foobot\nallow: /example/page/\ndisallow: /example/page/disallowed.gif\n",
     "foobot",
     {"/example/page/", "/example/page/disallow.gif"},
     {"/example/page/disallowed.gif"}},
    /* 2.2.2, Figure 4 */
    {"user-agent: *\ndisallow: /foo/bar?baz=quz\n",
     "uriel",
     {"/foo/bar", "/foo/bar?baz"},
     {"/foo/bar?baz=quz"}},
    {"user-agent: *\ndisallow: /foo/bar?baz=https://foo.bar\n",
     "uriel",
     {"/foo/bar?baz=https:/"},
     {"/foo/bar?baz=https%3A%2F%2Ffoo.bar", "/foo/bar?baz=https://foo.bar"}},
    {"user-agent: *\ndisallow: /foo/bar/\xE3\x83\x84\n",
     "uriel",
     {"/foo/bar/%E3%83"},
     {"/foo/bar/%E3%83%84"}},
    {"user-agent: *\ndisallow: /foo/bar/%E3%83%84\n", "uriel", {"/foo/bar/"}, {"/foo/bar/%e3%83%84"}},
    {"user-agent: *\ndisallow: /foo/bar/%62%61%7A\n",
     "uriel",
     {"/foo/bar/ba"},
     {"/foo/bar/baz", "/foo/bar/%62az"}},
    /* 2.2.3, Figures 5 and 6 */
    {"user-agent: *\nallow: /this/path/exactly$\ndisallow: /this/\n",
     "uriel",
     {"/this/path/exactly"},
     {"/this/path/exactly/", "/this/path/exactly?"}},
    {"user-agent: *\ndisallow: /this/*/exactly\n",
     "uriel",
     {"/this/exactly", "/this/a/exact"},
     {"/this/a/exactly", "/this//exactly", "/this/a/b/exactly/c"}},
    {"user-agent: *\ndisallow: /path/file-with-a-%2A.html\ndisallow: /path/foo-%24\n",
     "uriel",
     {"/path/file-with-a-b.html", "/path/foo-"},
     {"/path/file-with-a-*.html", "/path/file-with-a-%2a.html", "/path/foo-$"}},
    {"user-agent: *\ndisallow: /a*b*c$\ndisallow: /x$y\ndisallow: /*z$\ndisallow: *.gif*$\n",
     "uriel",
     {"/abcd", "/acb", "/x", "/z/"},
     {"/abc", "/a/b/c/b/c", "/x$y", "/z", "/1.gif", "/1.gif/2"}},
    {"user-agent: *\ndisallow: /ab*bc$\n", "uriel", {"/abc", "/ab"}, {"/abbc", "/ab/bc"}},
    /* 2.2.4 and 2.3.1.5: other lines change nothing */
    {"user-agent: uriel\nSitemap: /s\nuser-agent: b\ncrawl-delay: 3\nDisallow /n\nnonsense\n: "
     "/o\ndisallow: /x\n"
     "sitemap: http://h.example/\ndisallow: /y\ndisallow: relative\n",
     "uriel",
     {"/n", "/o", "/relative"},
     {"/x", "/y"}},
    /* 5.1 */
    {SIMPLE,
     "uriel",
     {"/", "/publications/", "/x.gif/", "/publications/a"},
     {"/example/", "/a/x.gif", "/x.gif", "/publications.gif"}},
    {SIMPLE,
     "foobot",
     {"/example/page.html", "/example/allowed.gif"},
     {"/", "/example/", "/publications/"}},
    {SIMPLE, "barbot", {"/", "/x.gif"}, {"/example/page.html"}},
    {SIMPLE, "BAZBOT", {"/example/"}, {"/example/page.html?x"}},
    {SIMPLE, "quxbot", {"/", "/x.gif", "/example/page.html"}, {NULL}},
};

static bool allows(struct robots *robots, const char *target)
{
  char uri[256];
  uriel_ref ref;
  snprintf(uri, sizeof uri, "http://h.example%s", target);
  assert_true(uriel_parse(&ref, uri, strlen(uri), NULL));
  return robots_allows(robots, &ref);
}

static void test_cases(void **state)
{
  (void)state;
  struct robots robots = {.is_closed = true};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const size_t len = strlen(cases[i].file);
    char *const copy = malloc(len + !len); /* of the exact size, for the sanitizers */
    memcpy(copy, cases[i].file, len);
    robots_read(&robots, (uriel_text){copy, len}, cases[i].agent);
    free(copy);
    for (size_t k = 0; k < 6; k++) {
      if (cases[i].allowed[k] && !allows(&robots, cases[i].allowed[k]))
        fail_msg("\"%s\" denies %s", cases[i].file, cases[i].allowed[k]);
      if (cases[i].denied[k] && allows(&robots, cases[i].denied[k]))
        fail_msg("\"%s\" allows %s", cases[i].file, cases[i].denied[k]);
    }
  }
  robots_free(&robots);
}

/* RFC 9309, 2.3.1.3 and 2.3.1.4. */
static void test_no_file(void **state)
{
  (void)state;
  struct robots robots = {.is_closed = false};
  assert_true(allows(&robots, "/x"));
  robots.is_closed = true;
  assert_false(allows(&robots, "/x"));
  assert_true(allows(&robots, "/robots.txt"));
  robots_free(&robots);
}

/* RFC 9309, 2.5: what lies beyond the limit is not read, nor the line that it cuts. */
static void test_limit(void **state)
{
  (void)state;
  static char file[ROBOTS_MOST + 64];
  struct robots robots = {.is_closed = false};
  const char *const first = "user-agent: *\ndisallow: /a\n", *const last = "\ndisallow: /b\n";
  memset(file, '#', sizeof file);
  memcpy(file, first, strlen(first));
  memcpy(file + ROBOTS_MOST - strlen(last) + 1, last, strlen(last));
  robots_read(&robots, (uriel_text){file, sizeof file}, "uriel");
  assert_false(allows(&robots, "/a"));
  assert_true(allows(&robots, "/b"));
  memcpy(file + ROBOTS_MOST - strlen(last), last, strlen(last));
  robots_read(&robots, (uriel_text){file, sizeof file}, "uriel");
  assert_false(allows(&robots, "/b"));
  robots_free(&robots);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_cases), cmocka_unit_test(test_no_file),
                                     cmocka_unit_test(test_limit)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
