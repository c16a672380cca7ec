/* SPDX-License-Identifier: MIT */
/* The blocks of Markdown (CommonMark 0.31.2, 4 and 5, and the algorithm of its appendix), as far as they
 * decide where links are. */
#include "markdown.h"

#include <string.h>

#include "base/unicode.h"

enum { MARKDOWN_INDENT = 4, MARKDOWN_FOOTNOTE = 4 };

/* ---- The line --------------------------------------------------------------------------------- */

/* Finds the next character that is not a space or tab, and its column. */
static void markdown_measure(struct markdown *m)
{
  m->nonspace = m->at;
  m->nonspace_column = m->column;
  for (; m->nonspace < m->line_end; m->nonspace++) {
    if (m->data[m->nonspace] == '\t')
      m->nonspace_column += 4 - m->nonspace_column % 4;
    else if (m->data[m->nonspace] == ' ')
      m->nonspace_column++;
    else
      break;
  }
}

/* The same if it was not found before. */
static void markdown_look(struct markdown *m)
{
  if (m->nonspace < m->at)
    markdown_measure(m);
}

static char markdown_char(const struct markdown *m)
{
  return m->nonspace < m->line_end ? m->data[m->nonspace] : '\n';
}

static bool markdown_is_blank(const struct markdown *m)
{
  return m->nonspace == m->line_end;
}

static size_t markdown_indent(const struct markdown *m)
{
  return m->nonspace_column - m->column;
}

/* Skips columns of white space. */
static void markdown_skip(struct markdown *m, size_t columns)
{
  while (columns && m->at < m->nonspace) {
    const size_t width = m->data[m->at] == '\t' ? 4 - m->column % 4 : 1;
    const size_t step = width < columns ? width : columns;
    m->column += step;
    m->at += step == width;
    columns -= step;
  }
}

/* Skips white space and the characters of a marker. */
static void markdown_skip_marker(struct markdown *m, size_t len)
{
  m->at = m->nonspace + len;
  m->column = m->nonspace_column + len;
  markdown_look(m);
}

static void markdown_skip_quote(struct markdown *m)
{
  markdown_skip_marker(m, 1);
  markdown_skip(m, 1);
}

/* Begins the next line, which ends in LF, CR or both. */
static void markdown_next_line(struct markdown *m)
{
  const size_t at = m->at;
  if (m->feed <= at) {
    const char *const feed = memchr(m->data + at, '\n', m->len - at);
    m->feed = feed ? (size_t)(feed - m->data) + 1 : m->len + 1;
  }
  const size_t end = m->feed - 1;
  const char *const carriage = end > at ? memchr(m->data + at, '\r', end - at) : NULL;
  m->line = at;
  m->line_end = carriage ? (size_t)(carriage - m->data) : end;
  m->column = 0;
  memset(m->tails, 0, sizeof m->tails);
  markdown_measure(m);
}

/* ---- The leaf --------------------------------------------------------------------------------- */

/* Appends [begin, end) of the document, which is a line, to the leaf's text. */
static bool markdown_add(struct markdown *m, size_t begin, size_t end)
{
  struct buffer *const text = &m->text, *const lines = &m->lines;
  const struct markdown_place place = {(uint32_t)text->len, (uint32_t)begin};
  struct markdown_place last = {0, 0};
  if (lines->len)
    memcpy(&last, lines->ptr + lines->len - sizeof last, sizeof last);
  const bool is_new = !lines->len || place.document - last.document != place.text - last.text;
  m->no_memory = (is_new && !buffer_add(lines, &place, sizeof place)) ||
                 !buffer_add(text, m->data + begin, end - begin) || !buffer_add(text, "\n", 1);
  return !m->no_memory;
}

size_t markdown_place(const struct markdown *m, size_t at)
{
  const struct markdown_place *const places = (const void *)m->lines.ptr;
  size_t low = 0, high = m->lines.len / sizeof *places;
  while (high - low > 1) {
    const size_t middle = (low + high) / 2;
    if (places[middle].text > at)
      high = middle;
    else
      low = middle;
  }
  const size_t place = places[low].document + (at - places[low].text);
  return place < m->len ? place : m->len;
}

