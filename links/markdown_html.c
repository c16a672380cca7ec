/* SPDX-License-Identifier: MIT */
/* HTML in Markdown (CommonMark 0.31, 4.6 and 6.6). */
#include <string.h>
#include <strings.h>

#include "markdown.h"
#include "reader/unicode.h"

/* The longest tag that is looked for within one that is not closed: without a limit, the total time
 * could be quadratic. */
enum { MARKDOWN_TAG = 2048 };

struct markdown_tag {
  const char *data;
  size_t at, end;
};

static bool markdown_letter(char c)
{
  return (c | 32) >= 'a' && (c | 32) <= 'z';
}

static bool markdown_named(char c)
{
  return markdown_letter(c) || (c >= '0' && c <= '9') || c == '-';
}

/* Skips white space with at most one line break. Returns whether there is any. */
static bool markdown_tag_space(struct markdown_tag *tag)
{
  const size_t begin = tag->at;
  bool broken = false;
  for (; tag->at < tag->end && ascii_space(tag->data[tag->at]); tag->at++) {
    if (tag->data[tag->at] == '\n' && broken)
      break;
    broken |= tag->data[tag->at] == '\n';
  }
  return tag->at > begin;
}

/* Reads the value after "=". Returns false if it is malformed. */
static bool markdown_tag_value(struct markdown_tag *tag)
{
  markdown_tag_space(tag);
  if (tag->at == tag->end)
    return false;
  const char quote = tag->data[tag->at];
  if (quote == '"' || quote == '\'') {
    const char *const close = memchr(tag->data + tag->at + 1, quote, tag->end - tag->at - 1);
    tag->at = close ? (size_t)(close - tag->data) + 1 : tag->end;
    return close;
  }
  const size_t begin = tag->at;
  while (tag->at < tag->end && !ascii_space(tag->data[tag->at]) &&
         !memchr("\"'=<>`", tag->data[tag->at], 6))
    tag->at++;
  return tag->at > begin;
}

/* Reads an attribute's name, and its value. */
static bool markdown_tag_attribute(struct markdown_tag *tag)
{
  const char first = tag->at < tag->end ? tag->data[tag->at] : 0;
  if (!markdown_letter(first) && first != '_' && first != ':')
    return false;
  while (tag->at < tag->end && (markdown_named(tag->data[tag->at]) || tag->data[tag->at] == '_' ||
                                tag->data[tag->at] == ':' || tag->data[tag->at] == '.'))
    tag->at++;
  const size_t end = tag->at;
  markdown_tag_space(tag);
  if (tag->at == tag->end || tag->data[tag->at] != '=') {
    tag->at = end;
    return true;
  }
  tag->at++;
  return markdown_tag_value(tag);
}

/* Reads a tag after its "<". Returns false if it is malformed. */
static bool markdown_tag_read(struct markdown_tag *tag)
{
  const bool closes = tag->at < tag->end && tag->data[tag->at] == '/';
  tag->at += closes;
  if (tag->at == tag->end || !markdown_letter(tag->data[tag->at]))
    return false;
  while (tag->at < tag->end && markdown_named(tag->data[tag->at]))
    tag->at++;
  bool space = markdown_tag_space(tag);
  while (!closes && space && tag->at < tag->end && !memchr("/>", tag->data[tag->at], 2)) {
    if (!markdown_tag_attribute(tag))
      return false;
    space = markdown_tag_space(tag);
  }
  tag->at += !closes && tag->at < tag->end && tag->data[tag->at] == '/';
  return tag->at < tag->end && tag->data[tag->at++] == '>';
}

/* Returns the end of the element whose start tag ends at `at`, if its content is text without tags, and
 * it is closed; otherwise `at`. */
