/* SPDX-License-Identifier: MIT */
/* JSON, always valid (RFC 8259). */
#include "json.h"

#include <math.h>
#include <string.h>

#include "base/escape.h"
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

static void json_hex(struct output *out, const char *text, size_t len)
{
  output_char(out, '"');
  for (size_t i = 0; i < len; i++) {
    char pair[2];
    hex_write(pair, (unsigned char)text[i]);
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
  const bool is_plain = escape_plain_span(text, len) == len;
  json_next(json, key);
  output_char(json->out, '"');
  if (is_plain)
    output_put(json->out, text, len);
  else
    output_as(json->out, ESCAPE_JSON, text, len);
  output_char(json->out, '"');
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
