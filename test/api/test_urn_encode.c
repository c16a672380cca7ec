/* SPDX-License-Identifier: MIT */
/* Encoding names, showing them to people, and requesting them from a resolver; and the sets of
 * characters of the documents of names. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support.h"
#include "uriel_urn.h"
#include "urn.h"
#include "vectors.h"

static size_t write_shown(const void *context, char *out, size_t capacity)
{
  return uriel_urn_show(context, out, capacity, NULL);
}

typedef struct encode_input {
  uriel_text nid, name;
  unsigned options;
  uriel_spec spec; /* 0, which is RFC 3986: as RFC 8141 */
} encode_input;

static size_t write_encoded_urn(const void *context, char *out, size_t capacity)
{
  const encode_input *const in = context;
  return uriel_urn_encode(in->nid.ptr, in->nid.len, in->name.ptr, in->name.len, in->spec, in->options,
                          out, capacity, NULL);
}

static unsigned option_given(const vector_case *given)
{
  return vector_field(given, "options").ptr ? URIEL_ENCODE_PERCENT : 0;
}

static void check_encode_error(const vector_case *given, const encode_input *in)
{
  char out[1];
  uriel_error error;
  const size_t len = uriel_urn_encode(in->nid.ptr, in->nid.len, in->name.ptr, in->name.len, in->spec,
                                      in->options, out, sizeof out, &error);
  expect_true(given, "fails", len == URIEL_FAILED);
  expect_name(given, "code", vector_field(given, "code"), uriel_error_name(error.code));
  expect_number(given, "offset", vector_number(given, "offset"), error.offset);
}

/* The shown form, encoded again, is the URN. */
static void check_shown(const vector_case *given, const encode_input *in, uriel_text urn)
{
  const uriel_ref ref = urn_read_as(URIEL_SPEC_RFC8141, urn);
  const uriel_text shown = text_written(write_shown, &ref);
  const size_t before = 4 + in->nid.len + 1;
  urn_expect(given, "shown", shown);
  const encode_input back = {in->nid, text_from(shown.ptr + before, shown.len - before), 0,
                             URIEL_SPEC_RFC8141};
  const uriel_text again = text_written(write_encoded_urn, &back);
  expect_text(given, "encoded again", urn, again);
  text_free(again);
  text_free(shown);
}

static void check_encode(const vector_case *given)
{
  const encode_input in = {vector_field(given, "nid"), vector_field(given, "name"), option_given(given),
                           URIEL_SPEC_RFC8141};
  if (vector_field(given, "code").ptr) {
    check_encode_error(given, &in);
    return;
  }
  const uriel_text urn = text_written(write_encoded_urn, &in);
  urn_expect(given, "urn", urn);
  if (urn.ptr)
    check_shown(given, &in, urn);
  text_free(urn);
}

static void check_show(const vector_case *given)
{
  const uriel_ref ref = urn_read_as(urn_spec_of(given), vector_field(given, "input"));
  const uriel_text shown = text_written(write_shown, &ref);
  urn_expect(given, "shown", shown);
  text_free(shown);
}

typedef struct request_input {
  char service[8];
  uriel_ref resolver, ref;
} request_input;

static size_t write_request(const void *context, char *out, size_t capacity)
{
  const request_input *const in = context;
  return uriel_urn_request(in->service, strlen(in->service), &in->resolver, &in->ref, out, capacity,
                           NULL);
}

static void check_request(const vector_case *given)
{
  request_input in = {.resolver = urn_read_as(URIEL_SPEC_RFC3986, vector_field(given, "resolver")),
                      .ref = urn_read_as(urn_spec_of(given), vector_field(given, "input"))};
  const uriel_text service = vector_field(given, "service"), code = vector_field(given, "code");
  uriel_error error;
  if (service.len > 0)
    memcpy(in.service, service.ptr, service.len);
  const uriel_text request = text_written(write_request, &in);
  urn_expect(given, "request", request);
  text_free(request);
  uriel_urn_request(in.service, strlen(in.service), &in.resolver, &in.ref, NULL, 0, &error);
  expect_name(given, "code", code.ptr ? code : uriel_text_of("none"), uriel_error_name(error.code));
  urn_expect(given, "part", uriel_text_of(error.part));
}

/* RFC 2141, 2.2; urn-2011, 2.2 and 2.3.1; RFC 8141, 2, and 2.2: "/", "~" and "&" do not change the rules
 * of namespaces that RFC 2141's time defined. */
