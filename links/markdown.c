/* SPDX-License-Identifier: MIT */
/* Destinations in Markdown. */
#include "markdown.h"

#include <string.h>

/* The longest search for a closing delimiter: without a limit, the total time could be quadratic. */
enum { MARKDOWN_SPAN = 2048, MARKDOWN_PARENTHESES = 32 };

static bool markdown_punctuation(char c)
{
  return c != 0 && strchr("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", c);
}

static size_t markdown_run(const struct markdown *m, size_t at, char c)
{
  const size_t begin = at;
  while (at < m->len && m->data[at] == c)
    at++;
  return at - begin;
}

static size_t markdown_bound(const struct markdown *m, size_t at)
{
  return m->len - at < MARKDOWN_SPAN ? m->len : at + MARKDOWN_SPAN;
}

/* Returns the end of white space with at most one line break. */
static size_t markdown_space(const struct markdown *m, size_t at)
{
  bool broken = false;
  for (; at < m->len; at++) {
    const char c = m->data[at];
    if (c != ' ' && c != '\t' && c != '\r' && (c != '\n' || broken))
      break;
    broken |= c == '\n';
  }
  return at;
}

/* Reads the destination at `at` (6.3): "<...>", or text without white space and with balanced
 * parentheses. Returns its end, or `at` if there is no destination. */
static size_t markdown_destination(const struct markdown *m, size_t at, size_t *begin, size_t *end)
{
  const size_t bound = m->len;
  size_t i = at, depth = 0;
  const bool angled = i < bound && m->data[i] == '<';
  *begin = i += angled;
  for (; i < bound; i++) {
    const char c = m->data[i];
    if (c == '\\' && i + 1 < bound && markdown_punctuation(m->data[i + 1])) {
      i++;
      continue;
    }
    if (angled ? c == '>' || c == '\n' || c == '<' : (unsigned char)c <= ' ' || c == 0x7f)
      break;
    if (!angled && c == '(' && ++depth > MARKDOWN_PARENTHESES)
      return at;
    if (!angled && c == ')' && depth-- == 0)
      break;
  }
  *end = i < bound ? i : bound;
  if (!angled)
    return depth == 0 || (i < bound && m->data[i] == ')') ? *end : at;
  return i < bound && m->data[i] == '>' ? i + 1 : at;
}

/* Returns the end of a title in quotes or parentheses, or `at` if there is no title. */
static size_t markdown_title(const struct markdown *m, size_t at)
{
  const char open = at < m->len ? m->data[at] : 0;
  const char close = open == '(' ? ')' : open;
  const size_t bound = markdown_bound(m, at);
  if (open != '"' && open != '\'' && open != '(')
    return at;
  for (size_t i = at + 1; i < bound; i++) {
    if (m->data[i] == '\\')
      i++;
    else if (m->data[i] == close)
      return i + 1;
  }
  return at;
}

/* Reads "](...)" at `at`. */
static bool markdown_inline(struct markdown *m, size_t at, size_t *begin, size_t *end)
{
  const size_t first = markdown_space(m, at + 2);
  size_t i = markdown_destination(m, first, begin, end);
  if (i == first && first < m->len && m->data[first] != ')')
    return false;
  const size_t title = markdown_space(m, i);
  i = title > i ? markdown_space(m, markdown_title(m, title)) : title;
  if (i >= m->len || m->data[i] != ')' || *end == *begin)
    return false;
  m->at = i + 1;
  return true;
}

/* Reads "[label]: destination" at the start of a line (4.7); footnotes start with "[^". */
static bool markdown_definition(struct markdown *m, size_t at, size_t *begin, size_t *end)
{
  const size_t bound = markdown_bound(m, at);
  size_t i = at + 1;
  if (at + 1 >= m->len || m->data[at] != '[' || m->data[at + 1] == '^' || m->data[at + 1] == ']')
    return false;
  while (i < bound && m->data[i] != ']' && m->data[i] != '[' && m->data[i] != '\n')
    i += m->data[i] == '\\' ? 2U : 1U;
  if (i + 1 >= bound || m->data[i] != ']' || m->data[i + 1] != ':')
    return false;
  const size_t first = markdown_space(m, i + 2);
  i = markdown_destination(m, first, begin, end);
  if (i == first || *end == *begin)
    return false;
  m->at = i;
  return true;
}

/* Whether the rest of the line at `at` may follow a fence (4.5). */
static bool markdown_fences(const struct markdown *m, size_t at, char c)
{
  for (; at < m->len && m->data[at] != '\n'; at++) {
    if (m->fence ? m->data[at] != ' ' && m->data[at] != '\t' && m->data[at] != '\r'
                 : c == '`' && m->data[at] == '`')
      return false;
  }
  return true;
}

