/* SPDX-License-Identifier: MIT */
/* Escapes: hexadecimal digits, and what forms of output write for characters that they cannot hold. */
#ifndef URIEL_BASE_ESCAPE_H
#define URIEL_BASE_ESCAPE_H

#include <stdbool.h>
#include <stddef.h>

#include "buffer.h"

/* ---- Hexadecimal digits ------------------------------------------------------------------------- */

/* Returns the value of a hexadecimal digit, or -1. */
int hex_value(char c);

/* Returns whether all of the text is a hexadecimal number of at most `most`, and sets it. */
bool hex_read(uriel_text text, uint64_t most, uint64_t *number);

/* Returns the byte that "%XX" at the start of the text encodes, or -1 without "%XX". */
int triplet_read(const char *text, size_t len);

/* Writes a byte as two digits, in lower case. */
void hex_write(char digits[2], unsigned char byte);

/* Writes "%XX". */
void triplet_write(char triplet[3], unsigned char byte);
void buffer_append_triplet(struct buffer *buffer, unsigned char byte);

/* Appends the text with "%XX" for each byte except ASCII letters, digits and the bytes in `keep`. */
void buffer_append_encoded(struct buffer *buffer, uriel_text text, const char *keep);

/* Appends "\xNN" for each byte. */
void buffer_append_hex(struct buffer *buffer, const char *bytes, size_t len);

/* ---- Forms of output ---------------------------------------------------------------------------- */

enum escape_form {
  ESCAPE_TERMINAL,     /* "\xNN" for each byte of unsafe characters (utf8_is_safe) */
  ESCAPE_JSON,         /* in a string: JSON escapes, and "\uNNNN" for unsafe characters; U+FFFD for
                          bytes that are not UTF-8 */
  ESCAPE_TSV,          /* "\\", "\t", "\n" and "\r", as in PostgreSQL's COPY */
  ESCAPE_TSV_TERMINAL, /* as TSV and TERMINAL */
  ESCAPE_HTML /* entities, and "\xNN" for each byte of characters that are not seen (utf8_is_shown) */
};

/* What to write for a character. */
struct escape {
  size_t size; /* of the character */
  size_t len;
  char text[16];
};

/* Returns the length of the text up to the first character that is escaped, and sets `escape`; if no
 * character is, its lengths are 0. */
size_t escape_find(enum escape_form form, const char *text, size_t len, struct escape *escape);

/* Returns the number of leading bytes that no form except HTML escapes. */
size_t escape_plain_span(const char *text, size_t len);

/* Appends text with its escapes. */
void buffer_append_as(struct buffer *buffer, enum escape_form form, const char *text, size_t len);

#endif
