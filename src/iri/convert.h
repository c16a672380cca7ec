/* SPDX-License-Identifier: MIT */
/* Writes text of an IRI in other forms (RFC 3987, 3.1, 3.2 and 5.3). */
#ifndef URIEL_IRI_CONVERT_H
#define URIEL_IRI_CONVERT_H

#include "text/text.h"
#include "uriel_iri.h"

/* How to write a text. */
typedef struct iri_form {
  bool nfc;     /* in normalisation form C */
  bool encoded; /* characters outside US-ASCII as "%XX" (3.1, step 2) */
  bool folded;  /* upper-case letters of US-ASCII as lower-case ones */
} iri_form;

void uriel_iri_write(writer *w, uriel_text text, iri_form form);

/* Writes the host of `ref` as a domain name by ToASCII, or with `display` by ToUnicode if ToASCII
 * accepts it (3.1; 5.3.3). Other hosts are written in the form. Fails with the error of IDNA; its place
 * is in the text of `ref`. */
bool uriel_iri_write_host(writer *w, const uriel_ref *ref, bool display, iri_form form,
                          uriel_error *error);

/* Reports whether IDNA accepts the host, so that its form in Unicode maps to it again (3.2.1). */
bool uriel_iri_is_domain(uriel_text host);

/* Reports whether a character outside US-ASCII is easily recognised (6.1). False for spaces, invisible
 * characters, full-width and half-width forms, and characters that look like delimiters. */
bool uriel_iri_is_appropriate(uint32_t character);

#endif
