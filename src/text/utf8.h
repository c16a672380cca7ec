/* SPDX-License-Identifier: MIT */
/* UTF-8 (RFC 3629), one character at a time. */
#ifndef URIEL_TEXT_UTF8_H
#define URIEL_TEXT_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* Decodes the character at `at`, before `end`. Returns its length, or 0 if it is invalid. */
size_t uriel_utf8_character(const char *at, const char *end, uint32_t *character);

/* What RFC 3987 makes of a character outside US-ASCII. */
typedef enum ucs_kind {
  UCS_OTHER,  /* allowed nowhere: controls, noncharacters, and the bidirectional formatting of 4.1 */
  UCS_IRI,    /* ucschar: allowed as an unreserved character is */
  UCS_PRIVATE /* iprivate: allowed in queries */
} ucs_kind;

ucs_kind uriel_ucs_kind(uint32_t character);

#endif
