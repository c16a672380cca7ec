/* SPDX-License-Identifier: MIT */
/* References of a text/uri-list: one URI a line (RFC 2483, 5). */
#include "lines.h"

#include "base/unicode.h"

/* The first comment names the resource that the list belongs to. */
static bool list_comment(struct lines *lines)
{
  const uriel_text comment = {lines->text.ptr + 1, lines->text.len - 1};
  const uriel_text text = text_trim(comment, ASCII_SPACES);
  uriel_ref ref;
  if (lines->place.line > 1 || lines->is_cut || !text_scheme(text) ||
      !uriel_parse(&ref, text.ptr, text.len, NULL))
    return true;
  return lines_reference(lines, text, (struct links_reference){.cleaned = text, .identifies = true});
}

bool read_uri_list(struct entity *entity)
{
  struct lines lines = lines_of(entity);
  while (lines_next(&lines)) {
    const uriel_text text = lines.text;
    if (text.len && *text.ptr == '#')
      list_comment(&lines);
    else if (lines.is_cut)
      lines_too_long(&lines);
    else if (text.len && !text_scheme(text))
      lines_malformed(&lines,
                      "a line of a list of URIs is a URI, which begins with a scheme, or a comment,"
                      " which begins with \"#\"");
    else if (text.len)
      lines_reference(&lines, text, (struct links_reference){.cleaned = text});
  }
  return lines.goes_on;
}
