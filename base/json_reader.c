/* SPDX-License-Identifier: MIT */
#include "json_reader.h"

#include <string.h>

#include "escape.h"

enum json_state {
  JSON_VALUE, /* a value comes next */
  JSON_FIRST, /* an object or array was opened */
  JSON_AFTER  /* a value has ended */
};

void json_reader_begin(struct json_reader *json, uriel_text text)
{
  const struct buffer stack = json->stack;
  *json = (struct json_reader){.text = text.ptr, .len = text.len, .stack = stack, .state = JSON_VALUE};
  json->stack.len = 0;
}

static bool json_fail(struct json_reader *json, size_t offset, const char *message)
{
  json->message = message;
  json->offset = offset;
  return false;
}

static int json_peek(const struct json_reader *json)
{
  return json->at < json->len ? (unsigned char)json->text[json->at] : -1;
}

static void json_space(struct json_reader *json)
{
  for (; json->at < json->len; json->at++) {
    const char c = json->text[json->at];
    if (c != ' ' && c != '\t' && c != '\n' && c != '\r')
      return;
  }
}

/* ---- Strings ------------------------------------------------------------------------------------ */

/* The number of four hexadecimal digits, or -1. */
static int32_t json_hex(const char *digits, size_t len)
{
  uint64_t number;
  return len >= 4 && hex_read((uriel_text){digits, 4}, 0xFFFF, &number) ? (int32_t)number : -1;
}

/* Returns a number of bytes before the next quotation mark, backslash or control character: all but at
 * most seven. */
static size_t json_plain(const char *text, size_t len)
{
  const uint64_t ones = UINT64_MAX / 255, highs = ones << 7;
  size_t at = 0;
  for (uint64_t word; len - at >= sizeof word; at += sizeof word) {
    memcpy(&word, text + at, sizeof word);
    const uint64_t quote = word ^ ones * '"', escape = word ^ ones * '\\';
    const uint64_t found =
        ((word - ones * 0x20) & ~word) | ((quote - ones) & ~quote) | ((escape - ones) & ~escape);
    if (found & highs)
      break;
  }
  return at;
}

/* Moves from a quotation mark to after the other. */
static bool json_string(struct json_reader *json)
{
  json->escapes = false;
  json->at++;
  for (json->at += json_plain(json->text + json->at, json->len - json->at); json->at < json->len;
       json->at++) {
    const char c = json->text[json->at];
    if (c == '"') {
      json->at++;
      return true;
    }
    if ((unsigned char)c < 0x20)
      return json_fail(json, json->at, "a control character in a string: write it as \\u00XX");
    if (c != '\\')
      continue;
    json->escapes = true;
    const size_t escape = json->at++;
    const int next = json_peek(json);
    if (next == 'u' && json_hex(json->text + json->at + 1, json->len - json->at - 1) >= 0)
      json->at += 4;
    else if (next <= 0 || !strchr("\"\\/bfnrt", next))
      return json_fail(json, escape, "an escape that JSON does not have");
    json->at += json_plain(json->text + json->at + 1, json->len - json->at - 1);
  }
  return json_fail(json, json->len, "a string without end");
}

/* Decodes "\uXXXX", or two of them; `at` is the first "u". Returns their end. Half a pair of surrogates
 * becomes U+FFFD, and `*half` true. */
static size_t json_unicode(uriel_text raw, size_t at, struct buffer *out, bool *half)
{
  uint32_t point = (uint32_t)json_hex(raw.ptr + at + 1, 4);
  at += 5;
  if (point >= 0xD800 && point <= 0xDFFF) {
    const int32_t second = raw.len - at >= 6 && raw.ptr[at] == '\\' && raw.ptr[at + 1] == 'u'
                               ? json_hex(raw.ptr + at + 2, 4)
                               : -1;
    *half = point > 0xDBFF || second < 0xDC00 || second > 0xDFFF;
    point = *half ? 0xFFFD : 0x10000 + ((point - 0xD800) << 10) + ((uint32_t)second - 0xDC00);
    at += *half ? 0 : 6;
  }
  out->len += uriel_utf8_write(out->ptr + out->len, point);
  return at;
}

