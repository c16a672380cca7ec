/* SPDX-License-Identifier: MIT */
/* The insertion mode "in body" (13.2.6.4.7). */
#include "html/modes.h"

static void close_p(struct html_tree *tree)
{
  const uint32_t place = html_open_in_button_scope(tree, HTML_TAG_P);
  if (place)
    uriel_html_open_pop_to(tree, place);
}

static void close_in_scope(struct html_tree *tree, enum html_element id)
{
  const uint32_t place = html_open_in_scope(tree, id);
  if (place)
    uriel_html_open_pop_to(tree, place);
}

static uint32_t innermost_heading(const struct html_tree *tree)
{
  static const enum html_element headings[] = {HTML_TAG_H1, HTML_TAG_H2, HTML_TAG_H3,
                                               HTML_TAG_H4, HTML_TAG_H5, HTML_TAG_H6};
  return uriel_html_open_innermost(tree, headings, sizeof headings / sizeof *headings);
}

/* A second <html> or <body>. */
static void merge(const struct html_tree *tree, const struct html_start *start)
{
  start->made->merged = start->made->html = !tree->last[HTML_TAG_TEMPLATE];
}

static void start_form(struct html_tree *tree, const struct html_start *start)
{
  if (tree->has_form && !tree->last[HTML_TAG_TEMPLATE])
    return;
  close_p(tree);
  uriel_html_insert(tree, start);
  if (!tree->last[HTML_TAG_TEMPLATE]) {
    tree->has_form = true;
    tree->form = tree->top;
  }
}

/* The loops of li, dd and dt stop at the innermost special element except address, div and p. */
static void start_item(struct html_tree *tree, const struct html_start *start)
{
  const enum html_element id = start->id;
  const uint32_t name = tree->barrier ? html_open_at(tree, tree->barrier)->name : 0;
  tree->frameset_ok = false;
  if (id == HTML_TAG_LI ? name == HTML_TAG_LI : name == HTML_TAG_DD || name == HTML_TAG_DT)
    uriel_html_open_pop_to(tree, tree->barrier);
  close_p(tree);
  uriel_html_insert(tree, start);
}

static void insert_formatting(struct html_tree *tree, const struct html_start *start)
{
  uriel_html_made_element(tree, start);
  const bool only = start->id == HTML_TAG_A || !start->token->attributes.len; /* in the list, once */
  uriel_html_formatting_push(tree, start->id, only ? 0 : uriel_html_attributes_hash(start->token));
}

/* An <a> that the algorithm leaves at its place goes; a clone stays. */
static void start_a(struct html_tree *tree, const struct html_start *start)
{
  uint32_t found = uriel_html_formatting_find(tree, HTML_TAG_A);
  if (found) {
    const uint32_t place = html_formatting_at(tree, found - 1)->place;
    uriel_html_formatting_adopt(tree, HTML_TAG_A);
    found = uriel_html_formatting_find(tree, HTML_TAG_A);
    if (found && place == html_formatting_at(tree, found - 1)->place)
      uriel_html_formatting_drop(tree, HTML_TAG_A);
  }
  html_formatting_reconstruct(tree);
  insert_formatting(tree, start);
}

/* The elements of raw text. */
static void start_raw(struct html_tree *tree, const struct html_start *start)
{
  if (start->id == HTML_TAG_XMP) {
    close_p(tree);
    html_formatting_reconstruct(tree);
  }
  if (start->id != HTML_TAG_NOEMBED && start->id != HTML_TAG_NOSCRIPT)
    tree->frameset_ok = false;
  uriel_html_insert_raw(tree, start, start->id == HTML_TAG_TEXTAREA ? HTML_AS_RCDATA : HTML_AS_RAWTEXT);
}

static void start_ordinary(struct html_tree *tree, const struct html_start *start)
{
  html_formatting_reconstruct(tree);
  uriel_html_insert(tree, start);
}

