/* SPDX-License-Identifier: MIT */
/* mailto, mid and cid: addresses and identifiers, their characters, and refused texts. */
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

#define TEXT(string) uriel_text_of(string)

static uriel_mailto mailto(const char *to, const char *fields)
{
  return (uriel_mailto){.to = TEXT(to), .fields = TEXT(fields)};
}

static void accepts(const char *uri, const char *to, const char *fields)
{
  const uriel_mailto expected = mailto(to, fields);
  parts_builds(&mailto_scheme, &expected, uri);
}

/* RFC 6068, 6: its examples; built again, they are the same. */
static void the_examples(void **state)
{
  (void)state;
  accepts("mailto:chris@example.com", "chris@example.com", NULL);
  accepts("mailto:infobot@example.com?subject=current-issue", "infobot@example.com",
          "subject=current-issue");
  accepts("mailto:infobot@example.com?body=send%20current-issue%0D%0Asend%20index",
          "infobot@example.com", "body=send%20current-issue%0D%0Asend%20index");
  accepts("mailto:list@example.org?In-Reply-To=%3C3469A91.D10AF4C@example.com%3E", "list@example.org",
          "In-Reply-To=%3C3469A91.D10AF4C@example.com%3E");
  accepts("mailto:joe@example.com?cc=bob@example.com&body=hello", "joe@example.com",
          "cc=bob@example.com&body=hello");
  accepts("mailto:gorby%25kremvax@example.com", "gorby%25kremvax@example.com", NULL);
  accepts("mailto:unlikely%3Faddress@example.com?blat=foop", "unlikely%3Faddress@example.com",
          "blat=foop");
  accepts("mailto:Mike%26family@example.org", "Mike%26family@example.org", NULL);
  accepts("mailto:%22not%40me%22@example.org", "%22not%40me%22@example.org", NULL);
  accepts("mailto:%22oh%5C%5Cno%22@example.org", "%22oh%5C%5Cno%22@example.org", NULL);
  accepts("mailto:%22%5C%5C%5C%22it's%5C%20ugly%5C%5C%5C%22%22@example.org",
          "%22%5C%5C%5C%22it's%5C%20ugly%5C%5C%5C%22%22@example.org", NULL);
  accepts("mailto:user@%E7%B4%8D%E8%B1%86.example.org?subject=Test&body=NATTO",
          "user@%E7%B4%8D%E8%B1%86.example.org", "subject=Test&body=NATTO");
}

/* RFC 6068, 2: [ to ] [ hfields ] */
static void undefined_is_not_empty(void **state)
{
  (void)state;
  accepts("mailto:", NULL, NULL);
  accepts("mailto:?to=addr1@an.example,addr2@an.example", NULL, "to=addr1@an.example,addr2@an.example");
  accepts("mailto:addr1@an.example?", "addr1@an.example", "");
  accepts("mailto:a@b?subject=", "a@b", "subject=");
  accepts("mailto:a@%5B10.0.0.1%5D", "a@%5B10.0.0.1%5D", NULL);
}

static void refuses(const char *uri, uriel_error_code code, const char *part, size_t offset)
{
  parts_faulty(&mailto_scheme, URIEL_SPEC_RFC3986, uri, code, part, offset);
}

