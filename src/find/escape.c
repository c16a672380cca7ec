/* SPDX-License-Identifier: MIT */
/* Characters beyond ASCII, escapes within a reference, and references cleaned of both and of line
 * breaks. */
#include "find/escape.h"
#include "text/text.h"
#include "text/utf8.h"
#include "uriel_find.h"

/* ---- Characters ----------------------------------------------------------------------------------- */

typedef struct find_block {
  uint32_t first, last;
} find_block;

/* Sorted. Leaves out letters among marks: the joiners of U+200C, U+3005, ... */
static const find_block find_marks[] = {
    {0x0080, 0x00A1}, {0x00A7, 0x00A7},    {0x00AB, 0x00AB}, {0x00AD, 0x00AD}, {0x00B6, 0x00B7},
    {0x00BB, 0x00BB}, {0x00BF, 0x00BF},    {0x037E, 0x037E}, {0x0387, 0x0387}, {0x055A, 0x055F},
    {0x0589, 0x058A}, {0x05BE, 0x05BE},    {0x05C0, 0x05C0}, {0x05C3, 0x05C3}, {0x05F3, 0x05F4},
    {0x060C, 0x060D}, {0x061B, 0x061F},    {0x066A, 0x066D}, {0x06D4, 0x06D4}, {0x0964, 0x0965},
    {0x0E5A, 0x0E5B}, {0x0F0D, 0x0F14},    {0x1361, 0x1368}, {0x166E, 0x166E}, {0x1680, 0x1680},
    {0x17D4, 0x17DA}, {0x1800, 0x180A},    {0x2000, 0x200B}, {0x200E, 0x206F}, {0x2190, 0x21FF},
    {0x2300, 0x230F}, {0x2329, 0x232A},    {0x2500, 0x25FF}, {0x2768, 0x2775}, {0x27E6, 0x27EF},
    {0x2983, 0x2998}, {0x2E00, 0x2E7F},    {0x3000, 0x3004}, {0x3008, 0x3020}, {0x3030, 0x3030},
    {0x303D, 0x303F}, {0x30FB, 0x30FB},    {0xE000, 0xF8FF}, {0xFE10, 0xFE1F}, {0xFE30, 0xFE6F},
    {0xFEFF, 0xFEFF}, {0xFF00, 0xFF0F},    {0xFF1A, 0xFF20}, {0xFF3B, 0xFF40}, {0xFF5B, 0xFF65},
    {0xFFE0, 0xFFFF}, {0xE0000, 0x10FFFF},
};

bool uriel_find_is_mark(uint32_t character)
{
  size_t low = 0, high = sizeof find_marks / sizeof *find_marks;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (character > find_marks[middle].last)
      low = middle + 1;
    else
      high = middle;
  }
  return low < sizeof find_marks / sizeof *find_marks && character >= find_marks[low].first;
}

size_t uriel_find_letter(find_text *t, const char *at, uint32_t *character)
{
  if (t->end - at < 4)
    t->touched = true;
  const size_t n = uriel_utf8_character(at, t->end, character);
  return n > 1 && !uriel_find_is_mark(*character) ? n : 0;
}

size_t uriel_find_letter_before(const char *low, const char *at, uint32_t *character)
{
  const char *begin = at;
  while (begin > low && at - begin < 4) {
    begin--;
    if (((unsigned char)*begin & 0xC0) != 0x80)
      break;
  }
  const size_t n = uriel_utf8_character(begin, at, character);
  return n > 1 && n == (size_t)(at - begin) && !uriel_find_is_mark(*character) ? n : 0;
}

/* ---- Escapes -------------------------------------------------------------------------------------- */

enum { FIND_UNICODE = 6 }; /* "\u0026" */

