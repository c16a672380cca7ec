/* SPDX-License-Identifier: MIT */
/* UTF-8 (RFC 3629). */
#include "text/utf8.h"

#include "text/text.h"

/* Returns whether the second byte can follow the first, which begins a sequence of two or more. */
static inline bool utf8_follows(const unsigned char *at)
{
  const unsigned char low = at[0] == 0xE0 ? 0xA0 : at[0] == 0xF0 ? 0x90 : 0x80;
  const unsigned char high = at[0] == 0xED ? 0x9F : at[0] == 0xF4 ? 0x8F : 0xBF;
  return at[1] >= low && at[1] <= high;
}

/* The length of the sequence at `at` (section 4), or 0 if it is invalid. */
static size_t utf8_sequence(const unsigned char *at, size_t left)
{
  const unsigned char lead = at[0];
  if (lead < 0x80)
    return 1;
  const size_t need = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || left < need)
    return 0;
  if (!utf8_follows(at))
    return 0;
  for (size_t i = 2; i < need; i++)
    if ((at[i] & 0xC0) != 0x80)
      return 0;
  return need;
}

size_t uriel_utf8_span(const char *text, size_t len)
{
  const unsigned char *const bytes = (const unsigned char *)text;
  size_t at = 0;
  while (at < len) {
    if (len - at >= 8 && !(word_read(text + at) & WORD_OF(0x80))) {
      at += 8;
      continue;
    }
    const size_t n = utf8_sequence(bytes + at, len - at);
    if (n == 0)
      break;
    at += n;
  }
  return at;
}

size_t uriel_utf8_character(const char *at, const char *end, uint32_t *character)
{
  const unsigned char *const bytes = (const unsigned char *)at;
  const size_t n = at == end ? 0 : utf8_sequence(bytes, (size_t)(end - at));
  if (n == 0)
    return 0;
  *character = n == 1 ? bytes[0] : bytes[0] & (0x7Fu >> n);
  for (size_t i = 1; i < n; i++)
    *character = *character << 6 | (bytes[i] & 0x3Fu);
  return n;
}

size_t uriel_utf8_next(uint32_t *scalar, const char *text, size_t len)
{
  const unsigned char *const bytes = (const unsigned char *)text;
  const size_t n = uriel_utf8_character(text, text + len, scalar);
  const unsigned char lead = bytes[0];
  if (n > 0)
    return n;
  *scalar = 0xFFFD;
  if (lead < 0xE0 || lead > 0xF4 || len < 2 || !utf8_follows(bytes))
    return 1;
  return lead >= 0xF0 && len > 2 && (bytes[2] & 0xC0) == 0x80 ? 3 : 2;
}

ucs_kind uriel_ucs_kind(uint32_t character)
{
  const uint32_t c = character;
  if (c < 0x10000) {
    if ((c >= 0xA0 && c < 0x200E) || (c >= 0x2010 && c < 0x202A) || (c >= 0x202F && c < 0xD800))
      return UCS_IRI;
    if (c >= 0xE000 && c < 0xF900)
      return UCS_PRIVATE;
    return c >= 0xF900 && c < 0xFFF0 && !(c >= 0xFDD0 && c < 0xFDF0) ? UCS_IRI : UCS_OTHER;
  }
  if ((c & 0xFFFF) > 0xFFFD || (c >= 0xE0000 && c < 0xE1000))
    return UCS_OTHER;
  return c < 0xF0000 ? UCS_IRI : UCS_PRIVATE;
}

size_t uriel_utf8_write(char out[4], uint32_t scalar)
{
  static const unsigned char lead[] = {0, 0, 0xC0, 0xE0, 0xF0};
  const unsigned n = scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4;
  out[0] = (char)(unsigned char)(scalar >> 6 * (n - 1) | lead[n]);
  for (unsigned i = 1; i < n; i++)
    out[i] = (char)(unsigned char)(0x80 | (scalar >> 6 * (n - 1 - i) & 0x3F));
  return n;
}
