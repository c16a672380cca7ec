/* SPDX-License-Identifier: MIT */
#include "json_field.h"

#include <string.h>

#include "escape.h"
#include "unicode.h"

struct scan {
  struct json_field *json;
  const uriel_text *path;
  size_t path_count;
  const char *text;
  size_t len;
  size_t at;
  size_t depth; /* of the value that is read */
  size_t on;    /* so many levels, from the first, are objects of the path */
  bool wanted;  /* the next value is on the path */
  bool met;     /* the field was there */
  enum json_field_found found;
};

static bool scan_fail(struct scan *scan, size_t offset, const char *message)
{
  scan->json->message = message;
  scan->json->offset = offset;
  scan->found = JSON_FIELD_INVALID;
  return false;
}

static bool scan_fail_field(struct scan *scan, size_t offset, const char *message)
{
  scan->json->of_field = true;
  return scan_fail(scan, offset, message);
}

static int scan_peek(const struct scan *scan)
{
  return scan->at < scan->len ? (unsigned char)scan->text[scan->at] : -1;
}

static void scan_space(struct scan *scan)
{
  static const char spaces[] = " \t\r\n";
  while (scan->at < scan->len && memchr(spaces, scan->text[scan->at], sizeof spaces - 1))
    scan->at++;
}

/* ---- Strings ------------------------------------------------------------------------------------ */

/* The number of four hexadecimal digits, or -1. */
static int32_t scan_hex(const char *digits, size_t len)
{
  uint64_t number;
  return len >= 4 && hex_read((uriel_text){digits, 4}, 0xFFFF, &number) ? (int32_t)number : -1;
}

/* Moves from a quotation mark to after the other. `escapes` becomes whether there are any. */
static bool scan_string(struct scan *scan, bool *escapes)
{
  *escapes = false;
  for (scan->at++; scan->at < scan->len; scan->at++) {
    const char c = scan->text[scan->at];
    if (c == '"') {
      scan->at++;
      return true;
    }
    if ((unsigned char)c < 0x20)
      return scan_fail(scan, scan->at, "a control character in a string: write it as \\u00XX");
    if (c != '\\')
      continue;
    *escapes = true;
    const size_t escape = scan->at++;
    const int next = scan_peek(scan);
    if (next == 'u' && scan_hex(scan->text + scan->at + 1, scan->len - scan->at - 1) >= 0)
      scan->at += 4;
    else if (next <= 0 || !strchr("\"\\/bfnrt", next))
      return scan_fail(scan, escape, "an escape that JSON does not have");
  }
  return scan_fail(scan, scan->len, "a string without end");
}

/* Decodes "\uXXXX", or two of them; `at` is the first "u". Returns their end; 0 if there is half a
 * pair of surrogates. */
static size_t scan_unicode(const char *text, size_t at, size_t end, struct buffer *out)
{
  char bytes[4];
  uint32_t point = (uint32_t)scan_hex(text + at + 1, 4);
  at += 5;
  if (point >= 0xD800 && point <= 0xDFFF) {
    const int32_t second =
        end - at >= 6 && text[at] == '\\' && text[at + 1] == 'u' ? scan_hex(text + at + 2, 4) : -1;
    if (point > 0xDBFF || second < 0xDC00 || second > 0xDFFF)
      return 0;
    point = 0x10000 + ((point - 0xD800) << 10) + ((uint32_t)second - 0xDC00);
    at += 6;
  }
  buffer_append(out, bytes, uriel_utf8_write(bytes, point));
  return at;
}

/* Decodes the string [begin, end), without quotation marks, which scan_string has checked. Returns the
 * length that was decoded: all, unless half a pair of surrogates comes next. */
