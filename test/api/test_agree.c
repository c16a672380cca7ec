/* SPDX-License-Identifier: MIT */
/* Readers: the answers that their programs gave, recorded in readers.tsv. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support.h"
#include "uriel_agree.h"
#include "vectors.h"

static void check_case(const vector_case *given)
{
  const uriel_text name = vector_field(given, "reader"), text = vector_field(given, "text");
  const uriel_reader *const reader = uriel_reader_find(name.ptr, name.len);
  if (!reader) { /* of a document that the build leaves out */
    expect_true(given, "reader", !uriel_spec_built(URIEL_SPEC_URL_1993));
    return;
  }
  const size_t bound = uriel_reader_bound(text.len);
  char *const out = room(bound);
  uriel_reading reading;
  char port[16] = "";
  const bool valid = uriel_reader_read(&reading, reader, text.ptr, text.len, out, bound);
  snprintf(port, sizeof port, "%ld", (long)reading.port);
  expect_name(given, "answer", vector_field(given, "answer"), valid ? "reads" : "refuses");
  expect_text(given, "scheme", vector_field(given, "scheme"), reading.scheme);
  expect_text(given, "host", vector_field(given, "host"), reading.host);
  expect_text(given, "port", vector_field(given, "port"),
              reading.port < 0 ? text_from(NULL, 0) : uriel_text_of(port));
  free(out);
}

static void agree_vectors(void **state)
{
  (void)state;
  vectors_run("readers.tsv", 150, check_case);
}

static void table(void **state)
{
  size_t count, present;
  const uriel_reader *const readers = uriel_readers(&count);
  const uriel_reader *const some = uriel_present_readers(&present);
  uriel_reading reading;
  char out[1];
  (void)state;
  assert_true(present < count);
  for (size_t i = 0; i < present; i++)
    assert_string_equal(some[i].name, readers[count - present + i].name);
  assert_null(uriel_reader_find("go ", 3));
  for (size_t i = 0; i < count; i++) {
    assert_true(uriel_reader_find(readers[i].name, strlen(readers[i].name)) == &readers[i]);
    assert_true(readers[i].version && *readers[i].program);
    assert_false(uriel_reader_read(&reading, &readers[i], "http://a/", 9, out, 1));
    assert_true(!reading.host.ptr && !reading.scheme.ptr && reading.port == -1);
  }
}

/* The first case is (RFC 3986, 3.2.2); the others name the difference. */
static void agreement(void **state)
{
  static const struct {
    const char *text;
    bool place, host, port, verdict, exact; /* in the order of uriel_agree_on */
  } cases[] = {
      {"http://example.com/", true, true, true, true, false}, /* go knows no default port */
      {"foo://example.com:1/", true, true, true, true, true},
      {"http://EXAMPLE.com:80/", true, true, true, true, true},
      {"http://%61/", true, true, true, false, false},     /* go refuses, and only browsers decode */
      {"http://0x7f.1/", false, false, true, true, false}, /* a name, and an address to browsers */
      {"http://%31%32%37.0.0.1/", false, false, true, false, false}, /* an address if decoded */
      {"http://127%2E0.0.1/", false, false, true, false, false},
      {"http://[::0001]/", true, true, true, true, false},
      {"http://a.example\\@b.example/", true, true, true, false, true}, /* only browsers accept it */
      {"http:a.example/", false, false, false, true, false}, /* without a host except in browsers */
      {"http://a:081/", true, true, true, true, true},
      {"http://a:65536/", true, true, true, false, true},
      {"mailto:a@b", true, true, true, true, true},
      {"http://[", false, false, false, false, false},
      {"", true, true, true, false, true},
  };
  static const char *const names[] = {"rfc3986", "whatwg", "go"};
  uriel_reader readers[3];
  (void)state;
  for (size_t i = 0; i < 3; i++)
    readers[i] = *uriel_reader_find(names[i], strlen(names[i]));
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const char *const text = cases[i].text;
    const size_t len = strlen(text), few = uriel_agree_bound(0, len), all = uriel_agree_bound(3, len);
    const bool expected[] = {cases[i].place, cases[i].host, cases[i].port, cases[i].verdict,
                             cases[i].exact};
    char *const out = room(all > few ? all : few);
    uriel_agreement one, two;
    uriel_reading readings[3];
    for (int on = URIEL_AGREE_PLACE; on <= URIEL_AGREE_EXACT; on++) {
      const bool agree = uriel_agree(&one, NULL, readers, 3, (uriel_agree_on)on, text, len, out, few);
      if (agree != expected[on])
        fail_msg("%s on %d: %d", text, on, agree);
      assert_true(agree ==
                  uriel_agree(&two, readings, readers, 3, (uriel_agree_on)on, text, len, out, all));
      assert_true(one.accepts == two.accepts && one.same == two.same);
      for (unsigned r = 0; r < 3; r++)
        assert_true(readings[r].valid == (two.accepts >> r & 1));
      if (few > 0) {
        assert_false(uriel_agree(&one, NULL, readers, 3, (uriel_agree_on)on, text, len, out, few - 1));
        assert_true(!one.accepts && !one.same);
      }
    }
    free(out);
  }
}

