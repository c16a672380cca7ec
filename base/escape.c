/* SPDX-License-Identifier: MIT */
/* Hexadecimal digits, and escapes. */
#include "escape.h"

#include <string.h>

#include "unicode.h"

/* ---- Hexadecimal digits ------------------------------------------------------------------------- */

int hex_value(char c)
{
  if (c >= '0' && c <= '9')
    return c - '0';
  const char lower = (char)(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

bool hex_read(uriel_text text, uint64_t most, uint64_t *number)
{
  *number = 0;
  for (size_t i = 0; i < text.len; i++) {
    const int digit = hex_value(text.ptr[i]);
    if (digit < 0 || (uint64_t)digit > most || *number > (most - (uint64_t)digit) / 16)
      return false;
    *number = *number * 16 + (uint64_t)digit;
  }
  return text.len > 0;
}

int triplet_read(const char *text, size_t len)
{
  uint64_t byte;
  return len > 2 && *text == '%' && hex_read((uriel_text){text + 1, 2}, 255, &byte) ? (int)byte : -1;
}

void hex_write(char digits[2], unsigned char byte)
{
  digits[0] = "0123456789abcdef"[byte >> 4];
  digits[1] = "0123456789abcdef"[byte & 15];
}

void triplet_write(char triplet[3], unsigned char byte)
{
  triplet[0] = '%';
  triplet[1] = "0123456789ABCDEF"[byte >> 4];
  triplet[2] = "0123456789ABCDEF"[byte & 15];
}

void buffer_append_triplet(struct buffer *buffer, unsigned char byte)
{
  char triplet[3];
  triplet_write(triplet, byte);
  buffer_append(buffer, triplet, sizeof triplet);
}

void buffer_append_encoded(struct buffer *buffer, uriel_text text, const char *keep)
{
  for (size_t i = 0; i < text.len; i++) {
    const char c = text.ptr[i], lower = (char)(c | 0x20);
    if ((lower >= 'a' && lower <= 'z') || (c >= '0' && c <= '9') || (c && strchr(keep, c)))
      buffer_append(buffer, &c, 1);
    else
      buffer_append_triplet(buffer, (unsigned char)c);
  }
}

void buffer_append_hex(struct buffer *buffer, const char *bytes, size_t len)
{
  for (size_t i = 0; i < len; i++) {
    char escape[] = {'\\', 'x', 0, 0};
    hex_write(escape + 2, (unsigned char)bytes[i]);
    buffer_append(buffer, escape, sizeof escape);
  }
}

/* ---- Forms of output ---------------------------------------------------------------------------- */

/* Characters with an escape of their own, and what becomes of unsafe ones. */
static const struct escape_rules {
  const char *special;
  const char *const *escapes;
  bool (*is_safe)(uint32_t point);
  enum { ESCAPE_NONE, ESCAPE_BYTES, ESCAPE_POINTS } unsafe; /* stay, "\xNN", "\uNNNN" */
} escape_rules[] = {
    [ESCAPE_TERMINAL] = {"", NULL, utf8_is_safe, ESCAPE_BYTES},
    [ESCAPE_JSON] = {"\"\\\n\r\t", (const char *const[]){"\\\"", "\\\\", "\\n", "\\r", "\\t"},
                     utf8_is_safe, ESCAPE_POINTS},
    [ESCAPE_TSV] = {"\\\n\r\t", (const char *const[]){"\\\\", "\\n", "\\r", "\\t"}, NULL, ESCAPE_NONE},
    [ESCAPE_TSV_TERMINAL] = {"\\\n\r\t", (const char *const[]){"\\\\", "\\n", "\\r", "\\t"},
                             utf8_is_safe, ESCAPE_BYTES},
    [ESCAPE_HTML] = {"&<>\"'", (const char *const[]){"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"},
                     utf8_is_shown, ESCAPE_BYTES},
};

size_t escape_plain_span(const char *text, size_t len)
{
  const uint64_t ones = UINT64_MAX / 255;
  size_t at = 0;
  for (uint64_t word; len - at >= sizeof word; at += sizeof word) { /* eight bytes at once */
    memcpy(&word, text + at, sizeof word);
    const uint64_t quote = word ^ (ones * '"'), slash = word ^ (ones * '\\'), del = word ^ (ones * 0x7F);
    const uint64_t found = word | (word - ones * 0x20) | (quote - ones) | (slash - ones) | (del - ones);
    if (found & (ones << 7))
      break;
  }
  while (at < len && text[at] >= 0x20 && text[at] < 0x7F && text[at] != '"' && text[at] != '\\')
    at++;
  return at;
}

/* Sets the escape of the character at the start of the text; its length is 0 if it stays. */
static void escape_set(const struct escape_rules *rules, const char *text, size_t len,
                       struct escape *escape)
{
  uint32_t point;
  const char *const special = *text ? strchr(rules->special, *text) : NULL;
  *escape = (struct escape){.size = 1};
  if (special) {
    const char *const own = rules->escapes[special - rules->special];
    escape->len = strlen(own);
    memcpy(escape->text, own, escape->len);
    return;
  }
  if (rules->unsafe == ESCAPE_NONE)
    return;
  escape->size = utf8_next(text, len, &point);
  if (rules->is_safe(point))
    return;
  if (rules->unsafe == ESCAPE_POINTS && point == UTF8_BAD) {
    escape->len = uriel_utf8_write(escape->text, 0xFFFD);
    return;
  }
  for (size_t i = 0; rules->unsafe == ESCAPE_BYTES && i < escape->size; i++, escape->len += 4) {
    memcpy(escape->text + escape->len, "\\x", 2);
    hex_write(escape->text + escape->len + 2, (unsigned char)text[i]);
  }
  if (rules->unsafe == ESCAPE_POINTS) {
    memcpy(escape->text, "\\u", 2);
    hex_write(escape->text + 2, (unsigned char)(point >> 8));
    hex_write(escape->text + 4, (unsigned char)point);
    escape->len = 6;
  }
}

size_t escape_find(enum escape_form form, const char *text, size_t len, struct escape *escape)
{
  size_t at = 0;
  do {
    at += form == ESCAPE_HTML ? 0 : escape_plain_span(text + at, len - at);
    if (at == len)
      break;
    escape_set(&escape_rules[form], text + at, len - at, escape);
    if (escape->len)
      return at;
    at += escape->size;
  } while (at < len);
  escape->size = escape->len = 0;
  return at;
}

void buffer_append_as(struct buffer *buffer, enum escape_form form, const char *text, size_t len)
{
  struct escape escape;
  for (size_t at = 0; at < len; at += escape.size) {
    const size_t plain = escape_find(form, text + at, len - at, &escape);
    buffer_append(buffer, text + at, plain);
    buffer_append(buffer, escape.text, escape.len);
    at += plain;
  }
}
