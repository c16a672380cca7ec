/* SPDX-License-Identifier: MIT */
/* Writes text from documents, and numbers, as the page shows them. */
#include "report_text.h"

#include <stdio.h>
#include <string.h>

#include "base/escape.h"
#include "base/unicode.h"
#include "reader/password.h"

/* A character, a byte that is not UTF-8, or the password. */
struct text_unit {
  size_t size;
  bool is_secret;
};

static struct text_unit text_unit_at(uriel_text text, size_t at, struct password_span secret)
{
  if (at == secret.begin && secret.end > at)
    return (struct text_unit){secret.end - at, true};
  uint32_t point;
  const size_t size = utf8_next(text.ptr + at, text.len - at, &point);
  return (struct text_unit){size, false};
}

static void text_put_unit(struct file_out *out, const char *bytes, struct text_unit unit)
{
  struct escape escape;
  if (unit.is_secret) {
    file_out_string(out, "****");
    return;
  }
  file_out_put(out, bytes, escape_find(ESCAPE_HTML, bytes, unit.size, &escape));
  file_out_put(out, escape.text, escape.len);
}

static void text_show(struct file_out *out, uriel_text text, struct password_span secret, size_t most)
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
      file_out_string(out, "\xE2\x80\xA6");
    at += unit.size;
  }
}

void report_foreign(struct file_out *out, uriel_text text, size_t most)
{
  text_show(out, text, (struct password_span){0, 0}, most);
}

void report_reference(struct file_out *out, uriel_text text, size_t most)
{
  const struct password_span none = {0, 0};
  text_show(out, text, text.ptr ? password_locate(text, URIEL_REFERENCE) : none, most);
}

/* ---- Numbers ---------------------------------------------------------------------------------- */

void report_number(struct file_out *out, uint64_t number)
{
  char digits[24];
  const int len = snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
  for (int i = 0; i < len; i++) {
    if (i > 0 && (len - i) % 3 == 0)
      file_out_string(out, ",");
    file_out_put(out, digits + i, 1);
  }
}

void report_short(struct file_out *out, uint64_t number)
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
    file_out_format(out, "%llu", (unsigned long long)number);
  else if (scaled < 10)
    file_out_format(out, "%llu.%llu%c", (unsigned long long)scaled, (unsigned long long)tenths,
                    units[unit - 1]);
  else
    file_out_format(out, "%llu%c", (unsigned long long)scaled, units[unit - 1]);
}

void report_bytes(struct file_out *out, uint64_t bytes)
{
  static const char *const units[] = {"kB", "MB", "GB", "TB", "PB", "EB"};
  double scaled = (double)bytes / 1000;
  size_t unit = 0;
  if (bytes < 1000) {
    file_out_format(out, "%llu B", (unsigned long long)bytes);
    return;
  }
  for (; scaled >= 1000 && unit < 5; unit++)
    scaled /= 1000;
  file_out_format(out, "%.1f %s", scaled, units[unit]);
}
