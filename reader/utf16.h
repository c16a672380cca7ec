/* SPDX-License-Identifier: MIT */
/* Text in UTF-16. */
#ifndef URIEL_READER_UTF16_H
#define URIEL_READER_UTF16_H

#include <stdbool.h>
#include <stddef.h>

enum utf16 { UTF16_NO, UTF16_LITTLE, UTF16_BIG };

/* By a byte order mark, or by a "<" and an ASCII character behind it, as markup begins. */
enum utf16 utf16_of(const char *data, size_t len);

/* Writes it as UTF-8, without its mark, and returns the length: `out` has room for (len + 1) / 2 * 3.
 * U+FFFD stands for what is no character. */
size_t utf16_decode(enum utf16 order, const char *data, size_t len, char *out);

#endif
