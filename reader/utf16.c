/* SPDX-License-Identifier: MIT */
/* Text in UTF-16. */
#include "utf16.h"

#include <stdint.h>
#include <string.h>

#include "utf8.h"

enum utf16 utf16_of(const char *data, size_t len)
{
  if (len >= 2 && memcmp(data, "\xff\xfe", 2) == 0)
    return UTF16_LITTLE;
  if (len >= 2 && memcmp(data, "\xfe\xff", 2) == 0)
    return UTF16_BIG;
  if (len >= 4 && memcmp(data, "<", 2) == 0 && data[2] && !data[3])
    return UTF16_LITTLE;
  return len >= 4 && !data[0] && data[1] == '<' && !data[2] && data[3] ? UTF16_BIG : UTF16_NO;
}

/* The unit at `at`; U+FFFD for a byte that is left over. */
static uint32_t utf16_unit(enum utf16 order, const char *data, size_t len, size_t at)
{
  if (len - at < 2)
    return 0xfffd;
  const uint32_t first = (unsigned char)data[at], second = (unsigned char)data[at + 1];
  return order == UTF16_BIG ? first << 8 | second : second << 8 | first;
}

size_t utf16_decode(enum utf16 order, const char *data, size_t len, char *out)
{
  size_t n = 0;
  for (size_t at = 0; at < len; at += 2) {
    uint32_t c = utf16_unit(order, data, len, at);
    if (c == 0xfeff && at == 0)
      continue;
    if (c >= 0xd800 && c < 0xe000) {
      const uint32_t low = c < 0xdc00 && len - at >= 4 ? utf16_unit(order, data, len, at + 2) : 0;
      const bool pair = low >= 0xdc00 && low < 0xe000;
      c = pair ? 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00) : 0xfffd;
      at += pair ? 2 : 0;
    }
    n += utf8_write(c, out + n);
  }
  return n;
}
