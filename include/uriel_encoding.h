/* SPDX-License-Identifier: MIT */
/* uriel: the encodings of text (the Encoding Standard of the WHATWG). See uriel.h for conventions. */
#ifndef URIEL_ENCODING_H
#define URIEL_ENCODING_H

#include "uriel.h"

/* ---- Names ------------------------------------------------------------------------------------- */

/* Returns the name, in lower case, of the encoding that has the label ("latin1": "windows-1252"), or an
 * undefined text (Encoding, 4.2). */
URIEL_API uriel_text uriel_encoding_of(const char *label, size_t len);

/* Returns the name of the encoding whose byte order mark starts the text, "utf-8", "utf-16be" or
 * "utf-16le", and sets the length of the mark; or an undefined text and 0 (Encoding, 6). */
URIEL_API uriel_text uriel_encoding_marked(size_t *mark, const char *text, size_t len);

/* ---- Encodings --------------------------------------------------------------------------------- */

/* An encoding. Its members are private. */
typedef struct uriel_encoding uriel_encoding;

/* A set of encodings: returns the encoding with this name, or NULL. */
typedef const uriel_encoding *uriel_encoding_set(const char *name, size_t len);

/* The set of all encodings of the standard, except "replacement". Pass &uriel_encodings to functions
 * that should know them. Only programs that do so link the tables (220 KB). */
URIEL_API const uriel_encoding *uriel_encodings(const char *name, size_t len);

/* Returns the encoding with the label, or NULL. `set` is &uriel_encodings, or NULL for UTF-8, UTF-16 and
 * windows-1252 only. uriel_encoding_of also knows the names of encodings that the set lacks: do not read
 * their texts as another encoding. */
URIEL_API const uriel_encoding *uriel_encoding_find(uriel_encoding_set *set, const char *label,
                                                    size_t len);

/* Returns the name, which a NUL follows. */
URIEL_API const char *uriel_encoding_name(const uriel_encoding *encoding);

/* Returns whether a byte below 80 that starts a character is always that character of US-ASCII: not in
 * UTF-16 and ISO-2022-JP, whose texts must be decoded before they are searched. */
URIEL_API bool uriel_encoding_has_ascii(const uriel_encoding *encoding);

/* ---- Reading and writing ------------------------------------------------------------------------ */

/* Values of uriel_encoding_read that are not characters. */
enum {
  URIEL_ENCODING_MALFORMED = 0x110000, /* malformed bytes, which the standard reads as U+FFFD */
  URIEL_ENCODING_NOTHING = 0x110001    /* an escape sequence of ISO-2022-JP */
};

/* Reads the character at the start of `text`, which is not empty. Returns the number of its bytes, at
 * most 4, or 0 if the text ends within the character and is not the last part of the document. `state`
 * is 0 at the start of a document. At the end of the last part, the text is read as if a line feed
 * followed. */
URIEL_API size_t uriel_encoding_read(uint32_t *scalar, uint32_t *state, const uriel_encoding *encoding,
                                     const char *text, size_t len, bool last);

/* The context of the two functions below. Set `encoding`. */
typedef struct uriel_encoding_context {
  const uriel_encoding *encoding;
  uint32_t state;
} uriel_encoding_context;

/* A uriel_html_decoder: writes the text in UTF-8, with U+FFFD for malformed bytes. Bound: 3 * `len`. */
URIEL_API size_t uriel_encoding_decode(void *context, const char *text, size_t len, char *out,
                                       size_t capacity);

/* A uriel_url_encoder, for the queries of a document ("percent-encode after encoding"): UTF-8 in a
 * document of UTF-16. `out` has 8 bytes. `state` is 0 before a query, and after the end. */
URIEL_API size_t uriel_encoding_encode(void *context, uint32_t scalar, char *out);

#endif
