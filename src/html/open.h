/* SPDX-License-Identifier: MIT */
/* The stack of open elements (13.2.4.2) and the list of active formatting elements. Elements of one name
 * are chained, and so are the special ones, so that each question of scope takes constant time. Elements
 * removed from the middle leave a gap. */
#ifndef URIEL_HTML_OPEN_H
#define URIEL_HTML_OPEN_H

#include "html/kinds.h"
#include "html/tree.h"
#include "text/bytes.h"

enum {
  HTML_OPEN_SCOPE = HTML_KIND_SCOPE,
  HTML_OPEN_BARRIER = HTML_KIND_BARRIER,
  HTML_OPEN_HTML = 4,
  HTML_OPEN_MATH = 8,
  HTML_OPEN_TEXT_POINT = 16, /* a MathML text integration point */
  HTML_OPEN_HTML_POINT = 32, /* an HTML integration point */
  HTML_OPEN_ANNOTATION = 64, /* MathML's annotation-xml */
  HTML_OPEN_GAP = 128
};

/* Place 0 is not an element: its links are written, but never read. */
struct html_open {
  uint16_t name; /* index of html_tree.last */
  uint8_t flags;
  uint8_t mode;                    /* of <template>: its insertion mode */
  uint32_t same_below, same_above; /* of a gap: the first place of the gap, the one after it */
  uint32_t barrier_below, barrier_above;
  uint32_t scope_below;
  uint32_t listed;     /* of HTML: its entry in the list of active formatting elements + 1, or 0 */
  uint32_t html_below; /* of foreign elements */
};

static inline struct html_open *html_open_at(const struct html_tree *tree, uint32_t place)
{
  return (struct html_open *)(void *)tree->scratch + place;
}

static inline bool html_open_is(const struct html_tree *tree, enum html_element id)
{
  return tree->top && html_open_at(tree, tree->top)->name == id;
}

/* Any element that is special (13.2.4.2). */
static inline uint32_t html_open_special(const struct html_tree *tree)
{
  uint32_t place = tree->barrier;
  place = tree->last[HTML_TAG_DIV] > place ? tree->last[HTML_TAG_DIV] : place;
  place = tree->last[HTML_TAG_P] > place ? tree->last[HTML_TAG_P] : place;
  return tree->last[HTML_TAG_ADDRESS] > place ? tree->last[HTML_TAG_ADDRESS] : place;
}

/* Return the place of the innermost such element in a scope, or 0. */
static inline uint32_t html_open_in_scope(const struct html_tree *tree, uint32_t name)
{
  return tree->last[name] >= tree->scope ? tree->last[name] : 0;
}

static inline uint32_t html_open_in_button_scope(const struct html_tree *tree, uint32_t name)
{
  const uint32_t place = tree->last[name];
  return place >= tree->scope && place >= tree->last[HTML_TAG_BUTTON] ? place : 0;
}

uint32_t uriel_html_open_in_list_scope(const struct html_tree *tree, uint32_t name);
uint32_t uriel_html_open_in_table_scope(const struct html_tree *tree, uint32_t name);
uint32_t uriel_html_open_innermost(const struct html_tree *tree, const enum html_element *names,
                                   size_t count);

/* The index of html_tree.last for a tag's name; 0 if it is in no table and is not open, or, to add it,
 * if no index is free. `renamed`: SVG writes it with capitals, which is another name. */
uint32_t uriel_html_open_name(struct html_tree *tree, const struct html_token *token, bool renamed,
                              bool add);

void uriel_html_open_push(struct html_tree *tree, uint32_t name, unsigned flags);
void uriel_html_open_pop(struct html_tree *tree);
/* Pops the element at a place and all above. */
void uriel_html_open_pop_to(struct html_tree *tree, uint32_t place);
void uriel_html_open_remove(struct html_tree *tree, uint32_t place);
/* Exchanges a formatting element with the one above. */
void uriel_html_open_swap(struct html_tree *tree, uint32_t below, uint32_t above);
/* The next elements. */
uint32_t uriel_html_open_above(const struct html_tree *tree, uint32_t place);
uint32_t uriel_html_open_below(const struct html_tree *tree, uint32_t place);
void uriel_html_open_imply_end_tags(struct html_tree *tree, unsigned flags, uint32_t except);

/* ---- The list of active formatting elements (13.2.4.3), at the buffer's other end ---- */

/* Entries after the last marker. A page with more open formatting elements loses the oldest ones, so
 * each step takes bounded time. */
enum { HTML_FORMATTING_MOST = 256 };

struct html_formatting {
  uint64_t attributes; /* a hash; of a marker, html_tree.marked before it */
  uint32_t place;      /* on the stack, or 0 */
  uint16_t name;       /* 0: a marker */
};

static inline struct html_formatting *html_formatting_at(const struct html_tree *tree, uint32_t entry)
{
  return (struct html_formatting *)(void *)(tree->scratch + tree->laid) - 1 - entry;
}

/* Is the last entry one to be reconstructed? */
static inline bool html_formatting_is_closed(const struct html_tree *tree)
{
  return tree->listed > tree->marked && !html_formatting_at(tree, tree->listed - 1)->place;
}

/* The number of elements to be reconstructed. */
uint32_t uriel_html_formatting_closed(const struct html_tree *tree);
void uriel_html_formatting_reopen_all(struct html_tree *tree);

static inline void html_formatting_reconstruct(struct html_tree *tree)
{
  if (html_formatting_is_closed(tree))
    uriel_html_formatting_reopen_all(tree);
}

/* Pushes an element onto the stack and the list. */
void uriel_html_formatting_push(struct html_tree *tree, enum html_element id, uint64_t attributes);
void uriel_html_formatting_mark(struct html_tree *tree);
void uriel_html_formatting_clear(struct html_tree *tree); /* up to the last marker */

/* Return the entry + 1 of the last such element after the last marker, or 0. */
uint32_t uriel_html_formatting_find(const struct html_tree *tree, enum html_element id);

/* Removes the last such element from the list and the stack. */
void uriel_html_formatting_drop(struct html_tree *tree, enum html_element id);

/* The adoption agency algorithm. Returns false if the tag is any other end tag. */
bool uriel_html_formatting_adopt(struct html_tree *tree, enum html_element id);

#endif
