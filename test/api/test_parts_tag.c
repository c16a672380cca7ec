/* SPDX-License-Identifier: MIT */
/* tag: the examples of RFC 4151, its dates and authorities, and refused texts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "parts.h"
#include "scheme/scheme.h"

PARTS_INNER(tag, scheme_tag);

#define TEXT(string) uriel_text_of(string)

static void accepts(const char *uri, const char *authority, const char *date, const char *specific,
                    const char *fragment)
{
  const scheme_tag expected = {TEXT(authority), TEXT(date), TEXT(specific), TEXT(fragment)};
  parts_builds(&tag_scheme, &expected, uri);
}

/* RFC 4151, 2.2 and 2.1. */
static void the_examples(void **state)
{
  (void)state;
  accepts("tag:timothy@hpl.hp.com,2001:web/externalHome", "timothy@hpl.hp.com", "2001",
          "web/externalHome", NULL);
  accepts("tag:sandro@w3.org,2004-05:Sandro", "sandro@w3.org", "2004-05", "Sandro", NULL);
  accepts("tag:my-ids.com,2001-09-15:TimKindberg:presentations:UBath2004-05-19", "my-ids.com",
          "2001-09-15", "TimKindberg:presentations:UBath2004-05-19", NULL);
  accepts("tag:blogger.com,1999:blog-555", "blogger.com", "1999", "blog-555", NULL);
  accepts("tag:yaml.org,2002:int", "yaml.org", "2002", "int", NULL);
  accepts("tag:a,2004-02-29:?/%41#f?", "a", "2004-02-29", "?/%41", "f?");
  accepts("tag:a_b.c-d@e,2000-02-29:", "a_b.c-d@e", "2000-02-29", "", NULL);
}

static void refuses(const char *uri, uriel_error_code code, const char *part, size_t offset)
{
  parts_faulty(&tag_scheme, URIEL_SPEC_RFC3986, uri, code, part, offset);
}

/* RFC 4151, 2.1. */
static void what_is_no_tag(void **state)
{
  (void)state;
  refuses("tag:a", URIEL_ERROR_PART_MISSING, "date", 5);
  refuses("tag:a,2004", URIEL_ERROR_PART_MISSING, "specific", 10);
  refuses("tag:,2004:b", URIEL_ERROR_PART_FORM, "authority", 4);
  refuses("tag:a.,2004:b", URIEL_ERROR_PART_FORM, "authority", 6);
  refuses("tag:a..b,2004:b", URIEL_ERROR_PART_FORM, "authority", 6);
  refuses("tag:-a,2004:b", URIEL_ERROR_PART_FORM, "authority", 4);
  refuses("tag:a-,2004:b", URIEL_ERROR_PART_FORM, "authority", 5);
  refuses("tag:a_b,2004:b", URIEL_ERROR_PART_FORM, "authority", 5);
  refuses("tag:@b,2004:b", URIEL_ERROR_PART_FORM, "authority", 4);
  refuses("tag:a+b@c,2004:b", URIEL_ERROR_PART_FORM, "authority", 5);
  refuses("tag:a%62,2004:b", URIEL_ERROR_PART_FORM, "authority", 5);
  refuses("tag://a/,2004:b", URIEL_ERROR_PART_NOT_ALLOWED, "host", 6);
}

static void dates(void **state)
{
  (void)state;
  refuses("tag:a,04:b", URIEL_ERROR_PART_FORM, "date", 8);
  refuses("tag:a,2004-:b", URIEL_ERROR_PART_FORM, "date", 11);
  refuses("tag:a,2004-5:b", URIEL_ERROR_PART_FORM, "date", 12);
  refuses("tag:a,20040:b", URIEL_ERROR_PART_FORM, "date", 10);
  refuses("tag:a,2004-05-011:b", URIEL_ERROR_PART_FORM, "date", 16);
  refuses("tag:a,2004-00:b", URIEL_ERROR_PART_NUMBER, "date", 11);
  refuses("tag:a,2004-13:b", URIEL_ERROR_PART_NUMBER, "date", 11);
  refuses("tag:a,2004-04-31:b", URIEL_ERROR_PART_NUMBER, "date", 14);
  refuses("tag:a,2004-04-00:b", URIEL_ERROR_PART_NUMBER, "date", 14);
  refuses("tag:a,2003-02-29:b", URIEL_ERROR_PART_NUMBER, "date", 14);
  refuses("tag:a,1900-02-29:b", URIEL_ERROR_PART_NUMBER, "date", 14);
}

static void what_is_not_built(void **state)
{
  (void)state;
  const scheme_tag no_one = {.date = TEXT("2004"), .specific = TEXT("")};
  const scheme_tag never = {.authority = TEXT("a"), .specific = TEXT("")};
  const scheme_tag nothing = {.authority = TEXT("a"), .date = TEXT("2004")};
  const scheme_tag space = {TEXT("a"), TEXT("2004"), TEXT("a b"), TEXT(NULL)};
  const scheme_tag sharp = {TEXT("a"), TEXT("2004"), TEXT("a"), TEXT("#")};
  parts_unbuilt(&tag_scheme, &no_one, URIEL_ERROR_PART_MISSING, "authority");
  parts_unbuilt(&tag_scheme, &never, URIEL_ERROR_PART_MISSING, "date");
  parts_unbuilt(&tag_scheme, &nothing, URIEL_ERROR_PART_MISSING, "specific");
  parts_unbuilt(&tag_scheme, &space, URIEL_ERROR_PART_CHARACTER, "specific");
  parts_unbuilt(&tag_scheme, &sharp, URIEL_ERROR_PART_CHARACTER, "fragment");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_examples),
      cmocka_unit_test(what_is_no_tag),
      cmocka_unit_test(dates),
      cmocka_unit_test(what_is_not_built),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
