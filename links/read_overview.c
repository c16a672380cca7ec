/* SPDX-License-Identifier: MIT */
/* References of an overview of news articles, one a line (RFC 3977, 8.3.2; RFC 2980, 2.8). */
#include <string.h>

#include "base/unicode.h"
#include "header.h"
#include "lines.h"
#include "uriel_scheme.h"

static bool overview_found(void *context, struct links_reference *item)
{
  item->identifies = false; /* the overview is not the article */
  return lines_reference(context, item->raw, *item);
}

static bool overview_malformed(void *context, const char *name, uriel_text where)
{
  struct lines *const lines = context;
  lines->goes_on = entity_error(lines->entity, "line-malformed",
                                lines->place.offset + (uint64_t)(where.ptr - lines->text.ptr), where.len,
                                "line %llu: %s is not as its document prescribes",
                                (unsigned long long)lines->place.line, name);
  return lines->goes_on;
}

/* Further fields are whole headers: "Xref: ...". */
static bool overview_further(struct lines *lines, uriel_text field, const struct header_sink *sink)
{
  enum { NAME = 128 };
  const char *const colon = field.len ? memchr(field.ptr, ':', field.len) : NULL;
  const size_t len = colon ? (size_t)(colon - field.ptr) : 0;
  char name[NAME];
  if (!len || len >= NAME)
    return true; /* empty, or metadata (":bytes 5") */
  memcpy(name, field.ptr, len);
  name[len] = 0;
  lines->goes_on = header_references(lines->entity, name,
                                     text_trim((uriel_text){colon + 1, field.len - len - 1}, " "),
                                     HEADER_OF_NEWS, sink);
  return lines->goes_on;
}

static void overview_line(struct lines *lines)
{
  enum { NUMBER, SUBJECT, ID = 4, REFERENCES, COUNTS };
  static const char *const names[COUNTS] = {
      [SUBJECT] = "Subject", [ID] = "Message-ID", [REFERENCES] = "References"};
  const struct header_sink sink = {lines, overview_found, overview_malformed};
  uriel_text rest = lines->text, field;
  unsigned i = 0;
  for (uint64_t number; uriel_list_next(&rest, &field, '\t') && lines->goes_on; i++) {
    if (i == NUMBER && !number_read(field, UINT64_MAX, &number))
      break;
    if (i == ID && !field.len)
      overview_malformed(lines, names[i], field);
    else if (i < COUNTS && names[i])
      lines->goes_on = header_references(lines->entity, names[i], field, HEADER_OF_NEWS, &sink);
    else if (i > COUNTS + 1)
      overview_further(lines, field, &sink);
  }
  if (lines->goes_on && i <= ID)
    lines_malformed(lines, "the overview of an article has a number, and the subject, author, date and"
                           " identifier of the article, separated by tabs");
}

bool read_overview(struct entity *entity)
{
  struct lines lines = lines_of(entity);
  while (lines_next(&lines)) {
    if (lines.is_cut)
      lines_too_long(&lines);
    else if (text_is_word(lines.text, "."))
      break;
    else if (lines.text.len)
      overview_line(&lines);
  }
  if (lines.goes_on && lines_next(&lines))
    lines_malformed(&lines, "the overview has ended with \".\" before this line, which is not read");
  return lines.goes_on;
}
