/* SPDX-License-Identifier: MIT */
/* news and nntp: groups, articles, numbers, with a server and without. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "parts.h"
#include "scheme/scheme.h"

PARTS_INNER(news, scheme_news);
PARTS_INNER(nntp, scheme_nntp);

#define TEXT(string) uriel_text_of(string)

static const uriel_spec today = URIEL_SPEC_RFC3986;

static void news_is(const char *uri, const char *host, const char *group, const char *article)
{
  const scheme_news news = {{.host = TEXT(host)}, TEXT(group), TEXT(article)};
  parts_builds(&news_scheme, &news, uri);
}

/* RFC 5538, 4, and its examples: a group, all groups, a pattern, an article. */
static void groups_and_articles(void **state)
{
  (void)state;
  news_is("news:example.group.this", NULL, "example.group.this", NULL);
  news_is("news:example.group.*", NULL, "example.group.*", NULL);
  news_is("news:*", NULL, "*", NULL);
  news_is("news:", NULL, "", NULL);
  news_is("news://news.server.example/example.group.this", "news.server.example", "example.group.this",
          NULL);
  news_is("news://news.server.example/*", "news.server.example", "*", NULL);
  news_is("news://news.server.example/", "news.server.example", "", NULL);
  news_is("news://wild.server.example/example.group.th%3Fse", "wild.server.example",
          "example.group.th?se", NULL);
  news_is("news://news.gmane.org/p0624081dc30b8699bf9b@%5B10.20.30.108%5D", "news.gmane.org", NULL,
          "p0624081dc30b8699bf9b@[10.20.30.108]");
}

/* All groups of a host, with "/" or without (RFC 3986, 6.2.3: an empty path is "/"). */
static void a_host_alone(void **state)
{
  (void)state;
  parts_read read = parts_parse(&news_scheme, today, TEXT("news://me:pw@h:1119"));
  const char *const expected[] = {"me", "pw", "h", "1119", "", NULL};
  assert_true(read.valid);
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
    assert_true(text_equal(read.texts[i], TEXT(expected[i])));
  parts_free(&read);
}

static void no_news(const char *uri, uriel_error_code code, const char *part, size_t offset)
{
  parts_faulty(&news_scheme, today, uri, code, part, offset);
}

/* RFC 3977, 9.8: message-id has 1*248A-NOTGT; RFC 5538, 4: "/" and "?" are encoded. */
static void what_is_no_news(void **state)
{
  (void)state;
  char uri[300] = "news:a@", *end = uri + 7;
  while (end < uri + 5 + 249)
    *end++ = 'b';
  no_news(uri, URIEL_ERROR_PART_FORM, "article", 5 + 248);
  end[-1] = 0;
  parts_read longest = parts_parse(&news_scheme, today, TEXT(uri));
  assert_true(longest.valid);
  parts_free(&longest);
  no_news("news:@b", URIEL_ERROR_PART_FORM, "article", 7);
  no_news("news:a@", URIEL_ERROR_PART_FORM, "article", 7);
  no_news("news:%3Ca@b%3E", URIEL_ERROR_PART_CHARACTER, "article", 11);
  no_news("news:a/b", URIEL_ERROR_PART_CHARACTER, "group", 6);
  no_news("news:a/b@c", URIEL_ERROR_PART_CHARACTER, "article", 6);
  no_news("news:a?b", URIEL_ERROR_PART_NOT_ALLOWED, "query", 7);
  no_news("news:a%20b", URIEL_ERROR_PART_CHARACTER, "group", 6);
  no_news("news:a%5Bb%5D", URIEL_ERROR_PART_CHARACTER, "group", 6);
  no_news("news:a,,b", URIEL_ERROR_PART_FORM, "group", 7);
  no_news("news:!a", URIEL_ERROR_PART_CHARACTER, "group", 5);
  no_news("news:///a", URIEL_ERROR_PART_EMPTY, "host", 7);
  no_news("news://h:65536/a", URIEL_ERROR_PORT_TOO_LARGE, "port", 9);
  no_news("news://h%0A/a", URIEL_ERROR_PART_LINE_BREAK, "host", 8);
}

static void news_is_not_built(void **state)
{
  (void)state;
  const uriel_text a = TEXT("a"), id = TEXT("a@b");
  const scheme_news none = {0}, both = {.group = a, .article = id}, sign = {.group = id};
  const scheme_news user = {.login = {.user = a}, .group = a}, host = {.login = {.host = a}};
  const scheme_news empty = {.login = {.host = TEXT("")}, .group = a};
  parts_unbuilt(&news_scheme, &none, URIEL_ERROR_PART_MISSING, "group");
  parts_unbuilt(&news_scheme, &both, URIEL_ERROR_PART_NOT_ALLOWED, "group");
  parts_unbuilt(&news_scheme, &sign, URIEL_ERROR_PART_CHARACTER, "group");
  parts_unbuilt(&news_scheme, &user, URIEL_ERROR_PART_MISSING, "host");
  parts_unbuilt(&news_scheme, &host, URIEL_ERROR_PART_MISSING, "group");
  parts_unbuilt(&news_scheme, &empty, URIEL_ERROR_PART_EMPTY, "host");
}

