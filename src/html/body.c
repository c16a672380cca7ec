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

static void start_body(struct html_tree *tree, const struct html_start *start)
{
  if (!tree->last[HTML_TAG_BODY] || tree->last[HTML_TAG_TEMPLATE])
    return;
  tree->frameset_ok = false;
  merge(tree, start);
}

static void start_frameset(struct html_tree *tree, const struct html_start *start)
{
  if (!tree->last[HTML_TAG_BODY] || !tree->frameset_ok)
    return;
  uriel_html_open_pop_to(tree, uriel_html_open_above(tree, 1));
  uriel_html_insert(tree, start);
  start->made->removes = true;
  tree->frameset_ok = false;
  tree->mode = HTML_IN_FRAMESET;
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

static void start_heading(struct html_tree *tree, const struct html_start *start)
{
  close_p(tree);
  if (innermost_heading(tree) == tree->top)
    uriel_html_open_pop(tree);
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

static void start_nobr(struct html_tree *tree, const struct html_start *start)
{
  html_formatting_reconstruct(tree);
  if (html_open_in_scope(tree, HTML_TAG_NOBR)) {
    uriel_html_formatting_adopt(tree, HTML_TAG_NOBR);
    html_formatting_reconstruct(tree);
  }
  insert_formatting(tree, start);
}

static void start_select(struct html_tree *tree, const struct html_start *start)
{
  const uint32_t place = html_open_in_scope(tree, HTML_TAG_SELECT);
  if (place) {
    uriel_html_open_pop_to(tree, place);
    return;
  }
  html_formatting_reconstruct(tree);
  uriel_html_insert(tree, start);
  tree->frameset_ok = false;
}

/* <option> closes an <option>, <optgroup> both. */
static void start_option(struct html_tree *tree, const struct html_start *start)
{
  const uint32_t except = start->id == HTML_TAG_OPTION ? HTML_TAG_OPTGROUP : 0;
  if (html_open_in_scope(tree, HTML_TAG_SELECT))
    uriel_html_open_imply_end_tags(tree, HTML_KIND_IMPLIED, except);
  else if (html_open_is(tree, HTML_TAG_OPTION))
    uriel_html_open_pop(tree);
  html_formatting_reconstruct(tree);
  uriel_html_insert(tree, start);
}

static void start_input(struct html_tree *tree, const struct html_start *start)
{
  close_in_scope(tree, HTML_TAG_SELECT);
  html_formatting_reconstruct(tree);
  uriel_html_insert_closed(tree, start);
  if (!uriel_html_value_is(start->values, HTML_ATTR_TYPE, "hidden"))
    tree->frameset_ok = false;
}

static void start_hr(struct html_tree *tree, const struct html_start *start)
{
  close_p(tree);
  if (html_open_in_scope(tree, HTML_TAG_SELECT))
    uriel_html_open_imply_end_tags(tree, HTML_KIND_IMPLIED, 0);
  uriel_html_insert_closed(tree, start);
  tree->frameset_ok = false;
}

static void start_ruby(struct html_tree *tree, const struct html_start *start, uint32_t except)
{
  if (html_open_in_scope(tree, HTML_TAG_RUBY))
    uriel_html_open_imply_end_tags(tree, HTML_KIND_IMPLIED, except);
  uriel_html_insert(tree, start);
}

/* In quirks mode, the standard leaves the <p> open. All elements above it are ordinary, or formatting:
 * start tags make the same elements. */
static void start_table(struct html_tree *tree, const struct html_start *start)
{
  close_p(tree);
  uriel_html_insert(tree, start);
  tree->frameset_ok = false;
  tree->mode = HTML_IN_TABLE;
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

static void start_foreign(struct html_tree *tree, const struct html_start *start)
{
  html_formatting_reconstruct(tree);
  uriel_html_insert_foreign(tree, start, start->id == HTML_TAG_MATH ? HTML_OPEN_MATH : 0);
}

/* A block with an effect of its own. */
static void start_special_block(struct html_tree *tree, const struct html_start *start, unsigned kind)
{
  if (kind == HTML_START_BUTTON) {
    close_in_scope(tree, HTML_TAG_BUTTON);
    html_formatting_reconstruct(tree);
  } else {
    close_p(tree);
  }
  uriel_html_insert(tree, start);
  if (kind == HTML_START_PLAINTEXT) {
    start->made->content = HTML_AS_PLAINTEXT;
    return;
  }
  tree->frameset_ok = false;
  tree->newline = kind == HTML_START_PRE;
}

static void start_void(struct html_tree *tree, const struct html_start *start, unsigned kind)
{
  if (kind == HTML_START_VOID) {
    html_formatting_reconstruct(tree);
    tree->frameset_ok = false;
  }
  uriel_html_insert_closed(tree, start);
}

static void start_marked(struct html_tree *tree, const struct html_start *start)
{
  start_ordinary(tree, start);
  uriel_html_formatting_mark(tree);
  tree->frameset_ok = false;
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
    start_body(tree, start);
    break;
  case HTML_START_FRAMESET:
    start_frameset(tree, start);
    break;
  case HTML_START_FORM:
    start_form(tree, start);
    break;
  case HTML_START_PLAINTEXT:
  case HTML_START_BUTTON:
  case HTML_START_PRE:
    start_special_block(tree, start, kind);
    break;
  case HTML_START_NOBR:
    start_nobr(tree, start);
    break;
  case HTML_START_MARKED:
    start_marked(tree, start);
    break;
  case HTML_START_HR:
    start_hr(tree, start);
    break;
  case HTML_START_NOSCRIPT:
    if (!tree->scripting) {
      start_ordinary(tree, start);
      break;
    }
    start_raw(tree, start);
    break;
  case HTML_START_TEXTAREA:
  case HTML_START_XMP:
  case HTML_START_IFRAME:
  case HTML_START_NOEMBED:
    start_raw(tree, start);
    break;
  case HTML_START_SELECT:
    start_select(tree, start);
    break;
  case HTML_START_OPTION:
  case HTML_START_OPTGROUP:
    start_option(tree, start);
    break;
  case HTML_START_RB:
    start_ruby(tree, start, 0);
    break;
  case HTML_START_RT:
    start_ruby(tree, start, HTML_TAG_RTC);
    break;
  case HTML_START_MATH:
  case HTML_START_SVG:
    start_foreign(tree, start);
    break;
  default: /* HTML_START_IGNORED */
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
    start_heading(tree, start);
    break;
  case HTML_START_TABLE:
    start_table(tree, start);
    break;
  case HTML_START_VOID:
  case HTML_START_PARAM:
    start_void(tree, start, kind);
    break;
  case HTML_START_INPUT:
    start_input(tree, start);
    break;
  default:
    start_rare(tree, start, kind);
    break;
  }
  return true;
}

static void end_item(struct html_tree *tree, enum html_element id)
{
  const uint32_t place =
      id == HTML_TAG_LI ? uriel_html_open_in_list_scope(tree, id) : html_open_in_scope(tree, id);
  if (place)
    uriel_html_open_pop_to(tree, place);
}

static void end_heading(struct html_tree *tree)
{
  const uint32_t place = innermost_heading(tree);
  if (place > tree->scope)
    uriel_html_open_pop_to(tree, place);
}

static void end_marked(struct html_tree *tree, enum html_element id)
{
  const uint32_t place = html_open_in_scope(tree, id);
  if (!place)
    return;
  uriel_html_open_pop_to(tree, place);
  uriel_html_formatting_clear(tree);
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

/* </body> and </html>, which is processed again after it. */
static bool end_body(struct html_tree *tree, enum html_element id)
{
  if (!html_open_in_scope(tree, HTML_TAG_BODY))
    return true;
  tree->mode = HTML_AFTER_BODY;
  return id == HTML_TAG_BODY;
}

bool uriel_html_body_end(struct html_tree *tree, const struct html_token *token)
{
  const enum html_element id = token->id;
  switch (uriel_html_kinds[id].end) {
  case HTML_END_BLOCK:
    close_in_scope(tree, id);
    break;
  case HTML_END_P: /* without <p>, it makes one without attributes and closes it */
    close_p(tree);
    break;
  case HTML_END_LI:
    end_item(tree, id);
    break;
  case HTML_END_HEADING:
    end_heading(tree);
    break;
  case HTML_END_FORMATTING:
    if (!uriel_html_formatting_adopt(tree, id))
      end_other(tree, token);
    break;
  case HTML_END_MARKED:
    end_marked(tree, id);
    break;
  case HTML_END_FORM:
    end_form(tree, token);
    break;
  case HTML_END_BODY:
    return end_body(tree, id);
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
