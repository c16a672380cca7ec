/* SPDX-License-Identifier: MIT */
#include "cut.h"

#include "base/unicode.h"

/* Returns the length of the line end at the start of the text, or 0: CR LF, LF or CR. */
static size_t cut_line_end(uriel_text text)
{
  if (!text.len || (*text.ptr != '\n' && *text.ptr != '\r'))
    return 0;
  return *text.ptr == '\r' && text.len > 1 && text.ptr[1] == '\n' ? 2 : 1;
}

static uriel_text cut_rest(uriel_text text, size_t at)
{
  return (uriel_text){text.ptr + at, text.len - at};
}

/* ---- Lines and characters ----------------------------------------------------------------------- */

/* Returns the end of the line or character at `at`; a line end is one character. */
static size_t cut_unit(uriel_text text, size_t at, bool is_line)
{
  uint32_t point;
  size_t end = cut_line_end(cut_rest(text, at));
  if (!is_line)
    return at + (end ? end : utf8_next(text.ptr + at, text.len - at, &point));
  for (; !end && at < text.len; at++)
    end = cut_line_end(cut_rest(text, at + 1));
  return at + end;
}

static void cut_range(uriel_text text, bool is_line, struct fragment_range range, struct buffer *out)
{
  size_t at = 0;
  for (uint64_t i = 0; at < text.len && i < range.end; i++) {
    const size_t end = cut_unit(text, at, is_line);
    if (i >= range.first)
      buffer_append(out, text.ptr + at, end - at);
    at = end;
  }
}

/* ---- Rows and columns ---------------------------------------------------------------------------- */

/* Returns the end of the field at `at` (RFC 4180, 2), as struct extent counts fields. */
static size_t cut_field(uriel_text text, size_t at)
{
  bool is_open = at < text.len && text.ptr[at] == '"';
  for (at += is_open; is_open && at < text.len; at++) {
    if (text.ptr[at] != '"')
      continue;
    is_open = at + 1 < text.len && text.ptr[at + 1] == '"';
    at += is_open; /* two are one */
  }
  while (at < text.len && text.ptr[at] != ',' && !cut_line_end(cut_rest(text, at)))
    at++;
  return at;
}

/* Appends the selected fields of the row at `at`, with its line end, if it has any. Returns its end. */
static size_t cut_row(uriel_text text, size_t at, bool is_selected, struct fragment_range columns,
                      struct buffer *out)
{
  bool has_any = false;
  for (uint64_t i = 0;; i++) {
    const size_t end = cut_field(text, at);
    if (is_selected && i >= columns.first && i < columns.end) {
      buffer_append(out, ",", has_any);
      buffer_append(out, text.ptr + at, end - at);
      has_any = true;
    }
    at = end;
    if (at == text.len || text.ptr[at] != ',')
      break;
    at++;
  }
  const size_t end = cut_line_end(cut_rest(text, at));
  buffer_append(out, text.ptr + at, has_any ? end : 0);
  return at + end;
}

static void cut_rows(uriel_text text, enum fragment_scheme scheme,
                     const struct fragment_selection *selection, struct buffer *out)
{
  const struct fragment_range all = {0, UINT64_MAX};
  const struct fragment_range rows = scheme == FRAGMENT_COLUMNS ? all : selection->range;
  const struct fragment_range columns = scheme == FRAGMENT_ROWS      ? all
                                        : scheme == FRAGMENT_COLUMNS ? selection->range
                                                                     : selection->columns;
  size_t at = 0;
  for (uint64_t i = 0; at < text.len && i < rows.end; i++)
    at = cut_row(text, at, i >= rows.first, columns, out);
}

/* ---- Texts --------------------------------------------------------------------------------------- */

enum fragment_answer cut_text(uriel_text text, bool is_csv, uriel_text fragment, struct buffer *out)
{
  struct extent extent = {.is_csv = is_csv};
  struct fragment read = fragment_of(fragment, is_csv);
  struct fragment_selection selection;
  const size_t begin = out->len;
  bool is_found = false;
  extent_add(&extent, text.ptr, text.len);
  extent_end(&extent);
  const enum fragment_answer answer = fragment_ask(fragment, is_csv, &extent);
  if (answer == FRAGMENT_UNKNOWN || (answer == FRAGMENT_MISSING && !is_csv))
    return answer;
  const uriel_text content = cut_rest(text, text_mark(text.ptr, text.len));
  for (;;) {
    const enum fragment_step step = fragment_next(&read, &extent, &selection);
    if (step == FRAGMENT_WRONG)
      out->len = begin;
    if (step != FRAGMENT_SELECTION)
      return step == FRAGMENT_END && is_found ? FRAGMENT_FOUND : FRAGMENT_MISSING;
    is_found |= !selection.is_empty;
    if (!selection.is_empty && is_csv)
      cut_rows(content, read.scheme, &selection, out);
    else if (!selection.is_empty)
      cut_range(content, read.scheme == FRAGMENT_LINES, selection.range, out);
  }
}
