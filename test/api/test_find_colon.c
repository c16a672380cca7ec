/* SPDX-License-Identifier: MIT */
/* The search for colons gives what looking at each byte gives, wherever vectors begin and end, and reads
 * nothing past the end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "scan/colon.h"
#include "support.h"

static size_t colon_byte_by_byte(uriel_text text, size_t at)
{
  while (at < text.len && !(text.ptr[at] == ':' && (at + 1 == text.len || text.ptr[at + 1] != ' ')))
    at++;
  return at;
}

static void check_colons(uriel_text text)
{
  const char *const end = text.ptr + text.len;
  for (size_t at = 0; at <= text.len; at++)
    assert_int_equal((size_t)(uriel_scan_colon(text.ptr + at, end) - text.ptr),
                     colon_byte_by_byte(text, at));
}

/* One colon at each place of texts of each length, before each of what may follow. */
static void one_colon(void **state)
{
  (void)state;
  char buffer[100];
  for (size_t len = 1; len <= sizeof buffer; len++)
    for (size_t at = 0; at < len; at++)
      for (const char *next = " /x:"; *next; next++) {
        memset(buffer, 'a', sizeof buffer);
        buffer[at] = ':';
        if (at + 1 < len)
          buffer[at + 1] = *next;
        const uriel_text text = text_copy(text_from(buffer, len));
        check_colons(text);
        text_free(text);
      }
}

/* Texts of nothing but what counts, so that each vector holds several. */
static void many_colons(void **state)
{
  (void)state;
  static const char some[] = {':', ' ', 'a', '\n', (char)0xBA, ';'};
  char buffer[70];
  unsigned seed = 1;
  for (size_t round = 0; round < 5000; round++) {
    for (size_t at = 0; at < sizeof buffer; at++) {
      seed = seed * 1103515245U + 12345U;
      buffer[at] = some[(seed >> 16) % sizeof some];
    }
    const uriel_text text = text_copy(text_from(buffer, round % (sizeof buffer + 1)));
    check_colons(text);
    text_free(text);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(one_colon), cmocka_unit_test(many_colons)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
