/* SPDX-License-Identifier: MIT */
/* Gumbo, a parser of HTML that makes a tree. */
#include "bench.h"

#ifdef BENCH_GUMBO
#include <gumbo.h>

static size_t gumbo_count(const GumboNode *node)
{
  if (node->type != GUMBO_NODE_ELEMENT && node->type != GUMBO_NODE_TEMPLATE)
    return 0;
  const GumboVector *const attributes = &node->v.element.attributes;
  size_t references = gumbo_get_attribute(attributes, "href") != NULL;
  references += gumbo_get_attribute(attributes, "src") != NULL;
  return references;
}

static const GumboVector *gumbo_children(const GumboNode *node)
{
  if (node->type == GUMBO_NODE_DOCUMENT)
    return &node->v.document.children;
  return node->type == GUMBO_NODE_ELEMENT || node->type == GUMBO_NODE_TEMPLATE
             ? &node->v.element.children
             : NULL;
}

/* Returns the node after `node` in the tree; NULL after the last one. */
static const GumboNode *gumbo_after(const GumboNode *node)
{
  const GumboVector *const own = gumbo_children(node);
  if (own && own->length > 0)
    return own->data[0];
  for (; node->parent; node = node->parent) {
    const GumboVector *const siblings = gumbo_children(node->parent);
    if (node->index_within_parent + 1 < siblings->length)
      return siblings->data[node->index_within_parent + 1];
  }
  return NULL;
}

static bool gumbo_page(const bench_line *page, size_t *references)
{
  GumboOutput *const output = gumbo_parse_with_options(&kGumboDefaultOptions, page->text, page->len);
  if (!output)
    return false;
  for (const GumboNode *node = output->document; node; node = gumbo_after(node))
    *references += gumbo_count(node);
  gumbo_destroy_output(&kGumboDefaultOptions, output);
  return true;
}

static size_t pass_tree(const bench_urls *pages)
{
  size_t references = 0;
  for (size_t i = 0; i < pages->count; i++)
    gumbo_page(&pages->lines[i], &references);
  return references;
}

static const bench_entry gumbo_entries[] = {
    BENCH_ROW(BENCH_HTML, BENCH_PEER, "Gumbo " BENCH_GUMBO, pass_tree),
    BENCH_ROW(BENCH_HTML, BENCH_PEER, NULL, NULL),
};

bench_library bench_html_gumbo(void)
{
  return (bench_library){.name = "Gumbo", .version = BENCH_GUMBO, .entries = gumbo_entries};
}
#else
bench_library bench_html_gumbo(void)
{
  return (bench_library){.name = "Gumbo", .version = ""};
}
#endif
