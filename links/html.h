/* SPDX-License-Identifier: MIT */
/* The interface to a parser of HTML, so that it can be replaced. */
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

/* The time limit, far above the time for any page of a permitted size that was not made to be slow. */
enum { HTML_SECONDS = 10 };

/* Calls the sink for each element that has a start tag in the document, in the order of the tree, but
 * not for elements that the parser adds, nor for copies of formatting elements. All memory is from the
 * arena; the tags stay valid until its reset. Several threads may read at the same time, each with its
 * own arena. Installs a permanent handler of SIGABRT. */
enum html_result html_read(struct arena *arena, const char *data, size_t len, tag_sink *sink,
                           void *context);

/* Decodes character references as in an attribute's value. Bytes that are not UTF-8 stay. The result is
 * in the arena; NULL if that is full. */
char *html_unescape(struct arena *arena, const char *text, size_t len, size_t *result_len);

/* Decodes them in the text of a <style> of SVG. Returns false if the arena is full. */
bool html_style(struct arena *arena, struct tag_value *text);

#endif
