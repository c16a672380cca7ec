/* SPDX-License-Identifier: MIT */
/* The search for marks gives the same result as a search byte by byte, at every alignment, and reads
 * nothing past the end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "scan/scan.h"
#include "support.h"

static bool mark_is(uriel_text text, size_t at, bool all)
{
  const bool last = at + 1 == text.len;
  const unsigned char next = last ? 0 : (unsigned char)text.ptr[at + 1];
  switch (text.ptr[at]) {
  case ':':
    return last || next != ' ';
  case '.':
    return all && (last || next >= '0');
  case '/':
    return all && (last || next == '/');
  default:
    return all && text.ptr[at] == '@';
  }
}

/* Checks the marks of [at, end), block by block, each at its expected place. */
static void check_marks(uriel_text text, size_t at, bool all)
{
  const char *const end = text.ptr + text.len;
  const char *block = text.ptr + at;
  uint64_t marks = 0;
  for (size_t seen = at; seen < text.len;) {
    block = uriel_scan_marks(text.ptr + seen, end, all, &marks);
    assert_true(block == end ? marks == 0 : marks != 0);
    for (; seen < (size_t)(block - text.ptr); seen++)
      assert_false(mark_is(text, seen, all));
    for (size_t bit = 0; bit < MARK_BLOCK && seen < text.len; bit++, seen++)
      assert_int_equal(marks >> bit & 1, mark_is(text, seen, all));
  }
}

static void check_colons(uriel_text text)
{
  for (uriel_cpu cpu = URIEL_CPU_PLAIN; *uriel_cpu_name(cpu); cpu++)
    for (size_t at = 0; uriel_cpu_force(cpu) && at <= text.len; at += at < 3 ? 1 : 13) {
      check_marks(text, at, false);
      check_marks(text, at, true);
    }
}

static void check_copy(const char *ptr, size_t len)
{
  const uriel_text text = text_copy(text_from(ptr, len));
  check_colons(text);
  text_free(text);
}

/* One mark at each place of texts that end near a vector's and a block's end, before each character that
 * may follow. */
static void one_mark(void **state)
{
  (void)state;
  static const size_t lengths[] = {1, 2, 15, 16, 17, 63, 64, 65, 66, 80, 128, 129, 130};
  char buffer[130];
  for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
    for (size_t at = 0; at < lengths[i]; at++)
      for (const char *mark = ":./@"; *mark; mark++)
        for (const char *next = " /0:\xff"; *next; next++) {
          memset(buffer, 'a', sizeof buffer);
          buffer[at] = *mark;
          if (at + 1 < lengths[i])
            buffer[at + 1] = *next;
          check_copy(buffer, lengths[i]);
        }
}

/* Texts of only significant characters, so that each vector holds several. */
static void many_marks(void **state)
{
  (void)state;
  static const char some[] = {':', ' ', 'a', '\n', (char)0xBA, ';', '.', '/', '/', '@', '-', '0'};
  char buffer[200];
  unsigned seed = 1;
  for (size_t round = 0; round < 5000; round++) {
    for (size_t at = 0; at < sizeof buffer; at++) {
      seed = seed * 1103515245U + 12345U;
      buffer[at] = some[(seed >> 16) % sizeof some];
    }
    check_copy(buffer, round % (sizeof buffer + 1));
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(one_mark), cmocka_unit_test(many_marks)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
