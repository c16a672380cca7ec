/* SPDX-License-Identifier: MIT */
/* Characters beyond ASCII: those that references are written with, and those that set text off. */
#ifndef URIEL_FIND_CHARACTER_H
#define URIEL_FIND_CHARACTER_H

#include "find/find.h"

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

#endif
