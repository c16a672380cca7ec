/* SPDX-License-Identifier: MIT */
/* UTF-8 (RFC 3629), one character at a time. */
#ifndef URIEL_TEXT_UTF8_H
#define URIEL_TEXT_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* Decodes the character at `at`, before `end`. Returns its length, or 0 if it is invalid. */
size_t uriel_utf8_character(const char *at, const char *end, uint32_t *character);

/* Writes the UTF-8 of a character up to U+10FFFF. Returns its length. */
size_t uriel_utf8_encode(uint32_t character, char bytes[4]);

#endif
