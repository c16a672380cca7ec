/* SPDX-License-Identifier: MIT */
/* Tree construction without a tree: the dispatcher (13.2.6), texts and the caller's buffer. */
#include "html/character.h"
#include "html/modes.h"

enum {
  OPENS_MOST = 8,
  LISTED_MOST = 2,
  TEXT_SPACE = 1,
  TEXT_NUL = 2,
  TEXT_OTHER = 4,
  TEXT_REPLACEMENT = 8
};

void uriel_html_tree_begin(struct html_tree *tree, bool scripting)
{
  *tree = (struct html_tree){
      .scratch = tree->scratch, .size = tree->size, .scripting = scripting, .texts = true};
}

/* Does all that one token can open fit into the buffer? If the buffer grew, moves the list to its end.
 */
static bool fits_exactly(struct html_tree *tree)
{
  const size_t opens = (size_t)tree->top + 1 + OPENS_MOST + uriel_html_formatting_closed(tree);
  tree->needed = opens * sizeof(struct html_open) +
                 ((size_t)tree->listed + LISTED_MOST) * sizeof(struct html_formatting) +
                 sizeof(uint64_t);
  if (tree->needed > tree->size)
    return false;
  if (tree->size - tree->laid < sizeof(uint64_t) && tree->size >= tree->laid)
    return true;
  const size_t end = tree->size / sizeof(uint64_t) * sizeof(uint64_t);
  const size_t bytes = tree->listed * sizeof(struct html_formatting);
  if (bytes)
    memmove(tree->scratch + end - bytes, tree->scratch + tree->laid - bytes, bytes);
  tree->laid = end;
  if (!tree->top && end >= sizeof(struct html_open))
    memset(tree->scratch, 0, sizeof(struct html_open)); /* place 0 */
  return true;
}

/* Usually even if the whole list were to be reconstructed. */
static inline bool fits(struct html_tree *tree)
{
  const size_t opens = (size_t)tree->top + 1 + OPENS_MOST + HTML_FORMATTING_MOST;
  const size_t listed = (size_t)tree->listed + LISTED_MOST;
  if (opens * sizeof(struct html_open) + listed * sizeof(struct html_formatting) <= tree->laid &&
      tree->size - tree->laid < sizeof(uint64_t))
    return true;
  return fits_exactly(tree);
}

/* Do the rules for foreign content apply to a text? */
static inline bool is_foreign_text(const struct html_tree *tree)
{
  const unsigned html = HTML_OPEN_HTML | HTML_OPEN_TEXT_POINT | HTML_OPEN_HTML_POINT;
  return tree->top && !(html_open_at(tree, tree->top)->flags & html);
}

static inline void set_flags(struct html_tree *tree)
{
  tree->foreign = tree->top && !(html_open_at(tree, tree->top)->flags & HTML_OPEN_HTML);
  tree->loose = tree->frameset_ok && tree->last[HTML_TAG_BODY];
  tree->texts = !tree->raw && (tree->mode <= HTML_LEFT_BY_TEXT || tree->frameset_ok ||
                               (html_formatting_is_closed(tree) && !is_foreign_text(tree)));
}

void uriel_html_made_element(const struct html_tree *tree, const struct html_start *start)
{
  start->made->element = start->made->html = true;
  start->made->inert = tree->inert;
}

void uriel_html_insert(struct html_tree *tree, const struct html_start *start)
{
  uriel_html_made_element(tree, start);
  const uint32_t name =
      start->token->id ? start->token->id : uriel_html_open_name(tree, start->token, false, true);
  const unsigned flags = uriel_html_kinds[start->id].flags & (HTML_OPEN_SCOPE | HTML_OPEN_BARRIER);
  if (name) {
    uriel_html_open_push(tree, name, flags | HTML_OPEN_HTML);
    start->made->place = tree->top;
  }
}

void uriel_html_insert_raw(struct html_tree *tree, const struct html_start *start,
                           enum html_content content)
{
  uriel_html_made_element(tree, start);
  start->made->content = content;
  tree->raw = true;
}

void uriel_html_insert_implied(struct html_tree *tree, enum html_element id)
{
  const unsigned flags = uriel_html_kinds[id].flags & (HTML_OPEN_SCOPE | HTML_OPEN_BARRIER);
  uriel_html_open_push(tree, id, flags | HTML_OPEN_HTML);
}

/* Do the rules for foreign content apply to a start tag? */
static bool starts_foreign(const struct html_tree *tree, enum html_element id)
{
  const unsigned flags = tree->top ? html_open_at(tree, tree->top)->flags : HTML_OPEN_HTML;
  if (flags & (HTML_OPEN_HTML | HTML_OPEN_HTML_POINT))
    return false;
  if (flags & HTML_OPEN_TEXT_POINT)
    return id == HTML_TAG_MGLYPH || id == HTML_TAG_MALIGNMARK;
  return !(flags & HTML_OPEN_ANNOTATION && id == HTML_TAG_SVG);
}

static bool is_table_mode(unsigned mode)
{
  return mode == HTML_IN_COLUMN_GROUP || (mode >= HTML_IN_TABLE && mode <= HTML_IN_TEMPLATE);
}

enum html_content uriel_html_content_likely(enum html_element id)
{
  switch (id) {
  case HTML_TAG_TITLE:
  case HTML_TAG_TEXTAREA:
    return HTML_AS_RCDATA;
  case HTML_TAG_STYLE:
  case HTML_TAG_XMP:
  case HTML_TAG_IFRAME:
  case HTML_TAG_NOEMBED:
  case HTML_TAG_NOFRAMES:
    return HTML_AS_RAWTEXT;
  case HTML_TAG_SCRIPT:
    return HTML_AS_SCRIPT;
  default:
    return HTML_AS_DATA;
  }
}

