/* SPDX-License-Identifier: MIT */
/* HTML in Markdown (CommonMark 0.31.2, 4.6 and 6.6). */
#include <string.h>
#include <strings.h>

#include "base/unicode.h"
#include "markdown.h"

/* The longest tag that is looked for within one that is not closed: without a limit, the total time
 * could be quadratic. */
enum { MARKDOWN_TAG_MAX = 2048 };

/* ---- Tags ------------------------------------------------------------------------------------- */

struct markdown_tag {
  const char *data;
  size_t at, end;
};

static bool markdown_is_named(char c)
{
  return markdown_is_letter(c) || markdown_is_digit(c) || c == '-';
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
  if (!markdown_is_letter(first) && first != '_' && first != ':')
    return false;
  while (tag->at < tag->end && (markdown_is_named(tag->data[tag->at]) || tag->data[tag->at] == '_' ||
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
  if (tag->at == tag->end || !markdown_is_letter(tag->data[tag->at]))
    return false;
  while (tag->at < tag->end && markdown_is_named(tag->data[tag->at]))
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

/* Returns the end of a comment, a processing instruction, a declaration or a CDATA section, or `at`. */
static size_t markdown_skipped(uriel_text t, size_t at, struct markdown_html *html)
{
  static const struct {
    const char *open, *close;
  } kinds[] = {{"<!--", "-->"}, {"<?", "?>"}, {"<![CDATA[", "]]>"}, {"<!", ">"}};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    const size_t open = strlen(kinds[i].open), close = strlen(kinds[i].close);
    if (t.len - at <= open || memcmp(t.ptr + at, kinds[i].open, open) != 0 || (html->without >> i & 1) ||
        (i == 3 && !markdown_is_letter(t.ptr[at + 2])))
      continue;
    /* "<!-->" and "<!--->" are comments, too. */
    const size_t from = at + (i == 0 ? 2 : open);
    const char *const end = memmem(t.ptr + from, t.len - from, kinds[i].close, close);
    if (end)
      return (size_t)(end - t.ptr) + close;
    html->without |= 1U << i;
  }
  return at;
}

size_t markdown_html_end(uriel_text t, size_t at, struct markdown_html *html, bool *is_tag)
{
  const size_t skipped = markdown_skipped(t, at, html);
  *is_tag = skipped == at;
  if (skipped > at)
    return skipped;
  const bool is_short = at < html->failed && t.len - at > MARKDOWN_TAG_MAX;
  struct markdown_tag tag = {t.ptr, at + 1, is_short ? at + MARKDOWN_TAG_MAX : t.len};
  if (markdown_tag_read(&tag))
    return tag.at;
  if (tag.at > html->failed)
    html->failed = tag.at;
  return at;
}

bool markdown_html_heading(struct markdown *m, size_t begin, size_t end)
{
  enum { MOST = 4096 };
  const char *const tag = m->text.ptr + begin;
  if (!m->has_headings || m->pass != MARKDOWN_REPORT || end - begin < 4 || (tag[1] | 32) != 'h' ||
      tag[2] < '1' || tag[2] > '6' || !memchr(" \t\r\n>", tag[3], 5))
    return true;
  const size_t from = markdown_place(m, end - 1) + 1, left = m->len - from < MOST ? m->len - from : MOST;
  const char close[] = {'<', '/', tag[1], tag[2]};
  const char *const found = memmem(m->data + from, left, close, sizeof close);
  const struct markdown_found heading = {.kind = MARKDOWN_HEADING,
                                         .text = {m->data + from, (size_t)(found - m->data) - from},
                                         .begin = markdown_place(m, begin),
                                         .end = (size_t)(found - m->data),
                                         .level = (unsigned)(tag[2] - '0'),
                                         .depth = m->containers.len};
  return !found || m->found(m->context, &heading);
}

/* ---- Blocks ----------------------------------------------------------------------------------- */

static const char *const markdown_raw[] = {"script", "style", "textarea", "pre"};

static const char *const markdown_blocks[] = {
    "address",  "article",  "aside",    "base",       "basefont", "blockquote", "body",   "caption",
    "center",   "col",      "colgroup", "dd",         "details",  "dialog",     "dir",    "div",
    "dl",       "dt",       "fieldset", "figcaption", "figure",   "footer",     "form",   "frame",
    "frameset", "h1",       "h2",       "h3",         "h4",       "h5",         "h6",     "head",
    "header",   "hr",       "html",     "iframe",     "legend",   "li",         "link",   "main",
    "menu",     "menuitem", "nav",      "noframes",   "ol",       "optgroup",   "option", "p",
    "param",    "search",   "section",  "summary",    "table",    "tbody",      "td",     "tfoot",
    "th",       "thead",    "title",    "tr",         "track",    "ul"};

/* Returns the number of the name in the list, from 1, that `text` is; 0 for none. */
static size_t markdown_name(const char *const *names, size_t count, const char *text, size_t len)
{
  for (size_t i = 0; i < count; i++)
    if (strncasecmp(names[i], text, len) == 0 && !names[i][len])
      return i + 1;
  return 0;
}

int markdown_html_start(const char *line, size_t len, bool in_paragraph)
{
  enum { RAW = 1, COMMENT, INSTRUCTION, DECLARATION, CDATA, BLOCK, OTHER };
  const char next = len > 1 ? line[1] : 0;
  const size_t begin = next == '/' ? 2 : 1;
  size_t end = begin;
  if (len > 3 && memcmp(line, "<!--", 4) == 0)
    return COMMENT;
  if (next == '?')
    return INSTRUCTION;
  if (len > 2 && next == '!' && markdown_is_letter(line[2]))
    return DECLARATION;
  if (len > 8 && memcmp(line, "<![CDATA[", 9) == 0)
    return CDATA;
  while (end < len && (markdown_is_letter(line[end]) || markdown_is_digit(line[end])))
    end++;
  const char after = end < len ? line[end] : '\n';
  const bool ends = ascii_space(after) || after == '\v' || after == '>';
  const bool closes = after == '/' && end + 1 < len && line[end + 1] == '>';
  if (begin == 1 && ends &&
      markdown_name(markdown_raw, sizeof markdown_raw / sizeof *markdown_raw, line + 1, end - 1))
    return RAW;
  if ((ends || closes) && end > begin &&
      markdown_name(markdown_blocks, sizeof markdown_blocks / sizeof *markdown_blocks, line + begin,
                    end - begin))
    return BLOCK;
  struct markdown_tag tag = {line, 1, len};
  if (in_paragraph || !markdown_tag_read(&tag))
    return 0;
  while (tag.at < len && ascii_space(line[tag.at]))
    tag.at++;
  return tag.at == len ? OTHER : 0;
}

bool markdown_html_ends(int number, const char *line, size_t len)
{
  static const char *const ends[] = {"-->", "?>", ">", "]]>"};
  if (number > 5 || !len)
    return false;
  if (number > 1)
    return memmem(line, len, ends[number - 2], strlen(ends[number - 2]));
  for (const char *at = line; (at = memmem(at, (size_t)(line + len - at), "</", 2)); at += 2)
    for (size_t i = 0; i < sizeof markdown_raw / sizeof *markdown_raw; i++) {
      const size_t n = strlen(markdown_raw[i]);
      if ((size_t)(line + len - at) > n + 2 && strncasecmp(at + 2, markdown_raw[i], n) == 0 &&
          at[n + 2] == '>')
        return true;
    }
  return false;
}

/* Returns the end of the element whose start tag is at [begin, at), if it is one whose content is text
 * without tags, and it is closed; otherwise `at`. */
static size_t markdown_raw_end(uriel_text t, size_t begin, size_t at, struct markdown_html *html)
{
  enum { WITHOUT_TAGS = 3 };
  for (size_t i = 0; i < WITHOUT_TAGS; i++) {
    const size_t n = strlen(markdown_raw[i]);
    if (t.len - begin <= n + 1 || strncasecmp(t.ptr + begin + 1, markdown_raw[i], n) != 0 ||
        markdown_is_named(t.ptr[begin + 1 + n]) || (html->without >> (8 + i) & 1))
      continue;
    for (size_t from = at; from < t.len;) {
      const char *const open = memmem(t.ptr + from, t.len - from, "</", 2);
      if (!open)
        break;
      from = (size_t)(open - t.ptr) + 2;
      if (t.len - from <= n || strncasecmp(t.ptr + from, markdown_raw[i], n) != 0 ||
          markdown_is_named(t.ptr[from + n]))
        continue;
      const char *const close = memchr(t.ptr + from, '>', t.len - from);
      if (!close)
        break;
      return (size_t)(close - t.ptr) + 1;
    }
    html->without |= 1U << (8 + i);
  }
  return at;
}

bool markdown_html_block(struct markdown *m)
{
  const uriel_text t = buffer_text(&m->text);
  struct markdown_html html = {.failed = 0};
  size_t from = 0;
  for (size_t at = 0; at < t.len;) {
    bool is_tag;
    const char *const open = memchr(t.ptr + at, '<', t.len - at);
    if (!open)
      break;
    const size_t begin = (size_t)(open - t.ptr), end = markdown_html_end(t, begin, &html, &is_tag);
    at = end > begin ? end : begin + 1;
    if (end == begin || !is_tag)
      continue;
    at = markdown_raw_end(t, begin, end, &html);
    if ((begin > from && !markdown_report(m, MARKDOWN_HTML, from, begin)) ||
        !markdown_html_heading(m, begin, end) || !markdown_report(m, MARKDOWN_TAG, begin, at))
      return false;
    from = at;
  }
  return markdown_report(m, MARKDOWN_HTML_END, from, t.len);
}
