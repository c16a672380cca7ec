/* SPDX-License-Identifier: MIT */
/* The references of a document through the public reader, whole and cut. */
#ifndef URIEL_TEST_BROWSER_CUTS_H
#define URIEL_TEST_BROWSER_CUTS_H

#include <stddef.h>
#include <stdint.h>

/* Returns why the references of uriel_html.h are not those of list_lines.h, or depend on the cuts and
 * the size of the scratch buffer; NULL if all is well. The seed decides where the document is cut. */
const char *cuts_check(const char *data, size_t len, uint64_t seed);

#endif
