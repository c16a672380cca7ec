/* SPDX-License-Identifier: MIT */
/* HTML by Gumbo. Only this file uses Gumbo. Gumbo does not check for a lack of memory, frees its tree by
 * recursion, and aborts the program if one of its assertions fails. So this file gives it memory from an
 * arena, which is freed as a whole, and leaves it by a long jump, after which only the arena needs to be
 * freed. */
#include "html.h"

#include <gumbo.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "uriel.h"

struct html_parse {
  struct arena *arena;
  sigjmp_buf out;
  unsigned calls; /* calls of the allocator, which checks the clock from time to time */
  time_t until;   /* seconds of the thread's clock */
};

/* The jump buffer for the signal handler, which gets no argument. abort() signals the thread that calls
 * it. */
static _Thread_local struct html_parse *volatile html_current;

static time_t html_clock(void)
{
  struct timespec now = {0};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec;
}

static void *html_allocate(void *context, size_t size)
{
  struct html_parse *parse = context;
  if (++parse->calls % 256 == 0 && html_clock() > parse->until)
    siglongjmp(parse->out, HTML_TOO_SLOW);
  void *taken = arena_take(parse->arena, size);
  if (!taken)
    siglongjmp(parse->out, HTML_TOO_LARGE);
  return taken;
}

static void html_deallocate(void *context, void *taken)
{
  struct html_parse *parse = context;
  arena_give(parse->arena, taken);
}

/* Returns if the thread runs no parser; abort() then ends the program as usual. */
static void html_aborted(int number)
{
  (void)number;
  if (html_current)
    siglongjmp(html_current->out, HTML_FAILED);
}

/* Runs once for all threads, permanently: the whole program shares a signal handler. */
static void html_catch(void)
{
  const struct sigaction catch = {.sa_handler = html_aborted};
  sigaction(SIGABRT, &catch, NULL);
}

/* Parses. The document node of the tree is in `output`. */
static enum html_result html_parse(struct arena *arena, const char *data, size_t len,
                                   GumboOutput **output)
{
  struct html_parse parse = {.arena = arena, .until = html_clock() + HTML_SECONDS};
  static pthread_once_t caught = PTHREAD_ONCE_INIT;
  pthread_once(&caught, html_catch);
  html_current = &parse;
  const int reason = sigsetjmp(parse.out, 1);
  if (reason == 0) {
    GumboOptions options = kGumboDefaultOptions;
    options.allocator = html_allocate;
    options.deallocator = html_deallocate;
    options.userdata = &parse;
    options.max_errors = 0;
    *output = gumbo_parse_with_options(&options, data, len);
  }
  html_current = NULL;
  return (enum html_result)reason;
}

/* Returns the source of an attribute's value, without its quotes. */
static GumboStringPiece html_source(const GumboAttribute *attribute)
{
  GumboStringPiece source = attribute->original_value;
  if (source.length >= 2 && (*source.data == '"' || *source.data == '\'')) {
    source.data++;
    source.length -= 2;
  }
  return source;
}

struct html_reader {
  struct arena *arena;
  const char *data;
  size_t len;
  tag_sink *sink;
  void *context;
};

/* Gumbo replaces bytes that are not UTF-8 with U+FFFD. In that case, decodes the value again from its
 * source. */
static bool html_value(const struct html_reader *reader, const GumboAttribute *attribute,
                       const GumboNode *node, struct tag_value *value)
{
  GumboStringPiece source = html_source(attribute);
  *value = (struct tag_value){.ptr = attribute->value, .len = strlen(attribute->value)};
  if (!source.data)
    source.data = attribute->original_name.data;
  if (source.data < reader->data || source.data > reader->data + reader->len) {
    value->offset = node->v.element.start_pos.offset;
    return true;
  }
  value->offset = (size_t)(source.data - reader->data);
  if (strstr(value->ptr, "\xef\xbf\xbd")) {
    value->ptr = html_unescape(reader->arena, source.data, source.length, &value->len);
    if (!value->ptr)
      return false;
  }
  value->verbatim = value->len == source.length && memcmp(value->ptr, source.data, value->len) == 0;
  return true;
}

