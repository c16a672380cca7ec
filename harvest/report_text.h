/* SPDX-License-Identifier: MIT */
/* Text of documents, and numbers, as the page shows them. */
#ifndef URIEL_HARVEST_REPORT_TEXT_H
#define URIEL_HARVEST_REPORT_TEXT_H

#include "report_out.h"
#include "uriel.h"

/* Text from outside, for content and attributes: what HTML gives a meaning is escaped; control
 * characters, what reorders or is not seen, and bytes that are not UTF-8 become \xNN. At most `most`
 * characters of it are shown, the middle left out. */
void report_foreign(struct report_out *out, uriel_text text, size_t most);

/* The same for a reference, whose password becomes "****". */
void report_reference(struct report_out *out, uriel_text text, size_t most);

void report_number(struct report_out *out, uint64_t number); /* 1,234,567 */
void report_short(struct report_out *out, uint64_t number);  /* 1.2M, in at most four characters */
void report_share(struct report_out *out, uint64_t part, uint64_t whole); /* 12.3% */
void report_bytes(struct report_out *out, uint64_t bytes);                /* 1.2 MB */

#endif
