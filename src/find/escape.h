/* SPDX-License-Identifier: MIT */
/* Characters beyond ASCII, and escapes of JSON, TeX, Markdown and roff. */
#ifndef URIEL_FIND_ESCAPE_H
#define URIEL_FIND_ESCAPE_H

#include "find/span.h"

/* From here on the scripts are written without spaces between words: a reference in such text often
 * touches what is around it. */
enum { FIND_UNSPACED = 0x2E80 };

/* Punctuation, marks of layout, and what is no character. */
bool uriel_find_is_mark(uint32_t character);

/* The length of the character at `at`, whose first byte is beyond ASCII, if a reference may hold it;
 * 0 where it ends one. */
size_t uriel_find_letter(find_text *t, const char *at, uint32_t *character);

/* The same of the character that ends before `at`. */
size_t uriel_find_letter_before(const char *low, const char *at, uint32_t *character);

/* The escape at `at`, a "\", that the reference goes on with: its length, 0 where it ends there. */
size_t uriel_find_escape(find_text *t, const char *at, find_span *s);

/* The character that "\uXXXX" at `at` stands for, or two of them that are a surrogate pair: their
 * length, 0 where there are no such. */
size_t uriel_find_unicode(find_text *t, const char *at, uint32_t *character);

/* Whether roff takes "\&" and "\:" for nothing. */
static inline bool find_is_nothing(int byte)
{
  return byte == '&' || byte == ':';
}

#endif
