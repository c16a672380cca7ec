/* SPDX-License-Identifier: MIT */
/* Escapes within a reference. Which "\" stand for a character of it depends on what opened it. */
#include "find/escape.h"

#include "find/character.h"
#include "find/form.h"
#include "uriel_find.h"

enum { FIND_UNICODE = 6 }; /* "\u0026" */

/* The code unit of "\uXXXX" at `at`, or -1. */
static long find_code_unit(find_text *t, const char *at)
{
  long unit = 0;
  if (find_peek(t, at) != '\\' || find_peek(t, at + 1) != 'u')
    return -1;
  for (const char *digit = at + 2; digit < at + FIND_UNICODE; digit++) {
    if (!find_is(find_peek(t, digit), BYTE_HEX))
      return -1;
    unit = unit << 4 | (long)hex_value(*digit);
  }
  return unit;
}

size_t uriel_find_unicode(find_text *t, const char *at, uint32_t *character)
{
  const long unit = find_code_unit(t, at);
  if (unit < 0 || (unit >= 0xDC00 && unit < 0xE000))
    return 0;
  *character = (uint32_t)unit;
  if (unit < 0xD800 || unit >= 0xE000)
    return FIND_UNICODE;
  const long low = find_code_unit(t, at + FIND_UNICODE);
  if (low < 0xDC00 || low >= 0xE000)
    return 0;
  *character = 0x10000 + (((uint32_t)unit & 0x3FF) << 10 | ((uint32_t)low & 0x3FF));
  return (size_t)2 * FIND_UNICODE;
}

/* "\u0026", "\u00e9" of JSON. */
static size_t find_json(find_text *t, const char *at, find_span *s)
{
  uint32_t character = 0;
  const size_t n = uriel_find_unicode(t, at, &character);
  if (n == 0 || character >= 0x80) {
    const bool goes_on = n > 0 && uriel_find_iri_goes_on(at, character, s);
    s->flags |= goes_on ? URIEL_HIT_IRI : 0;
    return goes_on ? n : 0;
  }
  const char byte = (char)character;
  return byte != '\'' && (byte_is(byte, BYTE_QUERY) || byte == '%' || byte == '#') ? n : 0;
}

/* What Markdown escapes, as far as URIs have it. */
static bool find_is_punctuation(int byte)
{
  return !find_is(byte, BYTE_ALPHA | BYTE_DIGIT) &&
         (find_is(byte, BYTE_QUERY) || byte == '%' || byte == '#' || byte == '[' || byte == ']');
}

/* Of two bytes: "\_" of TeX, Markdown and roff, "\-", "\&" and "\:" of roff, "\/" of JSON. */
static bool find_is_pair(find_text *t, const char *at, int next, const find_span *s)
{
  static const char tex[] = "%#_&~$";
  if (s->opening.close == '}')
    return next > 0 && memchr(tex, next, sizeof tex - 1);
  /* "\/" at the end of bare text is TeX's */
  if (next == '/')
    return s->escaped || s->opening.mark == '"' || find_peek(t, at + 2) == '\\' ||
           uriel_find_goes_on(find_peek(t, at + 2));
  if (s->opening.close == ')')
    return find_is_punctuation(next);
  return next == '_' || next == '-' || find_is_nothing(next);
}

size_t uriel_find_escape(find_text *t, const char *at, find_span *s)
{
  const int next = find_peek(t, at + 1);
  const size_t n = find_is_pair(t, at, next, s) ? 2 : next == 'u' ? find_json(t, at, s) : 0;
  if (n > 0)
    s->flags |= URIEL_HIT_ESCAPED;
  if (n > 0 && next == '/')
    s->authority = false;
  return n;
}
