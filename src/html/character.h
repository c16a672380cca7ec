/* SPDX-License-Identifier: MIT */
/* Character references (HTML, 13.2.5.72 to .80), and the values that have them. */
#ifndef URIEL_HTML_CHARACTER_H
#define URIEL_HTML_CHARACTER_H

#include "uriel_html.h"

/* The longest named one, with "&" and ";". */
enum { CHARACTER_REFERENCE_MAX = 33 };

/* Decodes a character reference at `text`, which starts with "&", in an attribute's value or in text.
 * Returns the bytes read, 0 if it does not exist, and writes up to 8 bytes of UTF-8 to `out`. O(result).
 */
size_t uriel_html_character_reference(const char *text, size_t len, bool attribute, char out[8],
                                      size_t *out_len);

/* The same for every replacement: also, CR LF and CR become LF, and NUL becomes U+FFFD. */
size_t uriel_html_character_special(const char *at, size_t len, bool attribute, char to[8],
                                    size_t *to_len);

/* Decodes an attribute's value, or a text: character references; CR LF and CR to LF; NUL to U+FFFD.
 * `decoder`, unless NULL, converts the bytes between these. Returns the length, and writes the bytes
 * before `capacity`. Bound: 3
 * * len without a decoder, len without NUL and without a character reference that becomes longer.
 */
size_t uriel_html_decode_value(const char *raw, size_t len, bool attribute, uriel_html_decoder *decoder,
                               void *context, char *out, size_t capacity);

#endif
