/* SPDX-License-Identifier: MIT */
/* Files of fields: lines "name: value". A line that begins with white space continues the field before
 * it; "#" begins a comment. */
#ifndef URIEL_TEXT_FIELDS_H
#define URIEL_TEXT_FIELDS_H

#include "text/text.h"

typedef struct field {
  uriel_text name;  /* without the words after it, as "wrong" of "wrong number: a number is missing" */
  uriel_text of;    /* those words */
  uriel_text value; /* from the first character that is not white space to the last, of all its lines */
} field;

typedef enum field_result { FIELD_END, FIELD_READ, FIELD_WRONG } field_result;

/* Takes the next field off the text. After FIELD_WRONG, `f->name` is the line that is not a field. */
field_result uriel_field_next(uriel_text *rest, field *f);

/* Takes the next word off the value: up to white space, or "(", where the source begins. Returns false
 * at the end. */
bool uriel_field_word(uriel_text *value, uriel_text *word);

#endif
