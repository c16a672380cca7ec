/* SPDX-License-Identifier: MIT */
#include "excerpt.h"

#include <locale.h>
#include <string.h>
#include <wchar.h>

#include "base/escape.h"
#include "base/unicode.h"
#include "password.h"

enum { EXCERPT_BEFORE = 40, EXCERPT_DOTS = 3 };

/* One code point, or one bad sequence: how many bytes it is, and how many columns wide when shown. */
struct excerpt_unit {
  size_t size;
  size_t columns;
  bool escaped;
  bool blank; /* a space at the start or the end, which would be invisible */
};

/* A text, the place of the caret, and the bounds of the text without the spaces around it. */
struct excerpt {
  uriel_text text;
  size_t caret, begin, end;
};

void excerpt_start(void)
{
  static bool started;
  if (started)
    return;
  (void)setlocale(LC_CTYPE, "C.UTF-8");
  started = true;
}

static struct excerpt excerpt_of(uriel_text text, size_t caret)
{
  struct excerpt excerpt = {text, caret, 0, text.len};
  while (excerpt.begin < text.len && text.ptr[excerpt.begin] == ' ')
    excerpt.begin++;
  while (excerpt.end > excerpt.begin && text.ptr[excerpt.end - 1] == ' ')
    excerpt.end--;
  return excerpt;
}

/* The caret's character is always shown, also a mark that would combine with the one before it. */
static struct excerpt_unit excerpt_unit_at(const struct excerpt *excerpt, size_t at)
{
  uint32_t point;
  const size_t size = utf8_next(excerpt->text.ptr + at, excerpt->text.len - at, &point);
  const bool seen = utf8_is_safe(point) && utf8_is_seen(point);
  const int width = point < 0x80 ? 1 : wcwidth((wchar_t)point);
  if (seen && width != 0)
    return (struct excerpt_unit){size, width < 0 ? 1 : (size_t)width, false,
                                 at < excerpt->begin || at >= excerpt->end};
  if (!seen || at == excerpt->caret)
    return (struct excerpt_unit){size, 4 * size, true, false};
  return (struct excerpt_unit){size, 0, false, false};
}

/* The columns of bytes [from, to). */
static size_t excerpt_columns(const struct excerpt *excerpt, size_t from, size_t to)
{
  size_t columns = 0;
  while (from < to) {
    const struct excerpt_unit unit = excerpt_unit_at(excerpt, from);
    columns += unit.columns;
    from += unit.size;
  }
  return columns;
}

/* Where to begin, so that `offset` is at most EXCERPT_BEFORE columns in. */
static size_t excerpt_begin(const struct excerpt *excerpt)
{
  const uriel_text text = excerpt->text;
  const size_t offset = excerpt->caret;
  if (text.len <= EXCERPT_COLUMNS && excerpt_columns(excerpt, 0, text.len) <= EXCERPT_COLUMNS)
    return 0;
  size_t begin = offset > EXCERPT_BEFORE ? offset - EXCERPT_BEFORE : 0;
  while (begin > 0 && begin < offset && ((unsigned char)text.ptr[begin] & 0xC0) == 0x80)
    begin++;
  const size_t room = begin > 0 ? EXCERPT_BEFORE - EXCERPT_DOTS : EXCERPT_BEFORE;
  while (begin < offset && excerpt_columns(excerpt, begin, offset) > room)
    begin += excerpt_unit_at(excerpt, begin).size;
  return begin;
}

static void excerpt_put(uriel_text text, size_t at, struct excerpt_unit unit, struct buffer *out)
{
  if (unit.blank)
    buffer_append(out, "\xE2\x90\xA0", 3); /* U+2420, symbol for space */
  else if (unit.escaped)
    buffer_append_hex(out, text.ptr + at, unit.size);
  else
    buffer_append(out, text.ptr + at, unit.size);
}

/* Whether the text from `at` on fits into that many columns; reads only as far as needed. */
static bool excerpt_rest_fits(const struct excerpt *excerpt, size_t at, size_t room)
{
  size_t columns = 0;
  while (at < excerpt->text.len && columns <= room) {
    const struct excerpt_unit unit = excerpt_unit_at(excerpt, at);
    columns += unit.columns > 0 ? unit.columns : 1; /* bounds a long run of combining characters */
    at += unit.size;
  }
  return columns <= room;
}

/* The unit at `at` is shown at `columns`: marks at or after it move to that column or a later one. */
static void excerpt_move(struct excerpt_marks *columns_of, const struct excerpt_marks *marks, size_t at,
                         size_t columns)
{
  if (at <= marks->caret)
    columns_of->caret = columns;
  if (at <= marks->begin)
    columns_of->begin = columns;
  if (at <= marks->end)
    columns_of->end = columns;
}

struct excerpt_marks excerpt_make(uriel_text text, struct excerpt_marks marks, struct buffer *out)
{
  excerpt_start();
  out->len = 0;
  const struct excerpt excerpt = excerpt_of(text, marks.caret);
  size_t at = excerpt_begin(&excerpt);
  size_t columns = at > 0 ? EXCERPT_DOTS : 0;
  struct excerpt_marks shown = {columns, columns, columns};
  buffer_append(out, "...", columns);
  while (at < text.len) {
    const struct excerpt_unit unit = excerpt_unit_at(&excerpt, at);
    const size_t room = EXCERPT_COLUMNS - columns;
    if (unit.columns + EXCERPT_DOTS > room && !excerpt_rest_fits(&excerpt, at, room))
      break;
    excerpt_move(&shown, &marks, at, columns);
    excerpt_put(text, at, unit, out);
    columns += unit.columns;
    at += unit.size;
    if (out->len > (size_t)16 * EXCERPT_COLUMNS)
      break;
  }
  excerpt_move(&shown, &marks, at, columns);
  if (at < text.len)
    buffer_append(out, "...", EXCERPT_DOTS);
  return shown;
}

static const char password_stars[] = "****";
static const size_t password_stars_len = sizeof password_stars - 1;

/* Converts a place in the text to a place in the text with stars. */
static void password_move(struct password_span span, size_t *offset)
{
  if (*offset >= span.end)
    *offset = *offset - span.end + span.begin + password_stars_len;
  else if (*offset > span.begin)
    *offset = span.begin;
}

uriel_text excerpt_hide_password(uriel_text text, uriel_component within, struct excerpt_marks *marks,
                                 struct buffer *scratch)
{
  /* Only an "@" ends a password. */
  if (!text.ptr || (within != URIEL_USERINFO && !(text.len && memchr(text.ptr, '@', text.len))))
    return text;
  const struct password_span span = password_locate(text, within);
  if (span.begin == span.end)
    return text;
  buffer_put(scratch, text.ptr, span.begin);
  buffer_append(scratch, password_stars, password_stars_len);
  buffer_append(scratch, text.ptr + span.end, text.len - span.end);
  password_move(span, &marks->caret);
  password_move(span, &marks->begin);
  password_move(span, &marks->end);
  return (uriel_text){scratch->ptr, scratch->len};
}
