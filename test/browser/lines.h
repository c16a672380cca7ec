/* SPDX-License-Identifier: MIT */
/* The references of a document as lines, for comparison. lines.mjs describes them. */
#ifndef URIEL_TEST_BROWSER_LINES_H
#define URIEL_TEST_BROWSER_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { LINE_INERT = 1, LINE_FOREIGN = 2, LINE_BASE = 4 };

struct line {
  size_t offset,
      number; /* of the value in the document; of the line in the order in which it was added */
  unsigned flags;
  char *text; /* element, attribute and value, separated by tabs */
};

struct lines {
  struct line *all;
  size_t count, capacity;
  bool has_base;
};

/* Adds a line. Names become lower case, and the value is escaped. Of <base href>, the first that is
 * neither in a template nor foreign counts. */
void lines_add(struct lines *lines, struct line line, const char *element, const char *attribute,
               const char *value, size_t len);

/* Removes the lines from the index on, except the lines of <html>. */
void lines_remove(struct lines *lines, size_t from);

/* Sorts by offset, and drops repeated lines with the same offset and text: clones. */
void lines_sort(struct lines *lines);

/* Returns the index of the first line that differs, or SIZE_MAX if all are equal. Empty values may have
 * other offsets. */
size_t lines_differ(const struct lines *a, const struct lines *b);

/* "i", "f" and "b", or "-". */
struct line_flags {
  char text[4];
} line_flags(const struct line *line);

void line_write(const struct line *line, FILE *to);

/* Writes all lines, and "." at the end. */
void lines_write(const struct lines *lines, FILE *to);

void lines_free(struct lines *lines);

#endif
