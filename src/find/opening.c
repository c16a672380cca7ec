/* SPDX-License-Identifier: MIT */
/* What stands before a reference: "<", "<URL:", a quote, what markup opens with, an escape. */
#include "find/span.h"

enum { FIND_OPENING_BLANKS = 8 };

/* "<" or "<URL:", blanks behind it. */
static uriel_delimiter find_angle(const char *low, const char *begin)
{
  const char *at = begin;
  while (at > low && begin - at < FIND_OPENING_BLANKS && find_blank(at[-1]))
    at--;
  if (at > low && at[-1] == '<')
    return URIEL_DELIMITED_ANGLE;
  if (at - low >= 5 && at[-5] == '<' && uriel_find_same(view_of(at - 4, at), "url:"))
    return URIEL_DELIMITED_LABEL;
  return URIEL_DELIMITED_BARE;
}

/* "\url{", "\href{": the "{" behind a command of TeX. */
static bool find_is_command(const char *low, const char *brace)
{
  const char *at = brace;
  while (at > low && byte_is(at[-1], BYTE_ALPHA))
    at--;
  return at < brace && at > low && at[-1] == '\\';
}

find_opening uriel_find_opening(const char *low, const char *begin)
{
  find_opening opening = {URIEL_DELIMITED_BARE, 0, begin > low ? begin[-1] : 0};
  const uriel_delimiter angle = find_angle(low, begin);
  if (angle != URIEL_DELIMITED_BARE)
    return (find_opening){angle, '>', opening.mark};
  if (opening.mark == '"' && !(begin - low >= 2 && begin[-2] == '\\'))
    return (find_opening){URIEL_DELIMITED_QUOTE, '"', '"'};
  const bool link = opening.mark == '(' && begin - low >= 2 && begin[-2] == ']';
  const bool command = opening.mark == '{' && find_is_command(low, begin - 1);
  if (link || command) {
    opening.delimiter = URIEL_DELIMITED_BRACKET;
    opening.close = link ? ')' : '}';
  }
  return opening;
}

const char *uriel_find_past_escape(const char *low, const char *begin, const char *end)
{
  static const char letters[] = "abfnrtv";
  const char *at = begin;
  if (at == low || at == end)
    return NULL;
  if (at[-1] == '\\' && memchr(letters, *at, sizeof letters - 1))
    return at + 1 < end ? at + 1 : NULL;
  while (at > low && (byte_is(at[-1], BYTE_DIGIT) || at[-1] == ';'))
    at--;
  if (at - low < 2 || at[-1] != '[' || at[-2] != 0x1B)
    return NULL;
  for (at = begin; at < end && byte_is(*at, BYTE_DIGIT);)
    at++;
  return end - at > 1 ? at + 1 : NULL;
}
