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
  bool in_style, foreign_style;
  unsigned depth; /* of elements in a foreign <style> */
  struct line style;
  struct page text;
};

static void list_attribute(struct list *list, struct line line, const char *element, unsigned id)
{
  const struct html_value *const value = &list->tokens.values.of[id];
  const char *const name = html_attribute_name((enum html_attribute)id).ptr;
  if (!name_matters(name))
    return;
  const size_t bound = html_decode_value(value->ptr, value->len, true, NULL, NULL, NULL, 0);
  char *const text = page_memory(NULL, bound);
  const size_t len = html_decode_value(value->ptr, value->len, true, NULL, NULL, text, bound);
  line.offset = (size_t)(value->ptr - list->data);
  lines_add(list->lines, line, element, name, text, len);
  free(text);
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
  char name[256];
  uint64_t has = list->tokens.values.has;
  const struct line line = {.flags = (made->inert ? LINE_INERT : 0U) | (made->html ? 0U : LINE_FOREIGN)};
  snprintf(name, sizeof name, "%.*s", (int)token->name.len, token->name.ptr);
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
    list->foreign_style = !made->html;
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
  for (size_t i = 0; i < raw.len;) {
    size_t run = 0; /* up to a character reference */
    while (i + run < raw.len && !(token->references && raw.ptr[i + run] == '&'))
      run++;
    list->text.len +=
        html_decode_value(raw.ptr + i, run, false, NULL, NULL, list->text.ptr + list->text.len, 3 * run);
    i += run;
    if (i == raw.len)
      break;
    size_t len = 0;
    const size_t read =
        html_character_reference(raw.ptr + i, raw.len - i, false, list->text.ptr + list->text.len, &len);
    if (!read)
      list->text.ptr[list->text.len] = '&';
    list->text.len += read ? len : 1;
    i += read ? read : 1;
  }
}

static void list_style_end(struct list *list)
{
  if (list->in_style && list->text.len)
    lines_add(list->lines, list->style, "style", "-", list->text.ptr, list->text.len);
  list->in_style = false;
}

static void list_token(struct list *list, const struct html_token *token)
{
  struct html_made made = {0};
  if (token->kind == HTML_TOKEN_TEXT) {
    if (list->in_style)
      list_style_text(list, token);
    html_tree_text(&list->tree, token);
    return;
  }
  list_style_end(list);
  if (token->kind == HTML_TOKEN_END)
    html_tree_end(&list->tree, token);
  if (token->kind != HTML_TOKEN_START)
    return;
  html_tree_start(&list->tree, token, &list->tokens.values, &made);
  list->tokens.content = made.content;
  list->tokens.raw = token->id;
  if (made.element || made.merged)
    list_element(list, token, &made);
}

void list_lines(const char *data, size_t len, struct lines *lines)
{
  struct list *const list = page_memory(NULL, sizeof *list);
  *list = (struct list){.data = data, .len = len, .lines = lines};
  const size_t size = 64 * 1024 + 64 * len;
  list->tree.scratch = page_memory(NULL, size);
  list->tree.size = size;
  html_tree_begin(&list->tree, false);
  list->tokens.window = data;
  list->tokens.len = len;
  list->tokens.last = true;
  list->tokens.texts = true;
  struct html_token token;
  do {
    list->tokens.foreign = list->tree.foreign;
    html_token_next(&list->tokens, &token);
    list_token(list, &token);
  } while (token.kind != HTML_TOKEN_EOF && token.kind != HTML_TOKEN_MORE);
  lines_sort(lines);
  free(list->tree.scratch);
  page_free(&list->text);
  free(list);
}
