/* SPDX-License-Identifier: MIT */
/* The insertion modes before the body and after it (13.2.6.4.2 to .6, .17 to .23), and <template>. */
#include "html/modes.h"

/* Chromium's trees are not deeper: what a <template> below would contain becomes its sibling. */
enum { DEPTH_MOST = 512 };

static void start_template(struct html_tree *tree, const struct html_start *start)
{
  uriel_html_insert(tree, start);
  uriel_html_formatting_mark(tree);
  tree->frameset_ok = false;
  if (!tree->inert && tree->top - tree->gaps <= DEPTH_MOST)
    tree->inert = tree->top;
  html_open_at(tree, tree->top)->mode = HTML_IN_TEMPLATE;
  tree->mode = HTML_IN_TEMPLATE;
}

bool uriel_html_head_start(struct html_tree *tree, const struct html_start *start)
{
  switch (start->id) {
  case HTML_TAG_BASE:
  case HTML_TAG_BASEFONT:
  case HTML_TAG_BGSOUND:
  case HTML_TAG_LINK:
  case HTML_TAG_META:
    uriel_html_made_element(tree, start);
    return true;
  case HTML_TAG_TITLE:
    uriel_html_insert_raw(tree, start, HTML_AS_RCDATA);
    return true;
  case HTML_TAG_SCRIPT:
    uriel_html_insert_raw(tree, start, HTML_AS_SCRIPT);
    return true;
  case HTML_TAG_NOFRAMES:
  case HTML_TAG_STYLE:
    uriel_html_insert_raw(tree, start, HTML_AS_RAWTEXT);
    return true;
  case HTML_TAG_TEMPLATE:
    start_template(tree, start);
    return true;
  default:
    return false;
  }
}

void uriel_html_template_end(struct html_tree *tree)
{
  const uint32_t place = tree->last[HTML_TAG_TEMPLATE];
  if (!place)
    return;
  uriel_html_open_pop_to(tree, place);
  if (tree->inert == place)
    tree->inert = 0;
  uriel_html_formatting_clear(tree);
  uriel_html_reset_mode(tree);
}

void uriel_html_reset_mode(struct html_tree *tree)
{
  static const struct {
    uint8_t id, mode;
  } modes[] = {{HTML_TAG_TD, HTML_IN_CELL},          {HTML_TAG_TH, HTML_IN_CELL},
               {HTML_TAG_TR, HTML_IN_ROW},           {HTML_TAG_TBODY, HTML_IN_TABLE_BODY},
               {HTML_TAG_THEAD, HTML_IN_TABLE_BODY}, {HTML_TAG_TFOOT, HTML_IN_TABLE_BODY},
               {HTML_TAG_CAPTION, HTML_IN_CAPTION},  {HTML_TAG_COLGROUP, HTML_IN_COLUMN_GROUP},
               {HTML_TAG_TABLE, HTML_IN_TABLE},      {HTML_TAG_HEAD, HTML_IN_HEAD},
               {HTML_TAG_BODY, HTML_IN_BODY},        {HTML_TAG_FRAMESET, HTML_IN_FRAMESET}};
  uint32_t place = 1;
  tree->mode = HTML_AFTER_HEAD;
  for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
    if (tree->last[modes[i].id] > place) {
      place = tree->last[modes[i].id];
      tree->mode = modes[i].mode;
    }
  }
  if (tree->last[HTML_TAG_TEMPLATE] > place)
    tree->mode = html_open_at(tree, tree->last[HTML_TAG_TEMPLATE])->mode;
}

/* An element that the document's tag opens, or that is implied. In Chromium, only the body that is
 * implied sets frameset-ok: a <template> in the head with text does not prevent a <frameset>. */
static bool open_root(struct html_tree *tree, const struct html_start *start, enum html_element id,
                      enum html_mode mode)
{
  const bool own = start && start->id == id;
  if (own)
    uriel_html_insert(tree, start);
  else
    uriel_html_insert_implied(tree, id);
  tree->frameset_ok = !own && id == HTML_TAG_BODY;
  tree->mode = (uint8_t)mode;
  return own;
}

