/* SPDX-License-Identifier: MIT */
/* How the value of an attribute contains references. */
#include "html/value.h"

#include "html/character.h"
#include "text/bytes.h"
#include "text/utf8.h"

static size_t value_skip_space(uriel_text value, size_t at)
{
  while (at < value.len && html_space(value.ptr[at]))
    at++;
  return at;
}

/* Finds the next item of a list, separated by commas with white space around them, or by white space if
 * `comma` is 0. Empty items are ignored. */
static bool value_list_next(uriel_text value, char comma, size_t *from, size_t *begin, size_t *end)
{
  while (*from < value.len) {
    *begin = value_skip_space(value, *from);
    size_t at = *begin;
    while (at < value.len && !(comma ? value.ptr[at] == comma : html_space(value.ptr[at])))
      at++;
    *end = *begin + html_trim((uriel_text){value.ptr + *begin, at - *begin}).len;
    *from = at + 1;
    if (*end > *begin)
      return true;
  }
  return false;
}

/* HTML, "parsing a srcset attribute". */
static bool value_srcset_next(uriel_text value, size_t *from, size_t *begin, size_t *end)
{
  size_t at = *from;
  while (at < value.len && (html_space(value.ptr[at]) || value.ptr[at] == ','))
    at++;
  *begin = at;
  while (at < value.len && !html_space(value.ptr[at]))
    at++;
  for (*end = at; *end > *begin && value.ptr[*end - 1] == ',';)
    --*end;
  /* Without a comma, descriptors follow, up to a comma that is not in parentheses. */
  if (*end == at)
    for (bool inside = false; at < value.len && (inside || value.ptr[at] != ','); at++)
      inside = value.ptr[at] == '(' || (inside && value.ptr[at] != ')');
  *from = at;
  return *end > *begin;
}

/* Skips `url =`, if present. */
static size_t value_skip_url(uriel_text value, size_t at)
{
  if (value.len - at < 3 || !fold_equal(value.ptr + at, "url", 3))
    return at;
  const size_t equals = value_skip_space(value, at + 3);
  if (equals == value.len || value.ptr[equals] != '=')
    return at;
  return value_skip_space(value, equals + 1);
}

static bool value_is_mark(char c)
{
  return c == ';' || c == ',';
}

/* HTML, "shared declarative refresh steps": 5; url='...'. */
static bool value_refresh(uriel_text value, size_t *begin, size_t *end)
{
  const size_t time = value_skip_space(value, 0);
  size_t at = time;
  while (at < value.len && (byte_is(value.ptr[at], BYTE_DIGIT) || value.ptr[at] == '.'))
    at++;
  if (at == time || at == value.len || !(value_is_mark(value.ptr[at]) || html_space(value.ptr[at])))
    return false;
  at = value_skip_space(value, at);
  if (at < value.len && value_is_mark(value.ptr[at]))
    at = value_skip_space(value, at + 1);
  if (at == value.len)
    return false;
  *begin = value_skip_url(value, at);
  *end = value.len;
  if (*begin < *end && (value.ptr[*begin] == '"' || value.ptr[*begin] == '\'')) {
    const char *const open = value.ptr + *begin;
    const char *const quote = memchr(open + 1, *open, *end - *begin - 1);
    ++*begin;
    *end = quote ? (size_t)(quote - value.ptr) : *end;
  }
  return true;
}

bool uriel_html_value_next(enum html_form form, uriel_text value, size_t *from, size_t *begin,
                           size_t *end)
{
  const bool first = *from == 0;
  switch (form) {
  case HTML_FORM_SPACES:
    return value_list_next(value, 0, from, begin, end);
  case HTML_FORM_COMMAS:
    return value_list_next(value, ',', from, begin, end);
  case HTML_FORM_SRCSET:
    return value_srcset_next(value, from, begin, end);
  case HTML_FORM_REFRESH:
    *from = SIZE_MAX;
    return first && value_refresh(value, begin, end);
  case HTML_FORM_CSS:
  case HTML_FORM_ONE:
    break;
  }
  *from = SIZE_MAX;
  *begin = 0;
  *end = value.len;
  return first;
}

size_t uriel_html_cut(const char *text, size_t len)
{
  uint32_t character;
  size_t n = 1;
  while (n < 3 && n < len && ((unsigned char)text[len - n] & 0xC0) == 0x80)
    n++;
  if (len == 0)
    return 0;
  const char lead = text[len - n];
  char whole[] = {lead, (char)(lead == '\xE0' ? 0xA0 : lead == '\xF0' ? 0x90 : 0x80), '\x80', '\x80'};
  memcpy(whole, text + len - n, n);
  return uriel_utf8_character(whole, whole + sizeof whole, &character) > n ? n : 0;
}

size_t uriel_html_clean(const char *text, size_t len, char *out)
{
  size_t n = 0;
  const uriel_text trimmed = html_trim((uriel_text){text, len});
  for (size_t at = 0; at < trimmed.len; at++) {
    size_t cut = 0;
    if (trimmed.ptr[at] != '\t' && trimmed.ptr[at] != '\n' && trimmed.ptr[at] != '\r')
      out[n++] = trimmed.ptr[at];
    else if ((cut = uriel_html_cut(out, n)) > 0) {
      n -= cut - 1;
      out[n - 1] = HTML_MALFORMED;
    }
  }
  return n;
}

/* ---- Places ----------------------------------------------------------------------------------- */

/* Returns the bytes of the character at `raw`, and the length of its UTF-8. An invalid sequence may have
 * bytes that are decoded to nothing. */
static size_t value_character(const struct html_map *map, size_t *size)
{
  const uriel_text raw = {map->raw.ptr + map->raw_at, map->raw.len - map->raw_at};
  const uriel_text value = {map->value.ptr + map->value_at, map->value.len - map->value_at};
  char out[16];
  for (size_t n = 1; n <= 4 && n <= raw.len; n++) {
    *size = map->decoder(map->context, raw.ptr, n, out, sizeof out);
    if (*size && *size <= sizeof out && *size <= value.len && memcmp(out, value.ptr, *size) == 0)
      return n;
  }
  *size = 0;
  return 1;
}

/* Moves the place by one character, or character reference. */
static void value_step(struct html_map *map)
{
  const char *const at = map->raw.ptr + map->raw_at;
  const size_t left = map->raw.len - map->raw_at;
  char out[8];
  size_t n = 0, size = 1;
  if ((unsigned char)*at >= 0x80 && map->decoder)
    n = value_character(map, &size);
  else if (!map->verbatim)
    n = uriel_html_character_special(at, left, !map->text, out, &size);
  map->raw_at += n ? n : 1;
  map->value_at += n ? size : 1;
}

size_t uriel_html_map_to(struct html_map *map, size_t at)
{
  if (map->raw.ptr == map->value.ptr)
    return at;
  while (map->value_at < at && map->raw_at < map->raw.len)
    value_step(map);
  return map->raw_at;
}
