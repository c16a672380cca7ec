/* SPDX-License-Identifier: MIT */
/* References of an HTML document: from its tree, or from its tags one by one if the tree would cost too
 * much. */
#include "page.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "html.h"
#include "nesting.h"
#include "reader/budget.h"
#include "tags.h"
#include "value.h"

enum {
  PAGE_ARENA = 16 * 1024 * 1024, /* for any document */
  PAGE_ARENA_FACTOR = 64         /* and for each byte of it: twice the cost of the densest markup */
};

struct page_item {
  struct page_reference reference;
  struct page_item *next;
};

struct page_frame {
  struct tag_value html;
  struct page_frame *next;
};

struct page_tree {
  struct arena *arena;
  struct page_frame *frames, **frames_end;
  struct page_item *items; /* last first */
  size_t count;
  struct tag_value base; /* of the first <base href> */
  bool no_memory;
};

size_t page_clean(const char *raw, size_t len, char *out)
{
  size_t begin = 0, n = 0;
  while (begin < len && value_space(raw[begin]))
    begin++;
  while (len > begin && value_space(raw[len - 1]))
    len--;
  for (size_t i = begin; i < len; i++) {
    if (raw[i] != '\t' && raw[i] != '\n' && raw[i] != '\r')
      out[n++] = raw[i];
  }
  return n;
}

bool page_base_counts(uriel_text href)
{
  return !(href.len > 4 && strncasecmp(href.ptr, "data:", 5) == 0) &&
         !(href.len > 10 && strncasecmp(href.ptr, "javascript:", 11) == 0);
}

static bool page_is_base(const struct tag *tag)
{
  return attribute_of(&tag->values, ATTRIBUTE_HREF) && !tag->inert && !tag->foreign &&
         strcmp(tag->name, "base") == 0;
}

/* Returns the document in <iframe srcdoc>, or NULL for any other tag. */
static const struct tag_value *page_nested(const struct tag *tag)
{
  return strcmp(tag->name, "iframe") == 0 ? attribute_of(&tag->values, ATTRIBUTE_SRCDOC) : NULL;
}

/* ---- By the tree ------------------------------------------------------------------------------ */

/* Returns a permanent copy, shared by all references of a tag, of which there may be millions. */
static const char *page_name(struct page_tree *tree, const char *name)
{
  const char *const last = tree->items ? tree->items->reference.element : NULL;
  if (last && strcmp(last, name) == 0)
    return last;
  const size_t size = strlen(name) + 1;
  char *copy = arena_take(tree->arena, size);
  return copy ? memcpy(copy, name, size) : NULL;
}

static bool page_keep(void *context, const struct page_reference *reference)
{
  struct page_tree *tree = context;
  struct page_item *item = arena_take(tree->arena, sizeof *item);
  tree->no_memory = !item;
  if (!item)
    return false;
  item->reference = *reference;
  item->reference.element = page_name(tree, reference->element);
  tree->no_memory = !item->reference.element;
  if (tree->no_memory)
    return false;
  item->next = tree->items;
  tree->items = item;
  tree->count++;
  return true;
}

static bool page_keep_frame(struct page_tree *tree, const struct tag_value *html)
{
  struct page_frame *frame = html ? arena_take(tree->arena, sizeof *frame) : NULL;
  if (!html)
    return true;
  tree->no_memory = !frame;
  if (!frame)
    return false;
  *frame = (struct page_frame){*html, NULL};
  *tree->frames_end = frame;
  tree->frames_end = &frame->next;
  return true;
}

static bool page_element(void *context, const struct tag *tag)
{
  struct page_tree *tree = context;
  if (!tree->base.ptr && page_is_base(tag))
    tree->base = tag->values.of[ATTRIBUTE_HREF];
  return page_keep_frame(tree, page_nested(tag)) && attribute_references(tag, page_keep, tree);
}

/* Compares by place; references with the same place, as in a list with character references, by their
 * order in the list. */
static int page_compare(const void *a, const void *b)
{
  const struct page_reference *x = *(const struct page_reference *const *)a;
  const struct page_reference *y = *(const struct page_reference *const *)b;
  if (x->offset != y->offset)
    return x->offset < y->offset ? -1 : 1;
  return x->raw < y->raw ? -1 : x->raw > y->raw;
}

/* HTML moves some elements in the tree (out of tables), so the tree is not in document order. */
static const struct page_reference **page_sort(const struct page_tree *tree)
{
  const struct page_reference **sorted = budget_take((tree->count + 1) * sizeof *sorted);
  size_t i = tree->count;
  for (const struct page_item *item = tree->items; sorted && item; item = item->next)
    sorted[--i] = &item->reference;
  if (sorted && tree->count)
    qsort(sorted, tree->count, sizeof *sorted, page_compare);
  return sorted;
}

static enum page_result page_tell_tree(const struct page_tree *tree, const char *data,
                                       const struct page_sink *sink)
{
  struct place place = {0, 1, 1};
  const struct page_reference **sorted = page_sort(tree);
  if (!sorted)
    return PAGE_NO_MEMORY;
  bool more = !tree->base.ptr || sink->base(sink->context, tree->base.ptr, tree->base.len);
  for (size_t i = 0; i < tree->count && more; i++) {
    place_advance(&place, data + place.offset, sorted[i]->offset - place.offset);
    more = sink->found(sink->context, sorted[i], &place);
  }
  budget_give((void *)sorted);
  for (const struct page_frame *frame = tree->frames; frame && more; frame = frame->next)
    more = sink->nested(sink->context, frame->html.ptr, frame->html.len);
  return more ? PAGE_READ : PAGE_ENDED;
}

