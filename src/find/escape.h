/* SPDX-License-Identifier: MIT */
/* Escapes within a reference: of JSON, TeX, Markdown and roff. */
#ifndef URIEL_FIND_ESCAPE_H
#define URIEL_FIND_ESCAPE_H

#include "find/span.h"

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