/* The hosts of two programs, as uriel_agree compares them (RFC 3986, 6.2.2; UTS #46). */
static void hosts(void **state)
{
  static const struct {
    const char *a, *b;
    bool same;
  } cases[] = {
      {"a.example", "A.example", true},
      {"a%2Eexample", "a.example", true},
      {"b\xC3\xBC"
       "cher.example",
       "xn--bcher-kva.example", true},
      {"b%c3%bccher.example", "xn--bcher-kva.example", true},
      {"::1", "0:0:0:0:0:0:0:1", true},
      {"::ffff:127.0.0.1", "::ffff:7f00:1", true},
      {"127.0.0.1", "::ffff:7f00:1", false},
      {"127.0.0.1", "127.1", false},
      {"127.0.0.1", "127%2E0.0.1", false},
      {"127.0.0.1",
       "\xEF\xBC\x91"
       "27.0.0.1",
       false},
      {"127.0.0.1", "127.0.0.1.", false},
      {"127.0.0.1", "0x7f.0.0.1", false},
      {"a.example", "a.example.", false},
      {"", "", true},
      {"", "a", false},
  };
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const uriel_text a = {cases[i].a, strlen(cases[i].a)}, b = {cases[i].b, strlen(cases[i].b)};
    const size_t bound = uriel_agree_bound(0, a.len > b.len ? a.len : b.len);
    char *const out = room(bound);
    if (uriel_agree_hosts(a, b, out, bound) != cases[i].same)
      fail_msg("%s and %s", a.ptr, b.ptr);
    assert_true(bound == 0 || !uriel_agree_hosts(a, b, out, bound - 1));
    free(out);
  }
}

/* A reader writes at most uriel_reader_bound bytes, even where the program writes many for each. */
static void bounded(void **state)
{
  static const char *const begins[] = {"http://a/", "http://", "foo://", "foo://a/", "//A:1@"};
  static const char *const pieces[] = {"\xFF", "\xEF\xB7\xBA", "A\xC3\xBC.", "%41", "\xC5\xBF", "\""};
  enum { LENGTH = 100000, AFTER = 2000000 };
  static char text[LENGTH + 1];
  size_t count;
  const uriel_reader *const readers = uriel_readers(&count);
  const size_t most = uriel_reader_bound(LENGTH);
  char *const out = malloc(most + AFTER);
  (void)state;
  assert_non_null(out);
  memset(out + most, 'x', AFTER);
  for (size_t i = 0; i < sizeof begins / sizeof *begins * (sizeof pieces / sizeof *pieces); i++) {
    const char *const piece = pieces[i % (sizeof pieces / sizeof *pieces)];
    uriel_reading reading;
    strcpy(text, begins[i / (sizeof pieces / sizeof *pieces)]);
    for (size_t at = strlen(text); at < LENGTH; at++)
      text[at] = piece[at % strlen(piece)];
    for (size_t r = 0; r < count; r++) {
      uriel_reader_read(&reading, &readers[r], text, LENGTH, out, most);
      if (memcmp(out + most, out + most + 1, AFTER - 1) != 0)
        fail_msg("%s writes too much: %.20s", readers[r].name, text);
    }
  }
  free(out);
}

/* uriel_agree without readings asks no reader for a plain URL; with readings it asks all. Returns in how
 * many ways the readers agree. */
static size_t check_plain(const char *text, size_t len)
{
  size_t count, seen = 0;
  const uriel_reader *const readers = uriel_present_readers(&count);
  uriel_reading readings[64];
  const size_t bound = uriel_agree_bound(count, len);
  char *const out = malloc(bound);
  uriel_agreement few, all;
  assert_non_null(out);
  for (int on = URIEL_AGREE_PLACE; on <= URIEL_AGREE_EXACT; on++) {
    const bool same = uriel_agree(&few, NULL, readers, count, (uriel_agree_on)on, text, len, out, bound);
    const bool read =
        uriel_agree(&all, readings, readers, count, (uriel_agree_on)on, text, len, out, bound);
    if (same != read || few.accepts != all.accepts || few.same != all.same)
      fail_msg("%.128s on %d: %d and %d", text, on, same, read);
    seen += same;
  }
  free(out);
  return seen;
}