bool markdown_report(struct markdown *m, enum markdown_kind kind, size_t begin, size_t end)
{
  const struct markdown_found found = {.kind = kind,
                                       .text = {m->text.ptr + begin, end - begin},
                                       .begin = markdown_place(m, begin),
                                       .end = end > begin ? markdown_place(m, end - 1) + 1
                                                          : markdown_place(m, begin)};
  return m->pass != MARKDOWN_REPORT || m->found(m->context, &found);
}

/* Reads the text from `at` of a heading (4.2, 4.3). Does not report GitHub's metadata as a heading. */
static bool markdown_heading(struct markdown *m, size_t at, size_t level)
{
  const struct markdown_found found = {.kind = MARKDOWN_HEADING,
                                       .text = {m->text.ptr + at, m->text.len - at},
                                       .begin = markdown_place(m, at),
                                       .end = m->line_end,
                                       .level = (unsigned)level,
                                       .depth = m->containers.len};
  const bool is_wanted = m->has_headings && m->pass == MARKDOWN_REPORT && m->line >= m->front;
  return (!is_wanted || m->found(m->context, &found)) && markdown_inlines(m, at);
}

/* Closes the leaf. */
static bool markdown_close(struct markdown *m)
{
  const enum markdown_leaf leaf = m->leaf;
  bool more = true;
  size_t at = 0;
  m->leaf = MARKDOWN_NO_LEAF;
  if (leaf == MARKDOWN_PARAGRAPH)
    more = markdown_definitions(m, &at) && markdown_inlines(m, at);
  else if (leaf == MARKDOWN_HTML_BLOCK)
    more = m->pass != MARKDOWN_REPORT || markdown_html_block(m);
  m->text.len = m->lines.len = 0;
  return more;
}

/* ---- Containers ------------------------------------------------------------------------------- */

/* Closes the leaf and all containers except the first ones. */
static bool markdown_close_to(struct markdown *m, size_t count)
{
  struct buffer *const open = &m->containers;
  if (!markdown_close(m))
    return false;
  if (open->len == count)
    return true;
  open->len = count;
  if (count < m->watched) {
    m->watched = 0;
    m->watched_end = m->line;
  }
  m->is_childless = false;
  if (m->quotes > count) {
    const char *const quote = count ? memrchr(open->ptr, 0, count) : NULL;
    m->quotes = quote ? (size_t)(quote - open->ptr) + 1 : 0;
  }
  return true;
}

/* The same to begin a block there. */
static bool markdown_begin(struct markdown *m, size_t count)
{
  const bool more = markdown_close_to(m, count);
  m->is_childless = false;
  return more;
}

/* Opens a container of that width; 0: a block quote. */
static bool markdown_open(struct markdown *m, size_t *count, size_t width)
{
  struct buffer *const open = &m->containers;
  if (!markdown_begin(m, *count))
    return false;
  m->no_memory = !buffer_add(open, &(char){(char)width}, 1);
  if (m->no_memory)
    return false;
  *count = open->len;
  m->is_childless = width;
  if (!width)
    m->quotes = open->len;
  return true;
}

/* Returns how many containers the line continues. Linear for all lines: a blank line continues all items
 * up to the first block quote, which it ends. */
static size_t markdown_match(struct markdown *m)
{
  const struct buffer *const open = &m->containers;
  size_t i = 0;
  for (; i < open->len; i++) {
    const size_t width = (unsigned char)open->ptr[i];
    markdown_look(m);
    if (markdown_is_blank(m)) {
      const char *const quote = m->quotes > i ? memchr(open->ptr + i, 0, open->len - i) : NULL;
      return quote ? (size_t)(quote - open->ptr) : open->len - m->is_childless;
    }
    if (!width && markdown_indent(m) < MARKDOWN_INDENT && markdown_char(m) == '>')
      markdown_skip_quote(m);
    else if (width && markdown_indent(m) >= width)
      markdown_skip(m, width);
    else
      break;
  }
  return i;
}

