/* SPDX-License-Identifier: MIT */
/* How deep a document's elements nest: a stack of open elements, with HTML's rules for missing and
 * misplaced end tags as far as they affect the depth. This is an estimate: the tree builder has its own
 * limits of memory and time. */
#include "nesting.h"

#include <stdint.h>
#include <string.h>

#include "tags.h"

/* The effects of an element on others, as bits. */
enum nesting_trait {
  NESTING_VOID = 1,        /* has no content */
  NESTING_SPECIAL = 2,     /* ends the search for the element that an end tag closes */
  NESTING_SCOPE = 4,       /* within it, no element outside is closed */
  NESTING_FORMAT = 8,      /* can be closed without the elements in it */
  NESTING_BLOCK = 16,      /* closes a paragraph */
  NESTING_ITEM = 32,       /* closes an open one of its kind, up to a special element: li, dd, dt */
  NESTING_CELL = 64,       /* closes an open one of its kind, up to the table */
  NESTING_NOT_WITHIN = 128 /* closes an open one of its kind in scope: button, a */
};

static const struct nesting_row {
  unsigned traits;
  const char *names; /* separated by spaces, with one before the first and after the last */
} nesting_table[] = {
    {NESTING_VOID,
     " area base basefont bgsound br col embed frame image img input keygen link meta param "
     "source track wbr "},
    {NESTING_VOID | NESTING_BLOCK, " hr "},
    {NESTING_FORMAT, " b big code em font i s small strike strong tt u "},
    {NESTING_FORMAT | NESTING_NOT_WITHIN, " a nobr "},
    {NESTING_SPECIAL | NESTING_BLOCK,
     " address article aside blockquote center details dialog dir div dl fieldset figcaption figure "
     "footer "
     "form h1 h2 h3 h4 h5 h6 header hgroup listing main menu nav ol pre section summary ul p xmp "
     "plaintext "},
    {NESTING_SPECIAL | NESTING_BLOCK | NESTING_ITEM, " li dd dt "},
    {NESTING_SPECIAL | NESTING_BLOCK | NESTING_FORMAT, " form "},
    {NESTING_SPECIAL | NESTING_SCOPE, " applet marquee object template html "},
    {NESTING_SPECIAL | NESTING_SCOPE | NESTING_BLOCK, " table "},
    {NESTING_SPECIAL | NESTING_SCOPE | NESTING_CELL, " td th caption "},
    {NESTING_SPECIAL | NESTING_CELL, " tr tbody thead tfoot colgroup "},
    {NESTING_SPECIAL | NESTING_SCOPE | NESTING_NOT_WITHIN, " button "},
    {NESTING_SPECIAL, " body frameset head iframe noembed noframes noscript script select style "
                      "textarea title "},
};

struct nesting_open {
  uint32_t name; /* hash of the name */
  unsigned traits;
};

struct nesting {
  struct nesting_open open[NESTING_LIMIT];
  size_t depth;
  size_t unclosed; /* start tags of formatting elements, minus end tags */
};

static uint32_t nesting_hash(const char *name, size_t len)
{
  uint32_t hash = 2166136261U;
  for (size_t i = 0; i < len; i++)
    hash = (hash ^ ((unsigned char)name[i] | 0x20U)) * 16777619U;
  return hash;
}

static unsigned nesting_traits(const char *name, size_t len)
{
  char word[16] = " ";
  if (len > sizeof word - 3)
    return 0;
  for (size_t i = 0; i < len; i++)
    word[i + 1] = (char)(name[i] >= 'A' && name[i] <= 'Z' ? name[i] + 32 : name[i]);
  memcpy(word + len + 1, " ", 2);
  for (size_t i = 0; i < sizeof nesting_table / sizeof *nesting_table; i++) {
    if (strstr(nesting_table[i].names, word))
      return nesting_table[i].traits;
  }
  return 0;
}

/* Closes the innermost `name` and everything in it, unless it is outside of an element with one of the
 * traits `wall`. */
static void nesting_close(struct nesting *nesting, uint32_t name, unsigned wall)
{
  for (size_t i = nesting->depth; i > 0; i--) {
    const struct nesting_open *open = &nesting->open[i - 1];
    if (open->name == name) {
      nesting->depth = i - 1;
      return;
    }
    if (open->traits & wall)
      return;
  }
}

