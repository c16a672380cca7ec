/* SPDX-License-Identifier: MIT */
#include "fragment.h"

#include <string.h>
#include <strings.h>

#include "base/escape.h"
#include "base/unicode.h"

/* ---- Extents ------------------------------------------------------------------------------------ */

/* Counts the characters of UTF-8 by their first bytes, and looks for malformed ones. */
static void extent_characters(struct extent *extent, const char *text, size_t len)
{
  uint32_t point;
  size_t at = 0;
  for (size_t i = 0; i < len; i++)
    extent->characters += ((unsigned char)text[i] & 0xC0) != 0x80;
  while (extent->tail_len && at < len) { /* complete the character that the last piece cut */
    extent->tail[extent->tail_len++] = text[at++];
    if (uriel_utf8_span(extent->tail, extent->tail_len) == extent->tail_len) {
      extent->tail_len = 0;
    } else if (extent->tail_len == 4) {
      extent->is_other = true;
      extent->tail_len = 0;
    }
  }
  at += uriel_utf8_span(text + at, len - at);
  if (at == len)
    return;
  extent->is_other |= len - at > 3 || utf8_next(text + at, len - at, &point) < len - at;
  if (!extent->is_other) {
    extent->tail_len = (unsigned char)(len - at);
    memcpy(extent->tail, text + at, len - at);
  }
}

static void extent_end_row(struct extent *extent)
{
  extent->rows++;
  if (extent->row_columns + 1 > extent->columns)
    extent->columns = extent->row_columns + 1;
  extent->row_columns = 0;
  extent->cell = EXTENT_START;
  extent->has_row = false;
}

/* A quotation mark opens a quotation at the start of a field (RFC 4180, 2); two in it are one. */
static void extent_cell(struct extent *extent, char byte)
{
  extent->has_row = true;
  if (extent->cell == EXTENT_QUOTED) {
    extent->cell = byte == '"' ? EXTENT_QUOTE : EXTENT_QUOTED;
  } else if (byte == ',') {
    extent->row_columns++;
    extent->cell = EXTENT_START;
  } else if (byte == '"' && extent->cell != EXTENT_BARE) {
    extent->cell = EXTENT_QUOTED;
  } else {
    extent->cell = EXTENT_BARE;
  }
}

static void extent_rows(struct extent *extent, const char *text, size_t len)
{
  for (size_t i = 0; i < len; i++) {
    const bool ends = text[i] == '\n' || text[i] == '\r';
    const bool joins = text[i] == '\n' && extent->after_return;
    extent->after_return = text[i] == '\r';
    if (joins)
      continue;
    if (!ends || extent->cell == EXTENT_QUOTED)
      extent_cell(extent, text[i]);
    else
      extent_end_row(extent);
  }
}

static void extent_lines(struct extent *extent, const char *text, size_t len)
{
  uint64_t ends = 0, joins = 0;
  char before = extent->after_return ? '\r' : ' ';
  for (size_t i = 0; i < len; i++) {
    ends += text[i] == '\n' || text[i] == '\r';
    joins += text[i] == '\n' && before == '\r';
    before = text[i];
  }
  extent->lines += ends - joins;
  extent->characters -= joins;
  extent->after_return = before == '\r';
  extent->has_line = len ? before != '\n' && before != '\r' : extent->has_line;
}

void extent_add(struct extent *extent, const char *text, size_t len)
{
  const size_t mark = extent->bytes ? 0 : text_mark(text, len);
  extent->bytes += len;
  if (extent->is_csv) {
    extent_rows(extent, text + mark, len - mark);
    return;
  }
  extent_characters(extent, text + mark, len - mark);
  extent_lines(extent, text + mark, len - mark);
}

void extent_end(struct extent *extent)
{
  extent->is_other |= extent->tail_len > 0;
  extent->lines += extent->has_line || !extent->lines;
  if (extent->has_row)
    extent_end_row(extent);
}

/* ---- Syntax ------------------------------------------------------------------------------------- */

