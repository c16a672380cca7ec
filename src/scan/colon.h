/* SPDX-License-Identifier: MIT */
/* The marks at which references may begin: colons, and for hosts and mail "@", "." and "//". */
#ifndef URIEL_SCAN_COLON_H
#define URIEL_SCAN_COLON_H

#include <stdint.h>

/* The number of bytes in a block, one bit each. */
enum { MARK_BLOCK = 64 };

/* Returns the first block, at `at` or a multiple of 64 bytes after it, that has a mark, with a bit for
 * each mark, the lowest for the first byte; or `end` and no bits. Reads nothing before `at` or from
 * `end` on, and assumes bytes there that make a mark. A colon is a mark unless a blank follows. */
const char *uriel_scan_colons(const char *at, const char *end, uint64_t *marks);

/* The same, with these marks too: "@", a "/" before another one, and a "." before a byte of "0" or
 * greater. */
const char *uriel_scan_marks(const char *at, const char *end, uint64_t *marks);

#endif