bool json_reader_decode(uriel_text raw, struct buffer *out, size_t *decoded)
{
  static const char letters[] = "bfnrt";
  static const char meanings[] = "\b\f\n\r\t";
  if (!buffer_grow(out, raw.len)) /* no escape is shorter than its meaning */
    return false;
  out->len = 0;
  *decoded = raw.len;
  for (size_t at = 0; at < raw.len;) {
    const char *const escape = memchr(raw.ptr + at, '\\', raw.len - at);
    const size_t plain = (escape ? (size_t)(escape - raw.ptr) : raw.len) - at;
    if (plain > 0) {
      memcpy(out->ptr + out->len, raw.ptr + at, plain);
      out->len += plain;
      at += plain;
    } else if (raw.ptr[at + 1] == 'u') {
      bool half = false;
      const size_t next = json_unicode(raw, at + 1, out, &half);
      if (half && *decoded == raw.len)
        *decoded = at;
      at = next;
    } else {
      const char *const letter = strchr(letters, raw.ptr[at + 1]);
      out->ptr[out->len++] = letter ? meanings[letter - letters] : raw.ptr[at + 1];
      at += 2;
    }
  }
  return true;
}

/* ---- Values ------------------------------------------------------------------------------------- */

static bool json_digits(struct json_reader *json)
{
  const size_t begin = json->at;
  while (json->at < json->len && json->text[json->at] >= '0' && json->text[json->at] <= '9')
    json->at++;
  return json->at > begin || json_fail(json, json->at, "a digit is missing");
}

static bool json_number(struct json_reader *json)
{
  json->at += json_peek(json) == '-';
  if (json_peek(json) == '0')
    json->at++;
  else if (!json_digits(json))
    return false;
  if (json_peek(json) == '.') {
    json->at++;
    if (!json_digits(json))
      return false;
  }
  if ((json_peek(json) | 0x20) != 'e')
    return true;
  json->at++;
  json->at += json_peek(json) == '+' || json_peek(json) == '-';
  return json_digits(json);
}

static bool json_word(struct json_reader *json, const char *word)
{
  const size_t len = strlen(word);
  if (json->len - json->at < len || memcmp(json->text + json->at, word, len) != 0)
    return json_fail(json, json->at, "a value is missing");
  json->at += len;
  return true;
}

/* Ends a token that was read if `good`. */
static enum json_token json_done(struct json_reader *json, bool good, enum json_token token)
{
  json->end = json->at;
  json->state = JSON_AFTER;
  return good ? token : JSON_INVALID;
}

/* Reads a key and ":". */
static enum json_token json_key(struct json_reader *json)
{
  json->begin = json->at;
  if (json_peek(json) != '"')
    return json_done(json, json_fail(json, json->at, "a name in quotation marks is missing"), JSON_KEY);
  const bool good = json_string(json);
  const enum json_token token = json_done(json, good, JSON_KEY);
  json->state = JSON_VALUE;
  json_space(json);
  if (good && json_peek(json) != ':')
    return json_done(json, json_fail(json, json->at, "\":\" is missing"), JSON_KEY);
  json->at++;
  return token;
}

static enum json_token json_value(struct json_reader *json)
{
  const int first = json_peek(json);
  json->begin = json->at;
  switch (first) {
  case '{':
  case '[':
    if (!buffer_add(&json->stack, json->text + json->at++, 1))
      return JSON_NO_MEMORY;
    (void)json_done(json, true, JSON_OPEN);
    json->state = JSON_FIRST;
    return JSON_OPEN;
  case '"':
    return json_done(json, json_string(json), JSON_STRING);
  case 'n':
    return json_done(json, json_word(json, "null"), JSON_NULL);
  case 't':
    return json_done(json, json_word(json, "true"), JSON_OTHER);
  case 'f':
    return json_done(json, json_word(json, "false"), JSON_OTHER);
  default:
    if (first == '-' || (first >= '0' && first <= '9'))
      return json_done(json, json_number(json), JSON_OTHER);
    return json_done(
        json,
        json_fail(json, json->at, first < 0 ? "unexpected end: expected a value" : "a value is missing"),
        JSON_OTHER);
  }
}

static enum json_token json_close(struct json_reader *json)
{
  json->begin = json->at++;
  json->stack.len--;
  return json_done(json, true, JSON_CLOSE);
}

enum json_token json_reader_next(struct json_reader *json)
{
  json_space(json);
  if (json->state == JSON_VALUE)
    return json_value(json);
  if (json->stack.len == 0)
    return json_done(
        json, json->at == json->len || json_fail(json, json->at, "something after the value"), JSON_END);
  const bool object = json_reader_in_object(json);
  if (json_peek(json) == (object ? '}' : ']'))
    return json_close(json);
  if (json->state == JSON_AFTER) {
    if (json_peek(json) != ',')
      return json_done(
          json,
          json_fail(json, json->at, object ? "\",\" or \"}\" is missing" : "\",\" or \"]\" is missing"),
          JSON_OTHER);
    json->at++;
    json_space(json);
  }
  return object ? json_key(json) : json_value(json);
}