static void names_are_encoded_by_their_document(void **state)
{
  static const struct {
    uriel_spec spec;
    const char *nid, *name, *urn;
  } all[] = {
      {URIEL_SPEC_RFC2141, "foo", "a/b~c&d", "urn:foo:a%2Fb%7Ec%26d"},
      {URIEL_SPEC_URN_2011, "foo", "a/b~c&d", "urn:foo:a%2Fb~c&d"},
      {URIEL_SPEC_RFC8141, "foo", "a/b~c&d", "urn:foo:a/b~c&d"},
      {URIEL_SPEC_RFC8141, "foo", "/b", "urn:foo:%2Fb"},
      {URIEL_SPEC_RFC3986, "foo", "a/b", "urn:foo:a/b"},
      {URIEL_SPEC_URL_1993, "foo", "a/b", "urn:foo:a/b"},
      {URIEL_SPEC_RFC8141, "EPC", "id:sgtin:0614141.112345.32a/b",
       "urn:EPC:id:sgtin:0614141.112345.32a%2Fb"},
      {URIEL_SPEC_RFC8141, "epc", "a~b&c", "urn:epc:a%7Eb%26c"},
      {URIEL_SPEC_RFC8141, "example", "a/b", "urn:example:a/b"},
      {URIEL_SPEC_RFC8141, "nbn", "de-a/b", "urn:nbn:de-a/b"},
      {URIEL_SPEC_RFC2141, "a", "b", "urn:a:b"},
  };
  (void)state;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    const encode_input in = {uriel_text_of(all[i].nid), uriel_text_of(all[i].name), 0, all[i].spec};
    const uriel_text urn = text_written(write_encoded_urn, &in);
    if (!text_equal(urn, uriel_text_of(all[i].urn)))
      die("%s: \"%.*s\"", all[i].urn, (int)urn.len, urn.ptr);
    text_free(urn);
  }
}

/* Native names of the namespace: the URN made from each is accepted. EPC TDS 1.13, 6.3; RFC 8458;
 * RFC 9676; RFC 3061; RFC 9562, 4; RFC 3151, in its transcription; ISO 2108 and 3297. */
static void encoded_names_are_accepted(void **state)
{
  static const char *const all[][2] = {
      {"epc", "id:sgtin:0614141.112345.32a/b"},
      {"epc", "id:sgtin:0614141.112345.3&<>?\""},
      {"epc", "id:cpi:0614141.5PQ7/Z43.12345"},
      {"epc", "id:adi:W81X9C.3KL984PX1.#2WMA52"},
      {"example", "a/b ~&"},
      {"ietf", "rfc:2648"},
      {"isan", "0000-0000-D07A-0090-Q"},
      {"isbn", "0-395-36341-1"},
      {"iso", "std:iso:9999:-1:ed-1:en"},
      {"issn", "1046-8188"},
      {"lex", "eu:council:directive:2010-03-09;2010-19-UE"},
      {"nbn", "de:101:1-201102033592"},
      {"ogc", "def:crs:EPSG::4326"},
      {"oid", "1.3.6.1"},
      {"publicid", "-:OASIS:DTD+DocBook+XML+V4.1.2:EN"},
      {"uuid", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"},
  };
  (void)state;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    const encode_input in = {uriel_text_of(all[i][0]), uriel_text_of(all[i][1]), 0, URIEL_SPEC_RFC8141};
    const uriel_text urn = text_written(write_encoded_urn, &in);
    const uriel_ref ref = urn_read_as(URIEL_SPEC_RFC8141, urn);
    if (!uriel_urn_check(&ref, NULL))
      die("\"%.*s\" is refused", (int)urn.len, urn.ptr);
    text_free(urn);
  }
}

static void names_are_encoded(void **state)
{
  (void)state;
  vectors_run("urn_encode.tsv", 31, check_encode);
}

static void urns_are_shown(void **state)
{
  (void)state;
  vectors_run("urn_show.tsv", 13, check_show);
}

static void resolvers_are_asked(void **state)
{
  (void)state;
  vectors_run("urn_request.tsv", 26, check_request);
}

static void check_bytes(uriel_spec spec, const char *set, const char *members)
{
  const uriel_byte_set *const found = uriel_byte_set_find(spec, set, strlen(set));
  if (!found)
    die("%s has no %s", uriel_spec_name(spec), set);
  for (int byte = 0; byte < 256; byte++)
    if (uriel_byte_set_has(found, (unsigned char)byte) != (byte && strchr(members, byte)))
      die("%s: 0x%02X in %s", uriel_spec_name(spec), (unsigned)byte, set);
}

#define ALPHANUM "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

static void sets_of_characters(void **state)
{
  (void)state;
  check_bytes(U41, "reserved", "%/?#");                       /* 2.3 */
  check_bytes(U41, "other", "()+,-.:=@;$_!*'");               /* 2.2 */
  check_bytes(U41, "unreserved", ALPHANUM "()+,-.:=@;$_!*'"); /* 2.2, trans less reserved */
  check_bytes(U41, "trans", ALPHANUM "()+,-.:=@;$_!*'%/?#");  /* 2.2 */
  check_bytes(U41, "unwise", "\\\"&<>[]^`{|}~");              /* 2.4 */
  check_bytes(U41, "let-num-hyp", ALPHANUM "-");              /* 2.1 */
  check_bytes(U11, "reserved", "%/?#[]");                     /* 2.3.1, 2.3.2 */
  check_bytes(U11, "gen-delims", ":/?#[]@");                  /* 2.3.1 */
  check_bytes(U11, "unwise", "\"<>\\^`{|}");                  /* 2.3.3 */
  check_bytes(U11, "pchar", ALPHANUM "-._~!$&'()*+,;=:@");    /* Appendix B */
  check_bytes(U81, "reserved", ":/?#[]@!$&'()*+,;=");         /* RFC 3986, 2.2 */
  check_bytes(U81, "unreserved", ALPHANUM "-._~");            /* RFC 3986, 2.3 */
  check_bytes(U81, "unwise", "");                             /* this document has no such set */
  check_bytes(U81, "ldh", ALPHANUM "-");                      /* 2 */
  /* The excluded set is every byte in no other set: 2.4; 2.3.3; RFC 3986, 2. */
  for (size_t at = 0; at < DOCUMENTS; at++)
    for (unsigned char byte = 0; byte < 128; byte++) {
      const uriel_spec spec = urn_documents[at];
      const bool other =
          uriel_byte_set_has(uriel_byte_set_find(spec, "unreserved", 10), byte) ||
          (spec != U11 && uriel_byte_set_has(uriel_byte_set_find(spec, "reserved", 8), byte)) ||
          (spec == U11 && byte && strchr(":@!$&'()*+,;=", byte)) || (spec == U81 && byte == '%');
      assert_true(uriel_byte_set_has(uriel_byte_set_find(spec, "excluded", 8), byte) == !other);
    }
}

