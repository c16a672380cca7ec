/* SPDX-License-Identifier: MIT */
/* What encoding by other documents shares with that by RFC 3986. */
#ifndef URIEL_URI_ENCODE_H
#define URIEL_URI_ENCODE_H

#include "text/percent.h"

/* Writes the text with all but `set` encoded; in a form, a space is "+". */
void uriel_encode_write(writer *w, uriel_text text, encode_set *set, uriel_encode_for where,
                        unsigned options);

/* Whether a host is an IP literal, which stays as it is. */
typedef bool encode_is_literal(uriel_text host);

/* The same of a whole reference, with an IP literal that is its host kept. */
void uriel_encode_write_around(writer *w, uriel_text text, encode_is_literal *is_literal,
                               encode_set *set, unsigned options);

#endif
