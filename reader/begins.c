/* SPDX-License-Identifier: MIT */
/* Kinds of documents that begin with a line or field of their own. */
#include "begins.h"

#include <string.h>
#include <strings.h>

#include "base/unicode.h"
#include "listing.h"
#include "uriel_scheme.h"

#define BEGINS_LENGTH(array) (sizeof(array) / sizeof *(array))

struct kind_line {
  const char *ptr;
  size_t len;  /* without its line end */
  size_t name; /* the length of the name, if the line is a field */
};

/* Returns false at the end. Reads the line at `*at`, and moves `*at` to the next. */
static bool kind_line_next(const char *data, size_t len, size_t *at, struct kind_line *line)
{
  if (*at >= len)
    return false;
  line->ptr = data + *at;
  line->len = text_line(line->ptr, len - *at);
  *at += line->len;
  line->len -= line->ptr[line->len - 1] == '\n';
  if (line->len && line->ptr[line->len - 1] == '\r')
    line->len--;
  /* A field's name (RFC 5322, 2.2; RFC 1036): any printing characters except the colon. */
  line->name = 0;
  while (line->name < line->len && line->ptr[line->name] > ' ' && line->ptr[line->name] < 0x7f &&
         line->ptr[line->name] != ':')
    line->name++;
  if (line->name == line->len || line->ptr[line->name] != ':')
    line->name = 0;
  return true;
}

static bool kind_field_is(const struct kind_line *line, const char *const *names, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (text_is_word((uriel_text){line->ptr, line->name}, names[i]))
      return true;
  return false;
}

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
    is_sure |= kind_field_is(&line, sure, BEGINS_LENGTH(sure));
    has_author |= kind_field_is(&line, author, BEGINS_LENGTH(author));
    has_beside |= kind_field_is(&line, beside, BEGINS_LENGTH(beside));
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

/* Whether the text has a group of robots.txt (RFC 9309, 2.2). */
bool kind_is_robots(const char *data, size_t len)
{
  static const char *const agent[] = {"User-agent"};
  static const char *const rules[] = {"Allow", "Disallow", "Sitemap", "Crawl-delay"};
  bool has_agent = false;
  struct kind_line line;
  for (size_t at = 0; kind_line_next(data, len, &at, &line);) {
    if (!line.len || *line.ptr == '#')
      continue;
    if (has_agent && kind_field_is(&line, rules, BEGINS_LENGTH(rules)))
      return true;
    if (!kind_field_is(&line, agent, 1))
      return false;
    has_agent = true;
  }
  return false;
}

/* Whether the complete lines are the items of a gopher menu (RFC 1436): a type, a name, a selector, a
 * host and a port, and one of them is at gopher's port. */
bool kind_is_gopher(const char *data, size_t len)
{
  struct kind_line line;
  bool has_port = false;
  for (size_t at = 0; kind_line_next(data, len, &at, &line) && data[at - 1] == '\n';) {
    uriel_text rest = {line.ptr, line.len}, name, selector, host, port;
    uint64_t number;
    if (text_is_word(rest, "."))
      break;
    if (!line.len || (unsigned char)*line.ptr <= ' ' || !uriel_list_next(&rest, &name, '\t') ||
        !uriel_list_next(&rest, &selector, '\t') || !uriel_list_next(&rest, &host, '\t') ||
        !uriel_list_next(&rest, &port, '\t') || (!host.len && *line.ptr != 'i') ||
        memchr(host.ptr, ' ', host.len) || !number_read(port, 65535, &number))
      return false;
    has_port |= number == 70;
  }
  return has_port;
}

/* Whether the text begins with these tokens of JSON. */
static bool kind_has_tokens(const char *data, size_t len, const char *const *tokens, size_t count)
{
  size_t at = 0;
  for (size_t i = 0; i < count; i++) {
    const size_t n = strlen(tokens[i]);
    while (at < len && ascii_space(data[at]))
      at++;
    if (len - at < n || memcmp(data + at, tokens[i], n) != 0)
      return false;
    at += n;
  }
  return true;
}

/* Whether the text is an object of JSON whose first member is an array "linkset" (RFC 9264, 4.2.1). */
bool kind_is_linkset(const char *data, size_t len)
{
  static const char *const tokens[] = {"{", "\"linkset\"", ":", "["};
  return kind_has_tokens(data, len, tokens, BEGINS_LENGTH(tokens));
}

