/* SPDX-License-Identifier: MIT */
/* Characters of text: UTF-8, UTF-16, characters that are safe to print, hosts, and white space. */
#ifndef URIEL_BASE_UNICODE_H
#define URIEL_BASE_UNICODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "buffer.h"
#include "uriel.h"
#include "uriel_encoding.h"

#define UTF8_BAD UINT32_MAX

/* White space of HTML: space, tab, line feed, form feed, carriage return. */
#define ASCII_SPACES " \t\n\f\r"

static inline bool ascii_space(char c)
{
  return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
}

static inline char ascii_lower(char c)
{
  return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

static inline bool ascii_alphanumeric(char c)
{
  return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
}

/* Whether the byte is one of the set. NUL never is. */
static inline bool byte_is_among(const char *set, char byte)
{
  return byte != '\0' && strchr(set, byte) != NULL;
}

/* Whether the text is the word, in any case of its letters. */
static inline bool text_is_word(uriel_text text, const char *word)
{
  return text.len == strlen(word) && strncasecmp(text.ptr, word, text.len) == 0;
}

/* Whether the text ends so, in any case of its letters. */
static inline bool text_ends(uriel_text text, const char *end)
{
  const size_t len = strlen(end);
  return text.len >= len && strncasecmp(text.ptr + text.len - len, end, len) == 0;
}

/* Returns the text without the characters of `white` at its ends. */
static inline uriel_text text_trim(uriel_text text, const char *white)
{
  const size_t count = strlen(white);
  for (; text.len && memchr(white, *text.ptr, count); text.len--)
    text.ptr++;
  while (text.len && memchr(white, text.ptr[text.len - 1], count))
    text.len--;
  return text;
}

/* Returns the length of the scheme at the start of a reference, with its ":"; 0 without a scheme. */
static inline size_t text_scheme(uriel_text text)
{
  size_t len = 0;
  while (len < text.len &&
         (ascii_alphanumeric(text.ptr[len]) || (len > 0 && memchr("+-.", text.ptr[len], 3))))
    len++;
  return len > 0 && len < text.len && text.ptr[len] == ':' && (text.ptr[0] | 0x20) >= 'a' ? len + 1 : 0;
}

/* Returns the length of the first line, with its line feed if it has one. */
static inline size_t text_line(const char *data, size_t len)
{
  const char *const feed = len ? memchr(data, '\n', len) : NULL;
  return feed ? (size_t)(feed - data) + 1 : len;
}

/* Returns the length of the byte order mark of UTF-8 at the start, or 0. */
static inline size_t text_mark(const char *data, size_t len)
{
  return len >= 3 && memcmp(data, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

/* Returns the length of the code point at the start of `text` (`len` > 0), and sets `*point`. For
 * bytes that are not UTF-8, sets UTF8_BAD and returns the length of the longest part of a valid
 * sequence, at least 1 (Unicode 3.9, "maximal subpart"). */
static inline size_t utf8_next(const char *text, size_t len, uint32_t *point)
{
  const size_t n = uriel_utf8_next(point, text, len);
  if (*point == 0xFFFD && !(n == 3 && text[0] == '\xEF')) /* U+FFFD itself is EF BF BD */
    *point = UTF8_BAD;
  return n;
}

/* Whether the code point is safe for a terminal: false for control characters, and for characters
 * that reorder text, break lines, or have no width and join nothing. */
bool utf8_is_safe(uint32_t point);

/* Whether a code point above U+007F is visible or joins visible ones: false for spaces, for example. */
bool utf8_is_seen(uint32_t point);

/* Whether a page can show the code point unchanged: false for invisible characters, and for characters
 * that change how others are displayed. */
bool utf8_is_shown(uint32_t point);

enum utf16 { UTF16_NO, UTF16_LITTLE, UTF16_BIG };

/* Detects UTF-16 by its byte order mark, or by a "<" followed by an ASCII character, as in markup. */
enum utf16 utf16_of(const char *data, size_t len);

/* Returns the encoding of the order, which is not UTF16_NO. */
const uriel_encoding *utf16_encoding(enum utf16 order);

/* Returns the length, at most (len + 1) / 2 * 3, and writes the text as UTF-8 without a byte order
 * mark. Invalid characters become U+FFFD. */
size_t utf16_decode(enum utf16 order, const char *data, size_t len, char *out);

/* Whether a label of the host has a form with letters beyond ASCII: it holds one, or begins with "xn--".
 */
bool host_is_international(uriel_text host);

/* Sets `*shown` to the result of the URL standard's "domain to Unicode" for the host, in `out`;
 * undefined if it has no label with letters beyond ASCII, fails, or is the same. Returns false if
 * memory is exhausted. */
bool host_unicode(uriel_text host, struct buffer *out, uriel_text *shown);

#endif
