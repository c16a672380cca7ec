/* SPDX-License-Identifier: MIT */
/* Encodings of HTML that are not UTF-8 (the Encoding standard), by iconv: text is read as UTF-8, and
 * queries are written in the document's encoding. */
#ifndef URIEL_LINKS_CHARSET_H
#define URIEL_LINKS_CHARSET_H

#include <stdbool.h>
#include <stdint.h>

#include "reader/buffer.h"
#include "uriel.h"

struct charset;

/* Sets `*charset` to the encoding with the label, or to NULL if it is unknown, UTF-8 or UTF-16. Returns
 * false if there is no memory. */
bool charset_open(struct charset **charset, uriel_text label);
void charset_close(struct charset *charset);

/* Whether all bytes of the text are ASCII, and mean ASCII. */
bool charset_is_ascii(const struct charset *charset, uriel_text text);

/* Converts text to UTF-8 in `out`; invalid bytes become U+FFFD. Writes to `map` where its parts
 * come from. Returns false if there is no memory. */
bool charset_decode(struct charset *charset, uriel_text text, struct buffer *out, struct buffer *map);

/* Returns the offset in the text of an offset in its UTF-8. `*from` is 0 at first; later offsets are not
 * smaller. Places of ISO-2022-JP are those of the UTF-8. */
uint64_t charset_origin(const struct buffer *map, size_t *from, uint64_t offset);

/* A uriel_url_encoder; its context is the struct charset. */
size_t charset_encode(void *context, uint32_t scalar, char out[8]);

#endif
