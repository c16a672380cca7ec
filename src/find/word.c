/* SPDX-License-Identifier: MIT */
/* Unregistered words before "://", and the bracketed delimiters with which security reports disable
 * malicious references. */
#include "find/word.h"
#include "find/escape.h"

/* ---- Words ---------------------------------------------------------------------------------------- */

bool uriel_find_is_word(const char *begin, const char *colon)
{
  /* One letter names a drive. */
  return colon - begin >= 2 && byte_is(*begin, BYTE_ALPHA) &&
         byte_is(colon[-1], BYTE_ALPHA | BYTE_DIGIT);
}

bool uriel_find_word_begins(const char *low, const char *begin)
{
  uint32_t character = 0;
  if (begin == low)
    return true;
  if ((unsigned char)begin[-1] >= 0x80)
    return uriel_find_letter_before(low, begin, &character) == 0 || character >= FIND_UNSPACED;
  if (begin[-1] == '_')
    return begin - low < 2 || !byte_is(begin[-2], BYTE_ALPHA | BYTE_DIGIT);
  return !bytes_have("$%\\", (unsigned char)begin[-1]);
}

bool uriel_find_has_password(find_text *t, const char *at)
{
  const char *const end = find_past_user(t, at, FIND_FORM_MAX, true);
  return find_peek(t, at) == ':' && find_peek(t, end) == '@' && find_host_begins(find_peek(t, end + 1));
}

bool uriel_find_named_host(find_text *t, const char *at)
{
  const int byte = find_peek(t, at);
  switch (byte) {
  case '%':
    return find_is(find_peek(t, at + 1), BYTE_HEX) && find_is(find_peek(t, at + 2), BYTE_HEX);
  case '@':
    return find_host_begins(find_peek(t, at + 1));
  case ':':
    return uriel_find_has_password(t, at);
  default:
    return byte >= 0x80 || byte == '[' || byte == '_' || find_is(byte, BYTE_ALPHA | BYTE_DIGIT);
  }
}

const char *uriel_find_carried(find_text *t, const char *rest)
{
  const char *at = rest;
  while (at - rest < FIND_BEHIND) {
    const char *const word = at;
    at = find_past(t, at, FIND_BEHIND - (at - rest), BYTE_SCHEME);
    if (at == word || find_peek(t, at) != ':')
      return rest;
    at++;
    if (find_slashes(t, at) > 0)
      return at;
  }
  return rest;
}

/* ---- Defanged hosts ------------------------------------------------------------------------------- */

/* The closing bracket, or 0. */
static int find_closing(int open)
{
  return open == '[' ? ']' : open == '(' ? ')' : open == '{' ? '}' : 0;
}

size_t uriel_find_defanged(find_text *t, const char *at)
{
  static const char *const words[] = {".", ":", "@", "/", "dot", "at"};
  const int close = find_closing(find_peek(t, at));
  if (!close)
    return 0;
  const char *end = at + 1;
  while (end - at < 4 && find_peek(t, end) >= 0 && *end != close)
    end++;
  if (find_peek(t, end) != close)
    return 0;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (view_is(view_of(at + 1, end), words[i]))
      return (size_t)(end + 1 - at);
  return 0;
}

bool uriel_find_defanged_before(const char *low, const char *at)
{
  find_text before = {NULL, low, at, true, false};
  for (ptrdiff_t n = 3; n <= 5 && n <= at - low; n++)
    if (uriel_find_defanged(&before, at - n) == (size_t)n)
      return true;
  return false;
}

bool uriel_find_authority_defanged(find_text *t, const char *at, const find_opening *opening)
{
  const char *const begin = at;
  unsigned open = 0;    /* parentheses */
  bool literal = false; /* inside an IP literal */
  for (; at - begin < FIND_FORM_MAX; at++) {
    at = bytes_past(at, t->end, BYTE_UNRESERVED);
    const int byte = find_peek(t, at);
    if (find_closing(byte) && uriel_find_defanged(t, at) > 0)
      return true;
    if (byte == '\\')
      return find_peek(t, at + 1) == '.' && opening->close != ')';
    if (byte == '[' && !literal && (at == begin || at[-1] == '@'))
      literal = true;
    else if (byte == ']' && literal)
      literal = false;
    else if (byte == '(')
      open++;
    else if (byte == ')' && open > 0)
      open--;
    else if (byte == ')' || (byte < 0x80 && byte != '%' && byte != '@' && !find_is(byte, BYTE_USERINFO)))
      return false;
  }
  return false;
}
