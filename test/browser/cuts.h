/* SPDX-License-Identifier: MIT */
/* The references of a document through the public reader, whole and cut. */
#ifndef URIEL_TEST_BROWSER_CUTS_H
#define URIEL_TEST_BROWSER_CUTS_H

#include <stddef.h>
#include <stdint.h>

/* Returns NULL if uriel_html.h finds the references that list_lines.h finds, whatever the cuts and the
 * size of the scratch buffer; otherwise how they differ. The seed decides where the document is cut. */
const char *cuts_check(const char *data, size_t len, uint64_t seed);

#endif
