/* SPDX-License-Identifier: MIT */
/* The attributes of a document as src/html sees them. The whole document is the window. */
#include "list_lines.h"

#include <stdlib.h>
#include <string.h>

#include "html/character.h"
#include "html/token.h"
#include "html/tree.h"
#include "names.h"
#include "pages.h"

struct list {
  const char *data;
  size_t len;
  struct lines *lines;
  struct html_tokens tokens;
  struct html_tree tree;
  uint64_t html_has, body_has; /* attributes of the first <html> and <body> */
  uint32_t
      style_at; /* the place of an open <style> of SVG or MathML, which may have elements in it; or 0 */
  bool in_style, removed;
  size_t body_from; /* the lines before the body, which a <frameset> removes */
  struct line style;
  struct page text;
};

static void list_attribute(struct list *list, struct line line, const char *element, unsigned id)
{
  const struct html_value value = html_value_of(&list->tokens.values, id);
  const char *const name = uriel_html_attribute_name((enum html_attribute)id).ptr;
  if (!name_matters(name))
    return;
  const size_t bound = uriel_html_decode_value(value.ptr, value.len, true, NULL, NULL, NULL, 0);
  char *const text = page_memory(NULL, bound);
  const size_t len = uriel_html_decode_value(value.ptr, value.len, true, NULL, NULL, text, bound);
  line.offset = (size_t)(value.ptr - list->data);
  lines_add(list->lines, line, element, name, text, len);
  free(text);
}

/* As in the DOM: CR and CR LF are LF, NUL is U+FFFD. Bound: 3 * len. */
static size_t list_raw(uriel_text raw, char *out)
{
  char *const begin = out;
  for (size_t i = 0; i < raw.len; i++) {
    if (raw.ptr[i] == '\r' && i + 1 < raw.len && raw.ptr[i + 1] == '\n')
      continue;
    if (raw.ptr[i])
      *out++ = (char)(raw.ptr[i] == '\r' ? '\n' : raw.ptr[i]);
    else {
      memcpy(out, "\xef\xbf\xbd", 3);
      out += 3;
    }
  }
  return (size_t)(out - begin);
}

/* A merged element has the attributes that the first lacks. */
static uint64_t list_merged(struct list *list, enum html_element id, uint64_t has)
{
  uint64_t *const first = id == HTML_TAG_HTML ? &list->html_has : &list->body_has;
  const uint64_t added = has & ~*first;
  *first |= has;
  return added;
}

static void list_element(struct list *list, const struct html_token *token, const struct html_made *made)
{
  char name[512];
  uint64_t has = list->tokens.values.has;
  const struct line line = {.flags = (made->inert ? LINE_INERT : 0U) | (made->html ? 0U : LINE_FOREIGN)};
  name[list_raw((uriel_text){token->name.ptr, token->name.len < 160 ? token->name.len : 160}, name)] = 0;
  if (made->html && token->id == HTML_TAG_IMAGE)
    snprintf(name, sizeof name, "img");
  if (made->html && !made->inert && (token->id == HTML_TAG_HTML || token->id == HTML_TAG_BODY))
    has = list_merged(list, token->id, has);
  for (unsigned id = 0; id < HTML_ATTRIBUTES; id++) {
    if (has >> id & 1)
      list_attribute(list, line, name, id);
  }
  if (token->id == HTML_TAG_STYLE && (made->html || !token->self_closing)) {
    list->in_style = true;
    list->style_at = made->html ? 0 : list->tree.top;
    list->style = line;
    list->text.len = 0;
  }
}

static void list_style_text(struct list *list, const struct html_token *token)
{
  const uriel_text raw = token->text;
  if (!list->text.len)
    list->style.offset = (size_t)(raw.ptr - list->data);
  list->text.ptr = page_memory(list->text.ptr, list->text.len + 3 * raw.len);
  char *const out = list->text.ptr + list->text.len;
  list->text.len += token->references
                        ? uriel_html_decode_value(raw.ptr, raw.len, false, NULL, NULL, out, 3 * raw.len)
                        : list_raw(raw, out);
}

/* The text of a <style> are its text nodes, without the text of elements in it. */
static void list_style_follow(struct list *list)
{
  if (!list->in_style || (list->style_at && list->tree.top >= list->style_at))
    return;
  if (list->text.len)
    lines_add(list->lines, list->style, "style", "-", list->text.ptr, list->text.len);
  list->in_style = false;
}

static void list_start(struct list *list, const struct html_token *token)
{
  struct html_made made = {0};
  uriel_html_tree_start(&list->tree, token, &list->tokens.values, &made);
  list->tokens.content = made.content;
  list->tokens.raw = token->id;
  list_style_follow(list);
  if (made.removes && !list->removed)
    lines_remove(list->lines, list->body_from);
  if (made.element || made.merged)
    list_element(list, token, &made);
}

static void list_token(struct list *list, const struct html_token *token)
{
  if (!list->tree.loose)
    list->body_from = list->lines->count;
  switch (token->kind) {
  case HTML_TOKEN_TEXT:
    if (list->in_style && (!list->style_at || list->tree.top == list->style_at))
      list_style_text(list, token);
    uriel_html_tree_text(&list->tree, token);
    return;
  case HTML_TOKEN_START:
    list_start(list, token);
    return;
  case HTML_TOKEN_END:
    uriel_html_tree_end(&list->tree, token);
    break;
  default:
    list->tree.top = 0;
  }
  list_style_follow(list);
}

void list_lines(const char *data, size_t len, bool removed, struct lines *lines)
{
  struct list *const list = page_memory(NULL, sizeof *list);
  *list = (struct list){.data = data, .len = len, .lines = lines, .removed = removed};
  const size_t size = (size_t)64 * 1024 + 64 * len;
  list->tree.scratch = page_memory(NULL, size);
  list->tree.size = size;
  uriel_html_tree_begin(&list->tree, false);
  list->tokens.window = data;
  list->tokens.len = len;
  list->tokens.last = true;
  list->tokens.texts = true;
  struct html_token token;
  do {
    list->tokens.foreign = list->tree.foreign;
    uriel_html_token_next(&list->tokens, &token);
    list_token(list, &token);
  } while (token.kind != HTML_TOKEN_EOF && token.kind != HTML_TOKEN_MORE);
  lines_sort(lines);
  free(list->tree.scratch);
  page_free(&list->text);
  free(list);
}
