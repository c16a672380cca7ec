/* SPDX-License-Identifier: MIT */
/* The references of a document through the public reader, whole and cut. */
#ifndef URIEL_TEST_BROWSER_CUTS_H
#define URIEL_TEST_BROWSER_CUTS_H

#include <stdint.h>

#include "lines.h"
#include "pages.h"

/* Returns why the references of uriel_html.h are not those of the lines, or depend on the cuts and the
 * size of the scratch buffer; NULL if all is well. The seed decides where the document is cut. */
const char *cuts_check(const struct page *page, const struct lines *lines, uint64_t seed);

#endif
