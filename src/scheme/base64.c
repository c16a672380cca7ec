/* SPDX-License-Identifier: MIT */
/* base64 (RFC 4648, 4), strictly: what is of no alphabet is refused (3.3), padding is needed (3.2), and
 * the bits that it leaves over are 0 (3.5). */
#include "scheme/base64.h"

/* The value of a character of the alphabet; 64 of any other. */
static unsigned base64_value(char byte)
{
  if (byte_is(byte, BYTE_DIGIT))
    return (unsigned)(byte - '0') + 52;
  if (byte_is(byte, BYTE_ALPHA))
    return byte_is(byte, BYTE_UPPER) ? (unsigned)(byte - 'A') : (unsigned)(byte - 'a') + 26;
  return byte == '+' ? 62 : byte == '/' ? 63 : 64;
}

static void base64_write_bytes(writer *w, uint32_t bits, size_t count)
{
  for (size_t i = 0; i < count; i++)
    write_byte(w, (char)(unsigned char)(bits >> (16 - 8 * i) & 0xFF));
}

/* Four characters in the making. */
typedef struct base64_group {
  uint32_t bits;
  unsigned count, padding;
} base64_group;

/* Whether a character goes on with the group. */
static bool base64_add(base64_group *group, char byte)
{
  const unsigned value = base64_value(byte);
  const bool pads = byte == '=' && group->count >= 2;
  const uint32_t left_over = group->bits & (group->count == 2 ? 15u : 3u);
  if (pads ? group->padding == 0 && left_over != 0 : value == 64 || group->padding > 0)
    return false;
  group->padding += pads;
  group->bits = group->bits << 6 | (pads ? 0 : value);
  group->count++;
  return true;
}

const char *uriel_base64_read(writer *w, uriel_text written)
{
  const char *at = written.ptr;
  const char *const end = at + written.len;
  base64_group group = {0, 0, 0};
  bool padded = false;
  while (at < end) {
    const bool encoded = triplet_at(at, end);
    if (padded || !base64_add(&group, encoded ? (char)triplet_value(at) : *at))
      return at;
    at += encoded ? 3 : 1;
    if (group.count == 4) {
      base64_write_bytes(w, group.bits, 3 - group.padding);
      padded = group.padding > 0;
      group = (base64_group){0, 0, 0};
    }
  }
  return group.count > 0 ? end : NULL;
}

void uriel_base64_write(writer *w, uriel_text bytes)
{
  static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (size_t i = 0; i < bytes.len; i += 3) {
    const size_t count = bytes.len - i < 3 ? bytes.len - i : 3;
    uint32_t bits = 0;
    for (size_t k = 0; k < 3; k++)
      bits = bits << 8 | (k < count ? (unsigned char)bytes.ptr[i + k] : 0u);
    for (size_t k = 0; k < 4; k++)
      write_byte(w, k <= count ? alphabet[bits >> (18 - 6 * k) & 63] : '=');
  }
}
