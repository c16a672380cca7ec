/* SPDX-License-Identifier: MIT */
/* The interface of RFC 3987 to src/api. */
#ifndef URIEL_IRI_DOCUMENT_H
#define URIEL_IRI_DOCUMENT_H

#include "uri/error.h"
#include "uri/reading.h"

extern const reading uriel_reading_iri;

/* The rule that each error breaks. */
extern const error_rule uriel_rules_iri[];

/* Fills in code, component, begin and length of an error of `text`, which is not an IRI reference. */
void uriel_iri_blame(uriel_error *error, const char *text, uint32_t len);

/* Returns the byte to blame, an offset into the text; `len` if no byte is to blame. */
size_t uriel_iri_blamed(const uriel_error *error, const char *text, size_t len);

#endif