static void plain(void **state)
{
  static const char *const pieces[] = {"a",      "eXample",
                                       "1",      "x0",
                                       "-",      ".",
                                       "--",     ".com",
                                       ":80",    ":0",
                                       ":65535", ":99999",
                                       "/",      "//",
                                       "..",     "?",
                                       "#",      "@",
                                       "%41",    "%2f",
                                       "%00",    "%",
                                       "_",      "~",
                                       "!$&",    "'()*",
                                       "+,;=",   "0x7f.1",
                                       "[",      "\\",
                                       "xn--a",  " ",
                                       "|",      "averylongname-of-thirty-four-bytes"};
  static const char *const rest[] = {
      "/",  "?",    "#",        "a",  " ",         "|", "{}",           "\xC3\xA9",     "\xFF",
      "\n", "\x7F", "\xC2\xA0", "[",  "\\",        "%", "%4g",          "%41",          "<",
      "`",  "@",    ":8",       "\"", "a.example", "^", "\xE2\x80\xA8", "\xE3\x80\x80", "%u0041"};
  static char lengthy[65537] = "http://a.example/"; /* longer than httpx accepts */
  size_t seen = 0;
  (void)state;
  for (unsigned i = 0; i < 30000; i++) {
    char text[256] = "http://";
    uint32_t left = i * 2654435761u;
    if (left & 1)
      strcpy(text, "https://");
    for (left >>= 1; left > 0; left /= sizeof pieces / sizeof *pieces)
      strcat(text, pieces[left % (sizeof pieces / sizeof *pieces)]);
    seen += check_plain(text, strlen(text));
  }
  assert_true(seen > 20000 && seen < 100000);
  for (unsigned i = 0; i < 30000; i++) {
    char text[128];
    uint32_t left = i * 2654435761u;
    strcpy(text, left & 1 ? "https://a.example/" : "http://a-b.c:8080?");
    for (left >>= 1; left > 0; left /= sizeof rest / sizeof *rest)
      strcat(text, rest[left % (sizeof rest / sizeof *rest)]);
    check_plain(text, strlen(text));
  }
  memset(lengthy + 17, 'a', sizeof lengthy - 17);
  assert_int_equal(check_plain(lengthy, sizeof lengthy) + 1, check_plain(lengthy, sizeof lengthy - 1));
}

/* Each text with the rules that apply to it: code, offset and length. */
static void rules(void **state)
{
  static const struct {
    const char *text, *rules;
  } cases[] = {
      {"http://example.com:80/a?b#c", ""},
      {"http://u:p@[::1]:80", ""},
      {"http://1.2.3.4/", ""},
      {"", "no-scheme 0 0"},
      {" http://a@b@c/", "outer-space 0 1 several-at 9 1"},
      {"http://a/ \n", "outer-space 9 2 line-break 10 1"},
      {"ht\ntp://a/", "line-break 2 1 no-scheme 0 0"},
      {"http://a\x01"
       "b:x/",
       "control 8 1 host-character 8 1 port 11 1"},
      {"1:a", "no-scheme 0 0"},
      {"//a/", "no-scheme 0 0"},
      {"http:a/", "slashes 5 0"},
      {"mailto:a@b", "scheme 0 6 slashes 7 0"},
      {"wss://a/", "scheme 0 3"},
      {"http:///a", "slashes 5 3"},
      {"http:\\\\a", "backslash 5 2"},
      {"http://a\\@b/", "backslash 8 1 later-at 9 1"},
      {"http://a?@b/", "later-at 9 1"},
      {"http://a/@b/", ""},
      {"http:// @a/", "user-character 7 1"},
      {"http://[/", "brackets 7 1"},
      {"http://[::1]a/", "brackets 7 1"},
      {"http://[::1%25a]/", "brackets 7 1 percent-host 11 1"},
      {"http://a%5bb/", "percent-host 8 1"},
      {"http://a b/", "host-character 8 1"},
      {"http://\xC3\xBC"
       "b/",
       "international-host 7 2"},
      {"http://1.2/", "number-host 7 3"},
      {"http://a.0x1f./", "number-host 7 7"},
      {"http://a.0xg/", ""},
      {"http://256.1.1.1/", "number-host 7 9"},
      {"http://a..b/", "empty-label 9 1"},
      {"http://.a/", "empty-label 7 1"},
      {"http:///", "slashes 5 3 empty-host 8 0"},
      {"http://:1/", "empty-host 7 0"},
      {"http://a:65536/", "port 9 5"},
      {"http://a:080/", "port 9 3"},
      {"http://a:/", "port 9 0"},
      {"http://a:1:2/", "port 9 3"},
  };
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    uriel_agree_rule found[URIEL_AGREE_RULES];
    char shown[300] = "";
    const uriel_text text = text_copy(uriel_text_of(cases[i].text));
    const size_t count = uriel_agree_rules(found, URIEL_AGREE_RULES, text.ptr, text.len);
    for (size_t r = 0; r < count; r++)
      snprintf(shown + strlen(shown), sizeof shown - strlen(shown), "%s%s %zu %zu", r ? " " : "",
               found[r].code, found[r].offset, found[r].length);
    if (strcmp(shown, cases[i].rules) != 0)
      fail_msg("%s: %s, not %s", cases[i].text, shown, cases[i].rules);
    assert_true(uriel_agree_rules(NULL, 0, text.ptr, text.len) == count);
    text_free(text);
  }
  assert_true(uriel_agree_rules(NULL, 0, NULL, 0) == 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(agree_vectors), cmocka_unit_test(table),
                                     cmocka_unit_test(agreement),     cmocka_unit_test(hosts),
                                     cmocka_unit_test(bounded),       cmocka_unit_test(plain),
                                     cmocka_unit_test(rules)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
