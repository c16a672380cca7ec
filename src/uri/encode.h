/* SPDX-License-Identifier: MIT */
/* Encoding that RFC 3986 and the other documents share. */
#ifndef URIEL_URI_ENCODE_H
#define URIEL_URI_ENCODE_H

#include "text/text.h"

/* Writes the text and encodes all bytes except `set`; in a form, a space is "+". */
void uriel_encode_write(writer *w, uriel_text text, encode_set *set, uriel_encode_for where,
                        unsigned options);

/* Reports whether a host is an IP literal, which is not encoded. */
typedef bool encode_is_literal(uriel_text host);

/* The same for a whole reference; an IP literal that is its host is not encoded. */
void uriel_encode_write_around(writer *w, uriel_text text, encode_is_literal *is_literal,
                               encode_set *set, unsigned options);

#endif
