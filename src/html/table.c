/* SPDX-License-Identifier: MIT */
/* The insertion modes of tables and templates (13.2.6.4.9 to .16). Foster parenting changes only where
 * an element is in the tree. */
#include "html/modes.h"

static bool is_section(enum html_element id)
{
  return id == HTML_TAG_TBODY || id == HTML_TAG_TFOOT || id == HTML_TAG_THEAD;
}

static bool is_cell(enum html_element id)
{
  return id == HTML_TAG_TD || id == HTML_TAG_TH;
}

/* caption, col, colgroup, tbody, td, tfoot, th, thead, tr */
static bool is_of_table(enum html_element id)
{
  return uriel_html_kinds[id].start == HTML_START_IGNORED && id != HTML_TAG_FRAME && id != HTML_TAG_HEAD;
}

/* End tags that the modes of tables ignore. */
static bool is_ignored_end(enum html_element id)
{
  return is_of_table(id) || id == HTML_TAG_BODY || id == HTML_TAG_HTML;
}

/* Clear the stack back to a table (table body, table row) context. */
static void clear_to(struct html_tree *tree, enum html_mode mode)
{
  static const enum html_element ends[] = {HTML_TAG_HTML,  HTML_TAG_TEMPLATE, HTML_TAG_TABLE,
                                           HTML_TAG_TBODY, HTML_TAG_TFOOT,    HTML_TAG_THEAD};
  const uint32_t place =
      mode == HTML_IN_TABLE ? uriel_html_open_innermost(tree, ends, 3)
      : mode == HTML_IN_TABLE_BODY
          ? uriel_html_open_innermost(tree, ends, 6)
          : uriel_html_open_innermost(
                tree, (const enum html_element[]){HTML_TAG_HTML, HTML_TAG_TEMPLATE, HTML_TAG_TR}, 3);
  uriel_html_open_pop_to(tree, place + 1);
}

static void enter(struct html_tree *tree, const struct html_start *start, enum html_mode mode)
{
  uriel_html_insert(tree, start);
  tree->mode = (uint8_t)mode;
}

static bool imply(struct html_tree *tree, enum html_element id, enum html_mode mode)
{
  uriel_html_insert_implied(tree, id);
  tree->mode = (uint8_t)mode;
  return false;
}

static void end_table(struct html_tree *tree)
{
  const uint32_t place = uriel_html_open_in_table_scope(tree, HTML_TAG_TABLE);
  if (!place)
    return;
  uriel_html_open_pop_to(tree, place);
  uriel_html_reset_mode(tree);
}

static bool start_in_table(struct html_tree *tree, const struct html_start *start)
{
  const enum html_element id = start->id;
  if (id == HTML_TAG_TABLE) {
    const bool open = uriel_html_open_in_table_scope(tree, id);
    end_table(tree);
    return !open;
  }
  if (is_of_table(id)) {
    clear_to(tree, HTML_IN_TABLE);
    if (id == HTML_TAG_CAPTION) {
      uriel_html_formatting_mark(tree);
      enter(tree, start, HTML_IN_CAPTION);
    } else if (id == HTML_TAG_COLGROUP) {
      enter(tree, start, HTML_IN_COLUMN_GROUP);
    } else if (id == HTML_TAG_COL) {
      return imply(tree, HTML_TAG_COLGROUP, HTML_IN_COLUMN_GROUP);
    } else if (is_section(id)) {
      enter(tree, start, HTML_IN_TABLE_BODY);
    } else {
      return imply(tree, HTML_TAG_TBODY, HTML_IN_TABLE_BODY);
    }
    return true;
  }
  if (id == HTML_TAG_FORM) {
    const bool in_template = tree->last[HTML_TAG_TEMPLATE];
    if (!tree->has_form || in_template) {
      uriel_html_made_element(tree, start);
      tree->has_form = tree->has_form || !in_template;
    }
    return true;
  }
  if (id == HTML_TAG_INPUT && uriel_html_value_is(start->values, HTML_ATTR_TYPE, "hidden")) {
    uriel_html_made_element(tree, start);
    return true;
  }
  return uriel_html_body_start(tree, start);
}

bool uriel_html_table_leave(struct html_tree *tree)
{
  static const struct {
    uint8_t around, names[3];
  } modes[] = {
      [HTML_IN_CAPTION] = {HTML_IN_TABLE, {HTML_TAG_CAPTION}},
      [HTML_IN_COLUMN_GROUP] = {HTML_IN_TABLE, {HTML_TAG_COLGROUP}},
      [HTML_IN_TABLE_BODY] = {HTML_IN_TABLE, {HTML_TAG_TBODY, HTML_TAG_THEAD, HTML_TAG_TFOOT}},
      [HTML_IN_ROW] = {HTML_IN_TABLE_BODY, {HTML_TAG_TR}},
      [HTML_IN_CELL] = {HTML_IN_ROW, {HTML_TAG_TD, HTML_TAG_TH}},
  };
  uint32_t place = 0;
  for (size_t i = 0; i < 3; i++) {
    const uint32_t other = uriel_html_open_in_table_scope(tree, modes[tree->mode].names[i]);
    place = other > place ? other : place;
  }
  if (!place)
    return false;
  uriel_html_open_pop_to(tree, place);
  if (tree->mode == HTML_IN_CAPTION || tree->mode == HTML_IN_CELL)
    uriel_html_formatting_clear(tree);
  tree->mode = modes[tree->mode].around;
  return true;
}

