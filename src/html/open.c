/* SPDX-License-Identifier: MIT */
/* The stack of open elements, the list of active formatting elements, and the adoption agency algorithm
 * (13.2.6.4.7). */
#include "html/modes.h"

enum { OTHERS_WINDOW = 8 };

uint32_t uriel_html_open_innermost(const struct html_tree *tree, const enum html_element *names,
                                   size_t count)
{
  uint32_t place = 0;
  for (size_t i = 0; i < count; i++)
    place = tree->last[names[i]] > place ? tree->last[names[i]] : place;
  return place;
}

uint32_t uriel_html_open_in_list_scope(const struct html_tree *tree, uint32_t name)
{
  const uint32_t place = html_open_in_scope(tree, name);
  return place >= tree->last[HTML_TAG_OL] && place >= tree->last[HTML_TAG_UL] ? place : 0;
}

uint32_t uriel_html_open_in_table_scope(const struct html_tree *tree, uint32_t name)
{
  static const enum html_element ends[] = {HTML_TAG_HTML, HTML_TAG_TABLE, HTML_TAG_TEMPLATE};
  const uint32_t place = tree->last[name];
  return place >= uriel_html_open_innermost(tree, ends, sizeof ends / sizeof *ends) ? place : 0;
}

uint32_t uriel_html_open_name(struct html_tree *tree, const struct html_token *token, bool renamed,
                              bool add)
{
  if (token->id != HTML_TAG_OTHER && !renamed)
    return token->id;
  const uint64_t hash = uriel_html_name_hash(token->name) + renamed;
  uint32_t free = HTML_TREE_OTHERS;
  for (uint32_t i = 0; i < OTHERS_WINDOW; i++) {
    const uint32_t other = (uint32_t)((hash >> 32) + i) % HTML_TREE_OTHERS;
    if (!tree->last[HTML_TAGS + other] && !tree->last[HTML_TREE_NAMES + HTML_TAGS + other])
      free = free == HTML_TREE_OTHERS ? other : free;
    else if (tree->others[other] == hash)
      return HTML_TAGS + other;
  }
  if (!add || free == HTML_TREE_OTHERS)
    return 0;
  tree->others[free] = hash;
  return HTML_TAGS + free;
}

/* Makes the neighbours in the chains of the element at a place point to it. */
static void open_link(struct html_tree *tree, uint32_t place)
{
  const struct html_open *const open = html_open_at(tree, place);
  html_open_at(tree, open->same_below)->same_above = place;
  if (open->same_above)
    html_open_at(tree, open->same_above)->same_below = place;
  else
    tree->last[open->name] = place;
  if (!(open->flags & HTML_OPEN_BARRIER))
    return;
  html_open_at(tree, open->barrier_below)->barrier_above = place;
  if (open->barrier_above)
    html_open_at(tree, open->barrier_above)->barrier_below = place;
  else
    tree->barrier = place;
}

void uriel_html_open_push(struct html_tree *tree, uint32_t name, unsigned flags)
{
  const uint32_t below = tree->top;
  const uint32_t place = ++tree->top;
  struct html_open *const open = html_open_at(tree, place);
  *open = (struct html_open){.name = (uint16_t)name, .flags = (uint8_t)flags};
  open->same_below = tree->last[name];
  html_open_at(tree, open->same_below)->same_above = place;
  tree->last[name] = place;
  if (flags & HTML_OPEN_BARRIER) {
    open->barrier_below = tree->barrier;
    html_open_at(tree, open->barrier_below)->barrier_above = place;
    tree->barrier = place;
  }
  if (flags & HTML_OPEN_SCOPE) {
    open->scope_below = tree->scope;
    tree->scope = place;
  }
  if (!(flags & HTML_OPEN_HTML)) {
    const struct html_open *const parent = html_open_at(tree, below);
    open->html_below = parent->flags & HTML_OPEN_HTML ? below : parent->html_below;
  }
}

/* Takes the element at a place in the middle out of the chains. */
static void open_unlink(struct html_tree *tree, uint32_t place)
{
  const struct html_open *const open = html_open_at(tree, place);
  html_open_at(tree, open->same_below)->same_above = open->same_above;
  if (open->same_above)
    html_open_at(tree, open->same_above)->same_below = open->same_below;
  else
    tree->last[open->name] = open->same_below;
  if (open->flags & HTML_OPEN_BARRIER) {
    html_open_at(tree, open->barrier_below)->barrier_above = open->barrier_above;
    if (open->barrier_above)
      html_open_at(tree, open->barrier_above)->barrier_below = open->barrier_below;
    else
      tree->barrier = open->barrier_below;
  }
  if (open->listed)
    html_formatting_at(tree, open->listed - 1)->place = 0;
  if (tree->form == place)
    tree->form = 0;
  if (tree->watched == place)
    tree->watched = 0;
}