/* addr-spec = local-part "@" domain, without white space and comments (RFC 6068, 2). */
static void what_is_no_address(void **state)
{
  (void)state;
  refuses("mailto:a", URIEL_ERROR_PART_FORM, "to", 8);
  refuses("mailto:a@", URIEL_ERROR_PART_FORM, "to", 9);
  refuses("mailto:@b", URIEL_ERROR_PART_CHARACTER, "to", 7);
  refuses("mailto:a@b@c", URIEL_ERROR_PART_CHARACTER, "to", 10);
  refuses("mailto:a..b@c", URIEL_ERROR_PART_CHARACTER, "to", 9);
  refuses("mailto:a@b.", URIEL_ERROR_PART_FORM, "to", 11);
  refuses("mailto:a%20b@c", URIEL_ERROR_PART_CHARACTER, "to", 8);
  refuses("mailto:%22a%20b%22@c", URIEL_ERROR_PART_CHARACTER, "to", 11);
  refuses("mailto:%22a@c", URIEL_ERROR_PART_FORM, "to", 13);
  refuses("mailto:a(b)@c", URIEL_ERROR_PART_CHARACTER, "to", 8);
  refuses("mailto:a@%5Bb", URIEL_ERROR_PART_FORM, "to", 13);
  refuses("mailto:a@%5B%5C%5D", URIEL_ERROR_PART_CHARACTER, "to", 12);
  refuses("mailto:a@%5Bb%5Dc", URIEL_ERROR_PART_CHARACTER, "to", 16);
  refuses("mailto:a@b,", URIEL_ERROR_PART_FORM, "to", 11);
  refuses("mailto:,a@b", URIEL_ERROR_PART_FORM, "to", 7);
  refuses("mailto://a@b", URIEL_ERROR_PART_NOT_ALLOWED, "host", 9);
}

/* An encoded comma belongs to the address, where it may occur only in quotes (RFC 5322, 3.4.1). */
static void commas(void **state)
{
  (void)state;
  accepts("mailto:%22a%2Cb%22@c.d,e@f", "%22a%2Cb%22@c.d,e@f", NULL);
  refuses("mailto:a@b%2Cc@d", URIEL_ERROR_PART_CHARACTER, "to", 10);
}

/* "These are the characters that cannot appear in a URI, as well as %, and all the characters in
 * gen-delims except @ and :"; "at least the following: &, ;, and =" (RFC 6068, 2, item 1). */
static void what_has_to_be_encoded(void **state)
{
  (void)state;
  refuses("mailto:a/b@c", URIEL_ERROR_PART_CHARACTER, "to", 8);
  refuses("mailto:a&b@c", URIEL_ERROR_PART_CHARACTER, "to", 8);
  refuses("mailto:a;b@c", URIEL_ERROR_PART_CHARACTER, "to", 8);
  refuses("mailto:a=b@c", URIEL_ERROR_PART_CHARACTER, "to", 8);
  accepts("mailto:a%2Fb%26c%3Dd@e", "a%2Fb%26c%3Dd@e", NULL);
}

/* RFC 6068, 2: hfield = hfname "=" hfvalue, of qchar; 6.1 has the first as "WRONG!". */
static void header_fields(void **state)
{
  (void)state;
  refuses("mailto:joe@example.com?cc=bob@example.com?body=hello", URIEL_ERROR_PART_CHARACTER, "fields",
          41);
  refuses("mailto:a@b?subject=c=d", URIEL_ERROR_PART_CHARACTER, "fields", 20);
  refuses("mailto:a@b?subject=c/d", URIEL_ERROR_PART_CHARACTER, "fields", 20);
  refuses("mailto:a@b?subject", URIEL_ERROR_PART_FORM, "fields", 18);
  refuses("mailto:a@b?=c", URIEL_ERROR_PART_FORM, "fields", 11);
  refuses("mailto:a@b?a%3Ab=c", URIEL_ERROR_PART_CHARACTER, "fields", 12);
  refuses("mailto:a@b?a%20b=c", URIEL_ERROR_PART_CHARACTER, "fields", 12);
  accepts("mailto:a@b?a%3Db=c", "a@b", "a%3Db=c");
}

