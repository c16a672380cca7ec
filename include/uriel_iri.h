/* SPDX-License-Identifier: MIT */
/* uriel: Internationalized Resource Identifiers (RFC 3987). See uriel.h for conventions. Text is UTF-8.
 *
 * uriel_parse_as with URIEL_SPEC_IRI (uriel_historic.h) parses an IRI reference. uriel_resolve,
 * uriel_relative, uriel_normalize and uriel_compare then follow RFC 3987, 5.3 and 6.5, without NFC and
 * IDNA. */
#ifndef URIEL_IRI_H
#define URIEL_IRI_H

#include "uriel.h"

#ifdef __cplusplus
extern "C" {
#endif

enum uriel_iri_option {
  URIEL_IRI_NFC = 1, /* normalise to form C first (3.1, step 1; 5.3.2.2) */
  URIEL_IRI_IDNA = 2 /* the host by ToASCII and ToUnicode (uriel_idna.h), not in percent-encoded UTF-8 */
};

/* Writes the URI reference that an IRI reference maps to (3.1). Fails with an error of IDNA. */
URIEL_API size_t uriel_iri_to_uri(const uriel_ref *iri, unsigned options, char *out, size_t capacity,
                                  uriel_error *error);

/* Writes the IRI reference of a URI reference (3.2): decodes percent-encoded characters, except bytes
 * that are not UTF-8, characters that the component does not allow, and those of 4.1. */
URIEL_API size_t uriel_iri_from_uri(const uriel_ref *uri, unsigned options, char *out, size_t capacity);

/* Writes the normal form of an IRI reference, as uriel_normalize does, with NFC or IDNA. */
URIEL_API size_t uriel_iri_normalize(const uriel_ref *iri, uriel_level level, unsigned options,
                                     char *out, size_t capacity, uriel_error *error);

/* Return the most bytes that the function of that name writes. O(1). */
URIEL_API size_t uriel_iri_to_uri_bound(const uriel_ref *iri);
URIEL_API size_t uriel_iri_from_uri_bound(const uriel_ref *uri);
URIEL_API size_t uriel_iri_normalize_bound(const uriel_ref *iri);

#ifdef __cplusplus
}
#endif

#endif
