/* SPDX-License-Identifier: MIT */
/* html_elements COUNT SEED KNOWN: compares where elements begin and end: uriel_html_watch, on pages in
 * one piece and cut, and Gumbo, on COUNT mutated pages. Fails unless KNOWN elements differ: Gumbo
 * follows an older standard for </p> and </br> in SVG and MathML, and its end of an element in the head
 * may be before white space that belongs to it, or unset. */
#include <gumbo.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "gumbo_lines.h"
#include "list_lines.h"
#include "mutate.h"
#include "uriel_html.h"

enum { ELEMENTS_MOST = 1000, ELEMENTS_SHOWN = 20 };

struct range {
  size_t begin, end; /* of the whole element; both 0: not in the tree */
};

/* Returns the page with the attribute id=e1, e2 ... in each start tag. */
static struct page numbered(const struct page *page, size_t *count)
{
  static const char FIRST[] = "<!doctype html>", LAST[] = "'\">\"'>-->";
  struct page out = {page_memory(NULL, page->len * 8 + sizeof FIRST + sizeof LAST), 0};
  *count = 0;
  memcpy(out.ptr, FIRST, sizeof FIRST - 1);
  out.len = sizeof FIRST - 1;
  for (size_t i = 0; i < page->len; i++) {
    if (page->len - i > 2 && memcmp(page->ptr + i, "</>", 3) == 0) {
      i += 2;
      continue;
    }
    out.ptr[out.len++] = page->ptr[i];
    const size_t next = i + 1;
    if (page->ptr[i] != '<' || next == page->len || (page->ptr[next] | 32) < 'a' ||
        (page->ptr[next] | 32) > 'z')
      continue;
    size_t end = next;
    while (end < page->len && !strchr(" \t\n\f\r/>", page->ptr[end]))
      end++;
    memcpy(out.ptr + out.len, page->ptr + next, end - next);
    out.len += end - next;
    out.len += (size_t)sprintf(out.ptr + out.len, " id=e%zu ", ++*count);
    i = end - 1;
  }
  memcpy(out.ptr + out.len, LAST, sizeof LAST - 1);
  out.len += sizeof LAST - 1;
  out.ptr = page_memory(out.ptr, out.len);
  return out;
}

/* ---- uriel ---------------------------------------------------------------------------------------- */

/* Finds the element with the id e<number>. */
static struct range watch(const struct page *page, size_t number, size_t piece)
{
  static const uriel_text names[] = {{"id", 2}};
  static const uriel_html_options options = {.attributes = names, .attribute_count = 1};
  static uriel_html html;
  size_t size = URIEL_HTML_SCRATCH, at = 0;
  char *scratch = page_memory(NULL, size), wanted[16];
  struct range range = {0, 0};
  const size_t len = (size_t)sprintf(wanted, "e%zu", number);
  uriel_html_status status = URIEL_HTML_MORE;
  uriel_html_begin(&html, &options, scratch, size);
  while (status != URIEL_HTML_END) {
    uriel_html_reference found;
    if (status == URIEL_HTML_MORE) {
      const size_t rest = page->len - at, some = rest < piece ? rest : piece;
      uriel_html_feed(&html, page->ptr + at, some, some == rest);
      at += some;
    }
    status = uriel_html_next(&html, &found);
    if (status == URIEL_HTML_FULL) {
      size = uriel_html_needed(&html);
      scratch = page_memory(scratch, size);
      uriel_html_grow(&html, scratch, size);
    } else if (status == URIEL_HTML_FOUND && found.kind == URIEL_HTML_ATTRIBUTE &&
               found.value.len == len && memcmp(found.value.ptr, wanted, len) == 0 && !range.end) {
      uriel_html_watch(&html);
    } else if (status == URIEL_HTML_FOUND && found.kind == URIEL_HTML_ELEMENT) {
      range = (struct range){(size_t)found.offset, (size_t)(found.offset + found.length)};
    }
  }
  free(scratch);
  return range;
}

/* ---- Gumbo ---------------------------------------------------------------------------------------- */

/* Returns the length of a tag's name, and sets `at` to its start. */
static size_t name_of(GumboStringPiece tag, const char **at)
{
  *at = tag.data + 1 + (tag.data[1] == '/');
  return strcspn(*at, " \t\n\f\r/>");
}

/* Whether the end tag has the element's name; the one of a heading ends any heading. */
static bool is_named(const GumboElement *element)
{
  const char *own, *close;
  const size_t own_len = name_of(element->original_tag, &own),
               close_len = name_of(element->original_end_tag, &close);
  const bool are_headings = element->tag >= GUMBO_TAG_H1 && element->tag <= GUMBO_TAG_H6 &&
                            close_len == 2 && (*close | 32) == 'h' && close[1] >= '1' && close[1] <= '6';
  return are_headings || (own_len == close_len && strncasecmp(own, close, own_len) == 0);
}

