/* SPDX-License-Identifier: MIT */
/* Punycode (RFC 3492). */
#ifndef URIEL_IDNA_PUNYCODE_H
#define URIEL_IDNA_PUNYCODE_H

#include "text/text.h"

/* Writes the Punycode of the code points, without "xn--" (6.3). There are at most URIEL_IDNA_LABEL_MAX.
 */
void uriel_punycode_encode(writer *w, const uint32_t *codes, size_t count);

/* Decodes US-ASCII in lower case, `count` code points, to at most as many (6.2). Returns whether it is
 * valid; if not, `at` is the position of the error. */
bool uriel_punycode_decode(const uint32_t *text, size_t count, uint32_t *codes, size_t *decoded,
                           size_t *at);

#endif