static size_t markdown_raw_end(struct markdown *m, size_t begin, size_t at)
{
  static const char *const names[] = {"script", "style", "textarea"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const size_t n = strlen(names[i]);
    if (strncasecmp(m->data + begin + 1, names[i], n) != 0 || markdown_named(m->data[begin + 1 + n]) ||
        (m->open_ended >> i & 1))
      continue;
    for (size_t from = at; from < m->len;) {
      const char *const open = memmem(m->data + from, m->len - from, "</", 2);
      if (!open)
        break;
      from = (size_t)(open - m->data) + 2;
      if (m->len - from <= n || strncasecmp(m->data + from, names[i], n) != 0 ||
          markdown_named(m->data[from + n]))
        continue;
      const char *const close = memchr(m->data + from, '>', m->len - from);
      if (!close)
        break;
      return (size_t)(close - m->data) + 1;
    }
    m->open_ended |= 1U << i;
  }
  return at;
}

/* Returns the end of a comment, a processing instruction, a declaration or a CDATA section, whose tags
 * do not count. */
static size_t markdown_skipped(struct markdown *m, size_t at)
{
  static const struct {
    const char *open, *close;
  } kinds[] = {{"<!--", "-->"}, {"<?", "?>"}, {"<![CDATA[", "]]>"}, {"<!", ">"}};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    const size_t open = strlen(kinds[i].open), close = strlen(kinds[i].close);
    if (m->len - at <= open || memcmp(m->data + at, kinds[i].open, open) != 0 ||
        (m->open_ended >> (8 + i) & 1) ||
        (open == 2 && m->data[at + 1] == '!' && !markdown_letter(m->data[at + 2])))
      continue;
    /* "<!-->" and "<!--->" are comments, too. */
    const size_t from = at + (i == 0 ? 2 : open);
    const char *const end = memmem(m->data + from, m->len - from, kinds[i].close, close);
    if (end)
      return (size_t)(end - m->data) + close;
    m->open_ended |= 1U << (8 + i);
  }
  return at;
}

size_t markdown_html_end(struct markdown *m, size_t at)
{
  if (at < m->without_tags || m->is_code)
    return at;
  const size_t skipped = markdown_skipped(m, at);
  if (skipped > at) {
    m->without_tags = skipped;
    return at;
  }
  const size_t bound = at < m->failed && m->len - at > MARKDOWN_TAG ? at + MARKDOWN_TAG : m->len;
  struct markdown_tag tag = {m->data, at + 1, bound};
  if (markdown_tag_read(&tag))
    return markdown_raw_end(m, at, tag.at);
  if (tag.at > m->failed)
    m->failed = tag.at;
  return at;
}

/* Returns the column of a line's first character that is not white space, and sets `*at` to it. */
static size_t markdown_indent(const struct markdown *m, size_t *at)
{
  size_t column = 0;
  for (; *at < m->len && (m->data[*at] == ' ' || m->data[*at] == '\t'); ++*at)
    column += m->data[*at] == '\t' ? 4 - column % 4 : 1;
  return column;
}

/* Returns the width of the marker of a list's item at `at` with the white space after it, or 0. */
static size_t markdown_marker(const struct markdown *m, size_t at)
{
  size_t end = at;
  while (end < m->len && end - at < 9 && m->data[end] >= '0' && m->data[end] <= '9')
    end++;
  const char *const marks = end > at ? ".)" : "-+*";
  if (end == m->len || !m->data[end] || !strchr(marks, m->data[end]))
    return 0;
  size_t rest = ++end;
  const size_t space = markdown_indent(m, &rest);
  if (space == 0 && rest < m->len && m->data[rest] != '\n' && m->data[rest] != '\r')
    return 0;
  return end - at + (space == 0 || space > 4 ? 1 : space);
}

void markdown_see_line(struct markdown *m, size_t at)
{
  enum { CODE = 4 };
  const bool first = at == 0;
  const size_t column = markdown_indent(m, &at);
  if (at == m->len || m->data[at] == '\n' || m->data[at] == '\r') {
    m->is_after_blank = true;
    return;
  }
  const bool after_blank = first || m->is_after_blank || m->is_code;
  if (column < m->item && after_blank)
    m->item = 0;
  m->is_code = after_blank && column >= m->item + CODE;
  const size_t marker = m->is_code ? 0 : markdown_marker(m, at);
  if (marker)
    m->item = column + marker;
  m->is_after_blank = false;
}