/* RFC 6068, 5: in the body, line breaks are "%0D%0A"; elsewhere they are refused. */
static void line_breaks(void **state)
{
  (void)state;
  refuses("mailto:a@b%0D%0Ac", URIEL_ERROR_PART_LINE_BREAK, "to", 10);
  refuses("mailto:a%00@b", URIEL_ERROR_PART_LINE_BREAK, "to", 8);
  refuses("mailto:a@b?x%0Ay=z", URIEL_ERROR_PART_LINE_BREAK, "fields", 12);
  refuses("mailto:a@b?subject=x%0D%0A%20y", URIEL_ERROR_PART_LINE_BREAK, "fields", 20);
  refuses("mailto:a@b?subject=x%00y", URIEL_ERROR_PART_LINE_BREAK, "fields", 20);
  accepts("mailto:a@b?BODY=%0D%0Ax%0D%0A%0D%0A", "a@b", "BODY=%0D%0Ax%0D%0A%0D%0A");
  accepts("mailto:a@b?b%6Fdy=%0D%0A", "a@b", "b%6Fdy=%0D%0A");
  refuses("mailto:a@b?body=x%0Dy", URIEL_ERROR_PART_LINE_BREAK, "fields", 17);
  refuses("mailto:a@b?body=x%0Ay", URIEL_ERROR_PART_LINE_BREAK, "fields", 17);
  refuses("mailto:a@b?body=x%0A%0D", URIEL_ERROR_PART_LINE_BREAK, "fields", 17);
  refuses("mailto:a@b?body=x%0D%0D%0A", URIEL_ERROR_PART_LINE_BREAK, "fields", 17);
  refuses("mailto:a@b?body=x%0D", URIEL_ERROR_PART_LINE_BREAK, "fields", 17);
  refuses("mailto:a@b?body=%00", URIEL_ERROR_PART_LINE_BREAK, "fields", 16);
}

static void what_is_not_built(void **state)
{
  (void)state;
  const uriel_mailto no_address = mailto("a", NULL), raw = mailto("a b@c", NULL);
  const uriel_mailto percent = mailto("a%@b", NULL), hash = mailto("a@b", "subject=#");
  const uriel_mailto no_value = mailto("a@b", "subject"), broken = mailto("a@b", "subject=%0A");
  const uriel_mailto empty = mailto("", NULL);
  parts_unbuilt(&mailto_scheme, &no_address, URIEL_ERROR_PART_FORM, "to");
  parts_unbuilt(&mailto_scheme, &raw, URIEL_ERROR_PART_CHARACTER, "to");
  parts_unbuilt(&mailto_scheme, &percent, URIEL_ERROR_PART_CHARACTER, "to");
  parts_unbuilt(&mailto_scheme, &empty, URIEL_ERROR_PART_FORM, "to");
  parts_unbuilt(&mailto_scheme, &hash, URIEL_ERROR_PART_CHARACTER, "fields");
  parts_unbuilt(&mailto_scheme, &no_value, URIEL_ERROR_PART_FORM, "fields");
  parts_unbuilt(&mailto_scheme, &broken, URIEL_ERROR_PART_LINE_BREAK, "fields");
}

/* The message of an error in an item of a list. */
static void messages(void **state)
{
  (void)state;
  const struct {
    const char *uri, *message;
  } cases[] = {
      {"mailto:a", "the address does not have the required form"},
      {"mailto:a@b?subject=c/d",
       "the header field contains a character that is not allowed there: \"/\""},
      {"mailto:a%0D@b", "the address contains a byte that would end a line of the protocol: \"%0D\""},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char message[128];
    const uriel_text uri = TEXT(cases[i].uri);
    parts_read read = parts_parse(&mailto_scheme, URIEL_SPEC_RFC3986, uri);
    const size_t len = uriel_error_describe(&read.error, uri.ptr, uri.len, message, sizeof message);
    assert_int_equal(len, strlen(cases[i].message));
    assert_memory_equal(message, cases[i].message, len);
    parts_free(&read);
  }
}

static bool is_of(unsigned byte, const char *set)
{
  return byte && strchr(set, (int)byte);
}

static bool is_letter_or_digit(unsigned byte)
{
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9');
}

/* atext and "." (RFC 5322, 3.2.3), and non-ASCII characters (RFC 6068, 2, item 5), between "x" and
 * "y@z"; an "@" makes two addresses. */
static bool stands_in_local_part(unsigned byte)
{
  return is_letter_or_digit(byte) || is_of(byte, "!#$%&'*+-/=?^_`{|}~.") || byte >= 0x80;
}

