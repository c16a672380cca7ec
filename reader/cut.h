/* SPDX-License-Identifier: MIT */
/* The part of a text that a fragment selects. */
#ifndef URIEL_READER_CUT_H
#define URIEL_READER_CUT_H

#include "base/buffer.h"
#include "fragment.h"

/* Appends the lines or characters, rows, columns or cells of a whole text (`is_csv`: of comma-separated
 * values) that a fragment, percent-decoded, selects, in their own bytes. Selections follow each other in
 * the order of the fragment; the cells of a row have commas between them, and the line end of the row.
 * Selections beyond the end are left out (RFC 7111, 4.2). Returns as fragment_ask, but integrity checks
 * have to match, and MISSING only if nothing is selected or the syntax is wrong; a position is FOUND and
 * appends nothing. Ends the program if memory runs out. O(selections * len). */
enum fragment_answer cut_text(uriel_text text, bool is_csv, uriel_text fragment, struct buffer *out);

#endif