struct fragment fragment_of(uriel_text text, bool is_csv)
{
  static const struct {
    const char *name;
    enum fragment_scheme scheme;
  } schemes[] = {{"char=", FRAGMENT_CHARACTERS},
                 {"line=", FRAGMENT_LINES},
                 {"row=", FRAGMENT_ROWS},
                 {"col=", FRAGMENT_COLUMNS},
                 {"cell=", FRAGMENT_CELLS}};
  struct fragment fragment = {.scheme = FRAGMENT_OTHER};
  for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++) {
    const size_t len = strlen(schemes[i].name);
    if (is_csv == (schemes[i].scheme >= FRAGMENT_ROWS) && text.len >= len &&
        memcmp(text.ptr, schemes[i].name, len) == 0)
      fragment = (struct fragment){schemes[i].scheme, {text.ptr + len, text.len - len}, {NULL, 0}};
  }
  const char *const checks = fragment.scheme && !is_csv && fragment.rest.len
                                 ? memchr(fragment.rest.ptr, ';', fragment.rest.len)
                                 : NULL;
  if (checks) {
    fragment.checks =
        (uriel_text){checks + 1, (size_t)(fragment.rest.ptr + fragment.rest.len - checks) - 1};
    fragment.rest.len = (size_t)(checks - fragment.rest.ptr);
  }
  return fragment;
}

/* Takes a number, or "*" where that is the last one; a number that is too large for any text is beyond
 * its end. */
static bool fragment_number(uriel_text *rest, const uint64_t *last, uint64_t *number)
{
  size_t len = 0;
  if (last && rest->len && *rest->ptr == '*') {
    *number = *last;
    *rest = (uriel_text){rest->ptr + 1, rest->len - 1};
    return true;
  }
  while (len < rest->len && rest->ptr[len] >= '0' && rest->ptr[len] <= '9')
    len++;
  if (len && !number_read((uriel_text){rest->ptr, len}, UINT64_MAX, number))
    *number = UINT64_MAX;
  *rest = (uriel_text){rest->ptr + len, rest->len - len};
  return len > 0;
}

static bool fragment_take(uriel_text *rest, char byte)
{
  const bool takes = rest->len && *rest->ptr == byte;
  *rest = (uriel_text){rest->ptr + takes, rest->len - takes};
  return takes;
}

/* ---- Selections --------------------------------------------------------------------------------- */

/* Reads "5", "5,", ",5" or "5,7" (RFC 5147, 3): a position, or a range. */
static bool fragment_text_range(uriel_text *rest, uint64_t size, struct fragment_selection *selection)
{
  struct fragment_range *const range = &selection->range;
  *range = (struct fragment_range){0, UINT64_MAX};
  const bool has_first = fragment_number(rest, NULL, &range->first);
  const bool is_range = fragment_take(rest, ',');
  const bool has_end = is_range && fragment_number(rest, NULL, &range->end);
  if (!is_range)
    range->end = range->first;
  /* Without its end, a range is to the end of the text (RFC 5147, 4.2), and may be a position there. */
  selection->is_empty = range->first > size || range->end < range->first ||
                        (has_end && range->first == size && range->end > size);
  range->end = range->end < size ? range->end : size;
  return has_first || has_end;
}

/* Makes a range of the numbers of its first and its last element (RFC 7111, 4.2). */
static struct fragment_range fragment_range(uint64_t first, uint64_t last, uint64_t size, bool *is_empty)
{
  *is_empty |= first == 0 || first > size || last < first;
  return (struct fragment_range){first - (first > 0), last < size ? last : size};
}

/* Reads "5" or "5-7", where "*" is the last one. */
static bool fragment_rows(uriel_text *rest, uint64_t size, struct fragment_selection *selection)
{
  uint64_t first, last;
  if (!fragment_number(rest, &size, &first))
    return false;
  last = first;
  const bool good = !fragment_take(rest, '-') || fragment_number(rest, &size, &last);
  selection->range = fragment_range(first, last, size, &selection->is_empty);
  return good;
}

/* Reads "4,1" or "4,1-6,2". */
static bool fragment_cells(uriel_text *rest, const struct extent *extent,
                           struct fragment_selection *selection)
{
  uint64_t first[2], last[2];
  const uint64_t size[2] = {extent->rows, extent->columns};
  if (!fragment_number(rest, &size[0], &first[0]) || !fragment_take(rest, ',') ||
      !fragment_number(rest, &size[1], &first[1]))
    return false;
  memcpy(last, first, sizeof last);
  const bool good = !fragment_take(rest, '-') ||
                    (fragment_number(rest, &size[0], &last[0]) && fragment_take(rest, ',') &&
                     fragment_number(rest, &size[1], &last[1]));
  selection->range = fragment_range(first[0], last[0], size[0], &selection->is_empty);
  selection->columns = fragment_range(first[1], last[1], size[1], &selection->is_empty);
  return good;
}

