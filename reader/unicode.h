/* SPDX-License-Identifier: MIT */
/* Characters of text: UTF-8, UTF-16, which characters are safe to show, and hexadecimal digits. */
#ifndef URIEL_READER_UNICODE_H
#define URIEL_READER_UNICODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define UTF8_BAD UINT32_MAX

/* Returns the length of the code point at the start of `text` (`len` > 0), and sets `*point`. For bytes
 * that are not UTF-8 sets UTF8_BAD and returns the length of the longest part of a valid sequence, at
 * least 1 (Unicode 3.9, "maximal subpart"). */
size_t utf8_next(const char *text, size_t len, uint32_t *point);

/* Writes a code point that is at most U+10FFFF, and returns its length: 1 to 4. */
size_t utf8_write(uint32_t point, char *out);

/* Whether a terminal may be sent the code point: not a control character, and none that reorders text,
 * breaks lines, or has no width and joins nothing. */
bool utf8_is_safe(uint32_t point);

/* Whether a code point above U+007F is visible or joins visible ones: false for spaces, for instance. */
bool utf8_is_seen(uint32_t point);

enum utf16 { UTF16_NO, UTF16_LITTLE, UTF16_BIG };

/* Detects UTF-16 by its byte order mark, or by a "<" with an ASCII character after it, as in markup. */
enum utf16 utf16_of(const char *data, size_t len);

/* Writes the text as UTF-8, without a byte order mark, and returns the length: at most
 * (len + 1) / 2 * 3. What is not a character becomes U+FFFD. */
size_t utf16_decode(enum utf16 order, const char *data, size_t len, char *out);

/* Returns the value of a hexadecimal digit, or -1. */
int hex_value(char c);

#endif
