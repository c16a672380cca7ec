/* SPDX-License-Identifier: MIT */
/* The insertion modes (13.2.6.4). A function for a mode returns false if the token is to be processed
 * again, in the mode that it has set. */
#ifndef URIEL_HTML_MODES_H
#define URIEL_HTML_MODES_H

#include "html/open.h"

enum html_mode {
  HTML_BEFORE_HTML, /* also "initial" */
  HTML_BEFORE_HEAD,
  HTML_IN_HEAD,
  HTML_IN_HEAD_NOSCRIPT,
  HTML_AFTER_HEAD,
  HTML_IN_COLUMN_GROUP,
  HTML_LEFT_BY_TEXT = HTML_IN_COLUMN_GROUP, /* text that is not white space ends these modes */
  HTML_IN_BODY,
  HTML_IN_TABLE, /* also "in table text" */
  HTML_IN_CAPTION,
  HTML_IN_TABLE_BODY,
  HTML_IN_ROW,
  HTML_IN_CELL,
  HTML_IN_TEMPLATE,
  HTML_AFTER_BODY,
  HTML_IN_FRAMESET,
  HTML_AFTER_FRAMESET,
  HTML_AFTER_AFTER_BODY,
  HTML_AFTER_AFTER_FRAMESET
};

struct html_start {
  const struct html_token *token;
  const struct html_values *values;
  struct html_made *made;
  enum html_element id; /* HTML_TAG_IMG for <image> */
};

/* Make an element for a start tag: one that the caller pushes or that is closed at once, an open one,
 * one of raw text. */
void uriel_html_made_element(const struct html_tree *tree, const struct html_start *start);
void uriel_html_insert(struct html_tree *tree, const struct html_start *start);
void uriel_html_insert_raw(struct html_tree *tree, const struct html_start *start,
                           enum html_content content);
void uriel_html_insert_foreign(struct html_tree *tree, const struct html_start *start, unsigned space);
void uriel_html_insert_implied(struct html_tree *tree, enum html_element id);

/* Is the value, decoded, this word in lower case, in any case? */
bool uriel_html_value_is(const struct html_values *values, enum html_attribute id, const char *word);

/* Is the attribute "type" this type in lower case, in any case, with white space around it (HTML,
 * "prepare the script element")? `mime`: and with parameters. */
bool uriel_html_type_is(const struct html_values *values, const char *type, bool mime);

/* A hash of the name in any case. */
uint64_t uriel_html_name_hash(uriel_text name);

/* A hash of the attributes in any order, for the list of active formatting elements. */
uint64_t uriel_html_attributes_hash(const struct html_token *token);

/* The rules of "in head" for metadata; false for other start tags. */
bool uriel_html_head_start(struct html_tree *tree, const struct html_start *start);

/* The modes before the body and after it. */
bool uriel_html_outer_start(struct html_tree *tree, const struct html_start *start);
bool uriel_html_outer_end(struct html_tree *tree, enum html_element id);
void uriel_html_outer_leave(struct html_tree *tree);

bool uriel_html_body_start(struct html_tree *tree, const struct html_start *start);
bool uriel_html_body_end(struct html_tree *tree, const struct html_token *token);
void uriel_html_template_end(struct html_tree *tree);
void uriel_html_reset_mode(struct html_tree *tree);

/* The rules in foreign content (13.2.6.5). */
bool uriel_html_foreign_start(struct html_tree *tree, const struct html_start *start);
bool uriel_html_foreign_end(struct html_tree *tree, const struct html_token *token);

/* The modes of tables. */
bool uriel_html_table_start(struct html_tree *tree, const struct html_start *start);
bool uriel_html_table_end(struct html_tree *tree, const struct html_token *token);
/* Closes the element of the mode, for the mode around it. Returns false if no such element is open. */
bool uriel_html_table_leave(struct html_tree *tree);

#endif
