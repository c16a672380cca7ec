/* SPDX-License-Identifier: MIT */
/* Which attributes of a start tag contain references, on which elements, and in which form. */
#ifndef URIEL_HTML_REFERENCE_H
#define URIEL_HTML_REFERENCE_H

#include "html/token.h"
#include "html/tree.h"
#include "html/value.h"
#include "uriel_html.h"

/* The references of one start tag. Only `window`, `values` and `needed` are for others. */
struct html_cursor {
  const struct html_values *values;
  const char *window;
  uint64_t window_offset; /* of the window in the document */
  size_t needed;          /* after FULL: the size of the room that is enough for this value */

  const uriel_html_options *options;
  uriel_text name;
  enum html_element id;
  bool html, inert;
  uint64_t links;                  /* attributes with references that are still to be read */
  uint64_t further;                /* attributes that the caller asks for */
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
  size_t copy_len;
  char copy[64]; /* of an unknown element's name */
};

/* Starts the references of a tag. Returns whether uriel_html_cursor_next may find one. `values` and
 * `options` must stay; uriel_html_cursor_move moves the window. `name` is as written. A few nanoseconds.
 */
bool uriel_html_cursor_begin(struct html_cursor *cursor, enum html_element id, uriel_text name,
                             const struct html_made *made, const struct html_values *values,
                             const char *window, uint64_t window_offset,
                             const uriel_html_options *options);

/* Returns FOUND with the next reference, END, or FULL if a value does not fit into the room: then
 * `needed` is set, and this can be called again with a larger room, or uriel_html_cursor_skip. The room
 * keeps its bytes between calls, unless it moves. Sets all flags except BASE. O(n) for a tag. */
uriel_html_status uriel_html_cursor_next(struct html_cursor *cursor, char *room, size_t size,
                                         uriel_html_reference *reference);

/* Skips the rest of the value that is being read. */
void uriel_html_cursor_skip(struct html_cursor *cursor);

/* The bytes of the window that start at `window` moved to `to`: moves the values, too. */
void uriel_html_cursor_move(struct html_cursor *cursor, struct html_values *values, const char *to);

#endif
