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
  assert_true(some + present == readers + count);
  assert_null(uriel_reader_find("go ", 3));
  for (size_t i = 0; i < count; i++) {
    assert_true(uriel_reader_find(readers[i].name, strlen(readers[i].name)) == &readers[i]);
    assert_true(readers[i].version && *readers[i].program);
    assert_false(uriel_reader_read(&reading, &readers[i], "http://a/", 9, out, 1));
    assert_true(!reading.host.ptr && !reading.scheme.ptr && reading.port == -1);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(agree_vectors), cmocka_unit_test(table)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
