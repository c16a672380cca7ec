/* SPDX-License-Identifier: MIT */
/* UTF-8 one code point at a time, and which code points a terminal must not be sent. */
#ifndef URIEL_CLI_UTF8_H
#define URIEL_CLI_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define UTF8_BAD UINT32_MAX

/* The length of the code point that `text` (`len` > 0) begins with, and itself in `point`; where there
 * is none, UTF8_BAD and the length of the maximal bad sequence (Unicode 3.9, "maximal subpart"). */
size_t utf8_next(const char *text, size_t len, uint32_t *point);

/* Whether a terminal may be sent it: no control character, nothing that reorders or breaks lines, nor
 * what has no width and joins nothing. */
bool utf8_is_safe(uint32_t point);

/* Whether a character beyond US-ASCII shows ink or joins what does: false for the spaces, among others.
 */
bool utf8_is_seen(uint32_t point);

#endif