/* The kinds of selects, ruby, raw text and foreign elements. */
static void start_rarest(struct html_tree *tree, const struct html_start *start, unsigned kind)
{
  const uint32_t select = html_open_in_scope(tree, HTML_TAG_SELECT);
  switch (kind) {
  case HTML_START_NOSCRIPT:
    if (tree->scripting)
      start_raw(tree, start);
    else
      start_ordinary(tree, start);
    break;
  case HTML_START_TEXTAREA:
  case HTML_START_XMP:
  case HTML_START_IFRAME:
  case HTML_START_NOEMBED:
    start_raw(tree, start);
    break;
  case HTML_START_SELECT:
    if (select) {
      uriel_html_open_pop_to(tree, select);
    } else {
      start_ordinary(tree, start);
      tree->frameset_ok = false;
    }
    break;
  case HTML_START_OPTION: /* closes an <option>; <optgroup> closes both */
  case HTML_START_OPTGROUP:
    if (select)
      uriel_html_open_imply_end_tags(tree, HTML_KIND_IMPLIED,
                                     kind == HTML_START_OPTION ? HTML_TAG_OPTGROUP : 0);
    else if (html_open_is(tree, HTML_TAG_OPTION))
      uriel_html_open_pop(tree);
    start_ordinary(tree, start);
    break;
  case HTML_START_RB:
  case HTML_START_RT:
    if (html_open_in_scope(tree, HTML_TAG_RUBY))
      uriel_html_open_imply_end_tags(tree, HTML_KIND_IMPLIED, kind == HTML_START_RT ? HTML_TAG_RTC : 0);
    uriel_html_insert(tree, start);
    break;
  case HTML_START_MATH:
  case HTML_START_SVG:
    html_formatting_reconstruct(tree);
    uriel_html_insert_foreign(tree, start, kind == HTML_START_MATH ? HTML_OPEN_MATH : 0);
    break;
  default: /* HTML_START_IGNORED */
    break;
  }
}

/* The less frequent kinds. */
static void start_rare(struct html_tree *tree, const struct html_start *start, unsigned kind)
{
  switch (kind) {
  case HTML_START_HTML:
    merge(tree, start);
    break;
  case HTML_START_IN_HEAD:
    uriel_html_head_start(tree, start);
    break;
  case HTML_START_BODY:
    if (tree->last[HTML_TAG_BODY] && !tree->last[HTML_TAG_TEMPLATE]) {
      tree->frameset_ok = false;
      merge(tree, start);
    }
    break;
  case HTML_START_FRAMESET:
    if (tree->last[HTML_TAG_BODY] && tree->frameset_ok) {
      uriel_html_open_pop_to(tree, uriel_html_open_above(tree, 1));
      uriel_html_insert(tree, start);
      start->made->removes = true;
      tree->frameset_ok = false;
      tree->mode = HTML_IN_FRAMESET;
    }
    break;
  case HTML_START_FORM:
    start_form(tree, start);
    break;
  case HTML_START_PLAINTEXT:
    close_p(tree);
    uriel_html_insert(tree, start);
    start->made->content = HTML_AS_PLAINTEXT;
    break;
  case HTML_START_BUTTON:
    close_in_scope(tree, HTML_TAG_BUTTON);
    start_ordinary(tree, start);
    tree->frameset_ok = false;
    break;
  case HTML_START_PRE:
    close_p(tree);
    uriel_html_insert(tree, start);
    tree->frameset_ok = false;
    tree->newline = 1;
    break;
  case HTML_START_NOBR:
    html_formatting_reconstruct(tree);
    if (html_open_in_scope(tree, HTML_TAG_NOBR)) {
      uriel_html_formatting_adopt(tree, HTML_TAG_NOBR);
      html_formatting_reconstruct(tree);
    }
    insert_formatting(tree, start);
    break;
  case HTML_START_MARKED:
    start_ordinary(tree, start);
    uriel_html_formatting_mark(tree);
    tree->frameset_ok = false;
    break;
  case HTML_START_HR:
    close_p(tree);
    if (html_open_in_scope(tree, HTML_TAG_SELECT))
      uriel_html_open_imply_end_tags(tree, HTML_KIND_IMPLIED, 0);
    uriel_html_insert_closed(tree, start);
    tree->frameset_ok = false;
    break;
  default:
    start_rarest(tree, start, kind);
    break;
  }
}

