/* SPDX-License-Identifier: MIT */
/* Headings in Markdown (CommonMark 0.31, 4.2 and 4.3), also those of HTML. */
#include <string.h>
#include <strings.h>

#include "markdown.h"

static void markdown_tell_heading(struct markdown *m, size_t begin, size_t end)
{
  if (!m->ended)
    m->ended = !m->heading(m->context, begin, end);
}

static bool markdown_blank(char c)
{
  return c == ' ' || c == '\t' || c == '\r';
}

static size_t markdown_line_end(const struct markdown *m, size_t at)
{
  const char *const feed = at < m->len ? memchr(m->data + at, '\n', m->len - at) : NULL;
  size_t end = feed ? (size_t)(feed - m->data) : m->len;
  while (end > at && markdown_blank(m->data[end - 1]))
    end--;
  return end;
}

/* Returns the end of an ATX heading's text without the "#" that close it. */
static size_t markdown_without_closing(const struct markdown *m, size_t begin, size_t end)
{
  size_t at = end;
  while (at > begin && m->data[at - 1] == '#')
    at--;
  return at == begin || markdown_blank(m->data[at - 1]) ? at : end;
}

/* Whether the line is only "=" or only "-". */
static bool markdown_underlines(const struct markdown *m, size_t at, size_t end)
{
  const char c = m->data[at];
  if (c != '=' && c != '-')
    return false;
  while (at < end && m->data[at] == c)
    at++;
  return at == end;
}

/* Returns the text after the marker of a list's item. */
static size_t markdown_after_marker(const struct markdown *m, size_t at, size_t end)
{
  size_t digit = at;
  while (digit < end && digit - at < 9 && m->data[digit] >= '0' && m->data[digit] <= '9')
    digit++;
  const char *const marks = digit > at ? ".)" : "-+*";
  if (digit + 1 >= end || !memchr(marks, m->data[digit], strlen(marks)) ||
      !markdown_blank(m->data[digit + 1]))
    return at;
  for (digit++; digit < end && markdown_blank(m->data[digit]);)
    digit++;
  return digit;
}

/* Whether the line is a thematic break (4.1), if it is not an underline. */
static bool markdown_breaks(const struct markdown *m, size_t at, size_t end)
{
  const char c = m->data[at];
  size_t count = 0;
  if (c != '-' && c != '*' && c != '_')
    return false;
  for (; at < end && (m->data[at] == c || markdown_blank(m->data[at])); at++)
    count += m->data[at] == c;
  return at == end && count > 2;
}

/* Returns the end of the metadata that GitHub shows as a table. */
static size_t markdown_front(const struct markdown *m, size_t at)
{
  const char *const end = m->len - at > 4 && memcmp(m->data + at, "---\n", 4) == 0
                              ? memmem(m->data + at + 3, m->len - at - 3, "\n---\n", 5)
                              : NULL;
  return end ? (size_t)(end - m->data) + 5 : 0;
}

void markdown_see_heading(struct markdown *m, size_t at)
{
  size_t end = markdown_line_end(m, at), marks = 0;
  if (!m->front)
    m->front = 1 + markdown_front(m, at);
  if (at + 1 < m->front)
    return;
  if (at >= end) {
    m->paragraph = 0;
    return;
  }
  if (m->paragraph && markdown_underlines(m, at, end)) {
    const size_t begin = m->paragraph - 1;
    m->paragraph = 0;
    markdown_tell_heading(m, begin, at);
    return;
  }
  if (markdown_breaks(m, at, end)) {
    m->paragraph = 0;
    return;
  }
  const size_t text = markdown_after_marker(m, at, end);
  while (text + marks < end && m->data[text + marks] == '#')
    marks++;
  if (marks && marks < 7 && (text + marks == end || markdown_blank(m->data[text + marks]))) {
    m->paragraph = 0;
    markdown_tell_heading(m, text + marks, markdown_without_closing(m, text + marks, end));
  } else if (!m->paragraph || text > at)
    m->paragraph = text + 1;
}

void markdown_see_tag(struct markdown *m, size_t begin, size_t end)
{
  enum { MOST = 4096 };
  const size_t left = m->len - end < MOST ? m->len - end : MOST;
  if (end - begin < 4 || (m->data[begin + 1] | 32) != 'h' || m->data[begin + 2] < '1' ||
      m->data[begin + 2] > '6' || !memchr(" \t\r\n>", m->data[begin + 3], 5))
    return;
  const char close[] = {'<', '/', m->data[begin + 1], m->data[begin + 2]};
  const char *const found = memmem(m->data + end, left, close, sizeof close);
  if (found)
    markdown_tell_heading(m, end, (size_t)(found - m->data));
}
