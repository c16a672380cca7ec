/* SPDX-License-Identifier: MIT */
/* Names at level scheme: a document's NIDs decide which references are equivalent to a URN. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support.h"

typedef struct name_case {
  uriel_spec spec;
  const char *a, *b;
  bool equal;
} name_case;

/* RFC 2141, 2.1, and urn-2011, 2.1, have NIDs that RFC 8141, 2, has not: of one letter, and with "-" at
 * the end. RFC 3986 reads names of today's document. */
static const name_case cases[] = {
    {URIEL_SPEC_RFC2141, "urn:A:x", "urn:a:x", true},
    {URIEL_SPEC_RFC2141, "urn:AB-:x", "urn:ab-:x", true},
    {URIEL_SPEC_RFC2141, "URN:AB:x", "urn:ab:x", true},
    {URIEL_SPEC_RFC2141, "urn:a:X", "urn:a:x", false},
    {URIEL_SPEC_URN_2011, "urn:AB-:x", "urn:ab-:x", true},
    {URIEL_SPEC_RFC8141, "urn:AB:x", "urn:ab:x", true},
    {URIEL_SPEC_RFC3986, "urn:AB:x", "urn:ab:x", true},
    {URIEL_SPEC_RFC3986, "urn:%41B:x", "urn:ab:x", true},
    {URIEL_SPEC_RFC3986, "urn:AB:x/y", "urn:ab:x/y", true},
    {URIEL_SPEC_RFC3986, "urn:A:x", "urn:a:x", false},
    {URIEL_SPEC_RFC3986, "urn:AB-:x", "urn:ab-:x", false},
    {URIEL_SPEC_RFC3986, "urn:-AB:x", "urn:-ab:x", false},
    {URIEL_SPEC_RFC3986, "urn:A%C3B:x", "urn:a%C3b:x", false},
    {URIEL_SPEC_RFC3986, "urn:ABCDEFGHIJKLMNOPQRSTUVWXYZ012345:x",
     "urn:abcdefghijklmnopqrstuvwxyz012345:x", true},
    {URIEL_SPEC_RFC3986, "urn:ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456:x",
     "urn:abcdefghijklmnopqrstuvwxyz0123456:x", false},
};

static uriel_ref read_name(uriel_spec spec, const char *text)
{
  uriel_ref ref;
  if (!uriel_parse_as(&ref, text, strlen(text), spec, 0, NULL))
    fail_msg("%s is not a reference", text);
  return ref;
}

static void names(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const uriel_ref a = read_name(cases[i].spec, cases[i].a), b = read_name(cases[i].spec, cases[i].b);
    if (uriel_equal(&a, &b, URIEL_LEVEL_SCHEME) != cases[i].equal)
      fail_msg("%s, %s: the other verdict", cases[i].a, cases[i].b);
    if (cases[i].equal)
      assert_true(uriel_hash(&a, URIEL_LEVEL_SCHEME, 0) == uriel_hash(&b, URIEL_LEVEL_SCHEME, 0));
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(names)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