bool uriel_html_body_start(struct html_tree *tree, const struct html_start *start)
{
  const unsigned kind = uriel_html_kinds[start->id].start;
  switch (kind) {
  case HTML_START_ORDINARY:
    start_ordinary(tree, start);
    break;
  case HTML_START_BLOCK:
    close_p(tree);
    uriel_html_insert(tree, start);
    break;
  case HTML_START_A:
    start_a(tree, start);
    break;
  case HTML_START_FORMATTING:
    html_formatting_reconstruct(tree);
    insert_formatting(tree, start);
    break;
  case HTML_START_LI:
  case HTML_START_DD:
    start_item(tree, start);
    break;
  case HTML_START_HEADING:
    close_p(tree);
    if (innermost_heading(tree) == tree->top)
      uriel_html_open_pop(tree);
    uriel_html_insert(tree, start);
    break;
  case HTML_START_TABLE:
    /* In quirks mode, the standard leaves the <p> open. All elements above it are ordinary, or
     * formatting: start tags make the same elements. */
    close_p(tree);
    uriel_html_insert(tree, start);
    tree->frameset_ok = false;
    tree->mode = HTML_IN_TABLE;
    break;
  case HTML_START_VOID:
    html_formatting_reconstruct(tree);
    tree->frameset_ok = false;
    uriel_html_insert_closed(tree, start);
    break;
  case HTML_START_PARAM:
    uriel_html_insert_closed(tree, start);
    break;
  case HTML_START_INPUT:
    close_in_scope(tree, HTML_TAG_SELECT);
    html_formatting_reconstruct(tree);
    uriel_html_insert_closed(tree, start);
    if (!uriel_html_value_is(start->values, HTML_ATTR_TYPE, "hidden"))
      tree->frameset_ok = false;
    break;
  default:
    start_rare(tree, start, kind);
    break;
  }
  return true;
}

static void end_other(struct html_tree *tree, const struct html_token *token)
{
  const uint32_t name = uriel_html_open_name(tree, token, false, false);
  const uint32_t place = tree->last[name];
  if (place && place >= html_open_special(tree))
    uriel_html_open_pop_to(tree, place);
}

/* In a <template>, Chromium takes </form> for any other end tag. */
static void end_form(struct html_tree *tree, const struct html_token *token)
{
  if (tree->last[HTML_TAG_TEMPLATE]) {
    end_other(tree, token);
    return;
  }
  const uint32_t place = tree->form;
  tree->has_form = false;
  tree->form = 0;
  if (place <= tree->scope)
    return;
  uriel_html_open_imply_end_tags(tree, HTML_KIND_IMPLIED, 0);
  uriel_html_open_remove(tree, place);
}

bool uriel_html_body_end(struct html_tree *tree, const struct html_token *token)
{
  const enum html_element id = token->id;
  uint32_t place;
  switch (uriel_html_kinds[id].end) {
  case HTML_END_BLOCK:
    close_in_scope(tree, id);
    break;
  case HTML_END_P: /* without <p>, it makes one without attributes and closes it */
    close_p(tree);
    break;
  case HTML_END_LI:
    place = id == HTML_TAG_LI ? uriel_html_open_in_list_scope(tree, id) : html_open_in_scope(tree, id);
    if (place)
      uriel_html_open_pop_to(tree, place);
    break;
  case HTML_END_HEADING:
    place = innermost_heading(tree);
    if (place > tree->scope)
      uriel_html_open_pop_to(tree, place);
    break;
  case HTML_END_FORMATTING:
    if (!uriel_html_formatting_adopt(tree, id))
      end_other(tree, token);
    break;
  case HTML_END_MARKED:
    if ((place = html_open_in_scope(tree, id)) != 0) {
      uriel_html_open_pop_to(tree, place);
      uriel_html_formatting_clear(tree);
    }
    break;
  case HTML_END_FORM:
    end_form(tree, token);
    break;
  case HTML_END_BODY: /* </body>, and </html>, which is processed again */
    if (!html_open_in_scope(tree, HTML_TAG_BODY))
      return true;
    tree->mode = HTML_AFTER_BODY;
    return id == HTML_TAG_BODY;
  case HTML_END_TEMPLATE:
    uriel_html_template_end(tree);
    break;
  case HTML_END_BR: /* a <br> */
    html_formatting_reconstruct(tree);
    tree->frameset_ok = false;
    break;
  default:
    end_other(tree, token);
    break;
  }
  return true;
}