static size_t scan_decode(const char *text, size_t begin, size_t end, struct buffer *out)
{
  static const char letters[] = "bfnrt";
  static const char meanings[] = "\b\f\n\r\t";
  out->len = 0;
  buffer_reserve(out, end - begin);
  for (size_t at = begin; at < end;) {
    const char *const escape = memchr(text + at, '\\', end - at);
    const size_t plain = (escape ? (size_t)(escape - text) : end) - at;
    if (plain > 0) {
      buffer_append(out, text + at, plain);
      at += plain;
    } else if (text[at + 1] == 'u') {
      const size_t next = scan_unicode(text, at + 1, end, out);
      if (next == 0)
        return at - begin;
      at = next;
    } else {
      const char *const letter = strchr(letters, text[at + 1]);
      buffer_append(out, letter ? &meanings[letter - letters] : text + at + 1, 1);
      at += 2;
    }
  }
  return end - begin;
}

/* ---- Values ------------------------------------------------------------------------------------- */

static bool scan_digits(struct scan *scan)
{
  const size_t begin = scan->at;
  while (scan->at < scan->len && scan->text[scan->at] >= '0' && scan->text[scan->at] <= '9')
    scan->at++;
  return scan->at > begin || scan_fail(scan, scan->at, "a digit is missing");
}

static bool scan_number(struct scan *scan)
{
  scan->at += scan_peek(scan) == '-';
  if (scan_peek(scan) == '0')
    scan->at++;
  else if (!scan_digits(scan))
    return false;
  if (scan_peek(scan) == '.') {
    scan->at++;
    if (!scan_digits(scan))
      return false;
  }
  if ((scan_peek(scan) | 0x20) != 'e')
    return true;
  scan->at++;
  scan->at += scan_peek(scan) == '+' || scan_peek(scan) == '-';
  return scan_digits(scan);
}

static bool scan_word(struct scan *scan, const char *word)
{
  const size_t len = strlen(word);
  if (scan->len - scan->at < len || memcmp(scan->text + scan->at, word, len) != 0)
    return scan_fail(scan, scan->at, "a value is missing");
  scan->at += len;
  return true;
}

/* The string from `begin` is the field. */
static bool scan_take(struct scan *scan, size_t begin)
{
  struct json_field *const json = scan->json;
  const size_t len = scan->at - begin - 2;
  const size_t decoded = scan_decode(scan->text, begin + 1, scan->at - 1, &json->text);
  if (decoded < len)
    return scan_fail(scan, begin + 1 + decoded, "half a pair of surrogates is not a character");
  scan->found = JSON_FIELD_FOUND;
  json->begin = begin;
  json->end = scan->at;
  return true;
}

/* Reads a value other than an object or array. */
static bool scan_scalar(struct scan *scan)
{
  const size_t begin = scan->at;
  const int first = scan_peek(scan);
  const bool is_field = scan->wanted && scan->depth == scan->path_count;
  bool escapes;
  if (is_field && scan->met)
    return scan_fail_field(scan, begin, "occurs twice");
  scan->met |= is_field;
  if (first == '"')
    return scan_string(scan, &escapes) && (!is_field || scan_take(scan, begin));
  if (first == 'n')
    return scan_word(scan, "null");
  if (is_field && first >= 0)
    return scan_fail_field(scan, begin, "is not a string");
  return first == 't'   ? scan_word(scan, "true")
         : first == 'f' ? scan_word(scan, "false")
         : first == '-' || (first >= '0' && first <= '9')
             ? scan_number(scan)
             : scan_fail(scan, begin,
                         first < 0 ? "unexpected end: expected a value" : "a value is missing");
}

static bool scan_push(struct scan *scan)
{
  const bool object = scan->text[scan->at] == '{';
  if (scan->wanted && scan->depth == scan->path_count)
    return scan_fail_field(scan, scan->at, "is not a string");
  if (scan->wanted && object)
    scan->on = scan->depth + 1;
  buffer_append(&scan->json->stack, scan->text + scan->at++, 1);
  scan->depth++;
  return true;
}