static void check_encoded_as(uriel_spec spec, uriel_encode_for where, const char *text,
                             const char *expected)
{
  const percent_input in = {spec, where, uriel_text_of(text), 0};
  const uriel_text encoded = text_written(write_encoded_as, &in);
  if (!text_equal(encoded, uriel_text_of(expected)))
    die("%s: %s is encoded %.*s", uriel_spec_name(spec), text, (int)encoded.len, encoded.ptr);
  text_free(encoded);
}

/* uriel_encode_as under the documents of names. */
static void components_are_encoded(void **state)
{
  (void)state;
  check_encoded_as(U41, URIEL_ENCODE_PATH, "a/b?c#d&e~f:g@h i", "a%2Fb%3Fc%23d%26e%7Ef:g@h%20i");
  check_encoded_as(U11, URIEL_ENCODE_PATH, "a/b?c#d&e~f:g@h i", "a%2Fb%3Fc%23d&e~f:g@h%20i");
  check_encoded_as(U81, URIEL_ENCODE_PATH, "a/b?c#d&e~f:g@h i", "a/b%3Fc%23d&e~f:g@h%20i");
  check_encoded_as(U11, URIEL_ENCODE_QUERY, "a/b?c#d", "a/b?c%23d");
  check_encoded_as(U81, URIEL_ENCODE_FRAGMENT, "a/b?c#d", "a/b?c%23d");
  check_encoded_as(U41, URIEL_ENCODE_FORM, "a b&", "a+b%26");
  check_encoded_as(U41, URIEL_ENCODE_ANY, "a/b:@!-._~", "a%2Fb%3A%40%21-._%7E");
  check_encoded_as(U11, URIEL_ENCODE_ANY, "a/b:@!-._~", "a%2Fb%3A%40%21-._~");
  check_encoded_as(U81, URIEL_ENCODE_ANY, "a/b:@!-._~", "a%2Fb%3A%40%21-._~");
}

/* Encoding and showing are inverse, of any bytes that are UTF-8. */
static void names_lead_back(void **state)
{
  (void)state;
  static const char *const pieces[] = {
      "a", "/", "%", "%2F", "%c3",      "?",    "\xC3\xBC", "\xE2\x82\xAC",
      " ", "~", "0", "[",   "\xC2\xAD", "\x01", ":",        "%b0"};
  uint64_t seed = 8141;
  size_t encoded = 0;
  for (size_t round = 0; round < 20000; round++) {
    char name[64];
    size_t len = 0;
    for (size_t count = 1 + random_below(&seed, 8); count > 0; count--) {
      const uriel_text piece =
          uriel_text_of(pieces[random_below(&seed, sizeof pieces / sizeof *pieces)]);
      memcpy(name + len, piece.ptr, piece.len);
      len += piece.len;
    }
    const encode_input in = {uriel_text_of("example"), text_from(name, len), round % 2,
                             URIEL_SPEC_RFC8141};
    const uriel_text urn = text_written(write_encoded_urn, &in);
    assert_non_null(urn.ptr);
    encoded++;
    const uriel_ref ref = urn_read_as(U81, urn);
    const uriel_text shown = text_written(write_shown, &ref);
    const encode_input back = {in.nid, text_from(shown.ptr + 12, shown.len - 12), 0, URIEL_SPEC_RFC8141};
    const uriel_text again = text_written(write_encoded_urn, &back);
    if (!text_equal(urn, again))
      die("%.*s is shown as %.*s", (int)urn.len, urn.ptr, (int)shown.len, shown.ptr);
    text_free(again);
    text_free(shown);
    text_free(urn);
  }
  assert_true(encoded > 19000);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(names_are_encoded),
      cmocka_unit_test(names_are_encoded_by_their_document),
      cmocka_unit_test(encoded_names_are_accepted),
      cmocka_unit_test(urns_are_shown),
      cmocka_unit_test(names_lead_back),
      cmocka_unit_test(resolvers_are_asked),
      cmocka_unit_test(sets_of_characters),
      cmocka_unit_test(components_are_encoded),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
