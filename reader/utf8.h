/* SPDX-License-Identifier: MIT */
/* Characters of text: UTF-8 one code point at a time, hexadecimal digits, and which characters are safe
 * to show. */
#ifndef URIEL_READER_UTF8_H
#define URIEL_READER_UTF8_H

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

/* Returns the value of a hexadecimal digit, or -1. */
int hex_value(char c);

#endif
