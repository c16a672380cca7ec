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
  enum html_content content; /* how the tokeniser goes on */
};

/* The stack and the list are in the caller's buffer, which may move between calls: only offsets are
 * kept. */
struct html_tree {
  char *scratch;
  size_t size;
  bool scripting;
  size_t needed; /* after a function returned false */
  bool foreign;  /* the adjusted current node is not of HTML: for html_tokens.foreign */
  bool texts;    /* the next text matters: for html_tokens.texts */
  /* private members of tree.c follow: sizes of the stack and the list, insertion mode and template modes
   * (in the buffer), form pointer, head pointer, frameset-ok, counts of open elements by id ... */
};

/* Begins a document: nothing is open. */
void html_tree_begin(struct html_tree *tree, bool scripting);

/* Follow a token. `values` are the tag's. Return false, with nothing changed and `needed`, if the buffer
 * is too small. */
bool html_tree_start(struct html_tree *tree, const struct html_token *token,
                     const struct html_values *values, struct html_made *made);
bool html_tree_end(struct html_tree *tree, const struct html_token *token);
bool html_tree_text(struct html_tree *tree, const struct html_token *token);

#endif