static void html_name(const GumboElement *element, char name[TAG_NAME])
{
  GumboStringPiece text = element->original_tag;
  if (element->tag == GUMBO_TAG_UNKNOWN)
    gumbo_tag_from_original_text(&text);
  else
    text = (GumboStringPiece){gumbo_normalized_tagname(element->tag),
                              strlen(gumbo_normalized_tagname(element->tag))};
  size_t n = 0;
  for (; n < text.length && n < TAG_NAME - 1; n++) {
    const char c = text.data[n];
    name[n] = (char)(c >= 'A' && c <= 'Z' ? c + 32 : c);
  }
  name[n] = 0;
}

static bool html_is_element(const GumboNode *node)
{
  return node->type == GUMBO_NODE_ELEMENT || node->type == GUMBO_NODE_TEMPLATE;
}

/* Outside of HTML, a <style> may contain character references like other elements, but not in CDATA. */
bool html_style(struct arena *arena, struct tag_value *text)
{
  if (!text->ptr || !memchr(text->ptr, '&', text->len) || memmem(text->ptr, text->len, "<![CDATA[", 9))
    return true;
  text->ptr = html_unescape(arena, text->ptr, text->len, &text->len);
  text->verbatim = false;
  return text->ptr != NULL;
}

/* Returns the content of a <style> as in the document. */
static void html_text(const struct html_reader *reader, const GumboNode *node, struct tag_value *text)
{
  const GumboVector *children = &node->v.element.children;
  for (unsigned i = 0; i < children->length; i++) {
    const GumboNode *child = children->data[i];
    const GumboStringPiece *piece = &child->v.text.original_text;
    if (html_is_element(child) || !piece->data || piece->data < reader->data ||
        piece->data > reader->data + reader->len)
      continue;
    if (!text->ptr)
      *text = (struct tag_value){piece->data, 0, (size_t)(piece->data - reader->data), true};
    text->len = (size_t)(piece->data + piece->length - text->ptr);
  }
}

/* Reports one element. Ignores the values of attributes that do not matter. */
static enum html_result html_tell(const struct html_reader *reader, const GumboNode *node, bool inert)
{
  struct tag tag;
  tag.inert = inert;
  tag.foreign = node->v.element.tag_namespace != GUMBO_NAMESPACE_HTML;
  tag.text.ptr = NULL;
  tag.values.has = 0;
  const GumboVector *attributes = &node->v.element.attributes;
  for (unsigned i = 0; i < attributes->length; i++) {
    const GumboAttribute *attribute = attributes->data[i];
    enum attribute_id id = attribute_find(attribute->name, strlen(attribute->name));
    if (id == ATTRIBUTE_HREF && attribute->attr_namespace == GUMBO_ATTR_NAMESPACE_XLINK)
      id = ATTRIBUTE_XLINK_HREF;
    if (id == ATTRIBUTE_COUNT || attribute_of(&tag.values, id))
      continue;
    struct tag_value value;
    if (!html_value(reader, attribute, node, &value))
      return HTML_TOO_LARGE;
    attribute_keep(&tag.values, id, &value);
  }
  html_name(&node->v.element, tag.name);
  if (strcmp(tag.name, "style") == 0)
    html_text(reader, node, &tag.text);
  if (tag.foreign && !html_style(reader->arena, &tag.text))
    return HTML_TOO_LARGE;
  if (!tag.values.has && !tag.text.ptr)
    return HTML_READ;
  return reader->sink(reader->context, &tag) ? HTML_READ : HTML_ENDED;
}

struct html_frame {
  const GumboNode *node;
  unsigned next;
  bool inert;
};

struct html_stack {
  struct html_frame *frames;
  size_t count, capacity;
};

static bool html_push(const struct html_reader *reader, struct html_stack *stack, const GumboNode *node,
                      bool inert)
{
  if (stack->count == stack->capacity) {
    const size_t capacity = stack->capacity ? stack->capacity * 2 : 256;
    struct html_frame *frames = arena_take(reader->arena, capacity * sizeof *frames);
    if (!frames)
      return false;
    if (stack->count)
      memcpy(frames, stack->frames, stack->count * sizeof *frames);
    stack->frames = frames;
    stack->capacity = capacity;
  }
  stack->frames[stack->count++] = (struct html_frame){node, 0, inert};
  return true;
}

/* The algorithm copies some elements with their attributes, which must count only once. */
static bool html_is_copy(const GumboNode *node)
{
  const unsigned copies = (unsigned)GUMBO_INSERTION_RECONSTRUCTED_FORMATTING_ELEMENT |
                          (unsigned)GUMBO_INSERTION_ADOPTION_AGENCY_CLONED;
  return ((unsigned)node->parse_flags & copies) != 0;
}

