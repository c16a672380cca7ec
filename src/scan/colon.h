/* SPDX-License-Identifier: MIT */
/* The marks at which references in text may be: colons, and with hosts and mail "@", "." and "//". */
#ifndef URIEL_SCAN_COLON_H
#define URIEL_SCAN_COLON_H

#include <stdint.h>

/* So many bytes are looked at together: one bit each. */
enum { MARK_BLOCK = 64 };

/* The first block of 64 bytes at `at` or 64 bytes, 128 ... behind it that has a mark, with a bit for
 * each mark in it, the lowest for its first byte; `end` and no bits where there is none. Nothing is read
 * before `at` nor from `end` on, and what would stand there is taken for what makes a mark. A colon is
 * one but before a blank. */
const char *uriel_scan_colons(const char *at, const char *end, uint64_t *marks);

/* As above; marks are "@", a "/" before another one, and a "." before a byte that is "0" or greater,
 * too. */
const char *uriel_scan_marks(const char *at, const char *end, uint64_t *marks);

#endif
