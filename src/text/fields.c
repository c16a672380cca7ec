/* SPDX-License-Identifier: MIT */
/* Reading files of fields. */
#include "text/fields.h"

static bool field_is_blank(char byte)
{
  return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n';
}

static uriel_text field_trimmed(const char *begin, const char *end)
{
  while (begin < end && field_is_blank(*begin))
    begin++;
  while (begin < end && field_is_blank(end[-1]))
    end--;
  return view_of(begin, end);
}

/* The end of the line, after its line feed. */
static const char *field_line_end(const char *at, const char *end)
{
  at = view_find(at, end, '\n');
  return at < end ? at + 1 : end;
}

bool uriel_field_next(uriel_field *f, uriel_text *rest)
{
  const char *at = rest->len > 0 ? rest->ptr : "", *const end = at + rest->len;
  while (at < end && (*at == '#' || field_trimmed(at, field_line_end(at, end)).len == 0))
    at = field_line_end(at, end);
  const char *next = field_line_end(at, end);
  const char *const colon = view_find(at, next, ':');
  const char *name = at;
  while (name < colon && !field_is_blank(*name))
    name++;
  *rest = view_of(at, end);
  if (colon == next || name == at)
    return false;
  while (next < end && field_is_blank(*next))
    next = field_line_end(next, end);
  *f = (uriel_field){view_of(at, name), field_trimmed(name, colon), field_trimmed(colon + 1, next)};
  *rest = view_of(next, end);
  return true;
}

bool uriel_field_word(uriel_text *value, uriel_text *word)
{
  const char *at = value->ptr, *const end = value->ptr + value->len;
  while (at < end && field_is_blank(*at))
    at++;
  const char *const begin = at;
  while (at < end && *at != '(' && !field_is_blank(*at))
    at++;
  *word = view_of(begin, at);
  *value = view_of(at, end);
  return word->len > 0;
}
