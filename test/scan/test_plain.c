/* SPDX-License-Identifier: MIT */
/* The plain fast path says the same as the grammar: every short string over a byte of each class, and
 * many long ones made of pieces that matter. Where it does not decide it may say so, but not of what is
 * common. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "scan/scan.h"
#include "uri/parse.h"

static size_t decided;

/* The text in a block of its exact size, so that a sanitizer sees a read past it. */
static void agree_on(const char *bytes, size_t len)
{
  char *const text = malloc(len ? len : 1);
  uriel_ref fast, slow;
  uint8_t ipv4[4];
  assert_non_null(text);
  memcpy(text, bytes, len);
  if (uriel_scan_plain(&fast, text, (uint32_t)len)) {
    decided++;
    if (!uriel_parse_by_grammar(&slow, text, (uint32_t)len, NULL))
      fail_msg("the fast path takes \"%.*s\", the grammar does not", (int)len, text);
    slow.flags &= ~(uint32_t)URIEL_HOST_KIND_MASK;
    if (memcmp(&fast, &slow, sizeof fast) != 0)
      fail_msg("the fast path reads \"%.*s\" otherwise than the grammar", (int)len, text);
    uriel_ref whole;
    assert_true(uriel_parse(&whole, text, len, NULL));
    const uriel_text host = uriel_host(&whole);
    const uriel_host_kind kind = !host.ptr                                    ? URIEL_HOST_NONE
                                 : uriel_ipv4_parse(ipv4, host.ptr, host.len) ? URIEL_HOST_IPV4
                                                                              : URIEL_HOST_NAME;
    assert_int_equal(uriel_host_kind_of(&whole), kind);
  }
  free(text);
}

static void try_all(const char *alphabet, size_t most)
{
  char text[16];
  size_t digits[16] = {0};
  const size_t size = strlen(alphabet);
  for (size_t len = 0; len <= most; len++) {
    memset(digits, 0, sizeof digits);
    for (size_t carry = 0; !carry;) {
      for (size_t i = 0; i < len; i++)
        text[i] = alphabet[digits[i]];
      agree_on(text, len);
      size_t i = 0;
      while (i < len && ++digits[i] == size)
        digits[i++] = 0;
      carry = i == len;
    }
  }
}

static void short_strings(void **state)
{
  (void)state;
  decided = 0;
  try_all("aGB/:?#@[].%2 ", 5);
  assert_true(decided > 50000);
}

static const char *const pieces[] = {
    "http",      "HTTPS", "urn", "example", "Example", ".org",   "192.0.2.1",
    "256.1.1.1", "//",    "/",   ":",       ":80",     "@",      "user",
    "..",        ".",     "/./", "/../",    "%2e",     "%C3%A4", "%g",
    "%",         "?",     "#",   "a=b&",    "[::1]",   "[v1.",   "]",
    "~-_",       "!$'",   " ",   "\x80",    "{}",      "\x7F",   "long-enough-run",
};

static uint32_t next_random(uint32_t *seed)
{
  *seed = *seed * 1664525u + 1013904223u;
  return *seed >> 8;
}

static void long_strings(void **state)
{
  char text[256];
  uint32_t seed = 3986;
  (void)state;
  decided = 0;
  for (size_t i = 0; i < 300000; i++) {
    size_t len = 0;
    for (uint32_t count = next_random(&seed) % 12; count > 0; count--) {
      const char *const piece = pieces[next_random(&seed) % (sizeof pieces / sizeof *pieces)];
      memcpy(text + len, piece, strlen(piece));
      len += strlen(piece);
    }
    agree_on(text, len);
  }
  assert_true(decided > 10000);
}

/* What most references look like never needs the grammar. */
static void common_forms(void **state)
{
  static const char *const common[] = {
      "http://example.com/",          "https://www.example.com:443/a/b.html?x=1&y=%20#top",
      "mailto:user@example.com",      "../images/a.png",
      "ftp://user:pw@192.0.2.1/file", "",
  };
  uriel_ref ref;
  (void)state;
  for (size_t i = 0; i < sizeof common / sizeof *common; i++)
    assert_true(uriel_scan_plain(&ref, common[i], (uint32_t)strlen(common[i])));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(short_strings),
      cmocka_unit_test(long_strings),
      cmocka_unit_test(common_forms),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
