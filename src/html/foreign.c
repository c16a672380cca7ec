/* SPDX-License-Identifier: MIT */
/* The rules for foreign content (13.2.6.5): SVG and MathML. */
#include "html/modes.h"

enum { FOREIGN_POINT = HTML_OPEN_SCOPE | HTML_OPEN_BARRIER };

static unsigned foreign_flags(const struct html_start *start, unsigned space)
{
  switch (start->id) {
  case HTML_TAG_MI:
  case HTML_TAG_MN:
  case HTML_TAG_MO:
  case HTML_TAG_MS:
  case HTML_TAG_MTEXT:
    return space ? space | FOREIGN_POINT | HTML_OPEN_TEXT_POINT : 0;
  case HTML_TAG_ANNOTATION_XML:
    if (!space)
      return 0;
    space |= FOREIGN_POINT | HTML_OPEN_ANNOTATION;
    if (uriel_html_value_is(start->values, HTML_ATTR_ENCODING, "text/html") ||
        uriel_html_value_is(start->values, HTML_ATTR_ENCODING, "application/xhtml+xml"))
      space |= HTML_OPEN_HTML_POINT;
    return space;
  case HTML_TAG_FOREIGNOBJECT:
  case HTML_TAG_DESC:
  case HTML_TAG_TITLE:
    return space ? space : FOREIGN_POINT | HTML_OPEN_HTML_POINT;
  default:
    return space;
  }
}

/* Does SVG write the name with capitals (13.2.6.5)? Chromium then takes it for another name than that in
 * HTML and MathML: </foreignObject> in MathML does not close SVG's <foreignObject>. */
static bool is_renamed(uriel_text name)
{
  static const char names[] =
      " altglyph altglyphdef altglyphitem animatecolor animatemotion animatetransform clippath "
      "feblend fecolormatrix fecomponenttransfer fecomposite feconvolvematrix fediffuselighting "
      "fedisplacementmap fedistantlight fedropshadow feflood fefunca fefuncb fefuncg fefuncr "
      "fegaussianblur feimage femerge femergenode femorphology feoffset fepointlight "
      "fespecularlighting fespotlight fetile feturbulence foreignobject glyphref lineargradient "
      "radialgradient textpath ";
  return name.len >= 6 && uriel_text_is_among(name, names);
}

void uriel_html_insert_foreign(struct html_tree *tree, const struct html_start *start, unsigned space)
{
  uriel_html_made_element(tree, start);
  start->made->html = false;
  start->made->id = start->token->id;
  if (start->token->self_closing)
    return;
  const uint32_t name =
      uriel_html_open_name(tree, start->token, !space && is_renamed(start->token->name), true);
  if (name) {
    uriel_html_open_push(tree, HTML_TREE_NAMES + name, foreign_flags(start, space));
    start->made->place = tree->top;
  }
}

/* Pops up to an element of HTML or an integration point. */
static void break_out(struct html_tree *tree)
{
  while (!(html_open_at(tree, tree->top)->flags &
           (HTML_OPEN_HTML | HTML_OPEN_TEXT_POINT | HTML_OPEN_HTML_POINT)))
    uriel_html_open_pop(tree);
}

bool uriel_html_foreign_start(struct html_tree *tree, const struct html_start *start)
{
  const uint64_t font = 1ULL << HTML_ATTR_COLOR | 1ULL << HTML_ATTR_FACE | 1ULL << HTML_ATTR_SIZE;
  const enum html_element id = start->token->id;
  if (uriel_html_kinds[id].flags & HTML_KIND_BREAKOUT ||
      (id == HTML_TAG_FONT && start->values->has & font)) {
    break_out(tree);
    return false;
  }
  uriel_html_insert_foreign(tree, start, html_open_at(tree, tree->top)->flags & HTML_OPEN_MATH);
  return true;
}

bool uriel_html_foreign_end(struct html_tree *tree, const struct html_token *token)
{
  if (token->id == HTML_TAG_P || token->id == HTML_TAG_BR) {
    break_out(tree);
    return false;
  }
  const bool renamed =
      !(html_open_at(tree, tree->top)->flags & HTML_OPEN_MATH) && is_renamed(token->name);
  const uint32_t place = tree->last[HTML_TREE_NAMES + uriel_html_open_name(tree, token, renamed, false)];
  if (place <= html_open_at(tree, tree->top)->html_below)
    return renamed; /* no element of HTML has this name */
  uriel_html_open_pop_to(tree, place);
  return true;
}
