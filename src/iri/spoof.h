/* SPDX-License-Identifier: MIT */
/* UTS #39 for one label. */
#ifndef URIEL_IRI_SPOOF_H
#define URIEL_IRI_SPOOF_H

#include "text/view.h"
#include "uriel_iri.h"

/* Returns the restriction level of a text without ".". `offset` gets the offset of the first character
 * with which the level is less than highly restrictive, or the length of the text. */
uriel_restriction uriel_spoof_level(uriel_text text, size_t *offset);

#endif