static void scan_pop(struct scan *scan)
{
  scan->json->stack.len--;
  scan->depth--;
  scan->on = scan->on > scan->depth ? scan->depth : scan->on;
}

/* Reads a key and ":". The value is wanted if the key is the next of the path. */
static bool scan_key(struct scan *scan)
{
  struct json_field *const json = scan->json;
  const size_t begin = scan->at + 1;
  bool escapes;
  if (scan_peek(scan) != '"')
    return scan_fail(scan, scan->at, "a name in quotation marks is missing");
  if (!scan_string(scan, &escapes))
    return false;
  uriel_text key = {scan->text + begin, scan->at - 1 - begin};
  scan->wanted = false;
  if (scan->on == scan->depth) {
    const uriel_text want = scan->path[scan->depth - 1];
    const bool whole = !escapes || scan_decode(scan->text, begin, scan->at - 1, &json->line) == key.len;
    if (escapes)
      key = buffer_text(&json->line);
    scan->wanted = whole && key.len == want.len && memcmp(key.ptr, want.ptr, key.len) == 0;
  }
  scan_space(scan);
  if (scan_peek(scan) != ':')
    return scan_fail(scan, scan->at, "\":\" is missing");
  scan->at++;
  return true;
}

/* After a value: closes the objects and arrays that end there. Returns whether another value comes. */
static bool scan_after(struct scan *scan, bool *more)
{
  const struct buffer *const stack = &scan->json->stack;
  for (;; scan_pop(scan), scan->at++) {
    scan_space(scan);
    *more = false;
    if (stack->len == 0)
      return scan->at == scan->len || scan_fail(scan, scan->at, "something after the value");
    const bool object = stack->ptr[stack->len - 1] == '{';
    const int next = scan_peek(scan);
    if (next == ',') {
      scan->at++;
      scan_space(scan);
      *more = true;
      scan->wanted = false;
      return !object || scan_key(scan);
    }
    if (next != (object ? '}' : ']'))
      return scan_fail(scan, scan->at,
                       object ? "\",\" or \"}\" is missing" : "\",\" or \"]\" is missing");
  }
}

/* Opens objects and arrays up to a scalar value. Returns with `empty` set at the end of an empty one. */
static bool scan_open(struct scan *scan, bool *empty)
{
  *empty = false;
  for (;;) {
    scan_space(scan);
    const int first = scan_peek(scan);
    if (first != '{' && first != '[')
      return true;
    if (!scan_push(scan))
      return false;
    scan_space(scan);
    *empty = scan_peek(scan) == (first == '{' ? '}' : ']');
    if (*empty)
      return true;
    scan->wanted = false;
    if (first == '{' && !scan_key(scan))
      return false;
  }
}

enum json_field_found json_field_find(struct json_field *json, const uriel_text *path, size_t count,
                                      uriel_text line)
{
  struct scan scan = {
      .json = json, .path = path, .path_count = count, .text = line.ptr, .len = line.len};
  bool more = true, empty;
  json->stack.len = 0;
  json->of_field = false;
  scan.wanted = true;
  const size_t valid = uriel_utf8_span(line.ptr, line.len);
  if (valid < line.len)
    more = scan_fail(&scan, valid, "not UTF-8");
  while (more && scan_open(&scan, &empty) && (empty || scan_scalar(&scan)) && scan_after(&scan, &more))
    continue;
  return scan.found;
}

/* ---- Writing ------------------------------------------------------------------------------------ */

uriel_text json_field_put(struct json_field *json, uriel_text line, uriel_text text)
{
  struct buffer *const out = &json->line;
  buffer_put(out, line.ptr, json->begin + 1);
  buffer_append_as(out, ESCAPE_JSON, text.ptr, text.len);
  buffer_append(out, line.ptr + json->end - 1, line.len - json->end + 1);
  return buffer_text(out);
}

void json_field_free(struct json_field *json)
{
  buffer_free(&json->stack);
  buffer_free(&json->text);
  buffer_free(&json->line);
}