/* Visits the tree in document order, without recursion, as the document determines its depth. */
static enum html_result html_traverse(const struct html_reader *reader, const GumboNode *document)
{
  struct html_stack stack = {0};
  enum html_result result = html_push(reader, &stack, document, false) ? HTML_READ : HTML_TOO_LARGE;
  while (stack.count && result == HTML_READ) {
    struct html_frame *frame = &stack.frames[stack.count - 1];
    const GumboVector *children = html_is_element(frame->node) ? &frame->node->v.element.children
                                                               : &frame->node->v.document.children;
    if (frame->next == children->length) {
      stack.count--;
      continue;
    }
    const GumboNode *child = children->data[frame->next++];
    if (!html_is_element(child))
      continue;
    const bool inert = frame->inert;
    if (!html_is_copy(child))
      result = html_tell(reader, child, inert);
    if (result == HTML_READ &&
        !html_push(reader, &stack, child, inert || child->type == GUMBO_NODE_TEMPLATE))
      result = HTML_TOO_LARGE;
  }
  return result;
}

enum html_result html_read(struct arena *arena, const char *data, size_t len, tag_sink *sink,
                           void *context)
{
  GumboOutput *output = NULL;
  const enum html_result result = html_parse(arena, data, len, &output);
  if (result != HTML_READ)
    return result;
  const struct html_reader reader = {arena, data, len, sink, context};
  return html_traverse(&reader, output->document);
}

/* Bytes that are not UTF-8 pass through Gumbo as the characters U+10F000 to U+10F0FF, of the last
 * private plane. */
static size_t html_hide(const char *text, size_t len, char *out)
{
  size_t n = 0;
  for (size_t at = 0; at < len;) {
    const size_t good = uriel_utf8_span(text + at, len - at);
    for (size_t i = at; i < at + good; i++) {
      if (text[i] == '"')
        n += (size_t)(stpcpy(out + n, "&#34;") - (out + n));
      else
        out[n++] = text[i];
    }
    at += good;
    if (at < len) {
      const unsigned char c = (unsigned char)text[at++];
      out[n++] = '\xf4';
      out[n++] = '\x8f';
      out[n++] = (char)(0x80 + c / 64);
      out[n++] = (char)(0x80 + c % 64);
    }
  }
  return n;
}

static size_t html_show(const char *text, char *out)
{
  size_t n = 0;
  for (const char *at = text; *at;) {
    if (at[0] == '\xf4' && at[1] == '\x8f' && ((unsigned char)at[2] & 0xfc) == 0x80) {
      out[n++] = (char)(((unsigned char)at[2] & 3) * 64 + ((unsigned char)at[3] & 63));
      at += 4;
    } else
      out[n++] = *at++;
  }
  return n;
}

/* Returns the first attribute of the first <a> of a document that contains nothing else. */
static const GumboAttribute *html_only_attribute(const GumboOutput *output)
{
  const GumboNode *html = output->root;
  const GumboNode *body = html->v.element.children.data[html->v.element.children.length - 1];
  if (body->type != GUMBO_NODE_ELEMENT || body->v.element.children.length == 0)
    return NULL;
  const GumboNode *anchor = body->v.element.children.data[0];
  if (anchor->type != GUMBO_NODE_ELEMENT || anchor->v.element.attributes.length == 0)
    return NULL;
  return anchor->v.element.attributes.data[0];
}

char *html_unescape(struct arena *arena, const char *text, size_t len, size_t *result_len)
{
  static const char begin[] = "<a x=\"";
  char *const page = arena_take(arena, len * 5 + sizeof begin + 2);
  GumboOutput *output = NULL;
  if (!page)
    return NULL;
  if (!memchr(text, '&', len)) {
    memcpy(page, text, len);
    *result_len = len;
    return page;
  }
  memcpy(page, begin, sizeof begin - 1);
  size_t n = sizeof begin - 1;
  n += html_hide(text, len, page + n);
  memcpy(page + n, "\">", 2);
  if (html_parse(arena, page, n + 2, &output) != HTML_READ)
    return NULL;
  const GumboAttribute *attribute = html_only_attribute(output);
  if (!attribute)
    return NULL;
  /* The page has five bytes for each byte of text, which is enough: a character reference decodes to
   * less than twice its length. */
  *result_len = html_show(attribute->value, page);
  return page;
}