static bool is_visible(unsigned char byte)
{
  return byte > ' ' && byte != 0x7F;
}

/* Of a group's pattern; "@" would make it an article. */
static uriel_error_code fate_in_groups(unsigned char byte)
{
  if (parts_of_line(byte))
    return URIEL_ERROR_PART_LINE_BREAK;
  const bool odd = byte == '[' || byte == ']' || byte == '\\' || byte == '!';
  return is_visible(byte) && !odd ? URIEL_ERROR_NONE : URIEL_ERROR_PART_CHARACTER;
}

static uriel_error_code fate_in_article(unsigned char byte)
{
  if (parts_of_line(byte))
    return URIEL_ERROR_PART_LINE_BREAK;
  return is_visible(byte) && byte < 0x80 && byte != '>' ? URIEL_ERROR_NONE : URIEL_ERROR_PART_CHARACTER;
}

/* newsgroup-name = 1*wildmat-exact (RFC 3977, 4.1 and 9.8) */
static uriel_error_code fate_in_group(unsigned char byte)
{
  return byte == '*' || byte == '?' || byte == ',' ? URIEL_ERROR_PART_CHARACTER : fate_in_groups(byte);
}

static uriel_error_code fate_in_number(unsigned char byte)
{
  if (parts_of_line(byte))
    return URIEL_ERROR_PART_LINE_BREAK;
  return byte >= '0' && byte <= '9' ? URIEL_ERROR_NONE : URIEL_ERROR_PART_NUMBER;
}

static uriel_error_code fate_in_built_groups(unsigned char byte)
{
  return byte == '@' ? URIEL_ERROR_PART_CHARACTER : fate_in_groups(byte);
}

static void every_byte(void **state)
{
  (void)state;
  const scheme_news group = {.group = TEXT("a")}, article = {.article = TEXT("a@b")};
  const scheme_nntp nntp = {{.host = TEXT("h")}, TEXT("a"), TEXT("1")};
  const parts_bytes bytes[] = {
      {"group", PARTS_AT(scheme_news, group), "a.", "b", NULL, NULL, fate_in_built_groups},
      {"article", PARTS_AT(scheme_news, article), "a", "@b", "news:a", "@b", fate_in_article},
      {"group", PARTS_AT(scheme_nntp, group), "a", "b", "nntp://h/a", "b/1", fate_in_group},
      {"number", PARTS_AT(scheme_nntp, number), "1", "2", "nntp://h/a/1", "2", fate_in_number},
      {"user", PARTS_AT(scheme_nntp, login.user), "a", "b", "nntp://a", "b@h/a", parts_of_line},
      {"host", PARTS_AT(scheme_nntp, login.host), "a", "b", "nntp://a", "b/a", parts_of_line},
  };
  parts_every_byte(&news_scheme, &group, &bytes[0]);
  parts_every_byte(&news_scheme, &article, &bytes[1]);
  for (size_t i = 2; i < sizeof bytes / sizeof *bytes; i++)
    parts_every_byte(&nntp_scheme, &nntp, &bytes[i]);
}

/* The bytes that a URI has encoded in a group. */
static void every_byte_read_in_a_group(void **state)
{
  (void)state;
  for (unsigned byte = 0; byte < 256; byte++) {
    char uri[] = "news:a.%00b";
    uri[8] = "0123456789ABCDEF"[byte >> 4];
    uri[9] = "0123456789ABCDEF"[byte & 15];
    parts_read read = parts_parse(&news_scheme, today, TEXT(uri));
    assert_int_equal(read.error.code, fate_in_groups((unsigned char)byte));
    assert_int_equal(read.texts[PARTS_AT(scheme_news, article)].ptr != NULL, byte == '@');
    parts_free(&read);
  }
}

static void nntp_is(const char *uri, uriel_login login, const char *group, const char *number)
{
  const scheme_nntp nntp = {login, TEXT(group), TEXT(number)};
  parts_builds(&nntp_scheme, &nntp, uri);
}

static void no_nntp(const char *uri, uriel_error_code code, const char *part, size_t offset)
{
  parts_faulty(&nntp_scheme, today, uri, code, part, offset);
}