/* Every byte, encoded, in a local part and in a body. */
static void every_byte_in_an_address(void **state)
{
  (void)state;
  for (unsigned byte = 0; byte < 256; byte++) {
    char uri[32];
    snprintf(uri, sizeof uri, "mailto:x%%%02Xy@z", byte);
    parts_read read = parts_parse(&mailto_scheme, URIEL_SPEC_RFC3986, TEXT(uri));
    const uriel_error_code expected = parts_of_line((unsigned char)byte) ? URIEL_ERROR_PART_LINE_BREAK
                                      : stands_in_local_part(byte)       ? URIEL_ERROR_NONE
                                                                         : URIEL_ERROR_PART_CHARACTER;
    const bool two = byte == '@';
    assert_int_equal(read.error.code, expected);
    assert_int_equal(read.error.offset, expected == URIEL_ERROR_NONE ? 0 : two ? 12 : 8);
    parts_free(&read);
    snprintf(uri, sizeof uri, "mailto:?body=x%%%02Xy", byte);
    read = parts_parse(&mailto_scheme, URIEL_SPEC_RFC3986, TEXT(uri));
    assert_int_equal(read.error.code, parts_of_line((unsigned char)byte));
    parts_free(&read);
  }
}

/* url-1994, Mailto: "an RFC822 addr-spec"; "use of % requires conversion to %25". Its letters have "&",
 * and quotes. RFC 822, 6.1: words with "." between them. */
static void as_of_1994(void **state)
{
  (void)state;
  if (!uriel_spec_built(URIEL_SPEC_URL_1994))
    skip();
  const char *const fine[] = {"mailto:gorby%25kremvax@example.com", "mailto:Mike&family@example.org",
                              "mailto:\"a\".b@c.d", "mailto:\"a%20b\"@c.d"};
  for (size_t i = 0; i < sizeof fine / sizeof *fine; i++) {
    parts_read read = parts_parse(&mailto_scheme, URIEL_SPEC_URL_1994, TEXT(fine[i]));
    assert_true(read.valid);
    assert_true(text_equal(read.texts[0], TEXT(fine[i] + 7)));
    assert_null(read.texts[1].ptr);
    parts_free(&read);
  }
  parts_faulty(&mailto_scheme, URIEL_SPEC_URL_1994, "mailto:\"a,b\"@c.d", URIEL_ERROR_PART_CHARACTER,
               "to", 9);
  parts_faulty(&mailto_scheme, URIEL_SPEC_URL_1994, "mailto:a%0Ab@c.d", URIEL_ERROR_PART_LINE_BREAK,
               "to", 8);
}

static void identifies(const char *uri, const char *message, const char *content)
{
  const scheme_mid mid = {TEXT(message), TEXT(content)};
  parts_builds(message ? &mid_scheme : &cid_scheme, &mid, uri);
}

/* RFC 2392, 2: its examples; 3: the example of a message. */
static void identifiers(void **state)
{
  (void)state;
  identifies("mid:960830.1639@XIson.com", "960830.1639@XIson.com", NULL);
  identifies("mid:960830.1639@XIson.com/partA.960830.1639@XIson.com", "960830.1639@XIson.com",
             "partA.960830.1639@XIson.com");
  identifies("cid:foo4%25foo1@bar.net", NULL, "foo4%foo1@bar.net");
  identifies("cid:foo4*foo1@bar.net", NULL, "foo4*foo1@bar.net");
  identifies("mid:a%2Fb@c/d%2Fe@f", "a/b@c", "d/e@f");
  identifies("cid:a@%5B10.0.0.1%5D", NULL, "a@[10.0.0.1]");
}

