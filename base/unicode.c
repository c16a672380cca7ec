/* SPDX-License-Identifier: MIT */
/* Characters of text. */
#include "unicode.h"

#include <string.h>
#include <strings.h>

#include "uriel_idna.h"

/* ---- Characters -------------------------------------------------------------------------------- */

bool utf8_is_safe(uint32_t point)
{
  if (point < 0x20 || (point >= 0x7F && point < 0xA0) || point == UTF8_BAD)
    return false;
  const bool reorders = point == 0x61C || point == 0x200E || point == 0x200F ||
                        (point >= 0x202A && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069);
  const bool unseen = point == 0xFEFF || point == 0x200B || (point >= 0x2060 && point <= 0x2064);
  return !reorders && !unseen && point != 0x2028 && point != 0x2029;
}

bool utf8_is_seen(uint32_t point)
{
  static const struct {
    uint32_t first, last;
  } unseen[] = {{0xA0, 0xA0},     {0xAD, 0xAD},     {0x115F, 0x1160}, {0x1680, 0x1680},
                {0x180E, 0x180E}, {0x2000, 0x200B}, {0x200E, 0x200F}, {0x2028, 0x202F},
                {0x205F, 0x206F}, {0x2800, 0x2800}, {0x3000, 0x3000}, {0x3164, 0x3164},
                {0xFEFF, 0xFEFF}, {0xFFA0, 0xFFA0}, {0xFFF9, 0xFFFB}, {0xE0000, 0xE0FFF}};
  for (size_t i = 0; i < sizeof unseen / sizeof *unseen; i++)
    if (point >= unseen[i].first && point <= unseen[i].last)
      return false;
  return true;
}

bool utf8_is_shown(uint32_t point)
{
  static const struct {
    uint32_t first, last;
  } unseen[] = {
      {0x0000, 0x001F},   {0x007F, 0x009F}, {0x00AD, 0x00AD}, {0x034F, 0x034F},   {0x061C, 0x061C},
      {0x115F, 0x1160},   {0x17B4, 0x17B5}, {0x180B, 0x180F}, {0x200B, 0x200F},   {0x2028, 0x202E},
      {0x2060, 0x206F},   {0x3164, 0x3164}, {0xFDD0, 0xFDEF}, {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},
      {0xFFA0, 0xFFA0},   {0xFFF0, 0xFFFB}, {0xFFFE, 0xFFFF}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A},
      {0xE0000, 0xE0FFF},
  };
  for (size_t i = 0; i < sizeof unseen / sizeof *unseen; i++)
    if (point >= unseen[i].first && point <= unseen[i].last)
      return false;
  return point != UTF8_BAD && (point & 0xFFFE) != 0xFFFE;
}

/* ---- UTF-16 ----------------------------------------------------------------------------------- */

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

const uriel_encoding *utf16_encoding(enum utf16 order)
{
  return uriel_encoding_find(NULL, order == UTF16_LITTLE ? "utf-16le" : "utf-16be", 8);
}

size_t utf16_decode(enum utf16 order, const char *data, size_t len, char *out)
{
  uriel_encoding_context context = {.encoding = utf16_encoding(order)};
  size_t mark;
  (void)uriel_encoding_marked(&mark, data, len);
  return uriel_encoding_decode(&context, data + mark, len - mark, out, (len + 1) / 2 * 3);
}

/* ---- Hosts ------------------------------------------------------------------------------------ */

bool host_is_international(uriel_text host)
{
  for (size_t at = 0, label = 0; at < host.len; at++) {
    if ((unsigned char)host.ptr[at] >= 0x80 ||
        (at == label && host.len - at > 3 && strncasecmp(host.ptr + at, "xn--", 4) == 0))
      return true;
    if (host.ptr[at] == '.')
      label = at + 1;
  }
  return false;
}

bool host_unicode(uriel_text host, struct buffer *out, uriel_text *shown)
{
  enum { OPTIONS = URIEL_IDNA_CHECK_BIDI | URIEL_IDNA_CHECK_JOINERS };
  uriel_error error = {.code = URIEL_ERROR_NONE};
  *shown = (uriel_text){NULL, 0};
  if (!host_is_international(host))
    return true;
  while (buffer_again(
      out, uriel_idna_to_unicode(host.ptr, host.len, OPTIONS, out->ptr, out->capacity, &error)))
    ;
  const bool same = out->len == host.len && memcmp(out->ptr, host.ptr, host.len) == 0;
  if (!out->no_memory && error.code == URIEL_ERROR_NONE && out->len && !same)
    *shown = buffer_text(out);
  return !out->no_memory;
}
