/* SPDX-License-Identifier: MIT */
/* lexbor's tokeniser and its parser, which makes a tree. Debian has no package of it: URIEL_LEXBOR is a
 * folder with its sources. */
#include "bench.h"

#ifdef BENCH_LEXBOR
#include <lexbor/dom/dom.h>
#include <lexbor/html/html.h>

static lexbor_action_t lexbor_node(lxb_dom_node_t *node, void *context)
{
  size_t *const references = context;
  if (node->type != LXB_DOM_NODE_TYPE_ELEMENT)
    return LEXBOR_ACTION_OK;
  for (const lxb_dom_attr_t *attribute =
           lxb_dom_element_first_attribute(lxb_dom_interface_element(node));
       attribute; attribute = attribute->next) {
    const lxb_dom_attr_id_t id = attribute->node.local_name;
    *references += id == LXB_DOM_ATTR_HREF || id == LXB_DOM_ATTR_SRC;
  }
  return LEXBOR_ACTION_OK;
}

static size_t pass_tree(const bench_urls *pages)
{
  lxb_html_document_t *const document = lxb_html_document_create();
  size_t references = 0;
  for (size_t i = 0; document && i < pages->count; i++) {
    const bench_line *const page = &pages->lines[i];
    if (lxb_html_document_parse(document, (const lxb_char_t *)page->text, page->len) == LXB_STATUS_OK)
      lxb_dom_node_simple_walk(lxb_dom_interface_node(document), lexbor_node, &references);
    lxb_html_document_clean(document);
  }
  lxb_html_document_destroy(document);
  return references;
}

/* Without a tree, the content of a script is read as markup, which takes about the same time. */
static lxb_html_token_t *lexbor_token(lxb_html_tokenizer_t *tokenizer, lxb_html_token_t *token,
                                      void *context)
{
  size_t *const references = context;
  (void)tokenizer;
  for (const lxb_html_token_attr_t *attribute = token->attr_first; attribute;
       attribute = attribute->next) {
    const lxb_dom_attr_id_t id = attribute->name ? attribute->name->attr_id : 0;
    *references += id == LXB_DOM_ATTR_HREF || id == LXB_DOM_ATTR_SRC;
  }
  return token;
}

static bool lexbor_page(lxb_html_tokenizer_t *tokenizer, const bench_line *page)
{
  const bool done =
      lxb_html_tokenizer_begin(tokenizer) == LXB_STATUS_OK &&
      lxb_html_tokenizer_chunk(tokenizer, (const lxb_char_t *)page->text, page->len) == LXB_STATUS_OK &&
      lxb_html_tokenizer_end(tokenizer) == LXB_STATUS_OK;
  lxb_html_tokenizer_clean(tokenizer);
  return done;
}

static size_t pass_tokens(const bench_urls *pages)
{
  lxb_html_tokenizer_t *const tokenizer = lxb_html_tokenizer_create();
  size_t references = 0;
  if (lxb_html_tokenizer_init(tokenizer) == LXB_STATUS_OK &&
      lxb_html_tokenizer_tags_make(tokenizer, 128) == LXB_STATUS_OK &&
      lxb_html_tokenizer_attrs_make(tokenizer, 128) == LXB_STATUS_OK) {
    lxb_html_tokenizer_callback_token_done_set(tokenizer, lexbor_token, &references);
    for (size_t i = 0; i < pages->count && lexbor_page(tokenizer, &pages->lines[i]);)
      i++;
    lxb_html_tokenizer_tags_destroy(tokenizer);
    lxb_html_tokenizer_attrs_destroy(tokenizer);
  }
  lxb_html_tokenizer_destroy(tokenizer);
  return references;
}

static const bench_entry lexbor_entries[] = {
    BENCH_ROW(BENCH_HTML, BENCH_PEER, "lexbor " LEXBOR_VERSION_STRING ", tokeniser", pass_tokens),
    BENCH_ROW(BENCH_HTML, BENCH_PEER, "lexbor " LEXBOR_VERSION_STRING ", tree", pass_tree),
    BENCH_ROW(BENCH_HTML, BENCH_PEER, NULL, NULL),
};

bench_library bench_html_lexbor(void)
{
  return (bench_library){.name = "lexbor", .version = LEXBOR_VERSION_STRING, .entries = lexbor_entries};
}
#else
bench_library bench_html_lexbor(void)
{
  return (bench_library){.name = "lexbor", .version = ""};
}
#endif