/* The code unit of "\uXXXX" at `at`, or -1. */
static long find_code_unit(find_text *t, const char *at)
{
  uint32_t unit = 0;
  if (find_peek(t, at) != '\\' || find_peek(t, at + 1) != 'u')
    return -1;
  for (const char *digit = at + 2; digit < at + FIND_UNICODE; digit++) {
    if (!find_is(find_peek(t, digit), BYTE_HEX))
      return -1;
    (void)digits_add(&unit, 16, *digit, UINT16_MAX);
  }
  return (long)unit;
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
    const bool goes_on = n > 0 && uriel_find_iri_goes_on(t, at, character, s);
    s->flags |= goes_on ? URIEL_HIT_IRI : 0;
    return goes_on ? n : 0;
  }
  const char byte = (char)character;
  return byte != '\'' && (byte_is(byte, BYTE_QUERY) || byte == '%' || byte == '#') ? n : 0;
}

/* Escapes of two bytes: "\_" of TeX, Markdown and roff, "\-", "\&" and "\:" of roff, "\/" of JSON. */
static bool find_is_pair(find_text *t, const char *at, int next, const find_span *s)
{
  if (s->opening.close == '}')
    return bytes_have("%#_&~$", (unsigned)next);
  /* "\/" at the end of bare text comes from TeX */
  if (next == '/')
    return s->escaped || s->opening.mark == '"' || find_peek(t, at + 2) == '\\' ||
           uriel_find_goes_on(find_peek(t, at + 2));
  if (s->opening.close == ')') /* the bytes of URIs that Markdown escapes */
    return !find_is(next, BYTE_ALPHA | BYTE_DIGIT) &&
           (find_is(next, BYTE_QUERY) || bytes_have("%#[]", (unsigned)next));
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

/* ---- Cleaning ------------------------------------------------------------------------------------- */

/* Skips white space and, after a line break, the ">" of quoted mail. */
static const char *find_past_blanks(const char *at, const char *end, bool *line_break)
{
  while (at < end && (byte_is_blank(*at) || (*at == '>' && *line_break))) {
    *line_break = *line_break || *at == '\n' || *at == '\r';
    at++;
  }
  return at;
}

static void find_write(writer *w, char byte, unsigned options)
{
  if ((unsigned char)byte >= 0x80 && (options & URIEL_CLEAN_TO_URI))
    write_triplet(w, (unsigned char)byte);
  else
    write_byte(w, byte);
}

/* Writes the text of the escape at `at`. Returns the place after it. */
static const char *find_unescape(writer *w, const char *at, const char *end, const uriel_hit *hit,
                                 unsigned options)
{
  find_text rest = {NULL, at, end, true, false};
  uint32_t character = 0;
  const size_t n = uriel_find_unicode(&rest, at, &character);
  if (n > 0) {
    char bytes[4];
    const size_t len = uriel_utf8_write(bytes, character);
    for (size_t i = 0; i < len; i++)
      find_write(w, bytes[i], options);
    return at + n;
  }
  if (end - at < 2) {
    write_byte(w, '\\');
    return at + 1;
  }
  if (hit->delimiter == URIEL_DELIMITED_BRACKET || !find_is_nothing(at[1]))
    find_write(w, at[1], options);
  return at + 2;
}

size_t uriel_hit_clean(const char *text, const uriel_hit *hit, unsigned options, char *out,
                       size_t capacity)
{
  const bool none = hit->begin == hit->end;
  const char *at = none ? "" : text + hit->begin;
  const char *const end = none ? at : text + hit->end;
  writer w = writer_to(out, capacity);
  while (at < end) {
    const char byte = *at;
    bool line_break = false;
    if (byte == '\\') {
      at = find_unescape(&w, at, end, hit, options);
      continue;
    }
    if (byte_is_blank(byte))
      at = find_past_blanks(at, end, &line_break);
    else
      at++;
    if (byte_is_blank(byte))
      continue;
    if (byte == '-' && (options & URIEL_CLEAN_NO_HYPHEN) && at < end && byte_is_blank(*at)) {
      find_past_blanks(at, end, &line_break);
      if (line_break)
        continue;
    }
    find_write(&w, byte, options);
  }
  return w.len;
}
