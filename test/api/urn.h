/* SPDX-License-Identifier: MIT */
/* Shared by the tests of names. */
#ifndef URIEL_TEST_URN_H
#define URIEL_TEST_URN_H

#include "support.h"
#include "vectors.h"

/* The documents of names, oldest first. */
enum { DOCUMENTS = 3 };
extern const uriel_spec urn_documents[DOCUMENTS];

#define U41 URIEL_SPEC_RFC2141
#define U11 URIEL_SPEC_URN_2011
#define U81 URIEL_SPEC_RFC8141

/* The document in the column spec. */
uriel_spec urn_spec_of(const vector_case *given);

/* Reads by that document; ends the program if that fails. */
uriel_ref urn_read_as(uriel_spec spec, uriel_text text);
uriel_ref urn_read(uriel_spec spec, const char *text);

/* Compares with a column's text, undefined or not. */
void urn_expect(const vector_case *given, const char *column, uriel_text got);

#endif