/* RFC 5538, 3: "nntp:" server "/" group [ "/" article-number ] */
static void numbers(void **state)
{
  (void)state;
  const uriel_login server = {.host = TEXT("news.server.example")};
  const uriel_login ipv6 = {TEXT("u"), TEXT(""), TEXT("::1"), TEXT("")};
  nntp_is("nntp://news.server.example/example.group.this", server, "example.group.this", NULL);
  nntp_is("nntp://news.server.example/example.group.this/12345", server, "example.group.this", "12345");
  nntp_is("nntp://news.server.example/example.group.n%2Fa/12345", server, "example.group.n/a", "12345");
  nntp_is("nntp://u:@[::1]:/a/1234567890123456", ipv6, "a", "1234567890123456");
  no_nntp("nntp://h/a/12345678901234567", URIEL_ERROR_PART_NUMBER, "number", 27);
  no_nntp("nntp://h/a/", URIEL_ERROR_PART_EMPTY, "number", 11);
  no_nntp("nntp://h/a/1x", URIEL_ERROR_PART_NUMBER, "number", 12);
  no_nntp("nntp://h/a/1/2", URIEL_ERROR_PART_CHARACTER, "number", 12);
  no_nntp("nntp://h/", URIEL_ERROR_PART_EMPTY, "group", 9);
  no_nntp("nntp://h", URIEL_ERROR_PART_MISSING, "group", 8);
  no_nntp("nntp:a/1", URIEL_ERROR_PART_MISSING, "host", 5);
  no_nntp("nntp://h/a*/1", URIEL_ERROR_PART_CHARACTER, "group", 10);
  no_nntp("nntp://h/a?1", URIEL_ERROR_PART_NOT_ALLOWED, "query", 11);
}

static void nntp_is_not_built(void **state)
{
  (void)state;
  const uriel_text a = TEXT("a");
  const scheme_nntp hostless = {.group = a, .number = TEXT("1")};
  const scheme_nntp groupless = {.login = {.host = a}, .number = TEXT("1")};
  const scheme_nntp password = {.login = {.host = a, .password = a}, .group = a};
  const scheme_nntp port = {.login = {.host = a, .port = TEXT("119a")}, .group = a};
  parts_unbuilt(&nntp_scheme, &hostless, URIEL_ERROR_PART_MISSING, "host");
  parts_unbuilt(&nntp_scheme, &groupless, URIEL_ERROR_PART_MISSING, "group");
  parts_unbuilt(&nntp_scheme, &password, URIEL_ERROR_PART_MISSING, "user");
  parts_unbuilt(&nntp_scheme, &port, URIEL_ERROR_PORT_NOT_DIGITS, "port");
}

static void read_as(const parts_scheme *of, uriel_spec spec, const char *uri, const char *host,
                    const char *first, const char *second)
{
  parts_read read = parts_parse(of, spec, TEXT(uri));
  assert_true(read.valid);
  assert_true(text_equal(read.texts[2], TEXT(host)));
  assert_true(text_equal(read.texts[4], TEXT(first)));
  assert_true(text_equal(read.texts[5], TEXT(second)));
  parts_free(&read);
}

/* url-1993, News: a group or an article, distinguished by "@". url-1994, News: "News host names are NOT
 * part of news URLs"; NNTP; BNF, nntpaddress. Later documents leave schemes to RFC 1738, where nntp has
 * a host. */
static void as_of_each_generation(void **state)
{
  (void)state;
  if (!uriel_spec_built(URIEL_SPEC_URL_1994))
    skip();
  read_as(&news_scheme, URIEL_SPEC_URL_1993, "news:*", NULL, "*", NULL);
  read_as(&news_scheme, URIEL_SPEC_URL_1993, "news:comp.infosystems.www", NULL, "comp.infosystems.www",
          NULL);
  read_as(&news_scheme, URIEL_SPEC_URL_1993, "news:a1@b.c", NULL, NULL, "a1@b.c");
  read_as(&news_scheme, URIEL_SPEC_URL_1994, "news:*", NULL, "*", NULL);
  read_as(&news_scheme, URIEL_SPEC_URL_1994, "news:a1@b.c", NULL, NULL, "a1@b.c");
  read_as(&nntp_scheme, URIEL_SPEC_URL_1993, "nntp:alt.hypertext/4711", NULL, "alt.hypertext", "4711");
  read_as(&nntp_scheme, URIEL_SPEC_URL_1994, "nntp:alt.hypertext/4711", NULL, "alt.hypertext", "4711");
  read_as(&nntp_scheme, URIEL_SPEC_URL_1997, "nntp://h/a/1", "h", "a", "1");
  read_as(&nntp_scheme, URIEL_SPEC_URI_2003, "nntp://h/a/1", "h", "a", "1");
  parts_faulty(&nntp_scheme, URIEL_SPEC_URI_2003, "nntp:a/1", URIEL_ERROR_PART_MISSING, "host", 5);
  parts_faulty(&news_scheme, URIEL_SPEC_URL_1994, "news:a%0D%0Ab", URIEL_ERROR_PART_LINE_BREAK, "group",
               6);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(groups_and_articles),
      cmocka_unit_test(a_host_alone),
      cmocka_unit_test(what_is_no_news),
      cmocka_unit_test(news_is_not_built),
      cmocka_unit_test(every_byte),
      cmocka_unit_test(every_byte_read_in_a_group),
      cmocka_unit_test(numbers),
      cmocka_unit_test(nntp_is_not_built),
      cmocka_unit_test(as_of_each_generation),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