/* Returns NULL, with the tree's references in `tree`, or the reason why no tree was built. */
static const char *page_build(struct page_tree *tree, const char *data, size_t len)
{
  const char *reason = nesting_check(data, len);
  if (reason)
    return reason;
  switch (html_read(tree->arena, data, len, page_element, tree)) {
  case HTML_READ:
    return NULL;
  case HTML_TOO_SLOW:
    return "takes too long to parse";
  case HTML_FAILED:
    return "the HTML parser failed on it";
  default:
    return "takes too much memory to parse";
  }
}

/* ---- By the tags ------------------------------------------------------------------------------ */

struct page_scan {
  struct arena *arena;
  size_t arena_limit;
  const char *data;
  const struct page_sink *sink;
  struct place place;
  unsigned templates; /* number of open <template> */
};

static bool page_scan_found(void *context, const struct page_reference *reference)
{
  struct page_scan *scan = context;
  place_advance(&scan->place, scan->data + scan->place.offset, reference->offset - scan->place.offset);
  return scan->sink->found(scan->sink->context, reference, &scan->place);
}

/* Decodes values with character references; those too large for the arena stay as they are. Returns
 * false if there is no memory. */
static bool page_decode(struct page_scan *scan, struct tag *tag)
{
  for (size_t i = 0; i < ATTRIBUTE_COUNT; i++) {
    struct tag_value *value = &tag->values.of[i];
    size_t len = 0;
    if (!attribute_of(&tag->values, (enum attribute_id)i) || value->verbatim)
      continue;
    const char *decoded = html_unescape(scan->arena, value->ptr, value->len, &len);
    if (decoded) {
      value->ptr = decoded;
      value->len = len;
    }
  }
  if (tag->foreign && !html_style(scan->arena, &tag->text))
    tag->text.ptr = NULL;
  return !scan->arena->no_memory;
}

/* Finds the next start tag. Returns false at the end, or with `*no_memory`. */
static bool page_scan_next(struct page_scan *scan, struct tags *tags, struct tag *tag, bool *no_memory)
{
  struct tags_item item;
  while (tags_next(tags, &item)) {
    tag->inert = scan->templates > 0;
    tag->foreign = tags->foreign > 0;
    if (tags_named(&item, "template"))
      scan->templates += item.is_end ? 0U - (scan->templates > 0) : 1U;
    if (item.is_end || (!item.values.has && !item.text.ptr))
      continue;
    size_t n = 0;
    for (; n < item.name_len && n < TAG_NAME - 1; n++)
      tag->name[n] =
          (char)(item.name[n] >= 'A' && item.name[n] <= 'Z' ? item.name[n] + 32 : item.name[n]);
    tag->name[n] = 0;
    tag->values = item.values;
    tag->text = item.text;
    arena_reset(scan->arena, scan->arena_limit);
    *no_memory = !page_decode(scan, tag);
    return !*no_memory;
  }
  return false;
}

/* A separate pass, as the base may come after references. */
static enum page_result page_scan_base(struct page_scan *scan, size_t len)
{
  struct tags tags = {.data = scan->data, .len = len};
  struct tag tag = {.name = ""};
  bool no_memory = false;
  while (page_scan_next(scan, &tags, &tag, &no_memory)) {
    if (!page_is_base(&tag))
      continue;
    const struct tag_value *href = &tag.values.of[ATTRIBUTE_HREF];
    return scan->sink->base(scan->sink->context, href->ptr, href->len) ? PAGE_READ : PAGE_ENDED;
  }
  return no_memory ? PAGE_NO_MEMORY : PAGE_READ;
}

static enum page_result page_scan(struct arena *arena, const char *data, size_t len,
                                  const struct page_sink *sink, size_t arena_limit)
{
  struct page_scan scan = {.arena = arena, .arena_limit = arena_limit, .data = data, .sink = sink};
  enum page_result result = page_scan_base(&scan, len);
  struct tags tags = {.data = data, .len = len};
  struct tag tag = {.name = ""};
  bool no_memory = false;
  scan.place = (struct place){0, 1, 1};
  scan.templates = 0;
  while (result == PAGE_READ && page_scan_next(&scan, &tags, &tag, &no_memory)) {
    const struct tag_value *html = page_nested(&tag);
    if (!attribute_references(&tag, page_scan_found, &scan) ||
        (html && !sink->nested(sink->context, html->ptr, html->len)))
      result = PAGE_ENDED;
  }
  return no_memory ? PAGE_NO_MEMORY : result;
}

enum page_result page_read(struct arena *arena, const char *data, size_t len,
                           const struct page_sink *sink, struct page_note *note)
{
  const size_t limit = PAGE_ARENA + len * PAGE_ARENA_FACTOR;
  arena_reset(arena, limit);
  struct page_tree tree = {.arena = arena, .frames_end = &tree.frames};
  *note = (struct page_note){.why = page_build(&tree, data, len)};
  note->over = arena->over;
  enum page_result result = PAGE_NO_MEMORY;
  if (arena->no_memory)
    note->why = NULL;
  else if (note->why)
    result = page_scan(arena, data, len, sink, limit);
  else
    result = page_tell_tree(&tree, data, sink);
  arena_reset(arena, 0);
  return result;
}
