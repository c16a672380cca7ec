/* SPDX-License-Identifier: MIT */
/* Text of XML in pieces, with the place of each byte. */
#ifndef URIEL_LINKS_XML_TEXT_H
#define URIEL_LINKS_XML_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"
#include "reader/place.h"

struct xml_mark {
  size_t at; /* a byte of the text */
  struct place place;
};

/* Zero-initialise. */
struct xml_run {
  struct buffer text;
  struct xml_mark *marks; /* where the text is not contiguous in the document */
  size_t count, capacity;
  size_t mark;          /* of the byte below */
  struct xml_mark last; /* the last byte whose place was requested */
};

/* Appends text. Its bytes are in the document at `place`, as far as they are verbatim. Returns false if
 * there is no memory. */
bool xml_run_add(struct xml_run *run, const char *text, size_t len, const struct place *place);

/* Returns the place of a byte. Request places in ascending order. */
struct place xml_run_place(struct xml_run *run, size_t at);

/* Drops the first bytes; the place of the next one must have been requested. */
void xml_run_drop(struct xml_run *run, size_t len);

void xml_run_clear(struct xml_run *run);
void xml_run_free(struct xml_run *run);

#endif
