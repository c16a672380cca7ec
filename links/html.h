/* SPDX-License-Identifier: MIT */
/* A parser of HTML behind a small interface, so that another can take its place. */
#ifndef URIEL_LINKS_HTML_H
#define URIEL_LINKS_HTML_H

#include <stdbool.h>
#include <stddef.h>

#include "arena.h"
#include "attribute.h"

enum html_result {
  HTML_READ,
  HTML_ENDED,     /* the sink returned false */
  HTML_TOO_LARGE, /* the tree does not fit into the arena */
  HTML_TOO_SLOW,  /* the parser took more than HTML_SECONDS of the thread's processor time */
  HTML_FAILED     /* the parser gave up */
};

/* No page of a size that is let through here comes near this, unless it is made to. */
enum { HTML_SECONDS = 10 };

/* Tells the sink each element that a start tag of the document made, in the order of the tree. Elements
 * that the parser made up, and copies of formatting elements, are passed over. Takes all its memory from
 * the arena; what the sink is told stays there until the arena's reset. Several threads may read at
 * once, each with an arena of its own. SIGABRT gets a handler, for good. */
enum html_result html_read(struct arena *arena, const char *data, size_t len, tag_sink *sink,
                           void *context);

/* Decodes character references as in an attribute's value. Bytes that are not UTF-8 stay. The result is
 * in the arena; NULL where that is full. */
char *html_unescape(struct arena *arena, const char *text, size_t len, size_t *result_len);

/* Decodes them in the text of a <style> of SVG. False: the arena is full. */
bool html_style(struct arena *arena, struct tag_value *text);

#endif
