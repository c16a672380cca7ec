/* SPDX-License-Identifier: MIT */
/* The part of a text around a place, as it can be shown on one line, and without its password. */
#ifndef URIEL_READER_EXCERPT_H
#define URIEL_READER_EXCERPT_H

#include "base/buffer.h"
#include "uriel.h"

enum { EXCERPT_COLUMNS = 72 };

/* The error's place in a text and the wrong part [begin, end): first offsets, then columns, from 0. */
struct excerpt_marks {
  size_t caret;
  size_t begin;
  size_t end;
};

/* Before the first excerpt, and before threads are started: wcwidth knows wide and combining characters,
 * given a locale of UTF-8. */
void excerpt_start(void);

/* Writes at most EXCERPT_COLUMNS columns of `text` around the caret into `out`, "..." for omitted text,
 * \xNN for bytes that are not UTF-8 or belong to invisible characters, and U+2420 for spaces at the
 * start and the end. Returns the marks as columns, the part as far as it is shown. */
struct excerpt_marks excerpt_make(uriel_text text, struct excerpt_marks marks, struct buffer *out);

/* Replaces the password in the user information of `text` (a whole reference, or only the USERINFO or
 * AUTHORITY, see `within`) by "****", also if the text does not parse, and moves `marks` along. Returns
 * `text` if it has no password, otherwise a text in `scratch`. */
uriel_text excerpt_hide_password(uriel_text text, uriel_component within, struct excerpt_marks *marks,
                                 struct buffer *scratch);

#endif