bool uriel_html_table_start(struct html_tree *tree, const struct html_start *start)
{
  const enum html_element id = start->id;
  const bool of_table = is_of_table(id);
  switch (tree->mode) {
  case HTML_IN_TABLE:
    return start_in_table(tree, start);
  case HTML_IN_CAPTION:
    return of_table ? !uriel_html_table_leave(tree) : uriel_html_body_start(tree, start);
  case HTML_IN_COLUMN_GROUP:
    if (id == HTML_TAG_HTML)
      return uriel_html_body_start(tree, start);
    if (id == HTML_TAG_TEMPLATE)
      return uriel_html_head_start(tree, start);
    if (id != HTML_TAG_COL)
      return !uriel_html_table_leave(tree);
    uriel_html_made_element(tree, start);
    return true;
  case HTML_IN_TABLE_BODY:
    if (!of_table)
      return start_in_table(tree, start);
    if (id != HTML_TAG_TR && !is_cell(id))
      return !uriel_html_table_leave(tree);
    clear_to(tree, HTML_IN_TABLE_BODY);
    if (id != HTML_TAG_TR)
      return imply(tree, HTML_TAG_TR, HTML_IN_ROW);
    enter(tree, start, HTML_IN_ROW);
    return true;
  case HTML_IN_ROW:
    if (!of_table)
      return start_in_table(tree, start);
    if (!is_cell(id))
      return !uriel_html_table_leave(tree);
    clear_to(tree, HTML_IN_ROW);
    enter(tree, start, HTML_IN_CELL);
    uriel_html_formatting_mark(tree);
    return true;
  case HTML_IN_CELL:
    return of_table ? !uriel_html_table_leave(tree) : uriel_html_body_start(tree, start);
  default: /* HTML_IN_TEMPLATE */
    break;
  }
  /* The standard lists also base, basefont, bgsound, noframes and title, which Chromium processes "in
   * body". */
  if (id == HTML_TAG_LINK || id == HTML_TAG_META || id == HTML_TAG_SCRIPT || id == HTML_TAG_STYLE ||
      id == HTML_TAG_TEMPLATE)
    return uriel_html_head_start(tree, start);
  tree->mode = HTML_IN_BODY;
  if (id == HTML_TAG_COL)
    tree->mode = HTML_IN_COLUMN_GROUP;
  else if (id == HTML_TAG_TR)
    tree->mode = HTML_IN_TABLE_BODY;
  else if (of_table)
    tree->mode = is_cell(id) ? HTML_IN_ROW : HTML_IN_TABLE;
  html_open_at(tree, tree->last[HTML_TAG_TEMPLATE])->mode = tree->mode;
  return false;
}

static bool end_in_table(struct html_tree *tree, const struct html_token *token)
{
  if (token->id == HTML_TAG_TABLE)
    end_table(tree);
  else if (!is_ignored_end(token->id))
    return uriel_html_body_end(tree, token);
  return true;
}

static bool end_in_cell(struct html_tree *tree, const struct html_token *token)
{
  const enum html_element id = token->id;
  const uint32_t place = uriel_html_open_in_table_scope(tree, id);
  if (id == HTML_TAG_TABLE || id == HTML_TAG_TR || is_section(id))
    return !place || !uriel_html_table_leave(tree);
  if (!is_cell(id))
    return is_ignored_end(id) || uriel_html_body_end(tree, token);
  if (place) {
    uriel_html_open_pop_to(tree, place);
    uriel_html_formatting_clear(tree);
    tree->mode = HTML_IN_ROW;
  }
  return true;
}

bool uriel_html_table_end(struct html_tree *tree, const struct html_token *token)
{
  const enum html_element id = token->id;
  switch (tree->mode) {
  case HTML_IN_TABLE:
    return end_in_table(tree, token);
  case HTML_IN_CAPTION:
    if (id == HTML_TAG_TABLE)
      return !uriel_html_table_leave(tree);
    if (id != HTML_TAG_CAPTION)
      return is_ignored_end(id) || uriel_html_body_end(tree, token);
    uriel_html_table_leave(tree);
    return true;
  case HTML_IN_COLUMN_GROUP:
    if (id == HTML_TAG_TEMPLATE)
      uriel_html_template_end(tree);
    else if (id != HTML_TAG_COL)
      return !uriel_html_table_leave(tree) || id == HTML_TAG_COLGROUP;
    return true;
  case HTML_IN_TABLE_BODY:
    if (id == HTML_TAG_TABLE)
      return !uriel_html_table_leave(tree);
    if (!is_section(id))
      return is_ignored_end(id) || end_in_table(tree, token);
    if (uriel_html_open_in_table_scope(tree, id))
      uriel_html_table_leave(tree);
    return true;
  case HTML_IN_ROW:
    if (id == HTML_TAG_TABLE)
      return !uriel_html_table_leave(tree);
    if (is_section(id))
      return !uriel_html_open_in_table_scope(tree, id) || !uriel_html_table_leave(tree);
    if (id != HTML_TAG_TR)
      return is_ignored_end(id) || end_in_table(tree, token);
    uriel_html_table_leave(tree);
    return true;
  case HTML_IN_CELL:
    return end_in_cell(tree, token);
  default:
    if (id == HTML_TAG_TEMPLATE)
      uriel_html_template_end(tree);
    return true;
  }
}
