/* SPDX-License-Identifier: MIT */
/* Whether a label is valid (UTS #46, 4.1). */
#ifndef URIEL_IDNA_LABEL_H
#define URIEL_IDNA_LABEL_H

#include "idna/unicode.h"
#include "uriel_idna.h"

/* Besides the options of uriel_idna.h: an "xn--" label may decode to a text that begins with "xn--". */
enum { IDNA_ALLOW_XN = 0x10000 };

/* A label after mapping or decoding: code points, or bytes of US-ASCII in any case. */
typedef struct idna_label {
  const uint32_t *codes; /* NULL for bytes */
  const char *bytes;
  size_t count;
} idna_label;

/* Returns the first error of a label by the criteria 2 to 8 and the options, and the place of the code
 * point at fault. */
uriel_error_code uriel_label_check(const idna_label *label, unsigned options, size_t *at);

/* Reports whether a domain name with the label is a Bidi domain name. */
bool uriel_label_is_rtl(const idna_label *label);

/* Reports whether the label follows the Bidi rule (RFC 5893, 2); otherwise `at` is the code point at
 * fault. */
bool uriel_label_bidi(const idna_label *label, size_t *at);

/* Returns the first code point of US-ASCII that is not a lower-case letter, a digit or "-". */
size_t uriel_label_not_std3(const idna_label *label);

#endif