/* An identifier is an addr-spec without the angle brackets (RFC 2392, 2). */
static void what_is_no_identifier(void **state)
{
  (void)state;
  const uriel_spec spec = URIEL_SPEC_RFC3986;
  const scheme_mid nothing = {{NULL, 0}, {NULL, 0}}, empty = {TEXT(""), TEXT("a@b")};
  parts_faulty(&mid_scheme, spec, "mid:", URIEL_ERROR_PART_EMPTY, "message", 4);
  parts_faulty(&mid_scheme, spec, "mid:a@b/", URIEL_ERROR_PART_EMPTY, "content", 8);
  parts_faulty(&cid_scheme, spec, "cid:", URIEL_ERROR_PART_EMPTY, "content", 4);
  parts_faulty(&cid_scheme, spec, "cid:a", URIEL_ERROR_PART_FORM, "content", 5);
  parts_faulty(&mid_scheme, spec, "mid:@b", URIEL_ERROR_PART_FORM, "message", 6);
  parts_faulty(&mid_scheme, spec, "mid:a@", URIEL_ERROR_PART_FORM, "message", 6);
  parts_faulty(&mid_scheme, spec, "mid:a@b/c@d/e", URIEL_ERROR_PART_CHARACTER, "content", 11);
  parts_faulty(&mid_scheme, spec, "mid:a@b?c", URIEL_ERROR_PART_NOT_ALLOWED, "query", 8);
  parts_faulty(&mid_scheme, spec, "mid://a@b", URIEL_ERROR_PART_NOT_ALLOWED, "host", 6);
  parts_unbuilt(&cid_scheme, &nothing, URIEL_ERROR_PART_MISSING, "content");
  parts_unbuilt(&mid_scheme, &empty, URIEL_ERROR_PART_EMPTY, "message");
}

/* By the scheme's name: only a mid URI has a message. */
static void built_by_name(void **state)
{
  (void)state;
  const uriel_own_part both[] = {{"content", TEXT("c@d")}, {"message", TEXT("a@b")}};
  char out[16], space[1];
  uriel_error error;
  assert_int_equal(uriel_scheme_build("mid", 3, both, 1, space, 0, out, sizeof out, &error),
                   URIEL_FAILED);
  assert_int_equal(error.code, URIEL_ERROR_PART_MISSING);
  assert_string_equal(error.part, "message");
  assert_int_equal(uriel_scheme_build("cid", 3, both, 2, space, 0, out, sizeof out, &error),
                   URIEL_FAILED);
  assert_int_equal(error.code, URIEL_ERROR_PART_NOT_ALLOWED);
  assert_string_equal(error.part, "message");
  assert_int_equal(uriel_scheme_build("cid", 3, both, 1, space, 0, out, sizeof out, &error), 7);
  assert_memory_equal(out, "cid:c@d", 7);
  assert_int_equal(uriel_scheme_build("MID", 3, both, 2, space, 0, out, sizeof out, &error), 11);
  assert_memory_equal(out, "mid:a@b/c@d", 11);
}

static uriel_error_code fate_in_identifier(unsigned char byte)
{
  return byte == '<' || byte == '>' ? URIEL_ERROR_PART_CHARACTER : parts_of_line(byte);
}

static void every_byte_in_an_identifier(void **state)
{
  (void)state;
  const scheme_mid mid = {TEXT("a@b"), TEXT("c@d")};
  const parts_bytes message = {"message", 0, "a", "@b", "mid:a", "@b/c@d", fate_in_identifier};
  const parts_bytes content = {"content", 1, "c@", "d", "mid:a@b/c@", "d", fate_in_identifier};
  parts_every_byte(&mid_scheme, &mid, &message);
  parts_every_byte(&mid_scheme, &mid, &content);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_examples),
      cmocka_unit_test(undefined_is_not_empty),
      cmocka_unit_test(what_is_no_address),
      cmocka_unit_test(commas),
      cmocka_unit_test(what_has_to_be_encoded),
      cmocka_unit_test(header_fields),
      cmocka_unit_test(line_breaks),
      cmocka_unit_test(what_is_not_built),
      cmocka_unit_test(messages),
      cmocka_unit_test(every_byte_in_an_address),
      cmocka_unit_test(as_of_1994),
      cmocka_unit_test(identifiers),
      cmocka_unit_test(what_is_no_identifier),
      cmocka_unit_test(built_by_name),
      cmocka_unit_test(every_byte_in_an_identifier),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
