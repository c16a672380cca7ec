/* SPDX-License-Identifier: MIT */
/* Which attributes of a start tag contain references, on which elements, and in which form. */
#ifndef URIEL_HTML_REFERENCE_H
#define URIEL_HTML_REFERENCE_H

#include "html/token.h"
#include "html/tree.h"
#include "html/value.h"
#include "uriel_html.h"

/* The attributes of guesses, whose bits follow the bits of the caller's attributes. The second has the
 * form of srcset. */
enum { HTML_GUESSES = 4, HTML_GUESS_SRCSET = 1 };
extern const uriel_text uriel_html_guesses[HTML_GUESSES];

/* The references of one start tag. Only `needed` is for others. */
struct html_cursor {
  const struct html_values *values;
  const uriel_text *name; /* as written */
  size_t needed;          /* after FULL: a size of the buffer that is enough for this value */

  const uriel_html_options *options;
  enum html_element id;
  bool html, inert;
  uint64_t links;                  /* attributes with references that are still to be read */
  uint64_t further;                /* attributes that the caller requests */
  const uriel_html_options *asked; /* whose attributes are `wanted` */
  uint64_t wanted;

  bool open;   /* the value of `attribute` is being read */
  bool loaded; /* `map` is set */
  bool again;  /* the value has a second row */
  unsigned attribute;
  enum html_form form;
  uriel_html_kind kind;
  unsigned flags;
  size_t from;      /* in the decoded value */
  const char *room; /* in which the value was decoded */
  size_t room_len;  /* of it; 0 if the value is its source */
  struct html_map map;
  uriel_css css;
  uriel_text codebase;
  uint64_t related; /* "rel" and "rev" of an element that has them */
  uriel_text rel, rev;
  size_t copy_len;
  char copy[64]; /* of an unknown element's name */
};

/* Starts the references of a tag. Returns whether uriel_html_cursor_next may find one. `name`, `values`
 * and `options` must stay; the text to which they point may move between calls. A few nanoseconds. */
bool uriel_html_cursor_begin(struct html_cursor *cursor, enum html_element id, const uriel_text *name,
                             const struct html_made *made, const struct html_values *values,
                             const uriel_html_options *options);

/* Returns FOUND with the next reference, END, or FULL if a value does not fit the buffer: then
 * `needed` is set, and this can be called again with a larger buffer, or uriel_html_cursor_skip. The
 * buffer keeps its bytes between calls, unless it moves. Sets all flags except BASE, and no offset. O(n)
 * for a tag. */
uriel_html_status uriel_html_cursor_next(struct html_cursor *cursor, char *room, size_t size,
                                         uriel_html_reference *reference);

/* Skips the rest of the value that is being read. */
void uriel_html_cursor_skip(struct html_cursor *cursor);

#endif
