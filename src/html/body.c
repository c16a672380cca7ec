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

static void insert_formatting(struct html_tree *tree, const struct html_start *start)
{
  uriel_html_made_element(tree, start);
  const bool only =
      start->id == HTML_TAG_A || !html_token_attributes(start->token).len; /* in the list, once */
  uriel_html_formatting_push(tree, start->id, only ? 0 : uriel_html_attributes_hash(start->token));
  start->made->place = tree->top;
}

/* What start tags of a kind have in common, in the order of the steps. */
enum {
  START_CLOSES_P = 1,
  START_RECONSTRUCTS = 2, /* the active formatting elements */
  START_INSERTS = 4,
  START_CLOSED = 8,  /* the element is closed at once */
  START_GRAPHIC = 16 /* the frameset-ok flag is "not ok" */
};

static const uint8_t start_steps[] = {
    [HTML_START_ORDINARY] = START_RECONSTRUCTS | START_INSERTS,
    [HTML_START_BLOCK] = START_CLOSES_P | START_INSERTS,
    [HTML_START_HEADING] = START_CLOSES_P | START_INSERTS,
    [HTML_START_PRE] = START_CLOSES_P | START_INSERTS | START_GRAPHIC,
    [HTML_START_FORM] = START_CLOSES_P | START_INSERTS,
    [HTML_START_LI] = START_CLOSES_P | START_INSERTS | START_GRAPHIC,
    [HTML_START_DD] = START_CLOSES_P | START_INSERTS | START_GRAPHIC,
    [HTML_START_PLAINTEXT] = START_CLOSES_P | START_INSERTS,
    [HTML_START_BUTTON] = START_RECONSTRUCTS | START_INSERTS | START_GRAPHIC,
    [HTML_START_FORMATTING] = START_RECONSTRUCTS,
    [HTML_START_NOBR] = START_RECONSTRUCTS,
    [HTML_START_MARKED] = START_RECONSTRUCTS | START_INSERTS | START_GRAPHIC,
    [HTML_START_TABLE] = START_CLOSES_P | START_INSERTS | START_GRAPHIC,
    [HTML_START_VOID] = START_RECONSTRUCTS | START_CLOSED | START_GRAPHIC,
    [HTML_START_PARAM] = START_CLOSED,
    [HTML_START_INPUT] = START_RECONSTRUCTS | START_CLOSED,
    [HTML_START_HR] = START_CLOSES_P | START_CLOSED | START_GRAPHIC,
    [HTML_START_TEXTAREA] = START_GRAPHIC,
    [HTML_START_XMP] = START_CLOSES_P | START_RECONSTRUCTS | START_GRAPHIC,
    [HTML_START_IFRAME] = START_GRAPHIC,
    [HTML_START_SELECT] = START_RECONSTRUCTS | START_INSERTS | START_GRAPHIC,
    [HTML_START_OPTION] = START_RECONSTRUCTS | START_INSERTS,
    [HTML_START_OPTGROUP] = START_RECONSTRUCTS | START_INSERTS,
    [HTML_START_RB] = START_INSERTS,
    [HTML_START_RT] = START_INSERTS,
    [HTML_START_MATH] = START_RECONSTRUCTS,
    [HTML_START_SVG] = START_RECONSTRUCTS,
    [HTML_START_IGNORED] = 0,
};