/* Returns the end of an element; 0 if Gumbo does not know it, as of a <form> and of formatting elements
 * with blocks in them. One that was closed at once ends where it begins. */
static size_t end_of(const struct page *page, const GumboElement *element, size_t begin)
{
  const GumboStringPiece close = element->original_end_tag;
  if (close.data)
    return (size_t)(close.data - page->ptr) + (is_named(element) ? close.length : 0);
  return element->end_pos.offset == begin ? begin + element->original_tag.length
                                          : element->end_pos.offset;
}

/* Notes an element. The first element with an id is the one that has the tag: others are clones. Returns
 * false if Gumbo does not know its name: it takes all such names for the same. */
static bool note(const struct page *page, const GumboElement *element, struct range *ranges)
{
  const GumboAttribute *const id = gumbo_get_attribute(&element->attributes, "id");
  const size_t number = id ? strtoul(id->value + 1, NULL, 10) : 0;
  if (number && number < ELEMENTS_MOST && !ranges[number].end && element->original_tag.data) {
    ranges[number].begin = (size_t)(element->original_tag.data - page->ptr);
    ranges[number].end = end_of(page, element, ranges[number].begin);
  }
  return element->tag != GUMBO_TAG_UNKNOWN && element->tag != GUMBO_TAG_MENUITEM;
}

/* Visits the tree. Returns false if it has an element with an unknown name, or is too deep. */
static bool visit(const struct page *page, const GumboNode *document, struct range *ranges)
{
  enum { DEEPEST = 1000 };
  struct {
    const GumboVector *children;
    unsigned next;
  } stack[DEEPEST] = {{&document->v.document.children, 0}}, *top = stack;
  for (;;) {
    while (top->next == top->children->length)
      if (top-- == stack)
        return true;
    const GumboNode *const node = top->children->data[top->next++];
    if (node->type != GUMBO_NODE_ELEMENT && node->type != GUMBO_NODE_TEMPLATE)
      continue;
    if (!note(page, &node->v.element, ranges) || top + 1 == stack + DEEPEST)
      return false;
    top++;
    top->children = &node->v.element.children;
    top->next = 0;
  }
}

/* ---- Comparison ----------------------------------------------------------------------------------- */

struct totals {
  unsigned long long pages, elements, differ;
};

static void check(uint64_t seed, struct totals *totals)
{
  struct page raw = mutate_page(seed, NULL, 0);
  size_t count;
  struct page page = numbered(&raw, &count);
  struct lines ours = {0}, gumbos = {0};
  list_lines(page.ptr, page.len, false, &ours);
  if (count < ELEMENTS_MOST && gumbo_lines(page.ptr, page.len, &gumbos) &&
      lines_differ(&ours, &gumbos) == SIZE_MAX) {
    static struct range ranges[ELEMENTS_MOST];
    memset(ranges, 0, sizeof ranges);
    GumboOutput *const output = gumbo_parse_with_options(&kGumboDefaultOptions, page.ptr, page.len);
    const bool is_known = visit(&page, output->document, ranges);
    gumbo_destroy_output(&kGumboDefaultOptions, output);
    totals->pages += is_known;
    for (size_t number = 1; is_known && number <= count; number++) {
      const struct range whole = watch(&page, number, SIZE_MAX),
                         cut = watch(&page, number, 1 + number % 7);
      const bool is_cut = whole.begin != cut.begin || whole.end != cut.end;
      const struct range *const other = &ranges[number];
      totals->elements += other->end > 0;
      if (!is_cut && (!other->end || (whole.begin == other->begin && whole.end == other->end)))
        continue;
      if (totals->differ++ < ELEMENTS_SHOWN) {
        fprintf(stderr, "seed %llu: e%zu is at %zu-%zu, cut at %zu-%zu, of Gumbo at %zu-%zu\n",
                (unsigned long long)seed, number, whole.begin, whole.end, cut.begin, cut.end,
                other->begin, other->end);
        fwrite(page.ptr, 1, page.len, stderr);
        fputc('\n', stderr);
      }
    }
  }
  lines_free(&ours);
  lines_free(&gumbos);
  page_free(&page);
  page_free(&raw);
}

int main(int argc, char **argv)
{
  struct totals totals = {0};
  if (argc < 4)
    return 2;
  const uint64_t count = strtoull(argv[1], NULL, 10), from = strtoull(argv[2], NULL, 10);
  for (uint64_t seed = from; seed < from + count; seed++)
    check(seed, &totals);
  fprintf(stderr, "%llu pages, %llu elements: %llu differ\n", totals.pages, totals.elements,
          totals.differ);
  return totals.differ != strtoull(argv[3], NULL, 10) || totals.elements == 0;
}
