/* SPDX-License-Identifier: MIT */
/* The list of active formatting elements (13.2.4.3), at the buffer's other end, and the adoption agency
 * algorithm (13.2.6.4.7). */
#ifndef URIEL_HTML_FORMATTING_H
#define URIEL_HTML_FORMATTING_H

#include "html/open.h"

/* Entries after the last marker. A page of more formatting elements that are not closed loses the first
 * of them, so that each step takes bounded time. */
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

/* An entry's element leaves the stack, or is at another place of it. */
static inline void html_formatting_close(const struct html_tree *tree, uint32_t entry)
{
  html_formatting_at(tree, entry)->place = 0;
}
static inline void html_formatting_reopen(const struct html_tree *tree, uint32_t entry, uint32_t place)
{
  html_formatting_at(tree, entry)->place = place;
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
