/* SPDX-License-Identifier: MIT */
/* Destinations, HTML and headings of Markdown: CommonMark 0.31.2, and the footnotes of GitHub. */
#ifndef URIEL_LINKS_MARKDOWN_H
#define URIEL_LINKS_MARKDOWN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"
#include "labels.h"

enum markdown_kind {
  MARKDOWN_LINK,       /* the destination of a link or an image with its destination (6.3, 6.4) */
  MARKDOWN_DEFINITION, /* of a link reference definition (4.7) */
  MARKDOWN_AUTOLINK,   /* the URI in "<...>" (6.5) */
  MARKDOWN_EMAIL,      /* the address in "<...>" */
  MARKDOWN_TAG,        /* a tag; in an HTML block with the text and end tag of a <script>, <style> or
                          <textarea> (4.6, 6.6) */
  MARKDOWN_HTML,       /* other HTML: a comment, text of an HTML block */
  MARKDOWN_HTML_END,   /* the same, at the end of an HTML block */
  MARKDOWN_HEADING     /* the text of a heading (4.2, 4.3, HTML) */
};

/* The text is in the document at [begin, end), possibly with the markers of block quotes and lists in
 * it, which are not in `text`. */
struct markdown_found {
  enum markdown_kind kind;
  uriel_text text;
  size_t begin, end; /* a HEADING of HTML begins with its tag */
  bool is_used;      /* DEFINITION: a link leads there */
  unsigned level;    /* HEADING: from 1 to 6 */
  size_t depth;      /* HEADING: how many containers it is in */
};

enum markdown_pass {
  MARKDOWN_DEFINE, /* collects the labels of definitions */
  MARKDOWN_USE,    /* finds which of them links use */
  MARKDOWN_REPORT
};

enum markdown_leaf { MARKDOWN_NO_LEAF, MARKDOWN_PARAGRAPH, MARKDOWN_FENCE, MARKDOWN_HTML_BLOCK };

/* Zero-initialise except the first members. */
struct markdown {
  const char *data;
  size_t len, at;
  /* Called in the order of the document; returns false to end the reading. */
  bool (*found)(void *context, const struct markdown_found *found);
  void *context;
  bool has_headings; /* they are wanted */
  bool no_memory;    /* the reading ended for that reason */
  /* The caller may set `watched` to the depth of a heading. Then it becomes 0 at the end of its
   * innermost container, and `watched_end` the offset of that. */
  size_t watched, watched_end;
  /* Private: */
  enum markdown_pass pass;
  struct labels labels; /* of definitions; `number` is the place of the first one's destination */
  struct buffer label;  /* the one that is looked for */
  size_t front;         /* the end of the metadata at the start: "---", lines, "---" */
  /* The open blocks: a byte for each container, 0 for a block quote, else the width of a list's item. */
  struct buffer containers;
  size_t quotes;     /* containers up to the last block quote */
  bool is_childless; /* the last container is an item, which holds no block yet */
  enum markdown_leaf leaf;
  char fence;          /* its character */
  size_t fence_len;    /* its length */
  int html;            /* the number of its start condition (4.6) */
  struct buffer text;  /* of the leaf, without the markers of containers; each line ends in "\n" */
  struct buffer lines; /* where its lines are: struct markdown_place */
  /* The line: */
  size_t line, line_end, feed; /* its start, its end, the end of the next "\n" */
  size_t column;               /* of `at`, which is before `nonspace`; a tab may be read in part */
  size_t nonspace, nonspace_column;
  size_t tails[3]; /* 1 and the end of the text before a thematic break of "*", "-", "_"; 0: unknown */
  struct buffer brackets; /* the open "[" and "![" of a leaf: uint32_t */
  struct buffer images;   /* the number of links that waited at each open "![": uint32_t */
  struct buffer waiting;  /* links that may be in the description of an image */
};

/* Where a line of a leaf's text begins, in the text and in the document. */
struct markdown_place {
  uint32_t text, document;
};

/* Reads the document, up to 2 GiB, in linear time. Returns false if the reading ended before the end. */
bool markdown_read(struct markdown *markdown);

void markdown_free(struct markdown *markdown);

/* Returns the place in the document of a byte of the leaf's text, which is at `at` in it. */
size_t markdown_place(const struct markdown *markdown, size_t at);

/* Decodes backslash escapes and character references of a destination, unless it is an autolink's, and
 * percent-encodes characters that a URI cannot hold, except characters beyond US-ASCII, as renderers do.
 * Returns the length, at most 3 * `len` + MARKDOWN_ROOM, which `out` must have. */
enum { MARKDOWN_ROOM = 64 };
size_t markdown_destination_decode(const char *raw, size_t len, bool is_autolink, char *out);

/* ---- For the files of the reader --------------------------------------------------------------- */

static inline bool markdown_is_letter(char c)
{
  return (c | 32) >= 'a' && (c | 32) <= 'z';
}

static inline bool markdown_is_digit(char c)
{
  return c >= '0' && c <= '9';
}

/* US-ASCII punctuation, which a backslash can escape (2.4). */
static inline bool markdown_is_punctuation(char c)
{
  return c > ' ' && c < 0x7f && !markdown_is_letter(c) && !markdown_is_digit(c);
}

/* Reports the text at [begin, end) in the leaf's text. */
bool markdown_report(struct markdown *markdown, enum markdown_kind kind, size_t begin, size_t end);

/* Reads the definitions at the start of the leaf's text. Sets `*at` to their end. */
bool markdown_definitions(struct markdown *markdown, size_t *at);

/* Reads the leaf's text from `at`, as in a paragraph or heading (6). */
bool markdown_inlines(struct markdown *markdown, size_t at);

/* Returns the number of the start condition of an HTML block (4.6) that a line meets, or 0. */
int markdown_html_start(const char *line, size_t len, bool in_paragraph);

/* Whether a line meets the end condition, of those numbers that do not end with a blank line. */
bool markdown_html_ends(int number, const char *line, size_t len);

/* Reports the leaf's text, which is an HTML block. */
bool markdown_html_block(struct markdown *markdown);

/* Remembers which ends a text lacks, so that repeated searches take linear time. Zero-initialise. */
struct markdown_html {
  size_t failed;    /* up to here, something is not a tag */
  unsigned without; /* bits: no later end of a comment, an instruction, ... */
};

/* Returns the end of the raw HTML (6.6) at the "<" at `at`, or `at`. Sets `is_tag`: it is not a comment,
 * a processing instruction, a declaration or a CDATA section. */
size_t markdown_html_end(uriel_text text, size_t at, struct markdown_html *html, bool *is_tag);

/* Reports the heading whose start tag, if it is <h1> to <h6>, is at [begin, end) in the leaf's text. */
bool markdown_html_heading(struct markdown *markdown, size_t begin, size_t end);

#endif
