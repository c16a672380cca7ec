/* SPDX-License-Identifier: MIT */
/* The part of a text around one place, as it can be shown on one line. */
#ifndef URIEL_CLI_EXCERPT_H
#define URIEL_CLI_EXCERPT_H

#include "buffer.h"
#include "uriel.h"

enum { EXCERPT_COLUMNS = 72 };

/* Writes at most EXCERPT_COLUMNS columns of `text` around `offset` into `out`, "..." for what is left
 * out, control characters and bytes that are not UTF-8 as \xNN. Returns the column of the offset, from
 * 0. */
size_t excerpt_make(uriel_text text, size_t offset, struct buffer *out);

/* Replaces the password in the user information of `text` (a whole reference, or `within` USERINFO or
 * AUTHORITY alone) by "****", also where the text does not parse, and moves `offset` along. Returns the
 * text itself where there is none, otherwise a text in `scratch`. */
uriel_text excerpt_hide_password(uriel_text text, uriel_component within, size_t *offset,
                                 struct buffer *scratch);

#endif
