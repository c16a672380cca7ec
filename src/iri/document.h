/* SPDX-License-Identifier: MIT */
/* The interface of RFC 3987 to src/api. */
#ifndef URIEL_IRI_DOCUMENT_H
#define URIEL_IRI_DOCUMENT_H

#include "uri/reading.h"
#include "uriel_spec.h"

extern const reading uriel_reading_iri;

/* Fills in code, component, begin and length of an error of `text`, which is not an IRI reference. */
void uriel_iri_blame(uriel_error *error, const char *text, uint32_t len);

/* uriel_encode_as: keeps the characters outside US-ASCII that `where` allows. */
size_t uriel_iri_encode(uriel_encode_for where, uriel_text text, unsigned options, char *out,
                        size_t capacity);

#endif
