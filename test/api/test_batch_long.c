/* SPDX-License-Identifier: MIT */
/* Rows of more than 2^32-1 bytes, rows after them, and each kernel on the longest text. The text takes
 * little memory: one block is mapped at nearly all of its addresses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sys/mman.h>

#include <cmocka.h>

#include "letters.h"
#include "support.h"
#include "uriel_batch.h"

#define LONG ((size_t)1 << 32)
#define PAGE ((size_t)65536)

/* A row that is too long has no text; the next row is read normally. */
static void expect_rows(const uriel_ref *rows, const char *text)
{
  assert_int_equal(rows[0].flags, URIEL_INVALID);
  assert_int_equal(rows[0].length, 0);
  assert_true(rows[0].text == text);
  assert_int_equal(rows[1].flags, 0);
  assert_int_equal(rows[1].length, 2);
  assert_true(rows[1].text == text + LONG + 1);
}

static void rows(void **state)
{
  static const char tail[] = "\nb/\n";
  const uint64_t offsets[] = {0, LONG, LONG + 1, LONG + 3};
  uriel_ref found[3];
  size_t from = 0;
  (void)state;
  char *const text = letters_map(PAGE);
  if (!text) {
    print_message("no memory for 4 GiB of addresses\n");
    skip();
  }
  memcpy(text + LONG, tail, sizeof tail - 1);
  assert_int_equal(uriel_parse_lines(found, 3, &from, text, LONG + 4, false), 2);
  expect_rows(found, text);
  assert_int_equal(uriel_parse_offsets64(found, 3, text, LONG + 4, offsets), 1);
  found[1] = found[2];
  expect_rows(found, text);
  from = 1;
  assert_int_equal(uriel_parse_lines(found, 1, &from, text, LONG + 4, true), 1);
  assert_int_equal(found[0].length, UINT32_MAX);
  assert_int_equal(found[0].flags, 0);
  from = 2;
  assert_int_equal(uriel_parse_lines(found, 1, &from, text, LONG, false), 0);
  assert_int_equal(from, 2);
  munmap(text, LONG + PAGE);
}

/* The longest possible text: a 32-bit counter of blocks would wrap after its last block. */
static void expect_longest(uriel_cpu cpu, char *text, const char *front)
{
  const size_t len = strlen(front);
  uriel_ref ref;
  if (!uriel_cpu_force(cpu))
    return;
  memcpy(text, front, len);
  assert_true(uriel_parse(&ref, text, UINT32_MAX, NULL));
  assert_int_equal(ref.length, UINT32_MAX);
  assert_int_equal(ref.query_end, UINT32_MAX);
  assert_int_equal(ref.path_end, len - 1);
}

/* An upper-case scheme goes through both lanes of the kernels that have halves. */
static void longest(void **state)
{
  const uriel_cpu used = uriel_cpu_used();
  (void)state;
  char *const text = letters_map(PAGE);
  if (!text) {
    print_message("no memory for 4 GiB of addresses\n");
    skip();
  }
  expect_longest(URIEL_CPU_PLAIN, text, "http://h/?");
  for (uriel_cpu cpu = URIEL_CPU_PLAIN + 1; *uriel_cpu_name(cpu); cpu++)
    expect_longest(cpu, text, "HTTP://h/?");
  assert_true(uriel_cpu_force(used));
  munmap(text, LONG + PAGE);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(rows), cmocka_unit_test(longest)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
