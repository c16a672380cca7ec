/* SPDX-License-Identifier: MIT */
/* What makes a reference of a word that is no registered scheme, "://" and a host. */
#include "find/word.h"

#include "find/character.h"

bool uriel_find_is_word(const char *begin, const char *colon)
{
  /* One letter names a drive. */
  return colon - begin >= 2 && byte_is(*begin, BYTE_ALPHA) &&
         byte_is(colon[-1], BYTE_ALPHA | BYTE_DIGIT);
}

bool uriel_find_word_begins(const char *low, const char *begin)
{
  static const char marks[] = "$%\\";
  uint32_t character = 0;
  if (begin == low)
    return true;
  if ((unsigned char)begin[-1] >= 0x80)
    return uriel_find_letter_before(low, begin, &character) == 0 || character >= FIND_UNSPACED;
  if (begin[-1] == '_')
    return begin - low < 2 || !byte_is(begin[-2], BYTE_ALPHA | BYTE_DIGIT);
  return !memchr(marks, begin[-1], sizeof marks - 1);
}

bool uriel_find_has_password(find_text *t, const char *at)
{
  const char *const begin = at;
  while (at - begin < FIND_FORM_MAX && (find_is(find_peek(t, at), BYTE_USERINFO) ||
                                        find_peek(t, at) == '%' || find_peek(t, at) >= 0x80))
    at++;
  return find_peek(t, begin) == ':' && find_peek(t, at) == '@' && find_host_begins(find_peek(t, at + 1));
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
    while (at - rest < FIND_BEHIND && find_is(find_peek(t, at), BYTE_SCHEME))
      at++;
    if (at == word || find_peek(t, at) != ':')
      return rest;
    at++;
    if (find_slashes(t, at) > 0)
      return at;
  }
  return rest;
}