enum fragment_step fragment_next(struct fragment *fragment, const struct extent *extent,
                                 struct fragment_selection *selection)
{
  uriel_text *const rest = &fragment->rest;
  bool good = false;
  *selection = (struct fragment_selection){.is_empty = false};
  if (!rest->ptr)
    return FRAGMENT_END;
  switch (fragment->scheme) {
  case FRAGMENT_CHARACTERS:
    good = fragment_text_range(rest, extent->characters, selection);
    break;
  case FRAGMENT_LINES:
    good = fragment_text_range(rest, extent->lines, selection);
    break;
  case FRAGMENT_ROWS:
    good = fragment_rows(rest, extent->rows, selection);
    break;
  case FRAGMENT_COLUMNS:
    good = fragment_rows(rest, extent->columns, selection);
    break;
  case FRAGMENT_CELLS:
    good = fragment_cells(rest, extent, selection);
    break;
  case FRAGMENT_OTHER:
    break;
  }
  const bool more = good && fragment->scheme >= FRAGMENT_ROWS && fragment_take(rest, ';');
  good = good && (more || !rest->len);
  if (!more)
    rest->ptr = NULL;
  return good ? FRAGMENT_SELECTION : FRAGMENT_WRONG;
}

/* Whether a text has the length of the integrity checks that state one, in this encoding or in none (RFC
 * 5147, 3.1); unknown checks are ignored. `is_wrong`: one has a syntax error. */
static bool fragment_has_length(uriel_text checks, const struct extent *extent, bool *is_wrong)
{
  static const char length[] = "length=", md5[] = "md5=";
  enum { LENGTH = sizeof length - 1, MD5 = sizeof md5 - 1, DIGITS = 32 };
  bool has = true;
  for (uriel_text rest = checks; rest.ptr;) {
    const char *const end = memchr(rest.ptr, ';', rest.len);
    uriel_text check = {rest.ptr, end ? (size_t)(end - rest.ptr) : rest.len};
    rest = end ? (uriel_text){end + 1, rest.len - check.len - 1} : (uriel_text){NULL, 0};
    uint64_t stated = extent->characters;
    const bool is_length = check.len >= LENGTH && memcmp(check.ptr, length, LENGTH) == 0;
    const bool is_md5 = check.len >= MD5 && memcmp(check.ptr, md5, MD5) == 0;
    const size_t name = is_length ? LENGTH : is_md5 ? MD5 : check.len;
    check = (uriel_text){check.ptr + name, check.len - name};
    if (is_length)
      *is_wrong |= !fragment_number(&check, NULL, &stated);
    size_t digits = 0;
    while (is_md5 && digits < check.len && hex_value(check.ptr[digits]) >= 0)
      digits++;
    *is_wrong |= is_md5 && digits != DIGITS;
    check = (uriel_text){check.ptr + digits, check.len - digits};
    const bool has_charset = fragment_take(&check, ',');
    *is_wrong |= has_charset ? !check.len : check.len > 0;
    *is_wrong |= !is_length && !is_md5 && !name;
    const bool is_ours = !has_charset || (check.len == 5 && strncasecmp(check.ptr, "utf-8", 5) == 0);
    has &= !is_length || !is_ours || extent->is_other || stated == extent->characters;
  }
  return has;
}

enum fragment_answer fragment_ask(uriel_text text, bool is_csv, const struct extent *extent)
{
  struct fragment fragment = fragment_of(text, is_csv);
  struct fragment_selection selection;
  bool is_wrong = false, is_empty = false;
  if (fragment.scheme == FRAGMENT_OTHER || (fragment.scheme == FRAGMENT_CHARACTERS && extent->is_other))
    return FRAGMENT_UNKNOWN;
  for (;;) {
    const enum fragment_step step = fragment_next(&fragment, extent, &selection);
    if (step == FRAGMENT_END)
      break;
    is_wrong |= step == FRAGMENT_WRONG;
    is_empty |= selection.is_empty;
  }
  const bool has_length = fragment_has_length(fragment.checks, extent, &is_wrong);
  return is_wrong || is_empty || !has_length ? FRAGMENT_MISSING : FRAGMENT_FOUND;
}
