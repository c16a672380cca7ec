/* SPDX-License-Identifier: MIT */
/* Characters beyond ASCII, and escapes of JSON, TeX, Markdown and roff. */
#ifndef URIEL_FIND_ESCAPE_H
#define URIEL_FIND_ESCAPE_H

#include "find/span.h"

/* From here on, scripts are written without spaces between words: a reference often touches the text
 * around it. */
enum { FIND_UNSPACED = 0x2E80 };

/* Punctuation, layout marks and noncharacters. */
bool uriel_find_is_mark(uint32_t character);

/* Returns the length of the character at `at`, whose first byte is beyond ASCII, if it can belong to a
 * reference; otherwise 0. */
size_t uriel_find_letter(find_text *t, const char *at, uint32_t *character);

/* The same for the character that ends before `at`. */
size_t uriel_find_letter_before(const char *low, const char *at, uint32_t *character);

/* Returns the length of the escape at `at`, a "\", if the reference continues with it; otherwise 0. */
size_t uriel_find_escape(find_text *t, const char *at, find_span *s);

/* Decodes "\uXXXX" at `at`, or a surrogate pair of them. Returns the length, or 0. */
size_t uriel_find_unicode(find_text *t, const char *at, uint32_t *character);

/* Reports whether roff ignores the escape: "\&" and "\:". */
static inline bool find_is_nothing(int byte)
{
  return byte == '&' || byte == ':';
}

#endif
