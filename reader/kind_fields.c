/* SPDX-License-Identifier: MIT */
/* Documents that are recognised by their first lines. */
#include "kind_fields.h"

#include <string.h>
#include <strings.h>

struct kind_line {
  const char *ptr;
  size_t len;  /* without its line end */
  size_t name; /* the length of the name, if the line is a field */
};

/* Returns the length of a field's name (RFC 5322, 2.2; RFC 1036): any printing characters except the
 * colon. */
static size_t kind_field_name(const char *line, size_t len)
{
  size_t n = 0;
  while (n < len && line[n] > ' ' && line[n] < 0x7f && line[n] != ':')
    n++;
  return n < len && line[n] == ':' ? n : 0;
}

/* Returns false at the end. Reads the line at `*at`, and moves `*at` to the next. */
static bool kind_line_next(const char *data, size_t len, size_t *at, struct kind_line *line)
{
  if (*at >= len)
    return false;
  const char *begin = data + *at;
  const char *feed = memchr(begin, '\n', len - *at);
  line->ptr = begin;
  line->len = feed ? (size_t)(feed - begin) : len - *at;
  *at += line->len + (feed != NULL);
  if (line->len && line->ptr[line->len - 1] == '\r')
    line->len--;
  line->name = kind_field_name(line->ptr, line->len);
  return true;
}

static bool kind_field_is(const struct kind_line *line, const char *const *names, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    if (strlen(names[i]) == line->name && strncasecmp(line->ptr, names[i], line->name) == 0)
      return true;
  }
  return false;
}

#define KIND_COUNT(array) (sizeof(array) / sizeof *(array))

bool kind_begins_with_field(const char *data, size_t len)
{
  struct kind_line line;
  size_t at = 0;
  return kind_line_next(data, len, &at, &line) && line.name > 0;
}

/* Whether the document has fields that occur only in mail and news, or an author and fields that
 * occur next to it there. */
bool kind_is_message(const char *data, size_t len)
{
  static const char *const sure[] = {
      "Received",     "Return-Path",    "Delivered-To", "Message-ID",
      "MIME-Version", "DKIM-Signature", "Newsgroups",   "Snapshot-Content-Location",
      "Content-Base"};
  static const char *const author[] = {"From", "Sender"};
  static const char *const beside[] = {"Date", "Subject", "To", "Cc", "Reply-To", "Organization"};
  unsigned fields = 0;
  bool is_sure = false, has_author = false, has_beside = false;
  struct kind_line line;
  for (size_t at = 0; kind_line_next(data, len, &at, &line) && line.len;) {
    if (fields && (*line.ptr == ' ' || *line.ptr == '\t'))
      continue;
    if (!line.name)
      break;
    fields++;
    is_sure |= kind_field_is(&line, sure, KIND_COUNT(sure));
    has_author |= kind_field_is(&line, author, KIND_COUNT(author));
    has_beside |= kind_field_is(&line, beside, KIND_COUNT(beside));
  }
  return fields > 1 && (is_sure || (has_author && has_beside));
}

/* Whether the document is an mbox (RFC 4155): "From ", an address, a date; then the first field. */
bool kind_is_mbox(const char *data, size_t len)
{
  struct kind_line line;
  size_t at = 0;
  if (len < 5 || memcmp(data, "From ", 5) != 0 || !kind_line_next(data, len, &at, &line) ||
      !memchr(line.ptr, ':', line.len))
    return false;
  return kind_line_next(data, len, &at, &line) && (line.name || (line.len && *line.ptr == '>'));
}

/* Whether the first line is a status line: "HTTP/1.1 200". */
bool kind_is_http(const char *data, size_t len)
{
  size_t at = 6;
  if (len < 10 || memcmp(data, "HTTP/", 5) != 0 || data[5] < '1' || data[5] > '3')
    return false;
  if (data[at] == '.')
    at += 2;
  return data[at] == ' ' && data[at + 1] >= '1' && data[at + 1] <= '5';
}

bool kind_is_arc(const char *data, size_t len)
{
  static const char begin[] = "filedesc://";
  return len >= sizeof begin - 1 && memcmp(data, begin, sizeof begin - 1) == 0;
}

bool kind_is_warc(const char *data, size_t len)
{
  return len >= 8 && memcmp(data, "WARC/", 5) == 0 && data[6] == '.';
}

bool kind_is_robots(const char *data, size_t len)
{
  static const char *const agent[] = {"User-agent"};
  static const char *const rules[] = {"Allow", "Disallow", "Sitemap", "Crawl-delay"};
  bool has_agent = false;
  struct kind_line line;
  for (size_t at = 0; kind_line_next(data, len, &at, &line);) {
    if (!line.len || *line.ptr == '#')
      continue;
    if (has_agent && kind_field_is(&line, rules, KIND_COUNT(rules)))
      return true;
    if (!kind_field_is(&line, agent, 1))
      return false;
    has_agent = true;
  }
  return false;
}
