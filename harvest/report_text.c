/* SPDX-License-Identifier: MIT */
/* Writes text from documents, and numbers, as the page shows them. */
#include "report_text.h"

#include <stdio.h>
#include <string.h>

#include "base/unicode.h"
#include "reader/password.h"

/* A character, a byte that is not UTF-8, or the password. */
struct text_unit {
  size_t size;
  enum { TEXT_PLAIN, TEXT_ESCAPED, TEXT_SECRET } as;
};

struct text_range {
  uint32_t first, last;
};

/* Invisible characters, and characters that change how others are displayed. */
static const struct text_range text_unseen[] = {
    {0x0000, 0x001F},   {0x007F, 0x009F}, {0x00AD, 0x00AD}, {0x034F, 0x034F},   {0x061C, 0x061C},
    {0x115F, 0x1160},   {0x17B4, 0x17B5}, {0x180B, 0x180F}, {0x200B, 0x200F},   {0x2028, 0x202E},
    {0x2060, 0x206F},   {0x3164, 0x3164}, {0xFDD0, 0xFDEF}, {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},
    {0xFFA0, 0xFFA0},   {0xFFF0, 0xFFFB}, {0xFFFE, 0xFFFF}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A},
    {0xE0000, 0xE0FFF},
};

static bool text_is_unseen(uint32_t point)
{
  for (size_t i = 0; i < sizeof text_unseen / sizeof *text_unseen; i++) {
    if (point >= text_unseen[i].first && point <= text_unseen[i].last)
      return true;
  }
  return point == UTF8_BAD || (point & 0xFFFE) == 0xFFFE;
}

static struct text_unit text_unit_at(uriel_text text, size_t at, struct password_span secret)
{
  if (at == secret.begin && secret.end > at)
    return (struct text_unit){secret.end - at, TEXT_SECRET};
  uint32_t point;
  const size_t size = utf8_next(text.ptr + at, text.len - at, &point);
  return (struct text_unit){size, text_is_unseen(point) ? TEXT_ESCAPED : TEXT_PLAIN};
}

static void text_put_unit(struct report_out *out, const char *bytes, struct text_unit unit)
{
  static const char special[] = "&<>\"'";
  static const char *const entities[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
  const char *const found = memchr(special, *bytes, sizeof special - 1);
  if (unit.as == TEXT_SECRET)
    report_string(out, "****");
  else if (unit.as == TEXT_ESCAPED)
    for (size_t i = 0; i < unit.size; i++)
      report_format(out, "\\x%02x", (unsigned)(unsigned char)bytes[i]);
  else if (found)
    report_string(out, entities[found - special]);
  else
    report_put(out, bytes, unit.size);
}

static void text_show(struct report_out *out, uriel_text text, struct password_span secret, size_t most)
{
  size_t units = 0, at = 0;
  for (; text.ptr && at < text.len; units++)
    at += text_unit_at(text, at, secret).size;
  const size_t tail = most / 3;
  const bool cut = units > most;
  at = 0;
  for (size_t i = 0; i < units; i++) {
    const struct text_unit unit = text_unit_at(text, at, secret);
    if (!cut || i < most - 1 - tail || i >= units - tail)
      text_put_unit(out, text.ptr + at, unit);
    else if (i == most - 1 - tail)
      report_string(out, "\xE2\x80\xA6");
    at += unit.size;
  }
}

void report_foreign(struct report_out *out, uriel_text text, size_t most)
{
  text_show(out, text, (struct password_span){0, 0}, most);
}

void report_reference(struct report_out *out, uriel_text text, size_t most)
{
  const struct password_span none = {0, 0};
  text_show(out, text, text.ptr ? password_locate(text, URIEL_REFERENCE) : none, most);
}

/* ---- Numbers ---------------------------------------------------------------------------------- */

void report_number(struct report_out *out, uint64_t number)
{
  char digits[24];
  const int len = snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
  for (int i = 0; i < len; i++) {
    if (i > 0 && (len - i) % 3 == 0)
      report_string(out, ",");
    report_put(out, digits + i, 1);
  }
}

void report_short(struct report_out *out, uint64_t number)
{
  static const char units[] = "kMGTPE";
  size_t unit = 0;
  uint64_t scaled = number;
  uint64_t tenths = 0;
  while (scaled >= 1000) {
    tenths = scaled % 1000 / 100;
    scaled /= 1000;
    unit++;
  }
  if (unit == 0)
    report_format(out, "%llu", (unsigned long long)number);
  else if (scaled < 10)
    report_format(out, "%llu.%llu%c", (unsigned long long)scaled, (unsigned long long)tenths,
                  units[unit - 1]);
  else
    report_format(out, "%llu%c", (unsigned long long)scaled, units[unit - 1]);
}

void report_bytes(struct report_out *out, uint64_t bytes)
{
  static const char *const units[] = {"kB", "MB", "GB", "TB", "PB", "EB"};
  double scaled = (double)bytes / 1000;
  size_t unit = 0;
  if (bytes < 1000) {
    report_format(out, "%llu B", (unsigned long long)bytes);
    return;
  }
  for (; scaled >= 1000 && unit < 5; unit++)
    scaled /= 1000;
  report_format(out, "%.1f %s", scaled, units[unit]);
}
