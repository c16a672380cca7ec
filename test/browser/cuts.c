/* SPDX-License-Identifier: MIT */
/* The references of a document through the public reader, whole and cut. */
#include "cuts.h"

#include <stdlib.h>
#include <string.h>

#include "lines.h"
#include "list_lines.h"
#include "pages.h"
#include "uriel_html.h"

/* How a document is read: the longest piece, and the size of the scratch buffer at first. */
struct cut {
  uint64_t state;
  size_t most, scratch;
};

static size_t cut_length(struct cut *cut, size_t left)
{
  cut->state = cut->state * 6364136223846793005U + 1442695040888963407U;
  const size_t len = 1 + (size_t)(cut->state >> 33) % cut->most;
  return len < left ? len : left;
}

/* Adds a reference: its value, and all else as the attribute. */
static void cut_add(struct lines *found, const uriel_html_reference *reference)
{
  const struct line line = {.offset = (size_t)reference->offset,
                            .flags = (reference->flags & URIEL_HTML_INERT ? LINE_INERT : 0U) |
                                     (reference->flags & URIEL_HTML_BASE ? LINE_BASE : 0U)};
  char attribute[256];
  snprintf(attribute, sizeof attribute, "%s\t%d %x %llu %.*s",
           reference->attribute.ptr ? reference->attribute.ptr : "-", (int)reference->kind,
           reference->flags, (unsigned long long)reference->length, (int)reference->codebase.len,
           reference->codebase.len ? reference->codebase.ptr : "");
  found->has_base = true; /* the flag is the reader's */
  lines_add(found, line, reference->element.ptr, attribute, reference->value.ptr, reference->value.len);
}

/* After FULL, the buffer moves. */
static char *cut_grow(uriel_html *html, char *scratch, size_t *size)
{
  const size_t needed = uriel_html_needed(html);
  char *const larger = page_memory(NULL, needed);
  memcpy(larger, scratch, *size < needed ? *size : needed);
  free(scratch);
  *size = needed;
  uriel_html_grow(html, larger, needed);
  return larger;
}

/* Reads the document in pieces, each a heap block of its own, so that a sanitizer sees uses of a piece
 * that is gone. Returns false if a larger buffer does not help. */
static bool cut_read(const struct page *page, struct cut cut, struct lines *found)
{
  uriel_html *const html = page_memory(NULL, sizeof *html);
  char *scratch = page_memory(NULL, cut.scratch), *piece = NULL;
  uriel_html_reference reference;
  size_t at = 0;
  unsigned full = 0;
  uriel_html_status status = URIEL_HTML_MORE;
  uriel_html_begin(html, NULL, scratch, cut.scratch);
  while (status != URIEL_HTML_END && full < 64) {
    if (status == URIEL_HTML_FOUND)
      cut_add(found, &reference);
    else if (status == URIEL_HTML_FULL) {
      scratch = cut_grow(html, scratch, &cut.scratch);
      full++;
    } else {
      const size_t len = cut_length(&cut, page->len - at);
      free(piece);
      piece = page_memory(NULL, len);
      if (len)
        memcpy(piece, page->ptr + at, len);
      at += len;
      uriel_html_feed(html, piece, len, at == page->len);
    }
    status = uriel_html_next(html, &reference);
  }
  free(scratch);
  free(piece);
  free(html);
  return full < 64;
}

static bool cut_names_equal(const struct line *line, const struct line *reference)
{
  const size_t element = strcspn(line->text, "\t");
  return strncmp(line->text, reference->text, element + 2 + strcspn(line->text + element + 1, "\t")) ==
         0;
}

/* Returns the line that has the reference. */
static const struct line *cut_line_of(const struct lines *lines, const struct line *reference)
{
  const struct line *found = NULL;
  for (size_t i = 0; i < lines->count && lines->all[i].offset <= reference->offset; i++) {
    if (cut_names_equal(&lines->all[i], reference))
      found = &lines->all[i];
  }
  return found;
}

/* Whether the value of such a line is one reference. */
static bool cut_is_link(const struct line *line)
{
  const char *const attribute = strchr(line->text, '\t') + 1, *const value = strchr(attribute, '\t') + 1;
  return (strncmp(attribute, "href\t", 5) == 0 || strncmp(attribute, "src\t", 4) == 0) &&
         value[strspn(value, " \\ntrf\f")];
}

static const char *cut_compare(const struct lines *lines, const struct lines *references)
{
  size_t links = 0, of_links = 0;
  for (size_t i = 0; i < lines->count; i++)
    links += cut_is_link(&lines->all[i]);
  for (size_t i = 0; i < references->count; i++) {
    const struct line *const line = cut_line_of(lines, &references->all[i]);
    if (!line)
      return "a reference is in no attribute of the document";
    if ((line->flags & (LINE_INERT | LINE_BASE)) != references->all[i].flags)
      return "a reference has other flags than its attribute";
    of_links += cut_is_link(line);
  }
  return links == of_links ? NULL : "an href or src is not reported, or twice";
}

const char *cuts_check(const char *data, size_t len, uint64_t seed)
{
  const struct page page = {(char *)data, len};
  const struct cut cuts[] = {
      {seed, 1, 64 + seed % 512}, {seed, 7, URIEL_HTML_SCRATCH}, {seed, 64, 0}, {seed, 1024, 64}};
  struct lines lines = {0}, references = {0}, again = {0};
  const char *why = NULL;
  list_lines(data, len, true, &lines);
  if (!cut_read(&page, (struct cut){0, len + 1, URIEL_HTML_SCRATCH}, &references) ||
      !cut_read(&page, cuts[seed % (sizeof cuts / sizeof *cuts)], &again))
    why = "the buffer is never enough";
  else if (lines_differ(&references, &again) != SIZE_MAX)
    why = "the references depend on the pieces";
  else
    why = cut_compare(&lines, &references);
  lines_free(&again);
  lines_free(&references);
  lines_free(&lines);
  return why;
}
