/* SPDX-License-Identifier: MIT */
/* The attributes of a document as src/html sees them: its tokens, and its facts of tree construction. */
#ifndef URIEL_TEST_BROWSER_LIST_LINES_H
#define URIEL_TEST_BROWSER_LIST_LINES_H

#include "lines.h"

/* Adds the sorted lines of a document; `removed`: including the lines of a body that a <frameset>
 * removes. */
void list_lines(const char *data, size_t len, bool removed, struct lines *lines);

#endif