/* Handles the start of a line: a fence starts or ends code there, and a blank line closes open
 * brackets. */
static bool markdown_line(struct markdown *m, size_t *begin, size_t *end)
{
  enum { INDENT = 4, DEEP = 8 };
  size_t at = m->at, spaces = 0;
  bool quoted = false;
  m->begun = true;
  for (; at < m->len && (m->data[at] == ' ' || m->data[at] == '>') && at - m->at < m->item + DEEP;
       at++) {
    quoted |= m->data[at] == '>';
    spaces = m->data[at] == '>' ? 0 : spaces + 1;
  }
  if (m->is_quoted && !quoted)
    m->fence = 0;
  if (!m->fence)
    markdown_see_line(m, m->at);
  const char c = at < m->len ? m->data[at] : '\n';
  const bool indented = spaces >= (quoted ? 1 : m->item) + INDENT;
  const size_t run = (c == '`' || c == '~') && !indented ? markdown_run(m, at, c) : 0;
  if (c == '\n' || c == '\r')
    m->open = 0;
  if (m->heading && !m->fence && !indented)
    markdown_see_heading(m, at);
  if (run >= 3 && (!m->fence || (m->fence == c && run >= m->fenced)) &&
      markdown_fences(m, at + run, c)) {
    m->fence = m->fence ? 0 : c;
    m->is_quoted = m->fence && quoted;
    m->fenced = run;
    m->at = at + run;
    return false;
  }
  return !m->fence && markdown_definition(m, at, begin, end);
}

/* Whether the line at `at` ends the paragraph before it: a blank line, an item of a list, a heading, a
 * quotation or a fence. */
static bool markdown_interrupts(const struct markdown *m, size_t at)
{
  while (at < m->len && (m->data[at] == ' ' || m->data[at] == '\t'))
    at++;
  const char c = at < m->len ? m->data[at] : '\n', next = at + 1 < m->len ? m->data[at + 1] : '\n';
  if (c == '\n' || c == '\r' || c == '#' || c == '>')
    return true;
  if (c == '-' || c == '+' || c == '*')
    return next == ' ' || next == '\t';
  return (c == '`' || c == '~') && markdown_run(m, at, c) > 2;
}

/* Returns the end of code in backquotes, or of the backquotes if they start no code. */
static size_t markdown_code(const struct markdown *m, size_t at)
{
  const size_t run = markdown_run(m, at, '`'), bound = markdown_bound(m, at + run);
  for (size_t i = at + run; i < bound;) {
    if (m->data[i] == '\n' && markdown_interrupts(m, i + 1))
      break;
    const size_t next = markdown_run(m, i, '`');
    if (next == run)
      return i + next;
    i += next ? next : 1;
  }
  return at + run;
}

/* Reads at least one character at `at`. */
static bool markdown_step(struct markdown *m, size_t *begin, size_t *end)
{
  const char c = m->data[m->at];
  if (c == '\n') {
    m->begun = false;
  } else if (m->fence) {
    const char *feed = memchr(m->data + m->at, '\n', m->len - m->at);
    m->at = feed ? (size_t)(feed - m->data) : m->len;
    return false;
  } else if (c == '`') {
    m->at = markdown_code(m, m->at);
    return false;
  } else if (c == '<') {
    *begin = m->at;
    *end = markdown_html_end(m, m->at);
    m->is_html = *end > *begin;
    if (m->is_html && m->heading)
      markdown_see_tag(m, *begin, *end);
    if (m->is_html) {
      m->at = *end;
      return true;
    }
  } else if (c == '[') {
    m->open++;
  } else if (c == ']' && m->open) {
    m->open--;
    if (m->len - m->at > 2 && m->data[m->at + 1] == '(' && markdown_inline(m, m->at, begin, end))
      return true;
  } else if (c == '\\' && m->at + 1 < m->len && markdown_punctuation(m->data[m->at + 1]))
    m->at++;
  m->at++;
  return false;
}

bool markdown_next(struct markdown *m, size_t *begin, size_t *end)
{
  m->is_html = false;
  while (m->at < m->len && !m->ended) {
    if (!m->begun && markdown_line(m, begin, end))
      return true;
    if (m->at < m->len && markdown_step(m, begin, end))
      return true;
  }
  return false;
}

size_t markdown_unescape(const char *raw, size_t len, char *out)
{
  size_t n = 0;
  for (size_t i = 0; i < len; i++) {
    if (raw[i] == '\\' && i + 1 < len && markdown_punctuation(raw[i + 1]))
      i++;
    out[n++] = raw[i];
    if (raw[i] == '&' && len - i >= 5 && memcmp(raw + i, "&amp;", 5) == 0)
      i += 4;
  }
  return n;
}
