/* SPDX-License-Identifier: MIT */
/* The list of active formatting elements. A clone takes the place of its original, because only names
 * and places matter. */
#include "html/formatting.h"

enum { SAME_MOST = 3, ADOPTIONS = 8, CLONES = 3 };

uint32_t uriel_html_formatting_closed(const struct html_tree *tree)
{
  uint32_t entry = tree->listed;
  while (entry > tree->marked && !html_formatting_at(tree, entry - 1)->place)
    entry--;
  return tree->listed - entry;
}

static void formatting_open(struct html_tree *tree, uint32_t entry)
{
  struct html_formatting *const of = html_formatting_at(tree, entry);
  uriel_html_open_push(tree, of->name, HTML_OPEN_HTML);
  html_open_at(tree, tree->top)->listed = entry + 1;
  of->place = tree->top;
}

void uriel_html_formatting_reopen_all(struct html_tree *tree)
{
  for (uint32_t closed = uriel_html_formatting_closed(tree); closed; closed--)
    formatting_open(tree, tree->listed - closed);
}

/* Makes the element of an entry point back to it. */
static void formatting_point(struct html_tree *tree, uint32_t entry)
{
  const uint32_t place = html_formatting_at(tree, entry)->place;
  if (place)
    html_open_at(tree, place)->listed = entry + 1;
}

static void formatting_remove(struct html_tree *tree, uint32_t entry)
{
  const uint32_t place = html_formatting_at(tree, entry)->place;
  if (place)
    html_open_at(tree, place)->listed = 0;
  for (tree->listed--; entry < tree->listed; entry++) {
    *html_formatting_at(tree, entry) = *html_formatting_at(tree, entry + 1);
    formatting_point(tree, entry);
  }
}

/* The "Noah's Ark clause" (13.2.4.3). */
static void formatting_limit(struct html_tree *tree, enum html_element id, uint64_t attributes)
{
  uint32_t same = 0;
  for (uint32_t entry = tree->listed; entry-- > tree->marked;) {
    const struct html_formatting *const of = html_formatting_at(tree, entry);
    if (of->name == id && of->attributes == attributes && ++same == SAME_MOST) {
      formatting_remove(tree, entry);
      return;
    }
  }
  if (tree->listed - tree->marked == HTML_FORMATTING_MOST)
    formatting_remove(tree, tree->marked);
}

void uriel_html_formatting_push(struct html_tree *tree, enum html_element id, uint64_t attributes)
{
  formatting_limit(tree, id, attributes);
  *html_formatting_at(tree, tree->listed++) =
      (struct html_formatting){.attributes = attributes, .name = (uint16_t)id};
  formatting_open(tree, tree->listed - 1);
}

void uriel_html_formatting_mark(struct html_tree *tree)
{
  *html_formatting_at(tree, tree->listed++) = (struct html_formatting){.attributes = tree->marked};
  tree->marked = tree->listed;
}

void uriel_html_formatting_clear(struct html_tree *tree)
{
  while (tree->listed > tree->marked)
    formatting_remove(tree, tree->listed - 1);
  if (tree->marked) {
    tree->listed--;
    tree->marked = (uint32_t)html_formatting_at(tree, tree->listed)->attributes;
  }
}

uint32_t uriel_html_formatting_find(const struct html_tree *tree, enum html_element id)
{
  for (uint32_t entry = tree->listed; entry > tree->marked; entry--)
    if (html_formatting_at(tree, entry - 1)->name == id)
      return entry;
  return 0;
}

void uriel_html_formatting_drop(struct html_tree *tree, enum html_element id)
{
  const uint32_t found = uriel_html_formatting_find(tree, id);
  if (!found)
    return;
  const uint32_t place = html_formatting_at(tree, found - 1)->place;
  formatting_remove(tree, found - 1);
  if (place)
    uriel_html_open_remove(tree, place);
}

static void formatting_move(struct html_tree *tree, uint32_t from, uint32_t to)
{
  const struct html_formatting of = *html_formatting_at(tree, from);
  for (; from < to; from++) {
    *html_formatting_at(tree, from) = *html_formatting_at(tree, from + 1);
    formatting_point(tree, from);
  }
  for (; from > to; from--) {
    *html_formatting_at(tree, from) = *html_formatting_at(tree, from - 1);
    formatting_point(tree, from);
  }
  *html_formatting_at(tree, to) = of;
  formatting_point(tree, to);
}

/* The first special element above a place, or 0. The elements between leave the stack anyway. */
static uint32_t furthest_block(const struct html_tree *tree, uint32_t place)
{
  if (html_open_special(tree) < place)
    return 0;
  for (;;) {
    place = uriel_html_open_above(tree, place);
    const struct html_open *const open = html_open_at(tree, place);
    if (open->flags & HTML_OPEN_BARRIER || open->name == HTML_TAG_DIV || open->name == HTML_TAG_P ||
        open->name == HTML_TAG_ADDRESS)
      return place;
  }
}

/* Steps 13 and 14, down from the furthest block to the formatting element: the elements that stay move
 * into the furthest block's ancestors, the others leave the stack. Returns the bookmark. */
static uint32_t adopt_between(struct html_tree *tree, uint32_t place, uint32_t block, uint32_t bookmark)
{
  bool first = true;
  int count = 0;
  for (uint32_t node = uriel_html_open_below(tree, block); node != place;) {
    const uint32_t below = uriel_html_open_below(tree, node);
    uint32_t listed = html_open_at(tree, node)->listed;
    if (++count > CLONES && listed) {
      formatting_remove(tree, listed - 1);
      bookmark -= listed - 1 < bookmark;
      listed = 0;
    }
    if (!listed)
      uriel_html_open_remove(tree, node);
    else if (first)
      bookmark = listed;
    first = first && !listed;
    node = below;
  }
  return bookmark;
}

/* One turn of the algorithm's loop for an element on the stack that is in scope. Returns false at its
 * end.
 */
static bool adopt_one(struct html_tree *tree, uint32_t entry)
{
  uint32_t place = html_formatting_at(tree, entry)->place;
  const uint32_t block = furthest_block(tree, place);
  if (!block) {
    formatting_remove(tree, entry);
    uriel_html_open_pop_to(tree, place);
    return false;
  }
  const uint32_t bookmark = adopt_between(tree, place, block, entry);
  entry = html_open_at(tree, place)->listed - 1;
  for (;;) {
    const uint32_t above = uriel_html_open_above(tree, place);
    uriel_html_open_swap(tree, place, above);
    if (above == block)
      break;
    place = above;
  }
  formatting_move(tree, entry, bookmark - (bookmark > entry));
  return true;
}

bool uriel_html_formatting_adopt(struct html_tree *tree, enum html_element id)
{
  if (html_open_is(tree, id)) {
    const uint32_t listed = html_open_current(tree)->listed;
    if (!listed || (listed == tree->listed && listed > tree->marked)) { /* usually the list's last */
      uriel_html_open_pop(tree);
      tree->listed -= listed != 0;
      return true;
    }
  }
  for (int turn = 0; turn < ADOPTIONS; turn++) {
    const uint32_t found = uriel_html_formatting_find(tree, id);
    if (!found)
      return false;
    const uint32_t place = html_formatting_at(tree, found - 1)->place;
    if (!place)
      formatting_remove(tree, found - 1);
    else if (place > tree->scope && adopt_one(tree, found - 1))
      continue;
    return true;
  }
  return true;
}