void uriel_html_open_pop(struct html_tree *tree)
{
  const struct html_open *const open = html_open_at(tree, tree->top);
  html_open_at(tree, open->same_below)->same_above = 0;
  tree->last[open->name] = open->same_below;
  if (open->flags & HTML_OPEN_BARRIER) {
    html_open_at(tree, open->barrier_below)->barrier_above = 0;
    tree->barrier = open->barrier_below;
  }
  if (open->flags & HTML_OPEN_SCOPE)
    tree->scope = open->scope_below;
  if (open->listed)
    html_formatting_at(tree, open->listed - 1)->place = 0;
  if (tree->form == tree->top)
    tree->form = 0;
  if (tree->watched == tree->top)
    tree->watched = 0;
  tree->top--;
  if (html_open_at(tree, tree->top)->flags & HTML_OPEN_GAP) {
    const uint32_t top = html_open_at(tree, tree->top)->same_below - 1;
    tree->gaps -= tree->top - top;
    tree->top = top;
  }
}

void uriel_html_open_pop_to(struct html_tree *tree, uint32_t place)
{
  while (tree->top >= place)
    uriel_html_open_pop(tree);
}

void uriel_html_open_remove(struct html_tree *tree, uint32_t place)
{
  if (place == tree->top) {
    uriel_html_open_pop(tree);
    return;
  }
  open_unlink(tree, place);
  const struct html_open *const below = html_open_at(tree, place - 1);
  const struct html_open *const above = html_open_at(tree, place + 1);
  const uint32_t first = place > 1 && below->flags & HTML_OPEN_GAP ? below->same_below : place;
  const uint32_t after = above->flags & HTML_OPEN_GAP ? above->same_above : place + 1;
  html_open_at(tree, place)->flags = HTML_OPEN_GAP;
  tree->gaps++;
  html_open_at(tree, first)->same_above = after;
  html_open_at(tree, after - 1)->same_below = first;
}

uint32_t uriel_html_open_above(const struct html_tree *tree, uint32_t place)
{
  const struct html_open *const above = html_open_at(tree, place + 1);
  return above->flags & HTML_OPEN_GAP ? above->same_above : place + 1;
}

uint32_t uriel_html_open_below(const struct html_tree *tree, uint32_t place)
{
  const struct html_open *const below = html_open_at(tree, place - 1);
  return below->flags & HTML_OPEN_GAP ? below->same_below - 1 : place - 1;
}

static void open_moved(struct html_tree *tree, uint32_t to)
{
  const uint32_t listed = html_open_at(tree, to)->listed;
  if (listed)
    html_formatting_at(tree, listed - 1)->place = to;
}

void uriel_html_open_swap(struct html_tree *tree, uint32_t below, uint32_t above)
{
  struct html_open *const low = html_open_at(tree, below);
  struct html_open *const high = html_open_at(tree, above);
  if (low->name == high->name) {
    const uint32_t listed = low->listed;
    low->listed = high->listed;
    high->listed = listed;
  } else {
    const struct html_open swapped = *low;
    *low = *high;
    *high = swapped;
    open_link(tree, below);
    open_link(tree, above);
  }
  open_moved(tree, below);
  open_moved(tree, above);
  if (tree->form == above)
    tree->form = below;
  if (tree->watched == above || tree->watched == below)
    tree->watched = above + below - tree->watched;
}

void uriel_html_open_imply_end_tags(struct html_tree *tree, unsigned flags, uint32_t except)
{
  for (;;) {
    const uint32_t name = html_open_at(tree, tree->top)->name;
    if (name >= HTML_TAGS || name == except || !(uriel_html_kinds[name].flags & flags))
      return;
    uriel_html_open_pop(tree);
  }
}

/* ---- The list of active formatting elements ---------------------------------------------------- */

/* A clone takes the place of its original, because only names and places matter. */
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

void uriel_html_formatting_push(struct html_tree *tree, enum html_element id, uint64_t attributes)
{
  /* The "Noah's Ark clause" (13.2.4.3); otherwise a full list drops its oldest entry. */
  uint32_t same = 0, entry = tree->listed;
  while (entry > tree->marked && same < SAME_MOST) {
    const struct html_formatting *const of = html_formatting_at(tree, --entry);
    same += of->name == id && of->attributes == attributes;
  }
  if (same == SAME_MOST || tree->listed - tree->marked == HTML_FORMATTING_MOST)
    formatting_remove(tree, entry);
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
    const uint32_t listed = html_open_at(tree, tree->top)->listed;
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
