/* SPDX-License-Identifier: MIT */
/* Addresses to bytes and back, UTF-8, and undefined text (NULL with length 0). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <arpa/inet.h>
#include <cmocka.h>

#include "support.h"
#include "uriel_find.h"
#include "uriel_query.h"

static size_t write_ipv6(const void *context, char *out, size_t capacity)
{
  return uriel_ipv6_print(context, out, capacity);
}

static void check_ipv6(const uint8_t bytes[16])
{
  uint8_t again[16];
  uint8_t system[16];
  const uriel_text text = text_written(write_ipv6, bytes);
  assert_true(text.len >= 2 && text.len <= 45);
  assert_true(uriel_ipv6_parse(again, text.ptr, text.len));
  assert_memory_equal(bytes, again, 16);
  char string[64];
  memcpy(string, text.ptr, text.len);
  string[text.len] = '\0';
  assert_int_equal(inet_pton(AF_INET6, string, system), 1);
  assert_memory_equal(bytes, system, 16);
  text_free(text);
}

/* The pattern of zero groups decides the text: tries all 256 patterns, with groups of one to four
 * digits. */
static void ipv6_zero_patterns(void **state)
{
  (void)state;
  static const uint16_t groups[] = {0x1, 0xAB, 0xABC, 0xABCD, 0xFFFF};
  for (size_t at = 0; at < sizeof groups / sizeof *groups; at++) {
    for (unsigned pattern = 0; pattern < 256; pattern++) {
      uint8_t bytes[16];
      for (size_t group = 0; group < 8; group++) {
        const uint16_t value = pattern >> group & 1 ? groups[at] : 0;
        bytes[2 * group] = (uint8_t)(value >> 8);
        bytes[2 * group + 1] = (uint8_t)value;
      }
      check_ipv6(bytes);
    }
  }
}

static void ipv6_random(void **state)
{
  (void)state;
  uint64_t seed = 3;
  for (size_t round = 0; round < 20000; round++) {
    uint8_t bytes[16];
    for (size_t at = 0; at < 16; at++)
      bytes[at] = (uint8_t)(random_below(&seed, 2) ? random_below(&seed, 256) : 0);
    if (random_below(&seed, 4) == 0)
      memcpy(bytes, "\0\0\0\0\0\0\0\0\0\0\xFF\xFF", 12);
    check_ipv6(bytes);
  }
}

/* Texts near addresses: the system's own reader must agree (on the forms that RFC 3986 also has). */
static void check_against_system(uriel_text text, void *context)
{
  size_t *const addresses = context;
  char string[128];
  uint8_t ours[16];
  uint8_t system[16];
  memcpy(string, text.ptr, text.len);
  string[text.len] = '\0';
  const bool six = uriel_ipv6_parse(ours, text.ptr, text.len);
  if (six != (inet_pton(AF_INET6, string, system) == 1) || (six && memcmp(ours, system, 16) != 0))
    die("ipv6 \"%s\": %d", string, six);
  const bool four = uriel_ipv4_parse(ours, text.ptr, text.len);
  if (four != (inet_pton(AF_INET, string, system) == 1) || (four && memcmp(ours, system, 4) != 0))
    die("ipv4 \"%s\": %d", string, four);
  *addresses += six || four;
}

static void small_addresses(void **state)
{
  (void)state;
  static const char *const tokens[] = {":", "::", "1", "a:", "0", ":1.2.3.4", "F:F:F:", ":12345", "g"};
  size_t addresses = 0;
  each_text(tokens, sizeof tokens / sizeof *tokens, 5, check_against_system, &addresses);
  assert_true(addresses > 1000);
  static const char *const digits[] = {"0", "1", "2", "5", "25", ".", "6.7.", "256"};
  addresses = 0;
  each_text(digits, sizeof digits / sizeof *digits, 5, check_against_system, &addresses);
  assert_true(addresses > 100);
}

/* RFC 3629, 4: UTF8-octets. The ranges of the first two bytes; the following bytes are UTF8-tail. */
typedef struct utf8_rule {
  unsigned char first, last, second_low, second_high;
  size_t len;
} utf8_rule;

static const utf8_rule utf8_rules[] = {
    {0x00, 0x7F, 0x00, 0x00, 1}, {0xC2, 0xDF, 0x80, 0xBF, 2}, {0xE0, 0xE0, 0xA0, 0xBF, 3},
    {0xE1, 0xEC, 0x80, 0xBF, 3}, {0xED, 0xED, 0x80, 0x9F, 3}, {0xEE, 0xEF, 0x80, 0xBF, 3},
    {0xF0, 0xF0, 0x90, 0xBF, 4}, {0xF1, 0xF3, 0x80, 0xBF, 4}, {0xF4, 0xF4, 0x80, 0x8F, 4},
};

