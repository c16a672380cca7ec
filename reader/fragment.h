/* SPDX-License-Identifier: MIT */
/* Fragments that are positions: of plain text (RFC 5147), and of comma-separated values (RFC 7111). */
#ifndef URIEL_READER_FRAGMENT_H
#define URIEL_READER_FRAGMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "uriel.h"

/* ---- Extents ------------------------------------------------------------------------------------ */

/* The size of a text. Zero-initialise, set `is_csv`, then add its pieces, and end it. */
struct extent {
  bool is_csv;            /* of comma-separated values: count rows and columns, and not the others */
  uint64_t lines;         /* at least 1 */
  uint64_t characters;    /* a line end is one, and a byte order mark none (RFC 5147, 2.1.2) */
  bool is_other;          /* it is not UTF-8: the number of characters is unknown */
  uint64_t rows, columns; /* RFC 4180; columns of the longest row */
  /* private */
  uint64_t bytes, row_columns;
  bool after_return, has_line, has_row;
  enum extent_cell { EXTENT_START, EXTENT_BARE, EXTENT_QUOTED, EXTENT_QUOTE } cell;
  unsigned char tail_len;
  char tail[8]; /* the start of a character */
};

void extent_add(struct extent *extent, const char *text, size_t len);
void extent_end(struct extent *extent);

/* ---- Fragments ---------------------------------------------------------------------------------- */

enum fragment_scheme {
  FRAGMENT_OTHER, /* it is not one of these */
  FRAGMENT_CHARACTERS,
  FRAGMENT_LINES,
  FRAGMENT_ROWS,
  FRAGMENT_COLUMNS,
  FRAGMENT_CELLS
};

/* A fragment, percent-decoded: its scheme, and the selections that are not read yet. */
struct fragment {
  enum fragment_scheme scheme;
  uriel_text rest, checks; /* `checks`: integrity checks (RFC 5147, 3.1) */
};

/* A selection: lines, characters, rows or columns from `first`, which is from 0, up to `end`. A
 * position between two lines or characters has the same `first` and `end`. Cells are in rows and
 * columns. The ends are in the text. */
struct fragment_range {
  uint64_t first, end;
};
struct fragment_selection {
  struct fragment_range range;   /* of cells: rows */
  struct fragment_range columns; /* of cells */
  bool is_empty;                 /* beyond the end of the text, or its ends are in the wrong order */
};

/* Returns the fragment of a text (`is_csv`: of comma-separated values). */
struct fragment fragment_of(uriel_text text, bool is_csv);

enum fragment_step { FRAGMENT_END, FRAGMENT_SELECTION, FRAGMENT_WRONG /* a syntax error */ };

/* Reads the next selection of a fragment, in a text of that size. */
enum fragment_step fragment_next(struct fragment *fragment, const struct extent *extent,
                                 struct fragment_selection *selection);

enum fragment_answer { FRAGMENT_FOUND, FRAGMENT_MISSING, FRAGMENT_UNKNOWN };

/* Looks for what a fragment selects. MISSING: a selection is beyond the end, or wrong, or the text does
 * not have the length of an integrity check. UNKNOWN: it is not such a fragment, or of a text that is
 * not UTF-8. */
enum fragment_answer fragment_ask(uriel_text text, bool is_csv, const struct extent *extent);

#endif