/* What a start tag does first: mostly, it closes elements. Returns false if that is all. */
static bool start_first(struct html_tree *tree, const struct html_start *start, unsigned kind)
{
  const bool in_template = tree->last[HTML_TAG_TEMPLATE];
  const uint32_t name = tree->barrier ? html_open_at(tree, tree->barrier)->name : 0;
  const uint32_t select = html_open_in_scope(tree, HTML_TAG_SELECT);
  switch (kind) {
  case HTML_START_BODY: /* a second one, as <html> */
    if (!tree->last[HTML_TAG_BODY] || in_template)
      return false;
    tree->frameset_ok = false;
    start->made->merged = start->made->html = true;
    return false;
  case HTML_START_HTML:
    start->made->merged = start->made->html = !in_template;
    return false;
  case HTML_START_IN_HEAD:
    uriel_html_head_start(tree, start);
    return false;
  case HTML_START_FRAMESET:
    if (tree->last[HTML_TAG_BODY] && tree->frameset_ok) {
      uriel_html_open_pop_to(tree, uriel_html_open_above(tree, 1));
      uriel_html_insert(tree, start);
      start->made->removes = true;
      tree->frameset_ok = false;
      tree->mode = HTML_IN_FRAMESET;
    }
    return false;
  case HTML_START_FORM:
    return !tree->has_form || in_template;
  case HTML_START_LI: /* these loops stop at the innermost special element except address, div and p */
  case HTML_START_DD:
    if (kind == HTML_START_LI ? name == HTML_TAG_LI : name == HTML_TAG_DD || name == HTML_TAG_DT)
      uriel_html_open_pop_to(tree, tree->barrier);
    return true;
  case HTML_START_HEADING:
    close_p(tree);
    if (innermost_heading(tree) == tree->top)
      uriel_html_open_pop(tree);
    return true;
  case HTML_START_NOBR:
    html_formatting_reconstruct(tree);
    if (html_open_in_scope(tree, HTML_TAG_NOBR))
      uriel_html_formatting_adopt(tree, HTML_TAG_NOBR);
    return true;
  case HTML_START_BUTTON:
    close_in_scope(tree, HTML_TAG_BUTTON);
    return true;
  case HTML_START_HR:
    close_p(tree);
    if (select)
      uriel_html_open_imply_end_tags(tree, HTML_KIND_IMPLIED, 0);
    return true;
  case HTML_START_INPUT:
  case HTML_START_SELECT:
    close_in_scope(tree, HTML_TAG_SELECT);
    return !select || kind == HTML_START_INPUT;
  case HTML_START_OPTION: /* closes an <option>; <optgroup> closes both */
  case HTML_START_OPTGROUP:
    if (select)
      uriel_html_open_imply_end_tags(tree, HTML_KIND_IMPLIED,
                                     kind == HTML_START_OPTION ? HTML_TAG_OPTGROUP : 0);
    else if (html_open_is(tree, HTML_TAG_OPTION))
      uriel_html_open_pop(tree);
    return true;
  case HTML_START_RB:
  case HTML_START_RT:
    if (html_open_in_scope(tree, HTML_TAG_RUBY))
      uriel_html_open_imply_end_tags(tree, HTML_KIND_IMPLIED, kind == HTML_START_RT ? HTML_TAG_RTC : 0);
    return true;
  default:
    return kind != HTML_START_IGNORED;
  }
}

bool uriel_html_body_start(struct html_tree *tree, const struct html_start *start)
{
  unsigned kind = uriel_html_kinds[start->id].start;
  if (kind == HTML_START_NOSCRIPT)
    kind = tree->scripting ? HTML_START_NOEMBED : HTML_START_ORDINARY;
  const unsigned steps = start_steps[kind];
  if (kind > HTML_START_FORMATTING && !start_first(tree, start, kind))
    return true;
  if (steps & START_CLOSES_P)
    close_p(tree);
  if (steps & START_RECONSTRUCTS)
    html_formatting_reconstruct(tree);
  if (steps & START_INSERTS)
    uriel_html_insert(tree, start);
  else if (steps & START_CLOSED)
    uriel_html_made_element(tree, start);
  if (steps & START_GRAPHIC)
    tree->frameset_ok = false;
  switch (kind) {
  case HTML_START_A: {
    /* An <a> that the algorithm leaves at its place goes; a clone stays. */
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
    break;
  }
  case HTML_START_FORMATTING:
  case HTML_START_NOBR:
    insert_formatting(tree, start);
    break;
  case HTML_START_MARKED:
    uriel_html_formatting_mark(tree);
    break;
  case HTML_START_TABLE:
    /* In quirks mode, the standard leaves the <p> open. All elements above it are ordinary, or
     * formatting: start tags make the same elements. */
    tree->mode = HTML_IN_TABLE;
    break;
  case HTML_START_PRE:
    tree->newline = 1;
    break;
  case HTML_START_PLAINTEXT:
    start->made->content = HTML_AS_PLAINTEXT;
    break;
  case HTML_START_FORM:
    if (!tree->last[HTML_TAG_TEMPLATE]) {
      tree->has_form = true;
      tree->form = tree->top;
    }
    break;
  case HTML_START_INPUT:
    if (!uriel_html_value_is(start->values, HTML_ATTR_TYPE, "hidden"))
      tree->frameset_ok = false;
    break;
  case HTML_START_TEXTAREA:
  case HTML_START_XMP:
  case HTML_START_IFRAME:
  case HTML_START_NOEMBED:
    uriel_html_insert_raw(tree, start, kind == HTML_START_TEXTAREA ? HTML_AS_RCDATA : HTML_AS_RAWTEXT);
    break;
  case HTML_START_MATH:
  case HTML_START_SVG:
    uriel_html_insert_foreign(tree, start, kind == HTML_START_MATH ? HTML_OPEN_MATH : 0);
    break;
  default:
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
