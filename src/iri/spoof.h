/* SPDX-License-Identifier: MIT */
/* UTS #39 for one label. */
#ifndef URIEL_IRI_SPOOF_H
#define URIEL_IRI_SPOOF_H

#include "text/view.h"
#include "uriel_iri.h"

/* Returns the restriction level of a text without ".". `offset` gets the offset of the first character
 * with which the level is less than highly restrictive, or the length of the text. */
uriel_restriction uriel_spoof_level(uriel_text text, size_t *offset);

/* Reports whether a code point is for identifiers (UTS #39, 3.1). */
bool uriel_spoof_allowed(uint32_t code);

/* Returns the first character of the text in US-ASCII that a code point outside it looks like, or 0. */
uint32_t uriel_spoof_look(uint32_t code);

#endif
