/* SPDX-License-Identifier: MIT */
/* The facts of HTML's tree construction (13.2.6) that decide which elements a document has: the stack of
 * open elements and the list of active formatting elements, without a tree. */
#ifndef URIEL_HTML_TREE_H
#define URIEL_HTML_TREE_H

#include "html/token.h"

/* What becomes of a start tag. */
struct html_made {
  bool element; /* it makes an element of the tree */
  bool html;    /* of HTML, not of SVG or MathML */
  bool inert;   /* in the contents of a <template> (or of a shadow root) */
  bool merged;  /* a second <html> or <body>, whose attributes count unless the first has them */
  bool removes; /* a <frameset> that removes the body with all its elements; see html_tree.loose */
  enum html_element id;      /* HTML_TAG_IMG for <image> */
  enum html_content content; /* how the tokeniser continues */
  uint32_t place;            /* on the stack; 0: no end tag is needed, or `content` is text */
};

enum {
  HTML_TREE_OTHERS = 128, /* distinct names of open elements that are in no table */
  HTML_TREE_NAMES = HTML_TAGS + HTML_TREE_OTHERS
};

/* The stack and the list are in the caller's buffer, which may move between calls: only offsets are
 * kept. It is aligned to 8 bytes and need not be zero-initialised. When it grows, its first bytes (the
 * former size) stay. */
struct html_tree {
  char *scratch;
  size_t size;
  bool scripting;
  size_t needed; /* after a function returned false */
  bool foreign;  /* the adjusted current node is not of HTML: for html_tokens.foreign */
  bool texts;    /* the next text matters: for html_tokens.texts */
  bool loose;    /* a <frameset> can still remove the body, which has no tag of its own */

  /* private: */
  uint8_t mode;        /* enum html_mode */
  bool raw;            /* in the text of a <script>, <title> ...; their elements are not on the stack */
  uint8_t newline;     /* a newline here is skipped: 1; if it continues a CR: 2 */
  bool frameset_ok;    /* the flag */
  bool head, has_form; /* the pointers are set */
  uint32_t form;       /* the place of the form on the stack, or 0 */
  uint32_t watched;    /* the place of the element of uriel_html_watch, or 0: it is not open */
  uint32_t top;        /* the current node; places start at 1 */
  uint32_t gaps;       /* places below it that elements have left */
  uint32_t inert;      /* the outermost <template> with contents, or 0 */
  uint32_t scope;      /* the innermost element that ends the default scope */
  uint32_t barrier;    /* the innermost special element except address, div and p */
  uint32_t listed;     /* entries of the list */
  uint32_t marked;     /* the list's first entry after the last marker */
  size_t laid;         /* the list ends at this offset */
  uint32_t last[2 * HTML_TREE_NAMES]; /* the innermost element of each name: of HTML, then foreign */
  uint64_t others[HTML_TREE_OTHERS];  /* hashes of the names in no table; open if in `last` */
};

/* Begins a document: nothing is open. */
void uriel_html_tree_begin(struct html_tree *tree, bool scripting);

/* Follow a token. `values` are the tag's. Return false, with nothing changed and `needed`, if the buffer
 * is too small. The caller can then continue without calling again: uriel_html_tree_start has set
 * `made`, but the element is not open. */
bool uriel_html_tree_start(struct html_tree *tree, const struct html_token *token,
                           const struct html_values *values, struct html_made *made);
bool uriel_html_tree_end(struct html_tree *tree, const struct html_token *token);
bool uriel_html_tree_text(struct html_tree *tree, const struct html_token *token);

/* Returns the most likely content of an element of HTML whose place in the tree is unknown. */
enum html_content uriel_html_content_likely(enum html_element id);

#endif
