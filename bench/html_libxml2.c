/* SPDX-License-Identifier: MIT */
/* libxml2's parser of HTML, on which lxml is built: with a tree, and with an event for each tag. It does
 * not follow the HTML Standard. */
#include "bench.h"

#ifdef BENCH_LIBXML2
#include <libxml/HTMLparser.h>
#include <string.h>

enum {
  LIBXML2_OPTIONS = HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET
};

static bool libxml2_counts(const xmlChar *name)
{
  return strcmp((const char *)name, "href") == 0 || strcmp((const char *)name, "src") == 0;
}

static void libxml2_start(void *context, const xmlChar *name, const xmlChar **attributes)
{
  (void)name;
  for (; attributes && *attributes; attributes += 2)
    *(size_t *)context += libxml2_counts(*attributes);
}

static size_t pass_events(const bench_urls *pages)
{
  htmlSAXHandler handler = {.startElement = libxml2_start};
  size_t references = 0;
  for (size_t i = 0; i < pages->count; i++) {
    htmlParserCtxt *const context =
        htmlCreateMemoryParserCtxt(pages->lines[i].text, (int)pages->lines[i].len);
    if (!context)
      continue;
    htmlSAXHandler *const own = context->sax;
    context->sax = &handler;
    context->userData = &references;
    htmlParseDocument(context);
    context->sax = own;
    htmlFreeParserCtxt(context);
  }
  return references;
}

static size_t libxml2_count(const xmlNode *node)
{
  size_t references = 0;
  if (node->type == XML_ELEMENT_NODE) {
    for (const xmlAttr *attribute = node->properties; attribute; attribute = attribute->next)
      references += libxml2_counts(attribute->name);
  }
  return references;
}

static const xmlNode *libxml2_after(const xmlNode *node)
{
  if (node->type == XML_ELEMENT_NODE && node->children)
    return node->children;
  while (node && !node->next)
    node = node->parent;
  return node ? node->next : NULL;
}

static size_t pass_tree(const bench_urls *pages)
{
  size_t references = 0;
  for (size_t i = 0; i < pages->count; i++) {
    xmlDoc *const page =
        htmlReadMemory(pages->lines[i].text, (int)pages->lines[i].len, NULL, NULL, LIBXML2_OPTIONS);
    for (const xmlNode *node = page ? page->children : NULL; node; node = libxml2_after(node))
      references += libxml2_count(node);
    xmlFreeDoc(page);
  }
  return references;
}

static const bench_entry libxml2_entries[] = {
    BENCH_ROW(BENCH_HTML, BENCH_PEER, "libxml2 " BENCH_LIBXML2 ", events", pass_events),
    BENCH_ROW(BENCH_HTML, BENCH_PEER, "libxml2 " BENCH_LIBXML2 ", tree", pass_tree),
    BENCH_ROW(BENCH_HTML, BENCH_PEER, NULL, NULL),
};

bench_library bench_html_libxml2(void)
{
  return (bench_library){.name = "libxml2", .version = BENCH_LIBXML2, .entries = libxml2_entries};
}
#else
bench_library bench_html_libxml2(void)
{
  return (bench_library){.name = "libxml2", .version = ""};
}
#endif
