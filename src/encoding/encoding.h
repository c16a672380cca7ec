/* SPDX-License-Identifier: MIT */
/* An encoding: its name, and how its characters are read and written. */
#ifndef URIEL_ENCODING_ENCODING_H
#define URIEL_ENCODING_ENCODING_H

#include "text/text.h"
#include "uriel_encoding.h"

/* The bytes of a text from a character on. `cut`: bytes after the end were read, as line feeds. */
struct encoding_input {
  const unsigned char *bytes;
  size_t len;
  bool cut;
};

static inline unsigned encoding_byte(struct encoding_input *in, size_t at)
{
  if (at < in->len)
    return in->bytes[at];
  in->cut = true;
  return '\n';
}

/* Reads a character. Returns the number of its bytes, and sets the scalar value or a value of
 * uriel_encoding_read. */
typedef size_t encoding_reader(struct encoding_input *in, uint32_t *state, uint32_t *scalar);

/* Writes a character beyond US-ASCII; in an encoding with escapes, any, and URIEL_URL_ENCODER_END.
 * Returns what a uriel_url_encoder returns, but 0 if an encoding without escapes lacks the character. */
typedef size_t encoding_writer(uint32_t *state, uint32_t scalar, char out[8]);

struct uriel_encoding {
  const char *name;
  const uint16_t *points; /* one byte a character: the characters from 80, 0 for none; else NULL */
  encoding_reader *read;  /* NULL with `points` */
  encoding_writer *write; /* NULL with `points`, and for UTF-8 */
  bool escapes;           /* ISO-2022-JP */
  bool wide;              /* UTF-16 */
  bool fallback;          /* windows-1252, but UTF-8 for a text in UTF-8 */
};

/* Returns the encoding with the name among the rows, or NULL. */
static inline const uriel_encoding *encoding_in(const uriel_encoding *rows, size_t count,
                                                uriel_text name)
{
  for (size_t i = 0; i < count; i++)
    if (view_equal(uriel_text_of(rows[i].name), name))
      return &rows[i];
  return NULL;
}

extern const uint16_t uriel_encoding_windows_1252[128];
extern const uriel_encoding uriel_encoding_fallback;

#endif
