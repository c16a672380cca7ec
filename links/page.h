/* SPDX-License-Identifier: MIT */
/* References of an HTML document, in its order. */
#ifndef URIEL_LINKS_PAGE_H
#define URIEL_LINKS_PAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "arena.h"
#include "attribute.h"
#include "reader/place.h"
#include "uriel.h"

struct page_sink {
  void *context;
  /* Called for the first <base href> before any reference. Both return false to end the reading. */
  bool (*base)(void *context, const char *href, size_t len);
  bool (*found)(void *context, const struct page_reference *reference, const struct place *place);
  /* Called for the document in an <iframe srcdoc>, which must be read after this one. */
  bool (*nested)(void *context, const char *html, size_t len);
};

struct page_note {
  const char *why;
  bool over; /* the budget had no room for the tree */
};

enum page_result { PAGE_READ, PAGE_ENDED, PAGE_NO_MEMORY };

/* Reads a document. If it is nested too deep or too large for a tree, reads its tags one by one, and
 * `note->why` says why; otherwise that is NULL. */
enum page_result page_read(struct arena *arena, const char *data, size_t len,
                           const struct page_sink *sink, struct page_note *note);

/* Removes the white space that HTML allows around a reference, and line breaks and tabs within. Writes
 * to `out` (room for `len`), and returns the length. */
size_t page_clean(const char *raw, size_t len, char *out);

/* Whether a cleaned <base href> counts: one with "data:" or "javascript:" does not (HTML, "set the
 * frozen base URL"). */
bool page_base_counts(uriel_text href);

#endif
