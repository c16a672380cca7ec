/* SPDX-License-Identifier: MIT */
/* Delimiters of an authority in brackets. Security reports write malicious references so, and hosts in
 * documentation of such reports. */
#include "find/defanged.h"

/* What closes the bracket, or 0. */
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
    if (uriel_find_same(view_of(at + 1, end), words[i]))
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
  bool literal = false; /* an IP literal is being read */
  for (; at - begin < FIND_FORM_MAX; at++) {
    while (at < t->end && byte_is(*at, BYTE_UNRESERVED))
      at++;
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
