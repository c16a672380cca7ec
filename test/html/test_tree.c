/* SPDX-License-Identifier: MIT */
/* The vectors of tree construction: which elements a document has. The document comes whole and byte by
 * byte, the tree's buffer is of the least size. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "html/tree.h"
#include "support.h"
#include "vectors.h"

/* A document being read. */
typedef struct reading {
  struct html_tokens tokens;
  struct html_tree tree;
  char *elements; /* as the vectors write them */
  size_t len, size;
  bool loose;  /* a <frameset> may remove the elements ... */
  size_t body; /* ... from here on */
} reading;

static void note(reading *of, const char *prefix, uriel_text name)
{
  of->len += (size_t)snprintf(of->elements + of->len, of->size - of->len, "%s%s%.*s", of->len ? " " : "",
                              prefix, (int)name.len, name.ptr);
}

static void note_made(reading *of, const struct html_token *token, const struct html_made *made)
{
  char lower[64];
  uriel_text name = made->id ? uriel_html_element_name(made->id) : token->name;
  for (size_t i = 0; i < name.len && i < sizeof lower; i++)
    lower[i] = (char)(name.ptr[i] >= 'A' && name.ptr[i] <= 'Z' ? name.ptr[i] + 32 : name.ptr[i]);
  name.ptr = lower;
  if (made->removes)
    of->len = of->body;
  const size_t before = of->len;
  if (made->element || made->merged)
    note(of, made->inert ? made->html ? "i:" : "i:f:" : made->html ? "" : "f:", name);
  if (!of->loose)
    of->body = before;
  of->loose = of->tree.loose;
}

static bool follow(reading *of, const struct html_token *token)
{
  struct html_made made;
  if (token->kind == HTML_TOKEN_END)
    return uriel_html_tree_end(&of->tree, token);
  if (token->kind == HTML_TOKEN_TEXT)
    return uriel_html_tree_text(&of->tree, token);
  if (token->kind != HTML_TOKEN_START)
    return true;
  if (!uriel_html_tree_start(&of->tree, token, &of->tokens.values, &made))
    return false;
  note_made(of, token, &made);
  of->tokens.content = made.content;
  of->tokens.raw = token->id;
  return true;
}

/* The buffer gets the size that the tree needs, at another place. */
static void grow(struct html_tree *tree)
{
  char *const larger = room(tree->needed);
  if (tree->size)
    memcpy(larger, tree->scratch, tree->size);
  free(tree->scratch);
  tree->scratch = larger;
  tree->size = tree->needed;
}

static uriel_text elements_of(uriel_text document, bool scripting, size_t step)
{
  reading of = {.tokens = {.window = document.ptr}, .size = 16 * document.len + 64};
  of.elements = room(of.size);
  uriel_html_tree_begin(&of.tree, scripting);
  for (;;) {
    struct html_token token;
    of.tokens.texts = of.tree.texts;
    of.tokens.foreign = of.tree.foreign;
    of.tokens.last = of.tokens.len == document.len;
    uriel_html_token_next(&of.tokens, &token);
    if (token.kind == HTML_TOKEN_EOF)
      break;
    if (token.kind == HTML_TOKEN_MORE)
      of.tokens.len = of.tokens.len + step < document.len ? of.tokens.len + step : document.len;
    while (!follow(&of, &token))
      grow(&of.tree);
  }
  free(of.tree.scratch);
  return text_from(of.elements, of.len);
}

static void check(const vector_case *given)
{
  const uriel_text input = vector_field(given, "input");
  const size_t steps[] = {input.len, 1, 7};
  for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
    const uriel_text elements = elements_of(input, false, steps[i]);
    expect_text(given, "elements", vector_field(given, "elements"), elements);
    text_free(elements);
  }
}

static void check_scripting(const vector_case *given)
{
  const uriel_text elements = elements_of(vector_field(given, "input"), true, SIZE_MAX / 2);
  expect_text(given, "elements with scripting", vector_field(given, "elements"), elements);
  text_free(elements);
}

static void test_tree(void **state)
{
  (void)state;
  vectors_run("html_tree.tsv", 1000, check);
}

static void test_scripting(void **state)
{
  (void)state;
  vectors_run("html_tree_scripting.tsv", 5, check_scripting);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_tree), cmocka_unit_test(test_scripting)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
