/* SPDX-License-Identifier: MIT */
/* Normalisation form C (UAX #15) of a sequence of code points, in one pass and bounded memory. */
#ifndef URIEL_IDNA_NFC_H
#define URIEL_IDNA_NFC_H

#include "idna/unicode.h"

/* Where code points come from: text, with the mapping of UTS #46 up to the next full stop or without,
 * or an array. A copy reads the same again. */
typedef struct nfc_source {
  const char *at, *end;
  const char *origin; /* the character in the text of the last code point */
  bool mapped, transitional;
  bool stopped;    /* at a full stop */
  uriel_text rest; /* of a mapping, not read yet */
  const uint32_t *codes, *codes_end;
} nfc_source;

/* Returns the next code point, or UNICODE_END. */
uint32_t uriel_nfc_next(nfc_source *source);

/* Called with each code point of the result and its origin in the text. */
typedef void nfc_sink(void *context, uint32_t code, const char *origin);

/* Writes UTF-8 to `context`, a writer. */
nfc_sink uriel_nfc_write;

/* Normalises to the end of the source, or to its full stop, which it reads. */
void uriel_nfc_run(nfc_source *source, nfc_sink *put, void *context);

#endif