/* Whether the text is an object of JSON whose first member is the container or the envelope of a record
 * of a web archive, with a member of an envelope in the first bytes. */
bool kind_is_wat(const char *data, size_t len)
{
  static const char *const container[] = {"{", "\"Container\"", ":", "{"};
  static const char *const envelope[] = {"{", "\"Envelope\"", ":", "{"};
  static const char *const members[] = {"\"WARC-Header-Metadata\"", "\"ARC-Header-Metadata\"",
                                        "\"Payload-Metadata\""};
  const bool begins = kind_has_tokens(data, len, container, BEGINS_LENGTH(container)) ||
                      kind_has_tokens(data, len, envelope, BEGINS_LENGTH(envelope));
  for (size_t i = 0; begins && i < BEGINS_LENGTH(members); i++)
    if (memmem(data, len, members[i], strlen(members[i])))
      return true;
  return false;
}

/* Whether the complete lines are the lines of the listing of a folder. */
bool kind_is_listing(const char *data, size_t len)
{
  struct listing listing = {.form = LISTING_UNKNOWN};
  struct listing_entry entry;
  struct kind_line line;
  bool any = false;
  for (size_t at = 0; kind_line_next(data, len, &at, &line) && data[at - 1] == '\n';) {
    const enum listing_what what = listing_read(&listing, (uriel_text){line.ptr, line.len}, &entry);
    if (what == LISTING_WRONG)
      return false;
    any |= what == LISTING_ENTRY;
  }
  return any && listing.is_sure;
}

/* Whether the complete lines are overviews of news articles (RFC 3977, 8.3.2): a number, three texts,
 * and an identifier in "<" and ">". */
bool kind_is_overview(const char *data, size_t len)
{
  struct kind_line line;
  bool any = false;
  for (size_t at = 0; kind_line_next(data, len, &at, &line) && data[at - 1] == '\n';) {
    uriel_text rest = {line.ptr, line.len}, field = {line.ptr, 0};
    uint64_t number;
    if (text_is_word(rest, "."))
      break;
    for (unsigned i = 0; i < 5; i++)
      if (!uriel_list_next(&rest, &field, '\t') || (i == 0 && !number_read(field, UINT64_MAX, &number)))
        return false;
    if (field.len < 2 || *field.ptr != '<' || field.ptr[field.len - 1] != '>')
      return false;
    any = true;
  }
  return any;
}

/* Whether the first line is a link of Prospero, or an attribute of an object or link. */
bool kind_is_prospero(const char *data, size_t len)
{
  static const char *const links[] = {"FILE",     "DIRECTORY", "DIRECTORY+FILE", "OBJECT", "SYMBOLIC",
                                      "EXTERNAL", "NULL"};
  static const char *const natures[] = {"INTRINSIC", "FIELD", "APPLICATION"};
  uriel_text rest = {data, text_line(data, len)}, words[3];
  for (unsigned i = 0; i < 3; i++) {
    rest = text_trim(rest, " \t");
    words[i] = (uriel_text){rest.ptr, 0};
    while (words[i].len < rest.len && !ascii_space(rest.ptr[words[i].len]))
      words[i].len++;
    rest = (uriel_text){rest.ptr + words[i].len, rest.len - words[i].len};
  }
  const struct kind_line target = {words[2].ptr, words[2].len, words[2].len};
  if (text_is_word(words[0], "LINK"))
    return (text_is_word(words[1], "L") || text_is_word(words[1], "U")) &&
           kind_field_is(&target, links, BEGINS_LENGTH(links));
  return text_is_word(words[0], "ATTRIBUTE") &&
         (text_is_word(words[1], "OBJECT") || text_is_word(words[1], "LINK")) &&
         kind_field_is(&target, natures, BEGINS_LENGTH(natures));
}

/* Whether the data begins with the header of a message of WAIS, and the message is an answer to a
 * search.
 */
bool kind_is_wais(const char *data, size_t len)
{
  enum { HEADER = 25, TYPE = 2, ANSWER = 23 };
  uint64_t number;
  return len > HEADER + TYPE && number_read((uriel_text){data, 10}, UINT64_MAX, &number) &&
         (data[10] | 0x20) == 'z' && data[HEADER + TYPE] == ANSWER;
}
