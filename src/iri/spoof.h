/* SPDX-License-Identifier: MIT */
/* UTS #39 and the display rules of browsers for one label. */
#ifndef URIEL_IRI_SPOOF_H
#define URIEL_IRI_SPOOF_H

#include "text/text.h"
#include "uriel_iri.h"

/* Returns the restriction level of a text without ".". `offset` gets the offset of the first character
 * with which the level is less than highly restrictive, or the length of the text. */
uriel_restriction uriel_spoof_level(uriel_text text, size_t *offset);

/* Reports whether a code point is for identifiers (UTS #39, 3.1). */
bool uriel_spoof_allowed(uint32_t code);

/* Reports whether all characters of a label outside US-ASCII belong to a script of the top-level domain
 * `top`, so that nobody takes the name for one in Latin letters. */
bool uriel_spoof_at_home(uriel_text label, uriel_text top);

/* Returns the first rule under which `text`, a label in Unicode, is not shown, except IDNA and BIDI.
 * `top` is the top-level domain in Unicode, or empty. */
uriel_label_rule uriel_spoof_rule(uriel_text text, uriel_text top);

/* Returns the first character of the text in US-ASCII that a code point outside it looks like, or 0. */
uint32_t uriel_spoof_look(uint32_t code);

#endif
