/* SPDX-License-Identifier: MIT */
/* The values of fields. */
#ifndef URIEL_TEXT_FIELDS_H
#define URIEL_TEXT_FIELDS_H

#include "text/text.h"
#include "uriel_registry.h"

/* Takes the next word off the value: up to white space, or "(", where the source begins. Returns false
 * at the end. */
bool uriel_field_word(uriel_text *value, uriel_text *word);

#endif