/* ---- Starts of blocks ------------------------------------------------------------------------- */

enum markdown_start { MARKDOWN_NOTHING, MARKDOWN_CONTAINER, MARKDOWN_LEAF, MARKDOWN_END };

static enum markdown_start markdown_began(bool more, enum markdown_start start)
{
  return more ? start : MARKDOWN_END;
}

static size_t markdown_run(const struct markdown *m, size_t at, char c)
{
  const size_t begin = at;
  while (at < m->line_end && m->data[at] == c)
    at++;
  return at - begin;
}

static bool markdown_is_white(char c)
{
  return c == ' ' || c == '\t';
}

/* Whether the line has only white space from `at` on. */
static bool markdown_rest_is_blank(const struct markdown *m, size_t at)
{
  while (at < m->line_end && markdown_is_white(m->data[at]))
    at++;
  return at == m->line_end;
}

/* An ATX heading (4.2). */
static enum markdown_start markdown_atx(struct markdown *m, size_t count)
{
  const size_t marks = markdown_run(m, m->nonspace, '#');
  size_t begin = m->nonspace + marks, end = m->line_end;
  if (marks > 6 || (begin < end && !markdown_is_white(m->data[begin])))
    return MARKDOWN_NOTHING;
  while (end > begin && markdown_is_white(m->data[end - 1]))
    end--;
  size_t close = end;
  while (close > begin && m->data[close - 1] == '#')
    close--;
  if (close == begin || markdown_is_white(m->data[close - 1]))
    end = close;
  while (begin < end && markdown_is_white(m->data[begin]))
    begin++;
  const bool more =
      markdown_begin(m, count) && markdown_add(m, begin, end) && markdown_heading(m, 0, marks);
  m->text.len = m->lines.len = 0;
  return markdown_began(more, MARKDOWN_LEAF);
}

/* Fenced code (4.5). */
static enum markdown_start markdown_fence(struct markdown *m, size_t count, char c)
{
  const size_t run = markdown_run(m, m->nonspace, c), info = m->nonspace + run;
  if (run < 3 || (c == '`' && info < m->line_end && memchr(m->data + info, '`', m->line_end - info)))
    return MARKDOWN_NOTHING;
  if (!markdown_begin(m, count))
    return MARKDOWN_END;
  m->leaf = MARKDOWN_FENCE;
  m->fence = c;
  m->fence_len = run;
  return MARKDOWN_LEAF;
}

/* Adds the line to an HTML block. */
static bool markdown_html_line(struct markdown *m)
{
  const size_t begin = m->at;
  if (m->pass == MARKDOWN_REPORT && !markdown_add(m, begin, m->line_end))
    return false;
  return !markdown_html_ends(m->html, m->data + begin, m->line_end - begin) || markdown_close(m);
}

static enum markdown_start markdown_html(struct markdown *m, size_t count, bool in_paragraph)
{
  const int number = markdown_html_start(m->data + m->nonspace, m->line_end - m->nonspace, in_paragraph);
  if (!number)
    return MARKDOWN_NOTHING;
  if (!markdown_begin(m, count))
    return MARKDOWN_END;
  m->leaf = MARKDOWN_HTML_BLOCK;
  m->html = number;
  return markdown_began(markdown_html_line(m), MARKDOWN_LEAF);
}

/* The underline of a setext heading (4.3), whose paragraph is not only definitions. */
static enum markdown_start markdown_setext(struct markdown *m, char c)
{
  size_t at = 0;
  if (!markdown_rest_is_blank(m, m->nonspace + markdown_run(m, m->nonspace, c)))
    return MARKDOWN_NOTHING;
  if (!markdown_definitions(m, &at))
    return MARKDOWN_END;
  const bool is_heading = at < m->text.len;
  const bool more = !is_heading || markdown_heading(m, at, c == '=' ? 1 : 2);
  if (is_heading)
    m->leaf = MARKDOWN_NO_LEAF;
  m->text.len = m->lines.len = 0;
  return markdown_began(more, is_heading ? MARKDOWN_LEAF : MARKDOWN_NOTHING);
}

