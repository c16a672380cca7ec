/* SPDX-License-Identifier: MIT */
/* Character references (HTML, 13.2.5.72 to .80), and the values that have them. */
#include "html/character.h"

#include "encoding/encoding.h"
#include "text/text.h"
#include "text/utf8.h"

#include "html/character_table.h"

_Static_assert(CHARACTER_LONGEST + 2 == CHARACTER_REFERENCE_MAX, "the table's longest name");

/* ---- Numeric ---------------------------------------------------------------------------------- */

/* 13.2.5.80: numbers that stand for other characters. */
static uint32_t character_of(uint32_t number)
{
  if (number >= 0x80 && number < 0xA0)
    return uriel_encoding_windows_1252[number - 0x80];
  const bool surrogate = number >= 0xD800 && number < 0xE000;
  return number == 0 || number > 0x10FFFF || surrogate ? 0xFFFD : number;
}

/* Reads what follows "&#". */
static const char *character_number(const char *at, const char *end, uint32_t *number)
{
  const bool hex = at < end && (*at == 'x' || *at == 'X');
  const unsigned digits = hex ? BYTE_HEX : BYTE_DIGIT;
  at += hex;
  if (at == end || !byte_is(*at, digits))
    return NULL;
  *number = digits_read(&at, end, hex ? 16 : 10, 0x10FFFF);
  for (; at < end && byte_is(*at, digits); at++)
    *number = 0x110000;
  return at < end && *at == ';' ? at + 1 : at;
}

/* ---- Named ------------------------------------------------------------------------------------ */

static size_t character_name_len(unsigned number)
{
  return (size_t)(character_begins[number + 1] >> 1) - (character_begins[number] >> 1);
}

/* The first name in [low, high), which share the bytes before `place`, with at least `byte` there. */
static unsigned character_bound(unsigned low, unsigned high, size_t place, unsigned byte)
{
  while (low < high) {
    const unsigned middle = (low + high) / 2;
    /* After the end of a name comes 0, which is below any byte. */
    const bool inside = place < character_name_len(middle);
    if ((inside ? character_names[(character_begins[middle] >> 1) + place] : 0) < byte)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static const char *character_copy(unsigned number, const char *end, char out[8], size_t *out_len)
{
  *out_len = (size_t)character_values[number + 1] - character_values[number];
  memcpy(out, character_texts + character_values[number], *out_len);
  return end;
}

/* Reads the longest name at `at`. The names that begin with the bytes so far are neighbours. */
static const char *character_named(const char *at, const char *end, char out[8], size_t *out_len)
{
  if (at == end || !byte_is(*at, BYTE_ALPHA))
    return NULL;
  const unsigned first = (unsigned)(byte_is(*at, BYTE_UPPER) ? *at - 'A' : *at - 'a' + 26);
  unsigned low = character_firsts[first]; /* NOLINT: letters only, which the analyzer cannot see */
  unsigned high = character_firsts[first + 1];
  const char *longest = NULL;
  for (size_t len = 1; low < high; len++) {
    const bool whole = character_name_len(low) == len;
    if (whole && at + len < end && at[len] == ';')
      return character_copy(low, at + len + 1, out, out_len);
    if (whole && character_begins[low] & 1)
      longest = character_copy(low, at + len, out, out_len);
    if (at + len == end)
      break;
    const unsigned byte = (unsigned char)at[len];
    low = character_bound(low, high, len, byte);
    high = character_bound(low, high, len, byte + 1);
  }
  return longest;
}

size_t uriel_html_character_reference(const char *text, size_t len, bool attribute, char out[8],
                                      size_t *out_len)
{
  const char *const end = text + len;
  if (len > 1 && text[1] == '#') {
    uint32_t number;
    const char *const after = character_number(text + 2, end, &number);
    if (after)
      *out_len = uriel_utf8_write(out, character_of(number));
    return after ? (size_t)(after - text) : 0;
  }
  const char *const after = character_named(text + 1, end, out, out_len);
  if (!after)
    return 0;
  /* 13.2.5.73: "&copy=1" in a URL is not a reference. */
  if (attribute && after[-1] != ';' && after < end &&
      (*after == '=' || byte_is(*after, BYTE_ALPHA | BYTE_DIGIT)))
    return 0;
  return (size_t)(after - text);
}

/* ---- Values ----------------------------------------------------------------------------------- */

size_t uriel_html_character_special(const char *at, size_t len, bool attribute, char to[8],
                                    size_t *to_len)
{
  switch (*at) {
  case '&':
    return uriel_html_character_reference(at, len, attribute, to, to_len);
  case '\r':
    *to_len = 1;
    to[0] = '\n';
    return len > 1 && at[1] == '\n' ? 2 : 1;
  case '\0':
    *to_len = uriel_utf8_write(to, 0xFFFD);
    return 1;
  default:
    return 0;
  }
}

size_t uriel_html_decode_value(const char *raw, size_t len, bool attribute, uriel_html_decoder *decoder,
                               void *context, char *out, size_t capacity)
{
  writer w = writer_to(out, capacity);
  const char *at = len ? raw : "", *run = at; /* where the bytes that are not yet written begin */
  const char *const end = at + len;
  for (;; at++) {
    char to[8];
    size_t to_len = 0;
    const size_t special =
        at < end ? uriel_html_character_special(at, (size_t)(end - at), attribute, to, &to_len) : 0;
    if (special == 0 && at < end)
      continue;
    const bool fits = w.len < w.capacity;
    if (!decoder)
      write_view(&w, view_of(run, at));
    else if (run < at)
      w.len = size_add(w.len, decoder(context, run, (size_t)(at - run), fits ? w.out + w.len : NULL,
                                      fits ? w.capacity - w.len : 0));
    if (at == end)
      return w.len;
    uriel_write_bytes(&w, to, to_len);
    at += special - 1;
    run = at + 1;
  }
}

size_t uriel_html_decode(const char *text, size_t len, bool attribute, char *out, size_t capacity)
{
  return uriel_html_decode_value(text, len, attribute, NULL, NULL, out, capacity);
}
