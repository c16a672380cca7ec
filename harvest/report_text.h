/* SPDX-License-Identifier: MIT */
/* Writes text from documents, and numbers, as the page shows them. */
#ifndef URIEL_HARVEST_REPORT_TEXT_H
#define URIEL_HARVEST_REPORT_TEXT_H

#include "base/file_out.h"
#include "uriel.h"

/* Writes untrusted text, for content and attributes. Escapes the characters that are special in HTML.
 * Writes control characters, invisible and reordering characters, and bytes that are not UTF-8 as \xNN.
 * Writes at most `most` characters, leaving out the middle. */
void report_foreign(struct file_out *out, uriel_text text, size_t most);

/* The same for a reference; its password becomes "****". */
void report_reference(struct file_out *out, uriel_text text, size_t most);

void report_number(struct file_out *out, uint64_t number); /* 1,234,567 */
void report_short(struct file_out *out, uint64_t number);  /* 1.2M, in at most four characters */
void report_bytes(struct file_out *out, uint64_t bytes);   /* 1.2 MB */

#endif
