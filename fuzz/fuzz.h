/* SPDX-License-Identifier: MIT */
/* What the fuzz targets share, on top of the API tests' helpers. A target takes its input in exact-size
 * heap blocks, and aborts where what it knows of the result (its oracle) does not hold. */
#ifndef URIEL_FUZZ_H
#define URIEL_FUZZ_H

#include "uriel.h"

#include "literal.h"
#include "literal_historic.h"
#include "support.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The input as text, in a block of its exact size; text_free frees it. */
uriel_text fuzz_text(const uint8_t *data, size_t size);

/* The input's lines, up to `count` of them, each in a block of its own; missing lines are
 * undefined. No reference holds a line feed, so that it can part two of them. */
void fuzz_lines(uriel_text *lines, size_t count, const uint8_t *data, size_t size);
void fuzz_free(uriel_text *lines, size_t count);

/* Whether the text is defined and a reference. */
bool fuzz_reference(uriel_ref *ref, uriel_text text);

/* Whether the text is defined and a member of the generation, partial forms included. */
bool fuzz_member(uriel_ref *ref, uriel_spec spec, uriel_text text);

/* The generations before RFC 3986 have these values. */
enum { FUZZ_FIRST_SPEC = URIEL_SPEC_URL_1993, FUZZ_LAST_SPEC = URIEL_SPEC_URI_2003 };

/* Aborts with a message that names what does not hold. */
void fuzz_must(bool holds, const char *what);

#endif
