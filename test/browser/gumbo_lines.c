/* SPDX-License-Identifier: MIT */
/* The references of a document as Gumbo sees them. Gumbo aborts the program if one of its assertions
 * fails: a long jump leaves it. Its memory is a list of blocks, as it frees its tree by recursion. */
#include "gumbo_lines.h"

#include <gumbo.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "names.h"
#include "pages.h"

struct block {
  struct block *before;
  max_align_t data[];
};

static struct block *gumbo_blocks;
static sigjmp_buf gumbo_out;

static void *gumbo_take(void *context, size_t size)
{
  (void)context;
  struct block *const block = page_memory(NULL, sizeof *block + size);
  block->before = gumbo_blocks;
  gumbo_blocks = block;
  return block->data;
}

/* All blocks are freed together. */
static void gumbo_give(void *context, void *data)
{
  (void)context;
  (void)data;
}

static void gumbo_free_all(void)
{
  while (gumbo_blocks) {
    struct block *const before = gumbo_blocks->before;
    free(gumbo_blocks);
    gumbo_blocks = before;
  }
}

static void gumbo_aborted(int number)
{
  (void)number;
  siglongjmp(gumbo_out, 1);
}

struct gumbo_reader {
  const char *data;
  size_t len;
  struct lines *lines;
};

/* Returns the value's first byte after the attribute's name. Gumbo has no source of an unquoted value
 * that starts with a character reference. */
static const char *gumbo_value_after(const struct gumbo_reader *reader, GumboStringPiece name)
{
  const char *at = name.data + name.length, *const end = reader->data + reader->len;
  while (at < end && strchr(" \t\n\f\r=", *at))
    at++;
  return at;
}

/* Returns where a value begins, without its quote. */
static size_t gumbo_offset(const struct gumbo_reader *reader, const GumboAttribute *attribute,
                           const GumboElement *element)
{
  const GumboStringPiece value = attribute->original_value;
  const char *at = value.data;
  if (at && value.length >= 2 && (*at == '"' || *at == '\''))
    at++;
  if (!at || !value.length)
    at = attribute->original_name.data;
  if (!at || at < reader->data || at > reader->data + reader->len)
    return element->start_pos.offset;
  if (!value.length && *attribute->value)
    at = gumbo_value_after(reader, attribute->original_name);
  return (size_t)(at - reader->data);
}

static void gumbo_attribute_name(const GumboAttribute *attribute, char name[64])
{
  const char *const prefix = attribute->attr_namespace == GUMBO_ATTR_NAMESPACE_XLINK ? "xlink:"
                             : attribute->attr_namespace == GUMBO_ATTR_NAMESPACE_XML ? "xml:"
                                                                                     : "";
  snprintf(name, 64, "%s%s", prefix, attribute->name);
}

static void gumbo_element_name(const GumboElement *element, char name[64])
{
  GumboStringPiece text = element->original_tag;
  if (element->tag != GUMBO_TAG_UNKNOWN) {
    snprintf(name, 64, "%s", gumbo_normalized_tagname(element->tag));
    return;
  }
  gumbo_tag_from_original_text(&text);
  snprintf(name, 64, "%.*s", (int)text.length, text.data);
}

/* The text of a <style>. */
static void gumbo_style(const struct gumbo_reader *reader, const GumboElement *element, struct line line)
{
  size_t len = 0;
  char *text = NULL;
  for (unsigned i = 0; i < element->children.length; i++) {
    const GumboNode *const child = element->children.data[i];
    if (child->type != GUMBO_NODE_TEXT && child->type != GUMBO_NODE_WHITESPACE &&
        child->type != GUMBO_NODE_CDATA)
      continue;
    const size_t more = strlen(child->v.text.text);
    if (!text)
      line.offset = (size_t)(child->v.text.original_text.data - reader->data);
    if (!text && line.offset &&
        memcmp(reader->data + line.offset - 1, "\r\n", 2) == 0) /* it counts CR LF as LF */
      line.offset--;
    if (!text && reader->len - line.offset > 9 &&
        memcmp(reader->data + line.offset, "<![CDATA[", 9) == 0)
      line.offset += 9;
    text = page_memory(text, len + more);
    memcpy(text + len, child->v.text.text, more);
    len += more;
  }
  if (len)
    lines_add(reader->lines, line, "style", "-", text, len);
  free(text);
}

static void gumbo_element(const struct gumbo_reader *reader, const GumboElement *element, bool inert)
{
  struct line line = {.flags = (inert ? LINE_INERT : 0U) |
                               (element->tag_namespace != GUMBO_NAMESPACE_HTML ? LINE_FOREIGN : 0U)};
  char name[64], attribute_name[64];
  gumbo_element_name(element, name);
  for (unsigned i = 0; i < element->attributes.length; i++) {
    const GumboAttribute *const attribute = element->attributes.data[i];
    gumbo_attribute_name(attribute, attribute_name);
    line.offset = gumbo_offset(reader, attribute, element);
    if (name_matters(attribute_name))
      lines_add(reader->lines, line, name, attribute_name, attribute->value, strlen(attribute->value));
  }
  if (strcasecmp(name, "style") == 0)
    gumbo_style(reader, element, line);
}

struct gumbo_frame {
  const GumboNode *node;
  unsigned next;
  bool inert;
};

static const GumboVector *gumbo_children(const GumboNode *node)
{
  return node->type == GUMBO_NODE_DOCUMENT ? &node->v.document.children : &node->v.element.children;
}

/* Visits the tree without recursion. */
static void gumbo_traverse(const struct gumbo_reader *reader, const GumboNode *document)
{
  size_t count = 1, capacity = 64;
  struct gumbo_frame *stack = page_memory(NULL, capacity * sizeof *stack);
  stack[0] = (struct gumbo_frame){document, 0, false};
  while (count) {
    struct gumbo_frame *const top = &stack[count - 1];
    const GumboVector *const children = gumbo_children(top->node);
    if (top->next == children->length) {
      count--;
      continue;
    }
    const GumboNode *const child = children->data[top->next++];
    if (child->type != GUMBO_NODE_ELEMENT && child->type != GUMBO_NODE_TEMPLATE)
      continue;
    gumbo_element(reader, &child->v.element, top->inert);
    const bool inert = top->inert || child->type == GUMBO_NODE_TEMPLATE;
    if (count == capacity)
      stack = page_memory(stack, (capacity *= 2) * sizeof *stack);
    stack[count++] = (struct gumbo_frame){child, 0, inert};
  }
  free(stack);
}

bool gumbo_lines(const char *data, size_t len, struct lines *lines)
{
  static const struct sigaction catch = {.sa_handler = gumbo_aborted};
  sigaction(SIGABRT, &catch, NULL);
  if (sigsetjmp(gumbo_out, 1)) {
    gumbo_free_all();
    return false;
  }
  GumboOptions options = kGumboDefaultOptions;
  options.allocator = gumbo_take;
  options.deallocator = gumbo_give;
  options.max_errors = 0;
  const GumboOutput *const output = gumbo_parse_with_options(&options, data, len);
  const struct gumbo_reader reader = {data, len, lines};
  gumbo_traverse(&reader, output->document);
  gumbo_free_all();
  lines_sort(lines);
  return true;
}