/* Whether the rest of the line is a thematic break (4.1). Called for each "-" that may begin a list
 * item. */
static bool markdown_breaks(struct markdown *m, char c)
{
  size_t *const tail = &m->tails[c == '*' ? 0 : c == '-' ? 1 : 2];
  size_t count = 0;
  if (!*tail) {
    *tail = m->line_end;
    while (*tail > m->line && (m->data[*tail - 1] == c || markdown_is_white(m->data[*tail - 1])))
      --*tail;
    ++*tail;
  }
  if (m->nonspace + 1 < *tail)
    return false;
  for (size_t at = m->nonspace; at < m->line_end && count < 3; at++)
    count += m->data[at] == c;
  return count == 3;
}

/* An item of a list (5.2). */
static enum markdown_start markdown_item(struct markdown *m, size_t *count, bool in_paragraph)
{
  enum { DIGITS = 9 };
  const size_t offset = markdown_indent(m);
  size_t len = 0;
  uint64_t number;
  while (len < DIGITS && m->nonspace + len < m->line_end &&
         markdown_is_digit(m->data[m->nonspace + len]))
    len++;
  (void)number_read((uriel_text){m->data + m->nonspace, len}, UINT64_MAX, &number);
  const size_t mark = m->nonspace + len, after = mark + 1;
  if (mark == m->line_end || !memchr(len ? ".)" : "-+*", m->data[mark], len ? 2 : 3) ||
      (after < m->line_end && !markdown_is_white(m->data[after])) ||
      (in_paragraph && ((len && number != 1) || markdown_rest_is_blank(m, after))))
    return MARKDOWN_NOTHING;
  markdown_skip_marker(m, ++len);
  const size_t space = markdown_indent(m);
  const size_t padding = markdown_is_blank(m) || space > MARKDOWN_INDENT ? 1 : space;
  markdown_skip(m, padding);
  return markdown_began(markdown_open(m, count, offset + len + padding), MARKDOWN_CONTAINER);
}

/* A footnote of GitHub: "[^", a label without white space, "]:". */
static enum markdown_start markdown_footnote(struct markdown *m, size_t *count)
{
  size_t end = m->nonspace + 2;
  if (end >= m->line_end || m->data[end - 1] != '^')
    return MARKDOWN_NOTHING;
  while (end < m->line_end && m->data[end] != ']' && !markdown_is_white(m->data[end]))
    end++;
  if (end - m->nonspace < 3 || m->line_end - end < 2 || m->data[end] != ']' || m->data[end + 1] != ':')
    return MARKDOWN_NOTHING;
  markdown_skip_marker(m, end + 2 - m->nonspace);
  markdown_skip(m, markdown_indent(m));
  return markdown_began(markdown_open(m, count, MARKDOWN_FOOTNOTE), MARKDOWN_CONTAINER);
}

/* Begins the block that starts at the next character, if any, in the first containers. `in_paragraph`:
 * it can continue the paragraph; `is_text`: of these containers. */
static enum markdown_start markdown_begin_block(struct markdown *m, size_t *count, bool in_paragraph,
                                                bool is_text)
{
  const char c = markdown_char(m);
  enum markdown_start start = MARKDOWN_NOTHING;
  if (markdown_is_blank(m))
    return MARKDOWN_NOTHING;
  if (markdown_indent(m) >= MARKDOWN_INDENT)
    return in_paragraph ? MARKDOWN_NOTHING : markdown_began(markdown_begin(m, *count), MARKDOWN_LEAF);
  switch (c) {
  case '>':
    markdown_skip_quote(m);
    return markdown_began(markdown_open(m, count, 0), MARKDOWN_CONTAINER);
  case '#':
    return markdown_atx(m, *count);
  case '`':
  case '~':
    return markdown_fence(m, *count, c);
  case '<':
    return markdown_html(m, *count, in_paragraph);
  case '[':
    return markdown_footnote(m, count);
  case '=':
  case '-':
    start = is_text ? markdown_setext(m, c) : MARKDOWN_NOTHING;
    break;
  default:
    break;
  }
  if (start != MARKDOWN_NOTHING)
    return start;
  if ((c == '*' || c == '-' || c == '_') && markdown_breaks(m, c))
    return markdown_began(markdown_begin(m, *count), MARKDOWN_LEAF);
  return markdown_item(m, count, is_text);
}

