/* SPDX-License-Identifier: MIT */
/* The messages of WAIS and Prospero in plans, compared with messages written by hand from descriptions
 * of the protocols. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support.h"
#include "uriel_plan.h"

enum { STEPS = 32, BRANCHES = 64, TEXT = 8192 };

static uriel_step steps[STEPS];
static uriel_branch branches[BRANCHES];
static char text[TEXT];

static uriel_plan plan_of(uriel_spec spec, const char *uri)
{
  uriel_plan plan = {.steps = steps,
                     .step_capacity = STEPS,
                     .text = text,
                     .text_capacity = TEXT,
                     .branches = branches,
                     .branch_capacity = BRANCHES};
  uriel_ref ref;
  if (!uriel_parse_as(&ref, uri, strlen(uri), spec, 0, NULL) ||
      !uriel_plan_make(&plan, &ref, NULL, NULL))
    die("\"%s\" has no plan", uri);
  return plan;
}

/* The request of that number, from 0. */
static const uriel_step *request_of(const uriel_plan *plan, size_t number)
{
  for (size_t i = 0; i < plan->step_count + plan->aside_count; i++)
    if (plan->steps[i].kind == URIEL_STEP_REQUEST && number-- == 0)
      return &plan->steps[i];
  die("no such request");
}

static void bytes_are(const uriel_step *step, const char *wanted, size_t len)
{
  if (step->bytes.len != len || memcmp(step->bytes.ptr, wanted, len) != 0) {
    for (size_t i = 0; i < step->bytes.len; i++)
      fprintf(stderr, " %02x", (unsigned char)step->bytes.ptr[i]);
    die(": %zu bytes instead of %zu", step->bytes.len, len);
  }
}

#define BYTES_ARE(step, literal) bytes_are(step, literal, sizeof(literal) - 1)
#define SEARCH                                                                                          \
  "\x00\x13\x16\x00\x00\x1E\x00\x13\x88\x00\x00\x1E\x01\x11\x00\x12\x01x\x14\x01"                       \
  "3"

static void searches(void **state)
{
  (void)state;
  uriel_plan plan = plan_of(URIEL_SPEC_RFC3986, "wais://h/x?keeper");
  BYTES_ARE(request_of(&plan, 0), "0000000037z2wais        0" SEARCH "c\x0Ej\x06keepero\x01\x01r\x01(");
  plan = plan_of(URIEL_SPEC_RFC3986, "wais://h/%78?a+b%2Bc");
  BYTES_ARE(request_of(&plan, 0), "0000000036z2wais        0" SEARCH "c\x0Dj\x05"
                                  "a b+co\x01\x01r\x01(");
  /* Without words, the server describes the database. */
  plan = plan_of(URIEL_SPEC_RFC3986, "wais://h/x");
  BYTES_ARE(request_of(&plan, 0), "0000000031z2wais        0" SEARCH "c\x08j\x00o\x01\x01r\x01(");
  assert_int_equal(plan.steps[1].kind, URIEL_STEP_ASK);
  assert_int_equal(plan.steps[1].fill, URIEL_FILL_WORDS);
  assert_string_equal(plan.steps[1].after, "");
}

#define DOCUMENT                                                                                        \
  "\x00*\x16\x00\x00\x0A\x00\x00\x10\x00\x00\x0F\x01\x11\x03"                                           \
  "FOO\x12\x01x\x14\x01"                                                                                \
  "1\x13\x0F \x1F"                                                                                      \
  "Document Text\x02\x01"                                                                               \
  "3\x15"
#define TERMS(type)                                                                                     \
  ",\x11wt re ig ig ig ig-" type ".\x01"                                                                \
  "a,\x11wb ro ig ig ig ig-\x0A"                                                                        \
  "0000000000.\x01"                                                                                     \
  "a"                                                                                                   \
  ",\x11wb rl ig ig ig ig-\x0A"                                                                         \
  "0000010000.\x01"                                                                                     \
  "a"