bool uriel_html_tree_start(struct html_tree *tree, const struct html_token *token,
                           const struct html_values *values, struct html_made *made)
{
  const struct html_start start = {.token = token,
                                   .values = values,
                                   .made = made,
                                   .id = token->id == HTML_TAG_IMAGE ? HTML_TAG_IMG : token->id};
  *made = (struct html_made){.id = start.id};
  if (!fits(tree)) {
    uriel_html_made_element(tree, &start);
    made->html = !starts_foreign(tree, token->id);
    if (made->html)
      made->content = uriel_html_content_likely(token->id);
    return false;
  }
  tree->raw = false;
  tree->newline = 0;
  if (tree->mode == HTML_IN_BODY && !tree->foreign) {
    uriel_html_body_start(tree, &start);
    set_flags(tree);
    return true;
  }
  while (!(starts_foreign(tree, token->id) ? uriel_html_foreign_start(tree, &start)
           : tree->mode == HTML_IN_BODY    ? uriel_html_body_start(tree, &start)
           : is_table_mode(tree->mode)     ? uriel_html_table_start(tree, &start)
                                           : uriel_html_outer_start(tree, &start)))
    ;
  set_flags(tree);
  return true;
}

bool uriel_html_tree_end(struct html_tree *tree, const struct html_token *token)
{
  if (!fits(tree))
    return false;
  tree->newline = 0;
  if (tree->raw)
    tree->raw = false;
  else if (!tree->foreign || !uriel_html_foreign_end(tree, token))
    while (!(tree->mode == HTML_IN_BODY  ? uriel_html_body_end(tree, token)
             : is_table_mode(tree->mode) ? uriel_html_table_end(tree, token)
                                         : uriel_html_outer_end(tree, token->id)))
      ;
  set_flags(tree);
  return true;
}

/* The kinds of characters of a text, up to the first that is TEXT_OTHER. */
static unsigned text_kinds(const char *text, size_t len, bool references)
{
  unsigned kinds = 0;
  for (size_t i = 0; i < len && !(kinds & TEXT_OTHER); i++) {
    char out[8] = {text[i]};
    size_t n = 1, read = 0;
    if (text[i] == '&' && references)
      read = uriel_html_character_reference(text + i, len - i, false, out, &n);
    if (n == 1 && html_space(out[0]) && (read || text[i] != '&'))
      kinds |= TEXT_SPACE;
    else if (text[i] == '\0')
      kinds |= TEXT_NUL;
    else
      kinds |= read && n == 3 && memcmp(out, "\xEF\xBF\xBD", 3) == 0 ? TEXT_REPLACEMENT : TEXT_OTHER;
    i += read ? read - 1 : 0;
  }
  return kinds;
}

/* The bytes of a newline after <pre> or <listing>. */
static size_t skipped_newline(struct html_tree *tree, uriel_text text)
{
  size_t skipped = 0;
  if (!tree->newline || !text.len)
    return 0;
  if (tree->newline == 1 && text.ptr[0] == '\r')
    skipped++;
  tree->newline = skipped && text.len == 1 ? 2 : 0;
  return skipped + (skipped < text.len && text.ptr[skipped] == '\n');
}

static void text_in_mode(struct html_tree *tree, unsigned kinds)
{
  const bool graphic = kinds & (TEXT_OTHER | TEXT_REPLACEMENT); /* Chromium drops NUL in all modes */
  while (tree->mode <= HTML_LEFT_BY_TEXT) {
    if (!graphic)
      return;
    if (tree->mode != HTML_IN_COLUMN_GROUP)
      uriel_html_outer_leave(tree);
    else if (!uriel_html_table_leave(tree))
      return;
  }
  if (tree->mode == HTML_IN_FRAMESET || tree->mode == HTML_AFTER_FRAMESET ||
      tree->mode == HTML_AFTER_AFTER_FRAMESET)
    return;
  if ((tree->mode == HTML_AFTER_BODY || tree->mode == HTML_AFTER_AFTER_BODY) && graphic)
    tree->mode = HTML_IN_BODY;
  if (!graphic &&
      (tree->mode == HTML_IN_TABLE || tree->mode == HTML_IN_TABLE_BODY || tree->mode == HTML_IN_ROW)) {
    const uint32_t name = html_open_at(tree, tree->top)->name;
    if (name == HTML_TAG_TABLE || name == HTML_TAG_TBODY || name == HTML_TAG_TEMPLATE ||
        name == HTML_TAG_TFOOT || name == HTML_TAG_THEAD || name == HTML_TAG_TR)
      return;
  }
  if (kinds & ~(unsigned)TEXT_NUL)
    html_formatting_reconstruct(tree);
  if (kinds & TEXT_OTHER)
    tree->frameset_ok = false;
}

bool uriel_html_tree_text(struct html_tree *tree, const struct html_token *token)
{
  if (tree->raw)
    return true;
  if (!fits(tree))
    return false;
  const size_t skipped = skipped_newline(tree, token->text);
  const unsigned kinds =
      text_kinds(token->text.ptr + skipped, token->text.len - skipped, token->references);
  if (is_foreign_text(tree))
    tree->frameset_ok = tree->frameset_ok && !(kinds & TEXT_OTHER);
  else if (kinds)
    text_in_mode(tree, kinds);
  set_flags(tree);
  return true;
}