static bool utf8_fits(const utf8_rule *rule, const unsigned char *s, size_t len)
{
  if (s[0] < rule->first || s[0] > rule->last || len < rule->len)
    return false;
  if (rule->len > 1 && (s[1] < rule->second_low || s[1] > rule->second_high))
    return false;
  for (size_t at = 2; at < rule->len; at++)
    if (s[at] < 0x80 || s[at] > 0xBF)
      return false;
  return true;
}

/* The length of the character, or 0. */
static size_t utf8_character(const unsigned char *s, size_t len)
{
  for (size_t at = 0; at < sizeof utf8_rules / sizeof *utf8_rules; at++)
    if (utf8_fits(&utf8_rules[at], s, len))
      return utf8_rules[at].len;
  return 0;
}

static void check_utf8(uriel_text text, void *context)
{
  (void)context;
  const unsigned char *const s = (const unsigned char *)text.ptr;
  size_t span = 0;
  for (size_t step = 1; span < text.len && step > 0; span += step) {
    uint32_t scalar;
    char bytes[4];
    const size_t next = uriel_utf8_next(&scalar, text.ptr + span, text.len - span);
    step = utf8_character(s + span, text.len - span);
    if (step == 0 && (scalar != 0xFFFD || next == 0 || next > text.len - span))
      die("U+%04X of %zu bytes, which are malformed", (unsigned)scalar, next);
    if (step > 0 && (next != step || uriel_utf8_write(bytes, scalar) != step ||
                     memcmp(bytes, text.ptr + span, step) != 0))
      die("U+%04X of %zu bytes, not %zu", (unsigned)scalar, next, step);
  }
  if (uriel_utf8_span(text.ptr, text.len) != span)
    die("UTF-8 of %zu bytes: %zu, not %zu", text.len, uriel_utf8_span(text.ptr, text.len), span);
}

static void utf8(void **state)
{
  (void)state;
  static const char *const tokens[] = {"a",    "\x7F", "\x80", "\x8F", "\x90", "\x9F", "\xA0", "\xBF",
                                       "\xC0", "\xC1", "\xC2", "\xDF", "\xE0", "\xE1", "\xEC", "\xED",
                                       "\xEE", "\xEF", "\xF0", "\xF1", "\xF3", "\xF4", "\xF5", "\xFF"};
  each_text(tokens, sizeof tokens / sizeof *tokens, 4, check_utf8, NULL);
}

/* Ordinary text first, so that a fast path for ASCII runs. */
static void utf8_behind_ascii(void **state)
{
  (void)state;
  static const char *const ends[] = {"",     "\xC3\xA9",         "\xC3", "\xE2\x82\xAC", "\xE2\x82",
                                     "\xFF", "\xF0\x9F\x98\x80z"};
  for (size_t before = 0; before < 70; before++) {
    for (size_t at = 0; at < sizeof ends / sizeof *ends; at++) {
      char buffer[96];
      memset(buffer, 'a', before);
      memcpy(buffer + before, ends[at], strlen(ends[at]));
      const uriel_text text = text_copy(text_from(buffer, before + strlen(ends[at])));
      check_utf8(text, NULL);
      text_free(text);
    }
  }
}

/* NULL with length 0 is an empty text. */
static void null_text(void **state)
{
  (void)state;
  uint8_t bytes[16];
  uriel_ref ref;
  uriel_error error;
  assert_true(uriel_parse(&ref, NULL, 0, &error));
  assert_non_null(uriel_path(&ref).ptr);
  assert_int_equal(uriel_path(&ref).len, 0);
  assert_int_equal(uriel_normalize(&ref, URIEL_LEVEL_SCHEME, NULL, 0), 0);
  assert_false(uriel_ipv4_parse(bytes, NULL, 0));
  assert_false(uriel_ipv6_parse(bytes, NULL, 0));
  assert_int_equal(uriel_utf8_span(NULL, 0), 0);
  assert_int_equal(uriel_encode(NULL, 0, URIEL_ENCODE_FORM, 0, NULL, 0), 0);
  assert_int_equal(uriel_decode(NULL, 0, 0, NULL, 0, &error), 0);
  size_t from = 0;
  uriel_hit hit;
  assert_false(uriel_find(&hit, &from, NULL, 0, true, NULL));
  uriel_text rest = {NULL, 0};
  uriel_text part;
  assert_false(uriel_segment_next(&rest, &part));
  uriel_param param;
  assert_false(uriel_query_next(&rest, &param, 0));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ipv6_zero_patterns), cmocka_unit_test(ipv6_random),
      cmocka_unit_test(small_addresses),    cmocka_unit_test(utf8),
      cmocka_unit_test(utf8_behind_ascii),  cmocka_unit_test(null_text),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
