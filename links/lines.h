/* SPDX-License-Identifier: MIT */
/* The lines of a document of any length, through a window, and references made of them. */
#ifndef URIEL_LINKS_LINES_H
#define URIEL_LINKS_LINES_H

#include "entity.h"
#include "uriel_spec.h"

/* Starts with lines_of(). */
struct lines {
  struct entity *entity;
  uriel_text text;    /* the line, without its end: LF or CR LF */
  struct place place; /* of its start */
  bool is_cut;        /* only the start of a line of more than TEXT_REFERENCE_LIMIT bytes */
  bool goes_on;       /* false: the reading must end */
  size_t next;        /* where the next line begins in the window */
};

struct lines lines_of(struct entity *entity);

/* Reads the next line. Returns false after the last one. A byte order mark at the start of the document
 * is not part of a line. */
bool lines_next(struct lines *lines);

/* The following return false, and so does lines->goes_on, if the reading must end.
 *
 * Reports a part of the line that is a reference, or that means the URI `cleaned`. Sets the place and
 * `raw`. */
bool lines_reference(struct lines *lines, uriel_text raw, struct links_reference reference);

/* Reports the URI of a scheme made of these parts, which the part `raw` of the line means; or that the
 * URI cannot be made. Undefined parts are left out. */
bool lines_build(struct lines *lines, uriel_text raw, const char *scheme, const uriel_own_part *parts,
                 size_t count);

/* Describes why a URI cannot be made of these parts. */
void lines_describe(const uriel_error *error, const uriel_own_part *parts, size_t count,
                    char message[URIEL_ERROR_TEXT_MAX + 1]);

/* Reports that the line is not valid, "line 3: ...", or that it is too long. */
bool lines_malformed(struct lines *lines, const char *what);
bool lines_too_long(struct lines *lines);

#endif