/* ---- Lines ------------------------------------------------------------------------------------ */

/* Reads a line of text, or a blank one. */
static bool markdown_text_line(struct markdown *m, size_t count, bool continues)
{
  if (!continues && markdown_is_blank(m))
    return markdown_close_to(m, count);
  if (!continues && !markdown_begin(m, count))
    return false;
  m->leaf = MARKDOWN_PARAGRAPH;
  return markdown_add(m, m->nonspace, m->line_end);
}

static bool markdown_line(struct markdown *m)
{
  size_t count = markdown_match(m);
  const bool is_whole = count == m->containers.len;
  enum markdown_start start;
  markdown_look(m);
  if (is_whole && m->leaf == MARKDOWN_FENCE) {
    const size_t run = markdown_run(m, m->nonspace, m->fence);
    const bool ends = markdown_indent(m) < MARKDOWN_INDENT && run >= m->fence_len &&
                      markdown_rest_is_blank(m, m->nonspace + run);
    return !ends || markdown_close(m);
  }
  if (is_whole && m->leaf == MARKDOWN_HTML_BLOCK && (m->html < 6 || !markdown_is_blank(m)))
    return markdown_html_line(m);
  bool in_paragraph = m->leaf == MARKDOWN_PARAGRAPH && !markdown_is_blank(m);
  bool is_text = in_paragraph && is_whole;
  while ((start = markdown_begin_block(m, &count, in_paragraph, is_text)) == MARKDOWN_CONTAINER) {
    in_paragraph = is_text = false;
    markdown_look(m);
  }
  return start == MARKDOWN_NOTHING ? markdown_text_line(m, count, in_paragraph) : start == MARKDOWN_LEAF;
}

static bool markdown_read_lines(struct markdown *m, size_t begin)
{
  m->at = begin;
  m->feed = 0;
  while (m->at < m->len) {
    markdown_next_line(m);
    if (!markdown_line(m))
      return false;
    m->at = m->line_end;
    m->at += m->at + 1 < m->len && m->data[m->at] == '\r' && m->data[m->at + 1] == '\n' ? 2 : 1;
  }
  m->line = m->len;
  return markdown_close_to(m, 0);
}

/* Returns the end of the metadata that GitHub shows as a table. */
static size_t markdown_front(const struct markdown *m, size_t at)
{
  const char *const end = m->len - at > 4 && memcmp(m->data + at, "---\n", 4) == 0
                              ? memmem(m->data + at + 3, m->len - at - 3, "\n---\n", 5)
                              : NULL;
  return end ? (size_t)(end - m->data) + 5 : 0;
}

bool markdown_read(struct markdown *m)
{
  const size_t begin = text_mark(m->data, m->len);
  const bool may_define = m->len && memmem(m->data, m->len, "]:", 2);
  m->front = markdown_front(m, begin);
  m->pass = MARKDOWN_DEFINE;
  if (may_define && !markdown_read_lines(m, begin))
    return false;
  m->pass = MARKDOWN_USE;
  if (m->labels.names.count && !markdown_read_lines(m, begin))
    return false;
  m->pass = MARKDOWN_REPORT;
  return markdown_read_lines(m, begin);
}

void markdown_free(struct markdown *m)
{
  labels_free(&m->labels);
  struct buffer *const buffers[] = {&m->label,    &m->containers, &m->text,   &m->lines,
                                    &m->brackets, &m->images,     &m->waiting};
  for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
    buffer_free(buffers[i]);
}