static void documents(void **state)
{
  (void)state;
  uriel_plan plan =
      plan_of(URIEL_SPEC_RFC3986, "wais://h/x/TEXT/1=h.example%3A210;2=/d/x;3=0%2024%20/d/a.txt;"
                                  "4=h.example%3A210;5=/d/x;6=0%2024%20/d/a.txt;7=%00;");
  const uriel_step *step = request_of(&plan, 0);
  BYTES_ARE(step, "0000000239z2wais        0" DOCUMENT "\x81@,\x11un re ig ig ig ig-K"
                  "\x01\rh.example:210\x02\x04/d/x\x03\r0 24 /d/a.txt"
                  "\x04\rh.example:210\x05\x04/d/x\x06\r0 24 /d/a.txt\x07\x01\x00" TERMS("\x04TEXT"));
  assert_memory_equal(step->bytes.ptr + step->first, "0000000000.", 11);
  assert_memory_equal(step->bytes.ptr + step->last, "0000010000.", 11);
  assert_true(step->length == 0);
  /* Any other identifier is opaque. */
  plan = plan_of(URIEL_SPEC_RFC3986, "wais://h/x/HTML/%01%02/a;b");
  BYTES_ARE(request_of(&plan, 0), "0000000169z2wais        0" DOCUMENT
                                  "{,\x11un re ig ig ig ig-\x06\x01\x02/a;b" TERMS("\x04HTML"));
  /* Half a list of fields is not sent. */
  plan = plan_of(URIEL_SPEC_RFC3986, "wais://h/x/TEXT/1=a;2");
  assert_null(request_of(&plan, 0)->bytes.ptr);
  plan = plan_of(URIEL_SPEC_RFC3986, "wais://h/x/TEXT/1=a");
  assert_null(request_of(&plan, 0)->bytes.ptr);
}

/* Lengths of 128 bytes and more, and tags from 128 up, take two bytes. */
static void long_fields(void **state)
{
  (void)state;
  char uri[256] = "wais://h/x/TEXT/131=", wanted[256] = "\x81\x03\x81\x2C";
  memset(uri + 20, 'a', 172);
  uri[192] = ';';
  memset(wanted + 4, 'a', 172);
  const uriel_plan plan = plan_of(URIEL_SPEC_RFC3986, uri);
  const uriel_step *const step = request_of(&plan, 0);
  assert_non_null(memmem(step->bytes.ptr, step->bytes.len, wanted, 4 + 172));
  assert_non_null(memmem(step->bytes.ptr, step->bytes.len, "-\x81\x30\x81\x03", 5));
}

/* url-1993, WAIS: the length of the document comes before its identifier. */
static void document_of_1993(void **state)
{
  (void)state;
  if (!uriel_spec_built(URIEL_SPEC_URL_1993))
    return;
  const uriel_plan plan = plan_of(URIEL_SPEC_URL_1993, "wais://h/x/TEXT/24/a/b");
  const uriel_step *const step = request_of(&plan, 0);
  assert_true(step->length == 24);
  assert_non_null(memmem(step->bytes.ptr, step->bytes.len,
                         "-\x03"
                         "a/b,",
                         6));
}

#define HELLO "VERSION 5\nAUTHENTICATE '' UNAUTHENTICATED guest\n"

static void objects(void **state)
{
  (void)state;
  uriel_plan plan = plan_of(URIEL_SPEC_RFC3986, "prospero://h//d/pub/a");
  BYTES_ARE(request_of(&plan, 0), HELLO "GET-OBJECT-INFO ACCESS-METHOD+SIZE ASCII /d/pub/a 0\n");
  BYTES_ARE(request_of(&plan, 1), HELLO "GET-OBJECT-INFO CONTENTS ASCII /d/pub/a 0\n");
  BYTES_ARE(request_of(&plan, 2), HELLO "DIRECTORY ASCII /d/pub/a\nLIST '' COMPONENTS\n");
  plan = plan_of(URIEL_SPEC_RFC3986, "prospero://h//d/it's%20a;x=y;OBJECT-VERSION=3");
  BYTES_ARE(request_of(&plan, 1), HELLO "GET-OBJECT-INFO CONTENTS ASCII '/d/it''s a' 3\n");
  plan = plan_of(URIEL_SPEC_RFC3986, "prospero://h/a;OBJECT-VERSION=x");
  BYTES_ARE(request_of(&plan, 1), HELLO "GET-OBJECT-INFO CONTENTS ASCII a 0\n");
  plan = plan_of(URIEL_SPEC_RFC3986, "prospero://h/");
  BYTES_ARE(request_of(&plan, 1), HELLO "GET-OBJECT-INFO CONTENTS ASCII '' 0\n");
  if (!uriel_spec_built(URIEL_SPEC_URL_1994))
    return;
  plan = plan_of(URIEL_SPEC_URL_1994, "prospero://h:1525/AFTP/pub/r%007");
  BYTES_ARE(request_of(&plan, 0), HELLO "GET-OBJECT-INFO ACCESS-METHOD+SIZE ASCII AFTP/pub/r 7\n");
  plan = plan_of(URIEL_SPEC_URL_1994, "prospero://h/d/two%20words%00%00SIZE");
  BYTES_ARE(request_of(&plan, 0), HELLO "GET-OBJECT-INFO ACCESS-METHOD+SIZE ASCII 'd/two words' 0\n");
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(searches), cmocka_unit_test(documents),
                                     cmocka_unit_test(long_fields), cmocka_unit_test(document_of_1993),
                                     cmocka_unit_test(objects)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
