/* SPDX-License-Identifier: MIT */
/* ldap: the examples of RFC 4516, its defaults, and refused texts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "parts.h"
#include "scheme/scheme.h"

PARTS_INNER(ldap, scheme_ldap);

#define TEXT(string) uriel_text_of(string)

static void accepts(const char *uri, scheme_ldap expected)
{
  parts_builds(&ldap_scheme, &expected, uri);
}

/* RFC 4516, 4; of the one with "ONE" and "LDAP" the scheme is in lower case here, as it is built. */
static void the_examples(void **state)
{
  (void)state;
  const uriel_text michigan = TEXT("o=University of Michigan,c=US");
  const uriel_login one = {.host = TEXT("ldap1.example.net")};
  accepts("ldap:///o=University%20of%20Michigan,c=US",
          (scheme_ldap){.login.host = TEXT(""), .dn = michigan});
  accepts("ldap://ldap1.example.net/o=University%20of%20Michigan,c=US",
          (scheme_ldap){.login = one, .dn = michigan});
  accepts("ldap://ldap1.example.net/o=University%20of%20Michigan,c=US?postalAddress",
          (scheme_ldap){.login = one, .dn = michigan, .attributes = TEXT("postalAddress")});
  accepts("ldap://ldap1.example.net:6666/o=University%20of%20Michigan,c=US?\?sub?(cn=Babs%20Jensen)",
          (scheme_ldap){.login = {.host = one.host, .port = TEXT("6666")},
                        .dn = michigan,
                        .scope = TEXT("sub"),
                        .filter = TEXT("(cn=Babs Jensen)")});
  accepts("ldap://ldap1.example.com/c=GB?objectClass?ONE",
          (scheme_ldap){.login.host = TEXT("ldap1.example.com"),
                        .dn = TEXT("c=GB"),
                        .attributes = TEXT("objectClass"),
                        .scope = TEXT("ONE")});
  accepts("ldap://ldap2.example.com/o=Question%3F,c=US?mail",
          (scheme_ldap){.login.host = TEXT("ldap2.example.com"),
                        .dn = TEXT("o=Question?,c=US"),
                        .attributes = TEXT("mail")});
  accepts("ldap://ldap3.example.com/o=Babsco,c=US?\?\?(four-octet=%5C00%5C00%5C00%5C04)",
          (scheme_ldap){.login.host = TEXT("ldap3.example.com"),
                        .dn = TEXT("o=Babsco,c=US"),
                        .filter = TEXT("(four-octet=\\00\\00\\00\\04)")});
  accepts(
      "ldap://ldap.example.com/o=An%20Example%5C2C%20Inc.,c=US",
      (scheme_ldap){.login.host = TEXT("ldap.example.com"), .dn = TEXT("o=An Example\\2C Inc.,c=US")});
  accepts("ldap://ldap.example.net", (scheme_ldap){.login.host = TEXT("ldap.example.net")});
  accepts("ldap:///?\?sub?\?e-bindname=cn=Manager%2cdc=example%2cdc=com",
          (scheme_ldap){.login.host = TEXT(""),
                        .scope = TEXT("sub"),
                        .extensions = TEXT("e-bindname=cn=Manager%2cdc=example%2cdc=com")});
  accepts("ldap:///?\?sub?\?!e-bindname=cn=Manager%2cdc=example%2cdc=com",
          (scheme_ldap){.login.host = TEXT(""),
                        .scope = TEXT("sub"),
                        .extensions = TEXT("!e-bindname=cn=Manager%2cdc=example%2cdc=com")});
}

/* RFC 4516, 4: "these three URLs are equivalent"; 2 gives defaults for empty parts. */
static void what_is_left_out(void **state)
{
  (void)state;
  static const char *const same[] = {"ldap://ldap.example.net", "ldap://ldap.example.net/",
                                     "ldap://ldap.example.net/?", "ldap://ldap.example.net/?\?\?\?"};
  for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
    parts_read read = parts_parse(&ldap_scheme, URIEL_SPEC_RFC3986, TEXT(same[i]));
    assert_true(read.valid);
    for (size_t part = PARTS_AT(scheme_ldap, dn); part < ldap_scheme.texts; part++)
      assert_null(read.texts[part].ptr);
    parts_free(&read);
  }
}

static void refuses(const char *uri, uriel_error_code code, const char *part, size_t offset)
{
  parts_faulty(&ldap_scheme, URIEL_SPEC_RFC3986, uri, code, part, offset);
}

/* RFC 4516, 2; RFC 4515, 3. */
static void what_is_no_ldap(void **state)
{
  (void)state;
  refuses("ldap:o=a", URIEL_ERROR_PART_MISSING, "host", 5);
  refuses("ldap://u@h/", URIEL_ERROR_PART_NOT_ALLOWED, "user", 7);
  refuses("ldap://h?cn", URIEL_ERROR_PART_MISSING, "dn", 8);
  refuses("ldap://h/?cn,,mail", URIEL_ERROR_PART_FORM, "attributes", 13);
  refuses("ldap://h/?c(n", URIEL_ERROR_PART_FORM, "attributes", 11);
  refuses("ldap://h/?\?wide", URIEL_ERROR_PART_FORM, "scope", 11);
  refuses("ldap://h/?\?\?cn=a", URIEL_ERROR_PART_FORM, "filter", 12);
  refuses("ldap://h/?\?\?(cn=a", URIEL_ERROR_PART_FORM, "filter", 12);
  refuses("ldap://h/?\?\?(cn=a)(b=c)", URIEL_ERROR_PART_FORM, "filter", 12);
  refuses("ldap://h/?\?\?\?a,", URIEL_ERROR_PART_FORM, "extensions", 15);
  refuses("ldap://h/?\?\?\?!=a", URIEL_ERROR_PART_FORM, "extensions", 14);
  refuses("ldap://h/?\?\?\?a?b", URIEL_ERROR_PART_CHARACTER, "extensions", 14);
  refuses("ldap://h%0D/", URIEL_ERROR_PART_LINE_BREAK, "host", 8);
}

static void what_is_not_built(void **state)
{
  (void)state;
  const scheme_ldap user = {.login = {.user = TEXT("u"), .host = TEXT("h")}};
  const scheme_ldap scope = {.login.host = TEXT("h"), .scope = TEXT("all")};
  const scheme_ldap filter = {.login.host = TEXT("h"), .filter = TEXT("a")};
  parts_unbuilt(&ldap_scheme, &user, URIEL_ERROR_PART_NOT_ALLOWED, "user");
  parts_unbuilt(&ldap_scheme, &scope, URIEL_ERROR_PART_FORM, "scope");
  parts_unbuilt(&ldap_scheme, &filter, URIEL_ERROR_PART_FORM, "filter");
}

static void every_byte(void **state)
{
  (void)state;
  const scheme_ldap ldap = {.login.host = TEXT("h"), .dn = TEXT("a")};
  const parts_bytes dn = {"dn", PARTS_AT(scheme_ldap, dn), "a", "b", "ldap://h/a", "b", parts_any};
  parts_every_byte(&ldap_scheme, &ldap, &dn);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_examples),    cmocka_unit_test(what_is_left_out),
      cmocka_unit_test(what_is_no_ldap), cmocka_unit_test(what_is_not_built),
      cmocka_unit_test(every_byte),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
