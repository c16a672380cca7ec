/* SPDX-License-Identifier: MIT */
/* JSON, always valid (RFC 8259). */
#include "json.h"

#include <math.h>
#include <string.h>

#include "base/unicode.h"
#include "record.h"

static void json_next(struct json *json, const char *key)
{
  if (json->more)
    output_char(json->out, ',');
  json->more = true;
  if (!key)
    return;
  output_char(json->out, '"');
  output_text(json->out, key);
  output_put(json->out, "\":", 2);
}

void json_object_begin(struct json *json, const char *key)
{
  json_literal(json, key, "{", 1);
  json->more = false;
}

void json_object_end(struct json *json)
{
  output_char(json->out, '}');
  json->more = true;
}

void json_array_begin(struct json *json, const char *key)
{
  json_literal(json, key, "[", 1);
  json->more = false;
}

void json_array_end(struct json *json)
{
  output_char(json->out, ']');
  json->more = true;
}

/* Writes a character that JSON must escape or a terminal must not receive. */
static void json_escape(struct output *out, uint32_t point)
{
  static const char digits[] = "0123456789abcdef", named[] = "\"\\\n\r\t", names[] = "\"\\nrt";
  const char *const found = point > 0 && point < 0x80 ? strchr(named, (int)point) : NULL;
  if (found) {
    const char escape[] = {'\\', names[found - named]};
    output_put(out, escape, sizeof escape);
  } else if (point == UTF8_BAD) {
    output_put(out, "\xEF\xBF\xBD", 3);
  } else {
    char escape[] = "\\u0000";
    for (size_t i = 0; i < 4; i++)
      escape[2 + i] = digits[point >> (12 - 4 * i) & 15];
    output_put(out, escape, sizeof escape - 1);
  }
}

/* Whether eight bytes surely need no escape. */
static bool json_plain_word(const char *text)
{
  const uint64_t ones = UINT64_MAX / 255;
  uint64_t word;
  memcpy(&word, text, sizeof word);
  const uint64_t quote = word ^ (ones * '"'), slash = word ^ (ones * '\\'), del = word ^ (ones * 0x7F);
  const uint64_t found = word | (word - ones * 0x20) | (quote - ones) | (slash - ones) | (del - ones);
  return !(found & (ones << 7));
}

/* The number of leading bytes that need no escape. */
static size_t json_plain_span(const char *text, size_t len)
{
  size_t at = 0;
  while (len - at >= sizeof(uint64_t) && json_plain_word(text + at))
    at += sizeof(uint64_t);
  while (at < len && text[at] >= 0x20 && text[at] < 0x7F && text[at] != '"' && text[at] != '\\')
    at++;
  return at;
}

/* Returns whether all bytes stand for themselves, and so are US-ASCII. */
static bool json_quote(struct output *out, const char *text, size_t len)
{
  bool is_plain = true;
  output_char(out, '"');
  for (size_t at = 0; at < len;) {
    const size_t plain = json_plain_span(text + at, len - at);
    output_put(out, text + at, plain);
    at += plain;
    if (at == len)
      break;
    is_plain = false;
    uint32_t point;
    const size_t size = utf8_next(text + at, len - at, &point);
    if (utf8_is_safe(point) && point != '"' && point != '\\')
      output_put(out, text + at, size);
    else
      json_escape(out, point);
    at += size;
  }
  output_char(out, '"');
  return is_plain;
}

static void json_hex(struct output *out, const char *text, size_t len)
{
  static const char digits[] = "0123456789abcdef";
  output_char(out, '"');
  for (size_t i = 0; i < len; i++) {
    const unsigned char byte = (unsigned char)text[i];
    const char pair[2] = {digits[byte >> 4], digits[byte & 15]};
    output_put(out, pair, sizeof pair);
  }
  output_char(out, '"');
}

void json_hex_text(struct json *json, const char *text, size_t len)
{
  json_next(json, NULL);
  json_hex(json->out, text, len);
}

void json_text(struct json *json, const char *key, const char *text, size_t len)
{
  json_next(json, key);
  const bool is_plain = json_quote(json->out, text, len);
  if (is_plain || !key || uriel_utf8_span(text, len) == len)
    return;
  output_put(json->out, ",\"", 2);
  output_text(json->out, key);
  output_text(json->out, "_hex\":");
  json_hex(json->out, text, len);
}

void json_defined(struct json *json, const char *key, uriel_text text)
{
  if (text.ptr)
    json_text(json, key, text.ptr, text.len);
}

void json_columns(struct json *json, const struct column *columns, const uriel_text *values,
                  size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (columns[i].kind != COLUMN_LITERAL)
      json_defined(json, columns[i].key, values[i]);
    else if (values[i].ptr)
      json_literal(json, columns[i].key, values[i].ptr, values[i].len);
}

void json_string(struct json *json, const char *key, const char *string)
{
  json_text(json, key, string, strlen(string));
}

void json_literal(struct json *json, const char *key, const char *text, size_t len)
{
  json_next(json, key);
  output_put(json->out, text, len);
}

void json_number(struct json *json, const char *key, uint64_t number)
{
  json_next(json, key);
  output_number(json->out, number);
}

void json_real(struct json *json, const char *key, double number)
{
  json_next(json, key);
  output_format(json->out, "%.3f", isfinite(number) ? number : 0.0);
}

void json_bool(struct json *json, const char *key, bool value)
{
  json_next(json, key);
  output_text(json->out, value ? "true" : "false");
}
