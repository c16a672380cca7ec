/* SPDX-License-Identifier: MIT */
/* Encodings that are neither UTF-8 nor UTF-16 (the Encoding standard), by iconv: text is read as UTF-8,
 * and queries of HTML are written in the document's encoding. */
#ifndef URIEL_READER_CHARSET_H
#define URIEL_READER_CHARSET_H

#include "uriel_html.h"
#include <stdbool.h>
#include <stdint.h>

#include "base/buffer.h"
#include "uriel.h"

struct charset;

/* Sets `*charset` to the encoding with the label, or to NULL if it is unknown, UTF-8 or UTF-16. Returns
 * false if memory runs out. */
bool charset_open(struct charset **charset, uriel_text label);
void charset_close(struct charset *charset);

/* Whether it is ISO-2022-JP, the only one that does not contain US-ASCII: charset_next reads it, and the
 * decoder of charset_decoder the others. */
bool charset_has_escapes(const struct charset *charset);

/* Where a text in ISO-2022-JP was cut. Zero-initialise. */
struct charset_escapes {
  unsigned mode;
  bool escaped; /* the last bytes were an escape sequence */
};

enum { CHARSET_BAD = 0xfffd };
#define CHARSET_NOTHING UINT32_MAX

/* Returns how many bytes of the text, which is not empty, charset_next needs, at most 4: more than
 * `text.len` if it is cut within a character. */
size_t charset_wants(const struct charset *charset, const struct charset_escapes *state,
                     uriel_text text);

/* Returns the length of the character at the start of `text`, and sets it: CHARSET_BAD for invalid
 * bytes, CHARSET_NOTHING for an escape of ISO-2022-JP. A text that is cut within a character is invalid.
 * `state` is zero before the first character. */
size_t charset_next(const struct charset *charset, struct charset_escapes *state, uriel_text text,
                    uint32_t *scalar);

/* Sets the decoder of the encoding, and its context. Invalid bytes become U+FFFD. */
void charset_decoder(struct charset *charset, uriel_html_options *options);

/* A uriel_url_encoder; its context is the struct charset. */
size_t charset_encode(void *context, uint32_t scalar, char out[8]);

#endif
