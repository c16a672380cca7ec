/* SPDX-License-Identifier: MIT */
/* Destinations of links and images, and tags of HTML, in Markdown (CommonMark 0.31, 4.6, 4.7, 6.3 and
 * 6.6), as far as possible without parsing its blocks. */
#ifndef URIEL_LINKS_MARKDOWN_H
#define URIEL_LINKS_MARKDOWN_H

#include <stdbool.h>
#include <stddef.h>

/* Zero-initialise except `data` and `len`. */
struct markdown {
  const char *data;
  size_t len, at;
  bool begun;     /* the start of the line is before `at` */
  char fence;     /* of the open fenced code; 0 for none */
  size_t fenced;  /* the fence's length */
  bool is_quoted; /* the fence is in a block quote, which a line without ">" ends */
  size_t open;    /* number of "[" that may begin a link */
  bool is_html;   /* what was found is a tag, or an element with its text */
  /* Called with the bytes of each heading, without "#" or the line below; returns false if the reading
   * must end: then `ended` is set. NULL: headings are not wanted. */
  bool (*heading)(void *context, size_t begin, size_t end);
  void *context;
  bool ended;
  size_t front;     /* 1 and the end of the metadata at the start: "---", lines, "---" */
  size_t paragraph; /* 1 and the start of the paragraph that is open; 0 for none */
  /* Private to markdown_html.c. */
  bool is_after_blank, is_code; /* the line: after a blank one; of indented code */
  size_t item;                  /* the column of the text of the list's item, or 0 */
  size_t without_tags;          /* the end of a comment */
  size_t failed;                /* up to here, something is no tag */
  unsigned open_ended;          /* bits: elements and comments that nothing closes any more */
};

/* Finds the next destination, bytes [*begin, *end), of an inline link or image, or of a definition; or,
 * with `is_html`, the next tag. O(n) in total. Returns false at the end. */
bool markdown_next(struct markdown *markdown, size_t *begin, size_t *end);

/* Returns the end of the tag at the "<" at `at`, with the text and end tag of a <script>, <style> or
 * <textarea>; or `at` if there is no tag. */
size_t markdown_html_end(struct markdown *markdown, size_t at);

/* Sees whether the line at `at` is indented code, in which tags do not count. */
void markdown_see_line(struct markdown *markdown, size_t at);

/* Sees whether the line whose text starts at `at` is a heading, or ends one (CommonMark 0.31, 4.2
 * and 4.3). */
void markdown_see_heading(struct markdown *markdown, size_t at);

/* Reports the heading whose start tag, <h1> to <h6>, is at `begin` and ends at `end`. */
void markdown_see_tag(struct markdown *markdown, size_t begin, size_t end);

/* Decodes "\" before punctuation and "&amp;". Writes to `out` (room for `len`), and returns the length.
 */
size_t markdown_unescape(const char *raw, size_t len, char *out);

#endif
