/* SPDX-License-Identifier: MIT */
/* The floors for listing the references of pages, and uriel's passes: its tokeniser, and its reader. */
#include <stdint.h>
#include <string.h>

#include "bench.h"
#include "html/token.h"
#include "uriel_html.h"

enum { PIECE = 64 * 1024 };

/* ---- Floors ----------------------------------------------------------------------------------- */

static size_t floor_sum(const bench_urls *pages)
{
  uint64_t sum = 0, word;
  for (size_t i = 0; i < pages->count; i++) {
    for (size_t at = 0; at + sizeof word <= pages->lines[i].len; at += sizeof word) {
      memcpy(&word, pages->lines[i].text + at, sizeof word);
      sum += word;
    }
  }
  return (size_t)(sum & 1);
}

static size_t floor_tags(const bench_urls *pages)
{
  size_t tags = 0;
  for (size_t i = 0; i < pages->count; i++) {
    const char *at = pages->lines[i].text;
    const char *const end = at + pages->lines[i].len;
    while ((at = memchr(at, '<', (size_t)(end - at))) != NULL) {
      at++;
      tags++;
    }
  }
  return tags;
}

static size_t floor_tag_ends(const bench_urls *pages)
{
  size_t ends = 0;
  for (size_t i = 0; i < pages->count; i++) {
    const char *at = pages->lines[i].text;
    const char *const end = at + pages->lines[i].len;
    while ((at = memchr(at, '<', (size_t)(end - at))) != NULL &&
           (at = memchr(at, '>', (size_t)(end - at))) != NULL)
      ends++;
  }
  return ends;
}

static const bench_entry floor_entries[] = {
    BENCH_ROW(BENCH_HTML, BENCH_FLOOR, "memchr for \"<\"", floor_tags),
    BENCH_ROW(BENCH_HTML, BENCH_FLOOR, "memchr for \"<\" and \">\" in turn", floor_tag_ends),
    BENCH_ROW(BENCH_HTML, BENCH_FLOOR, "reading the bytes", floor_sum),
    BENCH_ROW(BENCH_HTML, BENCH_FLOOR, NULL, NULL),
};

bench_library bench_html_floors(void)
{
  return (bench_library){.name = "floors", .version = "", .entries = floor_entries};
}

/* ---- uriel ------------------------------------------------------------------------------------ */

/* How the content of an element is read, if it is not of SVG or MathML. */
static enum html_content content_of(enum html_element element)
{
  switch ((int)element) {
  case HTML_TAG_SCRIPT:
    return HTML_AS_SCRIPT;
  case HTML_TAG_STYLE:
  case HTML_TAG_XMP:
  case HTML_TAG_IFRAME:
  case HTML_TAG_NOEMBED:
  case HTML_TAG_NOFRAMES:
    return HTML_AS_RAWTEXT;
  case HTML_TAG_TITLE:
  case HTML_TAG_TEXTAREA:
    return HTML_AS_RCDATA;
  case HTML_TAG_PLAINTEXT:
    return HTML_AS_PLAINTEXT;
  default:
    return HTML_AS_DATA;
  }
}

static size_t page_tokens(const bench_line *page)
{
  struct html_tokens tokens = {.window = page->text, .len = page->len, .last = true};
  struct html_token token;
  size_t references = 0;
  for (uriel_html_token_next(&tokens, &token); token.kind != HTML_TOKEN_EOF;
       uriel_html_token_next(&tokens, &token)) {
    if (token.kind != HTML_TOKEN_START)
      continue;
    references += tokens.values.has >> HTML_ATTR_HREF & 1;
    references += tokens.values.has >> HTML_ATTR_SRC & 1;
    tokens.content = content_of(token.id);
    tokens.raw = token.id;
  }
  return references;
}

static size_t pass_tokens(const bench_urls *pages)
{
  size_t references = 0;
  for (size_t i = 0; i < pages->count; i++)
    references += page_tokens(&pages->lines[i]);
  return references;
}

static bool is_counted(const uriel_html_reference *reference)
{
  const uriel_text *const name = &reference->attribute;
  return (name->len == 4 && memcmp(name->ptr, "href", 4) == 0) ||
         (name->len == 3 && memcmp(name->ptr, "src", 3) == 0);
}

/* Reads the page in pieces of at most `size` bytes. */
static size_t page_references(const bench_line *page, size_t size)
{
  static const uriel_html_options options = {.scripting = false};
  static _Alignas(max_align_t) char scratch[URIEL_HTML_SCRATCH];
  uriel_html html;
  uriel_html_reference reference;
  size_t references = 0;
  uriel_html_begin(&html, &options, scratch, sizeof scratch);
  for (size_t at = 0, len = 0; at < page->len; at += len) {
    len = page->len - at < size ? page->len - at : size;
    uriel_html_feed(&html, page->text + at, len, at + len == page->len);
    for (uriel_html_status status;
         (status = uriel_html_next(&html, &reference)) != URIEL_HTML_END && status != URIEL_HTML_MORE;)
      references += status == URIEL_HTML_FOUND && is_counted(&reference);
  }
  return references;
}

static size_t pass_whole(const bench_urls *pages)
{
  size_t references = 0;
  for (size_t i = 0; i < pages->count; i++)
    references += page_references(&pages->lines[i], pages->lines[i].len);
  return references;
}

static size_t pass_pieces(const bench_urls *pages)
{
  size_t references = 0;
  for (size_t i = 0; i < pages->count; i++)
    references += page_references(&pages->lines[i], PIECE);
  return references;
}

static const bench_entry uriel_entries[] = {
    {BENCH_HTML, BENCH_OURS, "the tokeniser", pass_tokens, 0, true},
    BENCH_ROW(BENCH_HTML, BENCH_OURS, "uriel_html_next", pass_whole),
    BENCH_ROW(BENCH_HTML, BENCH_OURS, "uriel_html_next, in pieces", pass_pieces),
    BENCH_ROW(BENCH_HTML, BENCH_OURS, NULL, NULL),
};

bench_library bench_html_uriel(void)
{
  return (bench_library){.name = "uriel", .version = "", .entries = uriel_entries};
}