/* Removes the innermost formatting element `name`, without its contents if a special element is in
 * it. */
static void nesting_close_format(struct nesting *nesting, uint32_t name)
{
  bool special = false;
  for (size_t i = nesting->depth; i > 0; i--) {
    struct nesting_open *open = &nesting->open[i - 1];
    if (open->name == name) {
      if (special)
        memmove(open, open + 1, (nesting->depth - i) * sizeof *open);
      nesting->depth = special ? nesting->depth - 1 : i - 1;
      return;
    }
    if (open->traits & NESTING_SCOPE)
      return;
    special = special || (open->traits & NESTING_SPECIAL);
  }
}

static void nesting_end(struct nesting *nesting, uint32_t name, unsigned traits)
{
  if (traits & NESTING_FORMAT)
    nesting_close_format(nesting, name);
  else if (traits & NESTING_CELL)
    nesting_close(nesting, name, 0);
  else if (traits & NESTING_SPECIAL)
    nesting_close(nesting, name, NESTING_SCOPE);
  else
    nesting_close(nesting, name, NESTING_SPECIAL);
}

/* A cell closes open cells, up to the table. Returns false outside of a table, where cells do not
 * exist. */
static bool nesting_imply_cell(struct nesting *nesting, uint32_t name)
{
  const uint32_t table = nesting_hash("table", 5), template = nesting_hash("template", 8);
  size_t i = nesting->depth, inner = nesting->depth;
  for (; i > 0 && nesting->open[i - 1].name != table && nesting->open[i - 1].name != template; i--) {
    if (nesting->open[i - 1].name == name)
      inner = i - 1;
  }
  if (i > 0)
    nesting->depth = inner;
  return i > 0;
}

/* Closes the elements that a start tag closes implicitly. Returns false if the tag opens no element. */
static bool nesting_imply(struct nesting *nesting, uint32_t name, unsigned traits)
{
  if (traits & NESTING_CELL)
    return nesting_imply_cell(nesting, name);
  if (traits & NESTING_BLOCK)
    nesting_close(nesting, nesting_hash("p", 1), NESTING_SCOPE);
  if (traits & NESTING_NOT_WITHIN)
    nesting_end(nesting, name, traits);
  if (traits & NESTING_ITEM)
    nesting_close(nesting, name, NESTING_SPECIAL);
  return !(traits & NESTING_VOID);
}

static bool nesting_start(struct nesting *nesting, uint32_t name, unsigned traits)
{
  if (!nesting_imply(nesting, name, traits))
    return true;
  if (nesting->depth == NESTING_LIMIT)
    return false;
  nesting->open[nesting->depth++] = (struct nesting_open){name, traits};
  return true;
}

/* Formatting elements that are left open are opened again in each later block. */
static bool nesting_count_format(struct nesting *nesting, const struct tags_item *item, unsigned traits)
{
  if ((traits & (NESTING_FORMAT | NESTING_NOT_WITHIN | NESTING_BLOCK)) != NESTING_FORMAT)
    return true;
  if (item->is_end)
    nesting->unclosed -= nesting->unclosed > 0;
  else
    nesting->unclosed++;
  return nesting->unclosed <= NESTING_UNCLOSED;
}

const char *nesting_check(const char *data, size_t len)
{
  struct tags tags = {.data = data, .len = len};
  struct tags_item item;
  struct nesting nesting = {.depth = 0, .unclosed = 0};
  while (tags_next(&tags, &item)) {
    const uint32_t name = nesting_hash(item.name, item.name_len);
    const unsigned traits = nesting_traits(item.name, item.name_len);
    if (item.attribute_count > NESTING_ATTRIBUTES)
      return "over 256 attributes in one tag";
    if (!nesting_count_format(&nesting, &item, traits))
      return "over 4096 formatting elements left open";
    if (item.is_end)
      nesting_end(&nesting, name, traits);
    else if (!nesting_start(&nesting, name, traits))
      return "nested deeper than 512 elements";
  }
  return NULL;
}
