/* SPDX-License-Identifier: MIT */
/* Functions that the fuzz targets share, in addition to the helpers of the API tests. A target copies
 * its input to heap blocks of the exact size, and aborts if a property of the result (its oracle) does
 * not hold. */
#ifndef URIEL_FUZZ_H
#define URIEL_FUZZ_H

#include "uriel.h"

#include "literal.h"
#include "literal_historic.h"
#include "support.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Returns the input as text in a block of its exact size; free it with text_free. */
uriel_text fuzz_text(const uint8_t *data, size_t size);

/* Splits the input into up to `count` lines, each in its own block; missing lines are undefined. No
 * reference contains a line feed. */
void fuzz_lines(uriel_text *lines, size_t count, const uint8_t *data, size_t size);
void fuzz_free(uriel_text *lines, size_t count);

/* Whether the text is defined and a reference. */
bool fuzz_reference(uriel_ref *ref, uriel_text text);

/* Whether the text is defined and valid in the generation, including partial forms. */
bool fuzz_member(uriel_ref *ref, uriel_spec spec, uriel_text text);

/* The range of generations before RFC 3986. */
enum { FUZZ_FIRST_SPEC = URIEL_SPEC_URL_1993, FUZZ_LAST_SPEC = URIEL_SPEC_URI_2003 };

/* Aborts if `holds` is false; `what` names the property. */
void fuzz_must(bool holds, const char *what);

#endif