bool uriel_html_outer_start(struct html_tree *tree, const struct html_start *start)
{
  const enum html_element id = start->id;
  if (id == HTML_TAG_HTML && tree->mode != HTML_BEFORE_HTML)
    return uriel_html_body_start(tree, start);
  switch (tree->mode) {
  case HTML_BEFORE_HTML:
    return open_root(tree, start, HTML_TAG_HTML, HTML_BEFORE_HEAD);
  case HTML_BEFORE_HEAD:
    return open_root(tree, start, HTML_TAG_HEAD, HTML_IN_HEAD);
  case HTML_IN_HEAD:
    if (id == HTML_TAG_HEAD || uriel_html_head_start(tree, start))
      return true;
    if (id != HTML_TAG_NOSCRIPT) {
      uriel_html_outer_leave(tree);
      return false;
    }
    if (tree->scripting) {
      uriel_html_insert_raw(tree, start, HTML_AS_RAWTEXT);
      return true;
    }
    uriel_html_insert(tree, start);
    tree->mode = HTML_IN_HEAD_NOSCRIPT;
    return true;
  case HTML_IN_HEAD_NOSCRIPT:
    if (id == HTML_TAG_BASEFONT || id == HTML_TAG_BGSOUND || id == HTML_TAG_LINK ||
        id == HTML_TAG_META || id == HTML_TAG_NOFRAMES || id == HTML_TAG_STYLE)
      return uriel_html_head_start(tree, start);
    if (id == HTML_TAG_NOSCRIPT)
      return true;
    uriel_html_outer_leave(tree); /* in Chromium also for <head>, which the standard ignores */
    return false;
  case HTML_AFTER_HEAD:
    if (id == HTML_TAG_HEAD || uriel_html_head_start(tree, start))
      return true;
    if (id == HTML_TAG_FRAMESET)
      return open_root(tree, start, HTML_TAG_FRAMESET, HTML_IN_FRAMESET);
    return open_root(tree, start, HTML_TAG_BODY, HTML_IN_BODY);
  case HTML_AFTER_BODY:
  case HTML_AFTER_AFTER_BODY:
    uriel_html_outer_leave(tree);
    return false;
  default: /* in or after a frameset */
    if (id == HTML_TAG_NOFRAMES)
      uriel_html_head_start(tree, start);
    else if (tree->mode == HTML_IN_FRAMESET && id == HTML_TAG_FRAMESET)
      uriel_html_insert(tree, start);
    else if (tree->mode == HTML_IN_FRAMESET && id == HTML_TAG_FRAME)
      uriel_html_made_element(tree, start);
    return true;
  }
}

/* Leaves a mode for the next by what it implies. */
void uriel_html_outer_leave(struct html_tree *tree)
{
  switch (tree->mode) {
  case HTML_BEFORE_HTML:
    open_root(tree, NULL, HTML_TAG_HTML, HTML_BEFORE_HEAD);
    break;
  case HTML_BEFORE_HEAD:
    open_root(tree, NULL, HTML_TAG_HEAD, HTML_IN_HEAD);
    break;
  case HTML_IN_HEAD:
  case HTML_IN_HEAD_NOSCRIPT:
    uriel_html_open_pop(tree);
    tree->mode = tree->mode == HTML_IN_HEAD ? HTML_AFTER_HEAD : HTML_IN_HEAD;
    break;
  case HTML_AFTER_HEAD:
    open_root(tree, NULL, HTML_TAG_BODY, HTML_IN_BODY);
    break;
  default:
    tree->mode = HTML_IN_BODY;
    break;
  }
}

bool uriel_html_outer_end(struct html_tree *tree, enum html_element id)
{
  const enum html_mode mode = tree->mode;
  const bool early = mode == HTML_BEFORE_HTML || mode == HTML_BEFORE_HEAD;
  if (mode == HTML_IN_FRAMESET && id == HTML_TAG_FRAMESET && html_open_is(tree, id)) {
    uriel_html_open_pop(tree);
    if (!html_open_is(tree, HTML_TAG_FRAMESET))
      tree->mode = HTML_AFTER_FRAMESET;
  }
  if (mode == HTML_AFTER_FRAMESET && id == HTML_TAG_HTML)
    tree->mode = HTML_AFTER_AFTER_FRAMESET;
  if (mode == HTML_IN_FRAMESET || mode == HTML_AFTER_FRAMESET || mode == HTML_AFTER_AFTER_FRAMESET)
    return true;
  if (mode == HTML_AFTER_BODY && id == HTML_TAG_HTML) {
    tree->mode = HTML_AFTER_AFTER_BODY;
    return true;
  }
  if (mode == HTML_AFTER_BODY || mode == HTML_AFTER_AFTER_BODY) {
    tree->mode = HTML_IN_BODY;
    return false;
  }
  if (mode == HTML_IN_HEAD_NOSCRIPT ? id == HTML_TAG_NOSCRIPT
                                    : mode == HTML_IN_HEAD && id == HTML_TAG_HEAD) {
    uriel_html_outer_leave(tree);
    return true;
  }
  if ((mode == HTML_IN_HEAD || mode == HTML_AFTER_HEAD) && id == HTML_TAG_TEMPLATE) {
    uriel_html_template_end(tree);
    return true;
  }
  const bool leaves = id == HTML_TAG_BR ||
                      (mode != HTML_IN_HEAD_NOSCRIPT && (id == HTML_TAG_BODY || id == HTML_TAG_HTML)) ||
                      (early && id == HTML_TAG_HEAD);
  if (leaves)
    uriel_html_outer_leave(tree);
  return !leaves;
}
