/* SPDX-License-Identifier: MIT */
/* What the words for an error are made of. */
#ifndef URIEL_URI_ERROR_H
#define URIEL_URI_ERROR_H

#include "grammar/grammar.h"
#include "text/writer.h"

/* The byte to blame, an offset into the text; `len` if there is none. */
size_t uriel_error_blamed(const uriel_error *error, const char *text, size_t len);

/* With what the text could go on at `offset`, which is not after the error's. False if the error is not
 * that of parsing the text. */
bool uriel_error_next(const uriel_error *error, const char *text, size_t len, size_t offset,
                      grammar_next *next);

/* The character at `at`, as people know it: "[", a space, the character U+00E9, the byte 0xC3. */
void uriel_write_character(writer *w, const char *at, const char *end);

/* How many bytes the text begins with that are a byte order mark or a character without ink outside of
 * US-ASCII; 0 if it begins with something else. */
size_t uriel_unseen_span(const char *at, const char *end);

/* Whether the error is blamed on the scheme, or on its absence, because of something unseen before it.
 */
bool uriel_error_is_unseen(const uriel_error *error, uriel_text text);

/* How long a zone identifier is with its "%", if a host is an IPv6 address with one in brackets; else 0.
 */
size_t uriel_zone_span(uriel_text host);

#endif
