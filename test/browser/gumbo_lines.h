/* SPDX-License-Identifier: MIT */
/* The references of a document as Gumbo sees them. */
#ifndef URIEL_TEST_BROWSER_GUMBO_LINES_H
#define URIEL_TEST_BROWSER_GUMBO_LINES_H

#include "lines.h"

/* Adds the sorted lines of a document. Returns false if Gumbo aborts. */
bool gumbo_lines(const char *data, size_t len, struct lines *lines);

#endif
